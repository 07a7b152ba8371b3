"""The clocks of a table: which run, and when the next step of any is due.

Every wait has one. A person's runs down the table's ladder (a reminder in private, one in the
group, then what happens by default); an AI seat or the keeper just answers. Nothing here asks
whose clock it is: what depends on people is settled when a clock is wound, or when it strikes.
"""

from __future__ import annotations

from typing import assert_never

from gm.master.ports import Pulse
from gm.master.tables import Clock, ClockKind, Millis, Table

SEND_CAP = 30_000
"""A person's clock starts when the message was sent, at the latest after this long (ms)."""
OUTAGE = 30_000
"""A gap between heartbeats longer than this is an outage of ours, in ms."""
ASIDE = 24 * 3_600_000
"""How long a match that nobody plays is kept (§5), in ms."""

NUDGE, MENTION, DEFAULT = 0, 1, 2
"""The steps of a wait's clock."""


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
            return _step_due(clock)
        case (
            ClockKind.AUTO
            | ClockKind.GRACE
            | ClockKind.ASIDE
            | ClockKind.LOBBY
            | ClockKind.PAUSE
            | ClockKind.DIGEST
            | ClockKind.BALLOT
        ):
            return clock.start + clock.length
        case _:
            assert_never(clock.kind)


def _step_due(clock: Clock) -> Millis:
    """When the next step of a wait's ladder is due; no reminder comes after its end."""
    end = clock.start + clock.length
    if clock.step == DEFAULT:
        return end
    share = (clock.length - clock.added) * clock.reminders[clock.step] // 100
    return min(max(clock.start + share, clock.hold), end)


def first_step(reminders: tuple[int, int], step: int = NUDGE) -> int:
    """The first step from this one on that is to be taken: a reminder at 0 % never is."""
    while step < DEFAULT and reminders[step] == 0:
        step += 1
    return step


def ends(clock: Clock, now: Millis) -> Millis:
    """When a clock runs out, for whoever is told so now.

    One that waits for its message to be sent is read as starting now: the message that is drawn
    at this moment is what starts it.
    """
    waiting = clock.kind is ClockKind.WAIT and not clock.sent and not clock.rests
    return (min(clock.start, now) if waiting else clock.start) + clock.length


def ticking(table: Table) -> tuple[Clock, ...]:
    """The clocks that run: in a pause only its own."""
    if table.paused is None:
        return table.clocks
    return tuple(clock for clock in table.clocks if clock.kind is ClockKind.PAUSE)


def next_due(table: Table) -> Millis | None:
    """When the table's next clock step is due, if any runs."""
    return min(map(due, ticking(table)), default=None)
