"""What is typed: whom it is for, and that nobody who sits already is asked to sit down."""

from __future__ import annotations

from typing import Any, cast

import pytest
from redis import Redis
from telegram import Chat, Update, User

from gm.telegram.in_private import InPrivate
from gm.telegram.said import Replies, Said
from tests.support.database import database, redis
from tests.support.table import ANN, BOB, CY, DEE, TableTop
from tests.telegram.staging import inbound_to
from tests.telegram.test_apology import GROUP, Heard, message

__all__ = ["database", "redis"]

NOBODY = {"id": 1087968824, "is_bot": True, "first_name": "Group"}


@pytest.mark.parametrize(
    ("text", "keys"), [("/newgame", ["anonymous"]), ("/ban", []), ("/table@other_bot", [])]
)
def test_an_anonymous_admin_is_answered_only_where_we_are_meant(
    text: str, keys: list[str]
) -> None:
    heard = Heard()
    inbound = inbound_to(heard)
    said = {**message(GROUP), "from": NOBODY, "sender_chat": GROUP, "text": text}
    inbound.take(Update.de_json({"update_id": 1, "message": said}, None))
    assert [notice.args["key"] for notice in heard.notices] == keys


@pytest.mark.parametrize(("who", "refused"), [(BOB, False), (DEE, True)])
def test_the_link_to_a_running_match_shows_the_hand_of_who_sits_there(
    redis: Redis, who: Any, refused: bool
) -> None:
    top = TableTop(redis)
    top.playing((ANN, BOB, CY))
    top.said()
    private = InPrivate(
        master=top.master,
        store=top.store,
        members=lambda chat, person: "member",
        chats=cast("Any", None),
        replies=Replies(top.master, top.store),
    )
    private.take(
        Said(
            id="tg:1:1",
            name="start",
            rest=top.id,
            user=User(id=who.id, first_name=who.name, is_bot=False),
            chat=Chat(id=who.id, type="private"),
            thread=None,
        )
    )
    told = [str(n.args.get("key", n.kind)) for n in top.said(who)]
    assert ("hand" in told) is not refused
    assert any(key.startswith("refused.") for key in told) is refused
