"""Winds the clocks of waits: for each open one, by who sits there and how they live (§5).

A clock keeps the ladder with which it was wound, so a change counts from the next wait on. In
slow play none ends in its person's quiet hours, and none runs while they are away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from gm.game.events import WaitKind
from gm.game.position import Wait
from gm.master.clocks import SEND_CAP, first_step
from gm.master.pace import HOUR, ladder
from gm.master.sitting import Sitting
from gm.master.tables import Clock, ClockKind, Millis, Occupant, Person, Table
from gm.master.waits import pause

MORNING = HOUR * 1_000
"""A clock that would end in quiet hours ends so long after them, or its own length if shorter."""
MOST_ADDED = 2 * 24 * HOUR * 1_000
"""So much is added to one wait for quiet hours, however often their zone or hours change."""
MOST_AWAY = 7 * 24 * HOUR * 1_000
"""For so long in all do an away person's clocks rest in one match, in ms."""
DEPUTED = (WaitKind.SHOW, WaitKind.ANSWER)
"""What the game master answers for a person who asked it to (slow play)."""


def rewind(sitting: Sitting, waits: Iterable[Wait]) -> None:
    """Give each open wait its clock, and take away those of closed ones."""
    table, now = sitting.table, sitting.clock_time
    running = {clock.wait: clock for clock in table.clocks if clock.wait is not None}
    kept = tuple(clock for clock in table.clocks if clock.wait is None)
    wound: list[Clock] = []
    for wait in waits:
        known = running.pop(wait.opened, None)
        if known is None or not _fits(table, wait, known):
            if known is not None:
                give_back(sitting, known)
            known = _wound(sitting, wait, now)
        wound.append(known)
    for clock in running.values():
        give_back(sitting, clock)
    sitting.change(clocks=(*kept, *wound))


def _fits(table: Table, wait: Wait, clock: Clock) -> bool:
    """Whether a running clock is still the right one: what is once deputed is answered so, or
    nobody would have to answer who says no in time, again and again.
    """
    person = isinstance(table.occupants[wait.seat], Person)
    return clock.kind is kind_of(table, wait) or (clock.deputed and person)


def kind_of(table: Table, wait: Wait) -> ClockKind:
    """Whether somebody is waited for, or answers by itself after the one unhurried pause."""
    occupant = table.occupants[wait.seat]
    if not isinstance(occupant, Person) or is_deputed(table, occupant, wait):
        return ClockKind.AUTO
    return ClockKind.WAIT


def is_deputed(table: Table, occupant: Occupant, wait: Wait) -> bool:
    """Whether the game master answers this wait for a person who asked it to."""
    return isinstance(occupant, Person) and occupant.id in table.deputed and wait.kind in DEPUTED


def _wound(sitting: Sitting, wait: Wait, now: Millis) -> Clock:
    table = sitting.table
    if kind_of(table, wait) is ClockKind.AUTO:
        length = pause(table, wait.opened)
        return Clock(
            kind=ClockKind.AUTO,
            start=now,
            length=length,
            seat=wait.seat,
            wait=wait.opened,
            deputed=isinstance(table.occupants[wait.seat], Person),
        )
    person = table.occupants[wait.seat]
    assert isinstance(person, Person)
    steps = ladder(table)
    reminders = (steps.nudge, steps.mention)
    clock = Clock(
        kind=ClockKind.WAIT,
        start=now + SEND_CAP,
        length=table.turn_seconds * 1000,
        seat=wait.seat,
        wait=wait.opened,
        step=first_step(reminders),
        reminders=reminders,
        excused=person.id in table.muted,
        outage=sitting.outage,
    )
    return by_day(sitting, rest(sitting, clock, person), person)


def by_day(sitting: Sitting, clock: Clock, person: Person, at: Millis | None = None) -> Clock:
    """The clock, with enough added that it does not end in its person's quiet hours.

    `at`: the moment at which it would end; by default its own end.
    """
    end = clock.start + clock.length
    morning = sitting.quiet_end(person.id, end if at is None else at)
    if morning is None:
        return clock
    more = min(morning - end + min(MORNING, clock.length), MOST_ADDED - clock.added)
    return replace(clock, length=clock.length + more, added=clock.added + more)


# -- away ------------------------------------------------------------------------------------


def rest(sitting: Sitting, clock: Clock, person: Person) -> Clock:
    """The clock, standing still until its person is back, as far as this match allows that."""
    back, now = sitting.away_until(person.id), sitting.clock_time
    used = sitting.table.rested.get(str(person.id), 0)
    until = min(back or now, now + MOST_AWAY - used)
    if until <= now:
        return clock
    _use(sitting, person, until - now)
    return replace(clock, start=clock.start + until - now, hold=until, rests=True)


def woken(sitting: Sitting, clock: Clock) -> Clock:
    """The clock, running on from now where it rested; what it did not rest is given back."""
    left = clock.hold - sitting.clock_time
    if not clock.rests or left <= 0:
        return clock
    give_back(sitting, clock)
    return replace(clock, start=clock.start - left, hold=0, rests=False)


def give_back(sitting: Sitting, clock: Clock) -> None:
    """A clock rests no more: what it did not rest is not counted."""
    left = clock.hold - sitting.clock_time
    if clock.rests and left > 0 and clock.seat is not None:
        person = sitting.table.occupants[clock.seat]
        if isinstance(person, Person):
            _use(sitting, person, -left)


def _use(sitting: Sitting, person: Person, ms: int) -> None:
    used = sitting.table.rested
    spent = max(0, used.get(str(person.id), 0) + ms)
    sitting.change(rested=MappingProxyType({**used, str(person.id): spent}))
