"""Matches of people who answer, dawdle, vanish, block, leave and return: all of them end.

On a virtual clock, and nothing that a clock does comes early or twice.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from redis import Redis

from gm.master.clocks import DEFAULT, next_due
from gm.master.commands import (
    Accepted,
    Act,
    Begin,
    Delivered,
    Depute,
    Gone,
    GoOn,
    Leave,
    MoreTime,
    Mute,
    Pause,
    Recap,
    Rest,
    Return,
    Stop,
    Strike,
)
from gm.master.hours import Hours
from gm.master.master import Scene
from gm.master.notices import NoticeKind
from gm.master.pace import DAY
from gm.master.ports import Change
from gm.master.tables import ClockKind, Person, Phase, Table
from gm.master.waits import wait_id
from gm.store.redis_store import RedisStore
from tests.support.table import ANN, BOB, CY, DEE, TableTop, chosen

MOST = 3_000
"""No match takes more steps than this."""
ZONES = (None, "Asia/Tokyo", "America/New_York", "Europe/Berlin")


class Watched(RedisStore):
    """A store that looks at each change: no step of a clock comes early, none comes twice."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.taken: Counter[tuple[object, ...]] = Counter()
        self.early: list[str] = []

    def commit(self, change: Change) -> Accepted:
        answer = super().commit(change)
        before = change.before
        if before is not None and change.command.startswith("strike"):
            due = next_due(before)
            if due is None or due > change.at:
                self.early.append(change.command)
            self._count(change)
        return answer

    def _count(self, change: Change) -> None:
        assert change.before is not None
        after = {clock.wait: clock for clock in change.table.clocks if clock.wait is not None}
        for clock in change.before.clocks:
            if clock.kind is not ClockKind.WAIT:
                continue
            now = after.get(clock.wait)
            steps = DEFAULT + 1 if now is None else now.step
            for step in range(clock.step, steps):
                # who comes back, or is somebody else, has a clock of their own
                hands = len(change.before.history)
                self.taken[clock.wait, hands, clock.extended, step] += 1
        for notice in change.notices:
            if notice.kind is NoticeKind.MENTION:
                clock = next(c for c in change.before.clocks if c.wait == notice.args["wait"])
                hands = len(change.before.history)
                self.taken["mention", clock.wait, hands, clock.extended] += 1


class Company:
    """People at one table, each with a temper of their own."""

    def __init__(self, top: TableTop, lots: Random) -> None:
        self.top, self.lots = top, lots
        self.people = lots.sample((ANN, BOB, CY, DEE), lots.choice((1, 2, 2, 3, 4)))
        self.keen = {p.id: lots.choice((0.0, 0.05, 0.5, 0.9)) for p in self.people}
        self.fickle = {p.id: lots.choice((0.0, 0.3, 0.9)) for p in self.people}
        ai = max(lots.choice((0, 0, 1)), 2 - len(self.people))
        slow = lots.random() < 0.5
        options: dict[str, object] = {"pace": "slow" if slow else "live"}
        options["takeover"] = lots.choice(("ai", "answer"))
        options["waits"] = lots.choice((1, 2, 3))
        options["nudge"] = lots.choice((0, 50, 90))
        options["mention"] = lots.choice((0, 25, 75))
        for person in self.people:
            quiet = (lots.randrange(1440), lots.randrange(1440))
            quiet = (quiet[0], (quiet[0] + quiet[1] // 2) % 1440)
            hours = Hours(zone=lots.choice(ZONES), quiet=quiet, spacing=lots.choice((0, 1800)))
            top.store.set_hours(person.id, hours)
        rules = lots.choice(("casefile", "casefile", "getaway"))
        ai = max(ai, 3 - len(self.people)) if rules == "getaway" else ai
        ai = min(ai, 4 - len(self.people))
        top.lobby(self.people, ai=ai, rules=rules, options=options)  # type: ignore[arg-type]
        top.ok(Begin, self.people[0])

    def play(self) -> int:
        """Play to the end; how many steps it took. Fails where there is none."""
        for step in range(MOST):
            scene = self.top.scene
            if scene.table.phase is Phase.OVER:
                return step
            self.brought(scene.table)
            if self.lots.random() < 0.6 and self.somebody(scene):
                continue
            self.strike()
        raise AssertionError("the match does not end")

    def brought(self, table: Table) -> None:
        """Most messages arrive at once."""
        for clock in table.clocks:
            if clock.kind is ClockKind.WAIT and not clock.sent and self.lots.random() < 0.9:
                at = self.top.clock.at
                self.top.ok(Delivered, match=table.match, wait=clock.wait, at=at)

    def strike(self) -> None:
        """Wait for the next clock, or somewhat longer."""
        due = self.top.due()
        assert due is not None
        late = self.lots.choice((0, 0, 0, 1_000, 60_000))
        self.top.clock.at = max(self.top.clock.at, due + late)
        self.top.ok(Strike, id=f"strike:{self.top.command_id()}")

    def somebody(self, scene: Scene) -> bool:
        """Somebody does something; False where they rather let it be."""
        person, table, match = self.lots.choice(self.people), scene.table, scene.match
        assert match is not None
        waits = match.state.position.waits
        wait = next((w for w in waits if table.occupants[w.seat] == person), None)
        if wait is not None and self.lots.random() < self.keen[person.id]:
            self.top.pass_time(self.lots.choice((0, 5_000, 100_000)))
            move = chosen(match.moves(wait.seat), self.lots, accuse=0.2)
            self.top.do(Act, person, wait=wait_id(table, wait.opened), move=move)
            return True
        if person.id in table.kept and self.lots.random() < self.fickle[person.id]:
            self.top.do(Return, person)
            return True
        return self.mood(person)

    def mood(self, person: Person) -> bool:
        lots, top = self.lots, self.top
        hours = top.store.hours(person.id)
        match lots.randrange(40):
            case 0:
                top.do(Leave, person)
            case 1:
                top.do(Gone, person=person.id)
            case 2:
                top.do(MoreTime, person)
            case 3 | 4:
                top.do(Pause, person)
            case 5:
                top.do(GoOn, person)
            case 6:
                back = top.clock.at + lots.choice((1, 3, 30)) * DAY * 1000
                top.store.set_hours(person.id, Hours(zone=hours.zone, away=back))
                top.do(Rest, person)
            case 7:
                top.store.set_hours(person.id, Hours(zone=hours.zone))
                top.do(Rest, person)
            case 8:
                top.do(Depute, person, on=lots.random() < 0.5)
            case 9:
                top.do(Recap, person)
            case 10:
                top.do(Mute, person=person.id, on=lots.random() < 0.5)
            case 11 if lots.random() < 0.3:
                top.do(Stop, person)
            case _:
                return False
        return True


def lived_through(redis: Redis, seed: int) -> Watched:
    redis.flushall()
    lots = Random(seed)
    store = Watched(redis)
    top = TableTop(redis, seed=f"people{seed}", store=store)
    company = Company(top, lots)
    company.play()
    match = top.scene.match
    assert match is not None
    assert match.state.position.over
    assert top.due() is None
    assert top.store.record(top.id, 1)
    assert store.early == []
    assert {step: n for step, n in store.taken.items() if n > 1} == {}
    assert top.table.clocks == ()
    return store


@pytest.mark.parametrize("part", range(10))
def test_a_hundred_matches_end(redis: Redis, part: int) -> None:
    taken = sum(
        lived_through(redis, seed).taken.total() for seed in range(10 * part, 10 * part + 10)
    )
    assert taken > 20  # clocks had their say


@pytest.mark.long
def test_a_thousand_matches_end(redis: Redis) -> None:
    for seed in range(1_000, 2_000):
        lived_through(redis, seed)


def test_nobody_at_all(redis: Redis) -> None:
    for options in ({}, {"pace": "slow"}, {"takeover": "ai"}, {"waits": 4, "nudge": 0}):
        redis.flushall()
        top = TableTop(redis)
        top.playing((ANN, BOB, CY), options=options)  # type: ignore[arg-type]
        for _ in range(200):
            if top.table.phase is Phase.OVER:
                break
            top.strike_next()
        assert top.table.phase is Phase.OVER
