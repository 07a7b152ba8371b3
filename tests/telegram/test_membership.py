"""Who is in a chat, by what Telegram says of a member."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import ChatMember, Update

from gm.master.commands import Mute
from gm.telegram.members import is_in
from tests.telegram.staging import inbound_to

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


class Asked:
    """Master and store of one table, as far as a membership needs them."""

    def __init__(self) -> None:
        self.commands: list[object] = []

    def handle(self, command: object) -> None:
        self.commands.append(command)

    def tables_in(self, chat: int) -> tuple[str, ...]:
        return ("T",) if chat == -100 else ()


def restricted(*, may_send: bool) -> dict[str, Any]:
    may = {**dict.fromkeys(MAY, False), "can_send_messages": may_send}
    return {"user": USER, "status": "restricted", "is_member": True, "until_date": 0, **may}


MEMBER = {"user": USER, "status": "member"}


@pytest.mark.parametrize(
    ("before", "after", "muted"),
    [
        (MEMBER, restricted(may_send=False), [True]),
        (restricted(may_send=False), MEMBER, [False]),
        (restricted(may_send=False), restricted(may_send=True), [False]),
        (MEMBER, restricted(may_send=True), []),
        (MEMBER, MEMBER, []),
    ],
)
def test_the_table_is_told_who_may_not_write(
    before: dict[str, Any], after: dict[str, Any], muted: list[bool]
) -> None:
    asked = Asked()
    inbound = inbound_to(asked)
    change = {
        "chat": {"id": -100, "type": "supergroup", "title": "Friday"},
        "from": USER,
        "date": 0,
        "old_chat_member": before,
        "new_chat_member": after,
    }
    inbound.take(Update.de_json({"update_id": 1, "chat_member": change}, None))
    assert asked.commands == [
        Mute(id="tg:1:1:T", table="T", person=USER["id"], on=on) for on in muted
    ]
