"""The clocks of a table: which run, and when the next step of any is due.

Every wait has one. A person's runs down a ladder (remind in private at half time, mention in
the group at three quarters, act by default at the end); an AI seat or the keeper just answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from gm.game.position import Wait
from gm.master.ports import Pulse
from gm.master.tables import Clock, ClockKind, Millis, Person, Table
from gm.master.waits import pause

SEND_CAP = 30_000
"""A person's clock starts when the message was sent, at the latest after this long (ms)."""
OUTAGE = 30_000
"""A gap between heartbeats longer than this is an outage of ours, in ms."""
GRACE = 10 * 60_000
"""How long an idle person's seat is kept for them (§5), in ms."""
ASIDE = 24 * 3_600_000
"""How long a match that nobody plays is kept (§5), in ms."""
LOBBY = 3_600_000
"""How long a lobby stays open, in ms."""

NUDGE, MENTION, DEFAULT = 0, 1, 2
_LADDER = (0.5, 0.75, 1.0)


def service_time(wall: Millis, pulse: Pulse) -> Millis:
    """Wall time less our own outages.

    Between heartbeats it neither runs back nor on for longer than OUTAGE, so that a clock which
    starts before an outage, or a leap of the wall clock, was noticed is not off by it.
    """
    if pulse.beat is not None:
        wall = min(max(wall, pulse.beat), pulse.beat + OUTAGE)
    return wall - pulse.outage


def due(clock: Clock) -> Millis:
    """When the clock's next step is due."""
    match clock.kind:
        case ClockKind.WAIT:
            return clock.start + int(clock.length * _LADDER[clock.step])
        case ClockKind.AUTO | ClockKind.GRACE | ClockKind.ASIDE | ClockKind.LOBBY:
            return clock.start + clock.length
        case _:
            assert_never(clock.kind)


def ends(clock: Clock, now: Millis) -> Millis:
    """When a clock runs out, for whoever is told so now.

    One that waits for its message to be sent is read as starting now: the message that is drawn
    at this moment is what starts it.
    """
    waiting = clock.kind is ClockKind.WAIT and not clock.sent
    return (min(clock.start, now) if waiting else clock.start) + clock.length


def next_due(table: Table) -> Millis | None:
    """When the table's next clock step is due, if any runs."""
    return min(map(due, table.clocks), default=None)


def rewound(table: Table, waits: Iterable[Wait], now: Millis) -> Table:
    """The table with a clock for each open wait and none for closed ones."""
    running = {clock.wait: clock for clock in table.clocks if clock.wait is not None}
    kept = tuple(clock for clock in table.clocks if clock.wait is None)
    waiting = tuple(_clock(table, wait, running.get(wait.opened), now) for wait in waits)
    return replace(table, clocks=(*kept, *waiting))


def _clock(table: Table, wait: Wait, running: Clock | None, now: Millis) -> Clock:
    kind = ClockKind.WAIT if isinstance(table.occupants[wait.seat], Person) else ClockKind.AUTO
    if running is not None and running.kind is kind:
        return running
    if kind is ClockKind.WAIT:
        start, length = now + SEND_CAP, table.turn_seconds * 1000
    else:
        start, length = now, pause(table, wait.opened)
    return Clock(kind=kind, start=start, length=length, seat=wait.seat, wait=wait.opened)
