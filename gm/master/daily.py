"""What happened, told in one piece: once a day in slow play, and to whoever asks (`/recap`).

A day's news are told when the quiet hours end, the group's at the end of those by default. Who
has looked since, or made a move, is told nothing twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from gm.game.cards import Seat
from gm.master.commands import Recap
from gm.master.notices import Notice
from gm.master.pace import slow
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.slots import digest
from gm.master.tables import Clock, ClockKind, Person

GROUP = ""
"""How the chat is named among those who have been told."""


def wind(sitting: Sitting) -> None:
    """Give the chat and each person at a slow table the clock of their next morning."""
    table = sitting.table
    if not slow(table):
        return
    running = {c.seat: c for c in table.clocks if c.kind is ClockKind.DIGEST}
    wanted = list(_readers(sitting))
    kept = tuple(c for c in table.clocks if c.kind is not ClockKind.DIGEST or c.seat in wanted)
    new = tuple(_next(sitting, seat) for seat in wanted if seat not in running)
    if new or len(kept) < len(table.clocks):
        sitting.change(clocks=(*kept, *new))


def _readers(sitting: Sitting) -> Iterator[Seat | None]:
    if sitting.table.place is not None:
        yield None
    for seat, occupant in enumerate(sitting.table.occupants):
        if isinstance(occupant, Person):
            yield seat


def _next(sitting: Sitting, seat: Seat | None) -> Clock:
    person = None if seat is None else sitting.table.occupants[seat]
    now = sitting.clock_time
    morning = sitting.morning(person.id if isinstance(person, Person) else None, now)
    return Clock(kind=ClockKind.DIGEST, start=now, length=morning - now, seat=seat)


def tell(sitting: Sitting, clock: Clock) -> None:
    """Tell what happened since the last time, if anything did."""
    person = None if clock.seat is None else sitting.table.occupants[clock.seat]
    sitting.put(clock, None)  # the next one is wound when the table settles
    reader = person if isinstance(person, Person) else None
    sitting.notices += _since(sitting, reader)


def recap(sitting: Sitting, command: Recap) -> str | None:
    """Tell somebody what happened since they last looked."""
    person = command.actor.person
    sitting.seat_of(person.id)
    if sitting.match is None:
        raise Declined(Refusal.NOT_PLAYING)
    told = _since(sitting, person, asked=True)
    sitting.notices += [replace(notice, ring=False, fresh=True) for notice in told]
    return None


def looked(sitting: Sitting, person: int | None) -> None:
    """This person, or the chat, knows all that has happened so far."""
    assert sitting.match is not None
    name = GROUP if person is None else str(person)
    known = {**sitting.table.looked, name: len(sitting.match.events)}
    sitting.change(looked=MappingProxyType(known))


def _since(sitting: Sitting, person: Person | None, *, asked: bool = False) -> tuple[Notice, ...]:
    assert sitting.match is not None
    name = GROUP if person is None else str(person.id)
    since = sitting.table.looked.get(name, 0)
    if since >= len(sitting.match.events) and not asked:
        return ()
    looked(sitting, None if person is None else person.id)
    return digest(sitting.table, person, since=since, asked=asked)
