"""Clocks that stand still: a pause of the whole table, and people who are away (slow play).

A pause is by agreement, or because everybody is away; it has an end of its own, so that nothing
stands still for ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from gm.game.cards import Seat
from gm.master.commands import Depute, GoOn, Mute, Pause, Rest
from gm.master.pace import DAY, HOUR, Pace, pace_of, slow
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.tables import Clock, ClockKind, Millis, Person
from gm.master.winding import by_day, rest, woken

LONGEST: Mapping[Pace, int] = MappingProxyType(
    {Pace.LIVE: 12 * HOUR * 1000, Pace.SLOW: 14 * DAY * 1000}
)
"""After so long a pause ends by itself, in ms."""


# -- pauses ----------------------------------------------------------------------------------


def pause(sitting: Sitting, command: Pause) -> str | None:
    """Ask for a pause; it begins when the majority of the people here has asked."""
    _ = sitting.playing
    person = command.actor.person
    sitting.seat_of(person.id)
    table = sitting.table
    if table.paused is not None:
        raise Declined(Refusal.PAUSED)
    if person.id in table.pause_votes:
        raise Declined(Refusal.VOTED)
    sitting.change(pause_votes=table.pause_votes | {person.id})
    votes, needed = _votes(sitting)
    if votes >= needed:
        return None  # settling begins it
    sitting.say("pause_vote", name=person.name, votes=votes, needed=needed)
    return "pause_voted"


def _votes(sitting: Sitting) -> tuple[int, int]:
    people = {person.id for person in sitting.table.people}
    return len(sitting.table.pause_votes & people), len(people) // 2 + 1


def go_on(sitting: Sitting, command: GoOn) -> str | None:
    """End a pause: anybody who sits here, or whose seat is kept."""
    _ = sitting.playing
    person = command.actor.person
    if sitting.table.seat_of(person.id) is None and person.id not in sitting.table.kept:
        raise Declined(Refusal.NOT_SEATED)
    if sitting.table.paused is None:
        raise Declined(Refusal.NOT_PAUSED)
    _run_on(sitting)
    sitting.say("goes_on", name=person.name)
    return None


def pause_over(sitting: Sitting) -> None:
    """A pause has lasted as long as any may, or the first of those who were away is back."""
    _run_on(sitting)
    sitting.say("pause_over")


def settle(sitting: Sitting) -> None:
    """Begin a pause where enough people asked for it: fewer may be enough when some have left."""
    if sitting.table.paused is not None or not sitting.table.pause_votes:
        return
    votes, needed = _votes(sitting)
    if votes >= needed:
        _stand_still(sitting, LONGEST[pace_of(sitting.table.turn_seconds)])
        sitting.say("paused")


def _all_away(sitting: Sitting) -> Millis | None:
    """When the first comes back, where everybody who still plays is away and may be."""
    out = sitting.playing.state.position.out
    table = sitting.table
    there = [p for n, p in enumerate(table.occupants) if isinstance(p, Person) and n not in out]
    back = [sitting.away_until(person.id) for person in there]
    first = min((until for until in back if until is not None), default=None)
    if first is None or None in back:
        return None
    return min(first, sitting.now + LONGEST[Pace.SLOW])


def _stand_still(sitting: Sitting, length: int) -> None:
    clock = Clock(kind=ClockKind.PAUSE, start=sitting.now, length=length)
    sitting.change(
        paused=sitting.now,
        pause_votes=frozenset(),
        clocks=(*sitting.table.clocks, clock),
    )


def _run_on(sitting: Sitting) -> None:
    """All clocks run on as if no time had passed."""
    assert sitting.table.paused is not None
    clocks = tuple(
        _moved_on(clock, sitting.table.paused, sitting.now)
        for clock in sitting.table.clocks
        if clock.kind not in (ClockKind.PAUSE, ClockKind.DIGEST)
    )
    sitting.change(paused=None, clocks=clocks)
    for clock in clocks:
        person = None if clock.seat is None else sitting.table.occupants[clock.seat]
        if clock.kind is ClockKind.WAIT and isinstance(person, Person):
            sitting.put(clock, by_day(sitting, clock, person))


def _moved_on(clock: Clock, since: Millis, now: Millis) -> Clock:
    """The clock after a pause; one that rested in it anyway has stood still already."""
    rested = max(0, min(clock.hold, now) - since) if clock.rests else 0
    stood = now - since - rested
    hold = clock.hold if clock.rests or not clock.hold else clock.hold + stood
    return replace(clock, start=clock.start + stood, hold=hold)


# -- one person ------------------------------------------------------------------------------


def away(sitting: Sitting, command: Rest) -> str | None:
    """Let the clock of somebody who is away rest, or run on where they are back."""
    _ = sitting.playing
    person = command.actor.person
    seat = sitting.seat_of(person.id)
    if not slow(sitting.table):
        raise Declined(Refusal.NOT_SLOW)
    clock = _clock_of(sitting, seat)
    if clock is not None:
        awake = woken(sitting, clock)
        sitting.put(clock, by_day(sitting, rest(sitting, awake, person), person))
    until = sitting.away_until(person.id)
    if until is None:
        if sitting.table.paused is not None:
            _run_on(sitting)
        sitting.say("not_away", name=person.name)
        return "not_away"
    sitting.say("away", name=person.name, until=until + sitting.outage)
    back = _all_away(sitting)
    if back is not None and sitting.table.paused is None:
        _stand_still(sitting, back - sitting.now)
        sitting.say("all_away")
    return "away"


def depute(sitting: Sitting, command: Depute) -> str | None:
    """Have the game master answer for somebody, or no more (slow play)."""
    _ = sitting.playing
    person = command.actor.person
    sitting.seat_of(person.id)
    if not slow(sitting.table):
        raise Declined(Refusal.NOT_SLOW)
    others = sitting.table.deputed - {person.id}
    sitting.change(deputed=others | {person.id} if command.on else others)
    return "deputed" if command.on else "not_deputed"


def mute(sitting: Sitting, command: Mute) -> str | None:
    """Who may not write in the chat is not idle: neither this wait counts nor any until then."""
    table = sitting.table
    others = table.muted - {command.person}
    sitting.change(muted=others | {command.person} if command.on else others)
    seat = table.seat_of(command.person)
    clock = None if seat is None else _clock_of(sitting, seat)
    if clock is not None and command.on:
        sitting.put(clock, replace(clock, excused=True))
    return None


def _clock_of(sitting: Sitting, seat: Seat) -> Clock | None:
    """The running clock of a seat's person."""
    clocks = (c for c in sitting.table.clocks if c.seat == seat and c.kind is ClockKind.WAIT)
    return next(clocks, None)
