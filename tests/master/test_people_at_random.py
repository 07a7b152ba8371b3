"""Everything that people do to each other, at random: no match freezes, nobody has two seats.

Nothing private goes to anybody but who sits there, and nobody sits in a second seat of a match,
so whoever takes a seat sees what that seat knows and nothing else.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from redis import Redis

from gm.game.cards import Seat
from gm.master.clocks import ticking
from gm.master.commands import (
    Abandon,
    Accepted,
    Act,
    AskSeat,
    Begin,
    Consent,
    Gone,
    GoOn,
    HostInstead,
    Join,
    Leave,
    Outcome,
    Pause,
    Remove,
    Return,
    Stop,
    Strike,
)
from gm.master.notices import NoticeKind
from gm.master.ports import Change
from gm.master.tables import Ai, BallotKind, Person, Phase
from gm.master.voting import count
from gm.master.waits import wait_id
from gm.store.redis_store import RedisStore
from tests.support.table import ANN, BOB, CY, DEE, TableTop, chosen

EVE = Person(id=7_000_000_005, name="Eve", language="en")
FLO = Person(id=7_000_000_006, name="Flo", language="en")
CROWD = (ANN, BOB, CY, DEE, EVE, FLO)
ACTS, MOST = 160, 3_000
PRIVATE = (
    NoticeKind.HAND,
    NoticeKind.TURN,
    NoticeKind.QUESTION,
    NoticeKind.LOOK,
    NoticeKind.OUT,
    NoticeKind.LOG,
    NoticeKind.NUDGE,
)
"""Kinds whose words come from a hand."""
DONE = (Phase.OVER, Phase.CLOSED)


class Jealous(RedisStore):
    """A store that looks at each change: who sat where, and who is told what."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.sat: dict[int, set[Seat]] = {}
        self.told_wrongly: list[str] = []
        self.unjust: list[str] = []

    def commit(self, change: Change) -> Accepted:
        answer = super().commit(change)
        table, before = change.table, change.before
        if table.phase is not Phase.LOBBY:
            for seat, occupant in enumerate(table.occupants):
                if isinstance(occupant, Person):
                    self.sat.setdefault(occupant.id, set()).add(seat)
        here = {p.id for p in (*table.people, *(before.people if before else ()))}
        for notice in change.notices:
            if notice.kind in PRIVATE and notice.to not in here:
                self.told_wrongly.append(f"{notice.kind} to {notice.to}")
        for ballot in table.ballots:
            votes, needed = count(table, ballot)
            if votes >= needed or ballot.person.id in ballot.votes:
                self.unjust.append(f"{ballot.kind}: {votes} of {needed}")
        return answer


class Crowd:
    """Six people around one table, of whom some sit."""

    def __init__(self, redis: Redis, seed: int) -> None:
        self.store = Jealous(redis)
        self.top = TableTop(redis, seed=f"crowd{seed}", store=self.store)
        self.lots = Random(seed)
        self.taken: Counter[str] = Counter()
        seats = self.lots.choice((1, 2, 3, 4))
        ai = max(self.lots.choice((0, 1, 2)), 3 - seats)
        options: dict[str, object] = {
            "takeover": self.lots.choice(("ai", "ai", "answer")),
            "ai_playout": self.lots.random() < 0.3,
            "pace": self.lots.choice(("live", "slow")),
        }
        rules = self.lots.choice(("casefile", "getaway"))
        self.top.lobby(CROWD[:seats], ai=min(ai, 4 - seats), rules=rules, options=options)  # type: ignore[arg-type]
        for person in CROWD:
            self.top.store.set_reachable(person.id, True)
        self.top.ok(Begin, ANN)

    def act(self) -> None:
        """Somebody does something, whether or not they may."""
        top, lots, table = self.top, self.lots, self.top.table
        who, other = lots.choice(CROWD), lots.choice(CROWD)
        roll = lots.random()
        if roll < 0.35:
            self.move()
        elif roll < 0.5:
            top.pass_time(lots.choice((500, 20_000, 120_000)))
            top.ok(Strike)
        elif roll < 0.6:
            admin = lots.random() < 0.1
            self.tried(Remove, who, person=other.id, admin=admin, at_once=lots.random() < 0.5)
        elif roll < 0.7:
            standing = [p for p in CROWD if table.seat_of(p.id) is None]
            seat = lots.choice((None, *range(len(table.occupants))))
            self.tried(AskSeat, lots.choice(standing or CROWD), seat=seat)
        elif roll < 0.86 and table.ballots:
            voters = lots.choice((table.people or CROWD, CROWD))
            self.tried(Consent, lots.choice(voters), mark=lots.choice(table.ballots).mark)
        elif roll < 0.92:
            self.tried(lots.choice((Leave, Return)), who)
        elif roll < 0.935:
            self.tried(Gone, None, person=who.id)
        elif roll < 0.95:
            top.store.set_reachable(who.id, lots.random() < 0.7)
        elif roll < 0.995:
            self.tried(lots.choice((Pause, GoOn, Stop, HostInstead, Join, Return)), who)
        else:
            self.tried(Abandon, None)

    def tried(self, kind: type, who: Person | None, **fields: object) -> Outcome:
        outcome = self.top.do(kind, who, **fields)
        self.taken[kind.__name__] += isinstance(outcome, Accepted)
        return outcome

    def move(self) -> None:
        """Somebody who is awaited makes a move; nobody is, or they dawdle: a clock strikes."""
        top, table = self.top, self.top.table
        asked = [(p, w) for w in top.waits if (p := top.person(w.seat)) is not None]
        if table.phase is not Phase.PLAYING or not asked or self.lots.random() < 0.3:
            top.strike_next()
            return
        person, wait = self.lots.choice(asked)
        move = chosen(top.moves(wait), self.lots)
        top.ok(Act, person, wait=wait_id(table, wait.opened), move=move)

    def check(self) -> None:
        """What must hold after everything."""
        table = self.top.table
        assert self.store.told_wrongly == []
        assert self.store.unjust == []
        assert all(len(seats) == 1 for seats in self.store.sat.values()), self.store.sat
        ids = [person.id for person in table.people]
        assert len(ids) == len(set(ids))
        assert not set(ids) & set(table.kept)
        if table.phase in DONE:
            assert table.clocks == ()
            assert table.ballots == ()
            return
        assert self.top.due() is not None, "nothing will ever happen here"
        assert ticking(table)
        if table.phase is Phase.PLAYING:
            timed = {clock.wait for clock in table.clocks}
            assert {wait.opened for wait in self.top.waits} <= timed
            asked = {b.seat for b in table.ballots if b.kind is BallotKind.SEAT}
            assert all(isinstance(table.occupants[seat], Ai) for seat in asked)

    def play(self) -> None:
        """Do things for a while; then only clocks strike, and the match comes to its end."""
        for _ in range(ACTS):
            if self.top.table.phase in DONE:
                return
            self.act()
            self.check()
        for _ in range(MOST):
            if self.top.table.phase in DONE:
                return
            self.top.strike_next()
        raise AssertionError("the match does not end")


def crowds(redis: Redis, seeds: range) -> Counter[str]:
    taken: Counter[str] = Counter()
    for seed in seeds:
        redis.flushall()
        crowd = Crowd(redis, seed)
        crowd.play()
        crowd.check()
        taken += crowd.taken
    return taken


def test_no_match_freezes_and_nobody_has_two_seats(redis: Redis) -> None:
    taken = crowds(redis, range(14))
    rare = {kind for kind in ("Remove", "AskSeat", "Consent", "Return", "Gone") if not taken[kind]}
    assert not rare, taken


@pytest.mark.long
def test_nor_in_hundreds(redis: Redis) -> None:
    taken = crowds(redis, range(100, 400))
    assert min(taken[kind] for kind in ("Remove", "AskSeat", "Consent", "Return", "Gone")) > 20
