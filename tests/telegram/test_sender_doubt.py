"""A message whose answer was lost: repeated where somebody waits for it, never as decoration."""

from __future__ import annotations

from typing import Any

import pytest
from redis import Redis
from telegram.error import TimedOut

from gm.botapi import Fault
from gm.master.notices import Notice, NoticeKind
from gm.master.tables import Place
from gm.telegram.message import Message
from gm.telegram.sender import REPEATED
from tests.support.database import database, redis
from tests.support.evening import Evening, evening

__all__ = ["database", "redis"]


def arrived(party: Evening, name: str, where: int, text: str) -> int:
    """How many messages with this text somebody sees."""
    return sum(text in m.get("text", "") for m in party.screen(name, where)["messages"])


def lose(party: Evening, times: int) -> None:
    party.server.fault("sendMessage", Fault.LOST_ANSWER, times=times)


@pytest.mark.parametrize("times", [1, 2, 5])
def test_an_answer_in_the_group_is_not_repeated(redis: Redis, times: int) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        lose(party, times)
        party.say("Mira", "/help")
        party.wait(30)
        assert arrived(party, "Mira", party.group, "I run deduction games") == 1
        assert party.house.outbox.pending(party.group) == []


@pytest.mark.parametrize(("times", "seen"), [(1, 2), (2, 2), (5, 2)])
def test_an_answer_in_private_is_repeated_once_at_most(
    redis: Redis, times: int, seen: int
) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        party.start("Mira")
        lose(party, times)
        party.say("Mira", "/help", private=True)
        party.wait(30)
        assert arrived(party, "Mira", party.bot_id, "What you can ask me here") == seen


def spoken(party: Evening, kind: NoticeKind, to: Place | int, losses: list[Exception]) -> int:
    """How often a notice of this kind is sent while answers are lost in this way."""
    sent = 0

    class Cut:
        def __getattr__(self, name: str) -> Any:
            async def call(*args: Any, **named: Any) -> Any:
                nonlocal sent
                if name == "send_message":
                    sent += 1
                    if losses:
                        raise losses.pop()
                return type("Sent", (), {"message_id": sent})()

            return call

    notice = Notice(table=None, to=to, slot="s", kind=kind)
    party.house.store.say([notice], party.house.master.now())
    bot, draw = party.sender._line._bot, party.sender._draw
    party.sender._line._bot = Cut()  # type: ignore[assignment]
    party.sender._draw = lambda *_: Message(text="x")
    party.wait(60)
    party.sender._line._bot, party.sender._draw = bot, draw
    assert party.house.outbox.pending(to.chat if isinstance(to, Place) else to) == []
    return sent


def lost(cause: str) -> TimedOut:
    error = TimedOut()
    made = type(cause, (Exception,), {"__module__": "httpx"})
    error.__cause__ = made()
    return error


@pytest.mark.parametrize("private", [True, False])
def test_what_timed_out_is_repeated_only_where_somebody_waits_for_it(
    redis: Redis, private: bool
) -> None:
    with evening(redis, "Mira") as party:
        party.wait(10)  # the bot has said hello
        to = party.people["Mira"] if private else Place(chat=party.group)
        for kind in NoticeKind:
            sent = spoken(party, kind, to, [lost("ReadTimeout") for _ in range(3)])
            if kind in REPEATED:
                assert sent == 4, kind
            elif private or kind in (NoticeKind.VERDICT, NoticeKind.CARD):
                assert sent == 2, kind
            else:
                assert sent == 1, kind


def test_what_never_went_out_is_sent_again_whatever_it_is(redis: Redis) -> None:
    with evening(redis, "Mira") as party:
        party.wait(10)
        for cause in ("ConnectError", "ConnectTimeout", "PoolTimeout"):
            sent = spoken(party, NoticeKind.STORY, Place(chat=party.group), [lost(cause)] * 3)
            assert sent == 4, cause
