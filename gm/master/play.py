"""A running match: the moves of people, of AI seats and of clocks."""

from __future__ import annotations

import hmac
from dataclasses import replace
from random import Random
from typing import assert_never

from gm.game.cards import Seat
from gm.game.dealing import by_clock
from gm.game.events import Moved, WaitKind
from gm.game.events import Stop as StopReason
from gm.game.moves import Move, Removed, Skipped
from gm.game.position import Wait
from gm.master import absence, stopping
from gm.master.clocks import DEFAULT, NUDGE, due, rewound
from gm.master.commands import Act, Delivered, MoreTime
from gm.master.lobby import close
from gm.master.match import Match
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.slots import mention, nudge
from gm.master.tables import Ai, Clock, ClockKind, Person, Phase, Table
from gm.master.waits import open_wait
from gm.seats import LEVELS

IDLE_WAITS = 2
"""So many idle waits in a row, and somebody else takes the seat (§5)."""


def act(sitting: Sitting, command: Act) -> str | None:
    """Make a person's move. Errors: Declined for a closed or foreign wait; Illegal."""
    match = sitting.playing
    seat = sitting.seat_of(command.actor.person.id)
    wait = open_wait(sitting.table, match.state.position, command.wait)
    if wait is None:
        raise Declined(Refusal.STALE)
    if wait.seat != seat:
        raise Declined(Refusal.NOT_YOURS)
    if isinstance(command.move, Skipped | Removed):
        raise Declined(Refusal.STALE)
    sitting.enter(Moved(seat=seat, move=command.move))
    sitting.idled(seat, 0)
    return None


def more_time(sitting: Sitting, command: MoreTime) -> str | None:
    """Start one's own clock anew, once a wait."""
    seat = sitting.seat_of(command.actor.person.id)
    match = sitting.playing
    wait = match.state.position.wait(seat)
    clock = wait and _clock_of(sitting.table, wait)
    if not clock or clock.kind is not ClockKind.WAIT:
        raise Declined(Refusal.NOT_AWAITED_YOU)
    if clock.extended:
        raise Declined(Refusal.TIME_GIVEN)
    sitting.put(clock, replace(clock, start=sitting.now, step=NUDGE, extended=True))
    return "more_time"


def delivered(sitting: Sitting, command: Delivered) -> str | None:
    """Start a wait's clock at the moment of its message."""
    if command.match != sitting.table.match:
        return None
    clock = next((c for c in sitting.table.clocks if c.wait == command.wait), None)
    if clock is not None and clock.kind is ClockKind.WAIT and not clock.sent:
        start = min(clock.start, command.at)
        sitting.put(clock, replace(clock, start=start, sent=True))
    return None


def strike(sitting: Sitting) -> None:
    """Take every step that is due on any clock of the table, one after the other."""
    while (clock := min(sitting.table.clocks, key=due, default=None)) is not None:
        if due(clock) > sitting.now:
            return
        _strike(sitting, clock)
        settle(sitting)


def _strike(sitting: Sitting, clock: Clock) -> None:
    match clock.kind:
        case ClockKind.WAIT:
            _ladder(sitting, clock)
        case ClockKind.AUTO:
            _answer(sitting, clock)
        case ClockKind.GRACE:
            absence.grace_over(sitting, clock)
        case ClockKind.ASIDE:
            stopping.end(sitting, StopReason.NO_PEOPLE)
        case ClockKind.LOBBY:
            close(sitting)
            sitting.say("lobby_expired")
        case _:
            assert_never(clock.kind)


def _ladder(sitting: Sitting, clock: Clock) -> None:
    assert clock.seat is not None
    assert clock.wait is not None
    person = sitting.table.occupants[clock.seat]
    assert isinstance(person, Person)
    if clock.step < DEFAULT:
        sitting.put(clock, replace(clock, step=clock.step + 1))
        wait = sitting.playing.state.position.wait(clock.seat)
        # Who has not chosen yet is sealed, so the group does not hear it.
        sealed = wait is not None and wait.kind is WaitKind.JOIN
        tell = nudge if clock.step == NUDGE or sealed else mention
        sitting.notices.extend(tell(sitting.table, person, clock.wait))
        return
    sitting.idled(clock.seat, sitting.table.idle[clock.seat] + 1)
    _default(sitting, clock.seat)


def _default(sitting: Sitting, seat: Seat) -> None:
    """What happens when nobody acts (§5): an answer by lot, a skipped turn."""
    sitting.enter(by_clock(sitting.playing.state, seat, sitting.table.seed))


def _answer(sitting: Sitting, clock: Clock) -> None:
    assert clock.seat is not None
    assert clock.wait is not None
    occupant = sitting.table.occupants[clock.seat]
    if not isinstance(occupant, Ai):
        _default(sitting, clock.seat)
        return
    sitting.enter(
        Moved(seat=clock.seat, move=ai_move(sitting.table, sitting.playing, clock, occupant))
    )


def ai_move(table: Table, match: Match, clock: Clock, ai: Ai) -> Move:
    """The AI seat's move: from its view, its legal moves and a generator seeded by the wait."""
    assert clock.seat is not None
    seed = hmac.digest(table.key, f"ai/{table.match}/{clock.wait}".encode("ascii"), "sha256")
    view, moves = match.view(clock.seat), match.moves(clock.seat)
    return LEVELS[ai.level].choose(view, moves, Random(seed))


def settle(sitting: Sitting) -> None:
    """Bring the table's phase and clocks in line with its match, after any change."""
    if sitting.match is None or sitting.table.phase is not Phase.PLAYING:
        return
    _idle_out(sitting)
    position = sitting.match.state.position
    if position.over:
        sitting.change(phase=Phase.OVER, clocks=())
    elif not absence.anybody_plays(sitting):
        absence.set_aside(sitting)
    else:
        sitting.table = rewound(sitting.table, position.waits, sitting.now)


def _idle_out(sitting: Sitting) -> None:
    """Let somebody else sit where too many waits were idle.

    Not before the last has chosen whether to join an accusation: the group hears of it, and who
    has declined is sealed until then (§1).
    """
    for seat, idle in enumerate(sitting.table.idle):
        position = sitting.playing.state.position
        sealed = any(wait.kind is WaitKind.JOIN for wait in position.waits)
        if idle >= IDLE_WAITS and not sealed and not position.over:
            absence.idle_out(sitting, seat)


def _clock_of(table: Table, wait: Wait) -> Clock | None:
    return next((clock for clock in table.clocks if clock.wait == wait.opened), None)
