"""Clocks with real processes: how late a step is, and what a kill costs. Real Telegram calls.

Nobody moves, so only clocks do. Every step is seen in the database as it is taken; none is early.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType

import pytest

from gm.game.events import Moved
from gm.game.moves import Skipped
from gm.master.clocks import SEND_CAP, due, next_due
from gm.master.commands import Accepted
from gm.master.ports import Change, Lost
from gm.master.tables import Clock, ClockKind, Table
from tests.support.house import Household
from tests.support.killing import MortalDatabase
from tests.support.telegram import telegram_server

WAIT = 1_600
"""How long a wait is here, in ms."""


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[MortalDatabase]:
    database = MortalDatabase(tmp_path / "db")
    yield database
    database.close()


@pytest.fixture
def house(tmp_path: Path, mortal: MortalDatabase) -> Iterator[Household]:
    with telegram_server() as server:
        held = Household(server, mortal.url, tmp_path, "Mira", "Jonas", "Noor", port=None)
        try:
            for role in ("bot", "worker"):
                held.start(role)
            held.begin()
            hurry(held)
            yield held
        finally:
            held.close()


def hurry(house: Household) -> None:
    """Make the table's waits very short, and never idle anybody out."""
    while True:
        scene = house.scene
        clocks = tuple(
            replace(clock, length=WAIT) if clock.kind is ClockKind.WAIT else clock
            for clock in scene.table.clocks
        )
        table = replace(
            scene.table,
            turn_seconds=WAIT // 1000,
            ladder=MappingProxyType({"waits": 1_000_000}),
            clocks=clocks,
        )
        try:
            house.house.store.commit(
                Change(
                    command=f"hurry:{time.monotonic_ns()}",
                    answer=Accepted(table=table.id),
                    revision=scene.revision,
                    before=scene.table,
                    table=table,
                    length=len(scene.match.events) if scene.match else 0,
                    at=scene.now,
                    due=next_due(table),
                )
            )
        except Lost:
            continue
        return


class Watch:
    """Looks at the table all the time, and at each step of a clock as it is taken."""

    def __init__(self, house: Household) -> None:
        self.house = house
        self.last: Table | None = None
        self.late: list[int] = []
        self.steps: Counter[tuple[int | None, int]] = Counter()

    def look(self) -> None:
        """See what changed since the last look."""
        table = self.house.scene.table
        now = self.house.house.master.now()
        if self.last is not None:
            after = {c.wait: c for c in table.clocks if c.kind is ClockKind.WAIT}
            for clock in self.last.clocks:
                if clock.kind is ClockKind.WAIT:
                    self._step(clock, after.get(clock.wait), now)
        self.last = table

    def _step(self, before: Clock, after: Clock | None, now: int) -> None:
        if after is not None and after.step == before.step:
            return
        assert after is None or after.step > before.step, "a step is taken twice"
        late = now - due(before)
        if not before.sent:
            # its message may have arrived since the last look, and have started it before its cap
            assert late >= -SEND_CAP
            late = max(late, 0)
        self.late.append(late)
        self.steps[before.wait, before.step] += 1

    def taken(self, steps: int, seconds: float = 40) -> None:
        """Look until so many more steps were taken."""
        goal, end = len(self.late) + steps, time.monotonic() + seconds
        while len(self.late) < goal:
            assert time.monotonic() < end, "a deadline is lost"
            self.look()
            time.sleep(0.01)

    def passing(self, seconds: float) -> None:
        """Look for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.look()
            time.sleep(0.01)


def workers(house: Household) -> set[bytes]:
    return set(house.house.database.smembers("rq:workers"))  # type: ignore[arg-type]


def test_a_step_is_late_by_less_than_two_seconds_and_never_early(house: Household) -> None:
    watch = Watch(house)
    watch.taken(9)
    assert min(watch.late) >= 0
    assert max(watch.late) < 2_000
    before, known = len(watch.late), workers(house)
    house.kill("worker")
    watch.passing(WAIT / 1000)
    overdue = next_due(house.scene.table)
    assert overdue is not None
    assert overdue < house.house.master.now()
    house.start("worker")
    house.until(lambda: workers(house) - known, "a worker")
    back = time.monotonic()
    watch.taken(len(watch.late) - before + 1)
    assert time.monotonic() - back < 5
    assert min(watch.late) >= 0
    assert max(watch.steps.values()) == 1


@pytest.mark.parametrize("kills", [10, pytest.param(200, marks=pytest.mark.long)])
def test_killed_at_random_no_deadline_is_lost_and_none_taken_twice(
    house: Household, mortal: MortalDatabase, kills: int
) -> None:
    lots, watch = Random(kills), Watch(house)
    senders = 0
    for _ in range(kills):
        if lots.random() < 0.3:
            watch.taken(1)  # a house that is killed every second gets nothing done
        watch.passing(lots.random() * 0.8)
        victim = lots.choice(("worker", "bot", "database"))
        if victim == "database":
            mortal.kill()
            continue
        senders += victim == "bot"
        house.kill(victim)
        watch.passing(lots.random() * 0.4)
        house.start(victim)
    watch.taken(6)
    assert min(watch.late) >= 0
    assert max(watch.steps.values()) == 1
    scene = house.scene
    assert scene.match is not None
    lapsed = Counter(
        event.seat
        for event in scene.match.events
        if isinstance(event, Moved) and (event.lot or isinstance(event.move, Skipped))
    )
    assert len(watch.late) >= kills // 5
    # a message whose sender was killed may not be known to have arrived
    missing = lapsed.total() - sum(scene.table.idle)
    assert 0 <= missing <= senders
