"""A wait's clock starts with the message that asks, not with whatever else arrives before it."""

from __future__ import annotations

from redis import Redis

from gm.master.tables import Clock, ClockKind
from tests.support.database import database, redis
from tests.support.evening import Evening, evening

__all__ = ["database", "redis"]


def clock(party: Evening) -> Clock:
    (found,) = (c for c in party.table.table.clocks if c.kind is ClockKind.WAIT)
    return found


def test_a_hand_that_arrives_first_starts_no_clock(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Noor", seed=5) as party:
        for name in party.people:
            party.start(name)
        party.say("Mira", "/newgame getaway")
        party.say("Jonas", "/join")
        party.say("Noor", "/join")
        party.server.act("say", person=party.people["Mira"], where=party.group, text="/begin")
        party.settle()  # the hands are out; a chat takes the next message a second later
        assert not clock(party).sent
        party.wait(2.0)
        started = clock(party)
        assert started.sent
        assert started.start > int((party.clock() - 2.0) * 1000)
