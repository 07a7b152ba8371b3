"""A sender killed at any step of a send: nothing is lost, at most one send is repeated."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from gm.telegram.sender import Sender
from tests.support.database import database, redis
from tests.support.evening import Evening, evening

__all__ = ["database", "redis"]


class Killed(BaseException):
    """The process is gone: nothing that it would still do happens."""


class Deadly:
    """Counts every step that a sender takes outside itself and ends it before or after one."""

    def __init__(self, at: int, *, after: bool) -> None:
        self.left, self.after, self.dead = at, after, False

    async def __call__(self, step: Callable[..., Any], *args: Any, **named: Any) -> Any:
        if self.dead:
            raise Killed
        self.left -= 1
        last = self.left == 0
        if last and not self.after:
            self.dead = True
            raise Killed
        result = step(*args, **named)
        if asyncio.iscoroutine(result):
            result = await result
        if last or self.dead:
            self.dead = True
            raise Killed
        return result


class DeadlyBot:
    """A bot whose calls are steps as well."""

    def __init__(self, bot: Any, deadly: Deadly) -> None:
        self._bot, self._deadly = bot, deadly

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **named: self._deadly(getattr(self._bot, name), *args, **named)


def sender(party: Evening, deadly: Deadly) -> Sender:
    return Sender(
        bot=DeadlyBot(party.bot, deadly),  # type: ignore[arg-type]
        outbox=party.house.outbox,
        store=party.house.store,
        master=party.house.master,
        draw=party.office.drawing.draw,
        core=deadly,
    )


def told(party: Evening) -> Counter[str]:
    """What everybody has been told, each text counted in its chat."""
    texts: Counter[str] = Counter()
    for name in party.people:
        for message in party.screen(name, party.bot_id)["messages"]:
            if message["bot"]:
                texts[f"{name}: {message['text']}"] += 1
    for message in party.screen("Mira", party.group)["messages"]:
        if message["bot"]:
            texts[f"group: {message['text'].split(chr(10))[0]}"] += 1
    return texts


def deal(redis: Redis, at: int, *, after: bool) -> tuple[Counter[str], bool]:
    """Deal at a table of two and an AI seat with a sender that dies at this step; then go on."""
    redis.flushall()
    with evening(redis, "Mira", "Jonas", seed=5) as party:
        for name in party.people:
            party.start(name)
        party.say("Mira", "/newgame getaway")
        party.tap_latest("Jonas", party.group, "Join")
        party.tap_latest("Mira", party.group, "+ AI")
        return dying(
            party, at, lambda: party.tap_latest("Mira", party.group, "Begin"), after=after
        )


def opening(redis: Redis, at: int, *, after: bool) -> tuple[Counter[str], bool]:
    """Open a table with a sender that dies at this step; then go on."""
    redis.flushall()
    with evening(redis, "Mira", "Jonas", seed=5) as party:
        return dying(party, at, lambda: party.say("Mira", "/newgame getaway"), after=after)


def dying(
    party: Evening, at: int, act: Callable[[], Any], *, after: bool
) -> tuple[Counter[str], bool]:
    """What all are told when the sender of this act dies at a step; whether it did."""
    healthy, deadly = party.sender, Deadly(at, after=after)
    party.sender = sender(party, deadly)
    with contextlib.suppress(Killed):
        act()
    party.sender = healthy
    party.loop.run_until_complete(healthy.recover())
    party.wait(4)
    return told(party), deadly.dead


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("scene", [opening, deal])
def test_a_killed_sender_loses_nothing_and_repeats_one_send_at_most(
    redis: Redis, scene: Callable[..., tuple[Counter[str], bool]], after: bool
) -> None:
    whole, _ = scene(redis, 10_000, after=after)
    at, reached = 0, True
    while reached:
        at += 1
        found, reached = scene(redis, at, after=after)
        assert set(found) == set(whole), f"step {at}: lost {set(whole) - set(found)}"
        repeated = found - whole
        assert repeated.total() <= 1, f"step {at}: repeated {repeated}"
    assert at > 5
