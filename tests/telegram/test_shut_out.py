"""A chat that hears us no more: all its tables end, in whatever topic they stand."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from redis import Redis
from telegram.error import Forbidden

from gm.master.tables import Phase, Place
from gm.telegram.message import Message
from gm.telegram.sender import Sender
from tests.support.database import database, redis
from tests.support.table import PLACE, TableTop

__all__ = ["database", "redis"]


class Kicked:
    """A bot that is in no group any more."""

    async def send_message(self, **named: Any) -> None:
        raise Forbidden("bot was kicked from the supergroup chat")


def test_the_tables_of_all_topics_end(redis: Redis) -> None:
    here = TableTop(redis)
    there = TableTop(redis, seed="other", place=Place(chat=PLACE.chat, thread=8))
    here.open()
    there.open()
    sender = Sender(
        bot=cast("Any", Kicked()),
        outbox=here.outbox,
        store=here.store,
        master=here.master,
        draw=lambda notice, now: Message(text="card"),
    )

    async def speak() -> None:
        await sender.step()
        await sender.settle()

    asyncio.run(speak())
    assert {here.table.phase, there.table.phase} == {Phase.CLOSED}
    assert here.outbox.pending(PLACE.chat) == []
