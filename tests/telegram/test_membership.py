"""Who is in a chat, by what Telegram says of a member."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import ChatMember

from gm.telegram.members import is_in

USER = {"id": 1, "is_bot": False, "first_name": "Mira"}
MAY = (
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
    "can_send_messages",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_edit_tag",
    "can_react_to_messages",
)


@pytest.mark.parametrize(
    ("said", "here"),
    [
        ({"status": "member"}, True),
        ({"status": "left"}, False),
        ({"status": "kicked", "until_date": 0}, False),
        ({"status": "restricted", "is_member": True}, True),
        ({"status": "restricted", "is_member": False}, False),
    ],
)
def test_who_is_restricted_may_have_left(said: dict[str, Any], here: bool) -> None:
    more = dict.fromkeys(MAY, False) | {"until_date": 0} if "is_member" in said else {}
    member = ChatMember.de_json({"user": USER, **more, **said}, None)
    assert is_in(member) is here
