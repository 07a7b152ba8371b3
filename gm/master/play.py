"""A running match: the moves of people, of AI seats and of clocks."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import assert_never

from gm.game.cards import Card, Seat
from gm.game.dealing import by_clock
from gm.game.events import Moved, SeenEvent, WaitKind
from gm.game.events import Stop as StopReason
from gm.game.moves import Answer, Move, Removed, Show, Skipped
from gm.game.position import Wait
from gm.master import absence, daily, deciding, resting, solo, stopping
from gm.master.clocks import DEFAULT, NUDGE, due, first_step, ticking
from gm.master.commands import Act, Advise, Delivered, MoreTime
from gm.master.lobby import close
from gm.master.match import Match
from gm.master.pace import ladder, slow
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.slots import advised, mention, nudge
from gm.master.tables import Ai, Clock, ClockKind, Keeper, Millis, Person, Phase, Table
from gm.master.waits import open_wait
from gm.master.winding import by_day, give_back, rewind
from gm.seats import LEVELS


def act(sitting: Sitting, command: Act) -> str | None:
    """Make a person's move. Errors: Declined for a closed or foreign wait; Illegal."""
    if sitting.table.solo:
        solo.take_up(sitting, command.actor.person)
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
    if slow(sitting.table):
        daily.looked(sitting, command.actor.person.id)
    return None


def advise(sitting: Sitting, command: Advise) -> str | None:
    """Show on somebody's panel what would tell most.

    Errors: Declined where the table gives no advice, or it is not their turn to choose.
    """
    table = sitting.table
    seat = sitting.seat_of(command.actor.person.id)
    if not table.advises:
        raise Declined(Refusal.NO_ADVICE)
    position = sitting.playing.state.position
    wait = position.wait(seat)
    if wait is None or wait.asker is not None:
        raise Declined(Refusal.NOT_AWAITED_YOU)
    sitting.notices += advised(table, position, seat)
    return None


def more_time(sitting: Sitting, command: MoreTime) -> str | None:
    """Start one's own clock anew, once a wait."""
    seat = sitting.seat_of(command.actor.person.id)
    match = sitting.playing
    wait = match.state.position.wait(seat)
    clock = wait and _clock_of(sitting.table, wait)
    if not clock or clock.kind is not ClockKind.WAIT:
        raise Declined(Refusal.NOT_AWAITED_YOU)
    if not ladder(sitting.table).more:
        raise Declined(Refusal.NO_MORE_TIME)
    if clock.extended:
        raise Declined(Refusal.TIME_GIVEN)
    give_back(sitting, clock)
    anew = replace(
        clock,
        start=sitting.clock_time,
        length=clock.length - clock.added,
        step=first_step(clock.reminders),
        extended=True,
        added=0,
        hold=0,
        rests=False,
    )
    sitting.put(clock, by_day(sitting, anew, command.actor.person))
    return "more_time"


def delivered(sitting: Sitting, command: Delivered) -> str | None:
    """Start a wait's clock at the moment of its message."""
    if command.match != sitting.table.match:
        return None
    clock = next((c for c in sitting.table.clocks if c.wait == command.wait), None)
    if clock is not None and clock.kind is ClockKind.WAIT and not clock.sent:
        at = min(command.at, sitting.clock_time)
        start = clock.start if clock.rests else min(clock.start, at)
        sitting.put(clock, replace(clock, start=start, sent=True))
    return None


def strike(sitting: Sitting) -> None:
    """Take every step that is due on any clock of the table, one after the other."""
    while (clock := min(ticking(sitting.table), key=due, default=None)) is not None:
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
        case ClockKind.PAUSE:
            resting.pause_over(sitting)
        case ClockKind.BALLOT:
            deciding.time_over(sitting, clock)
        case ClockKind.DIGEST:
            daily.tell(sitting, clock)
        case _:
            assert_never(clock.kind)


def _ladder(sitting: Sitting, clock: Clock) -> None:
    assert clock.seat is not None
    assert clock.wait is not None
    person = sitting.table.occupants[clock.seat]
    assert isinstance(person, Person)
    if clock.step < DEFAULT:
        _remind(sitting, clock, person)
        return
    later = by_day(sitting, clock, person, sitting.now)
    if later.length > clock.length:
        sitting.put(clock, later)
        return
    if sitting.table.solo:
        solo.set_aside(sitting)
        return
    if _counts(sitting, clock):
        sitting.idled(clock.seat, sitting.table.idle[clock.seat] + 1)
    _default(sitting, clock.seat)


def _counts(sitting: Sitting, clock: Clock) -> bool:
    """Whether a wait that ran out was idle: not where its person could not write.

    Its message has not arrived, the chat had muted them, or we were not there ourselves.
    """
    return clock.sent and not clock.excused and clock.outage == sitting.outage


def _remind(sitting: Sitting, clock: Clock, person: Person) -> None:
    """Take a reminder's step: not in quiet hours, and not too soon after the last one."""
    assert clock.wait is not None
    assert clock.seat is not None
    held = _held_until(sitting, person)
    if held > sitting.now < clock.start + clock.length:
        sitting.put(clock, replace(clock, hold=held))
        return
    sitting.put(clock, replace(clock, step=first_step(clock.reminders, clock.step + 1)))
    if held > sitting.now:
        return  # the wait ends first
    wait = sitting.playing.state.position.wait(clock.seat)
    # Who has not chosen yet is sealed, so the group does not hear it.
    sealed = wait is not None and wait.kind is WaitKind.JOIN
    first, table = clock.step == NUDGE, sitting.table
    if first or sealed:
        sitting.notices.extend(nudge(table, person, clock.wait, ring=not first))
    else:
        sitting.notices.extend(mention(table, person, clock.wait))
    if slow(sitting.table):
        told = {**sitting.table.reminded, str(person.id): sitting.now}
        sitting.change(reminded=MappingProxyType(told))


def _held_until(sitting: Sitting, person: Person) -> Millis:
    """The first moment at which this person may be reminded."""
    now = sitting.now
    if not slow(sitting.table):
        return now
    last = sitting.table.reminded.get(str(person.id))
    spaced = now if last is None else last + sitting.hours(person.id).spacing * 1000
    at = max(now, spaced)
    quiet = sitting.quiet_end(person.id, at)
    return at if quiet is None else quiet


def _default(sitting: Sitting, seat: Seat) -> None:
    """What happens when nobody acts (§5): an answer by lot, a skipped turn."""
    sitting.enter(by_clock(sitting.playing.state, seat, sitting.table.draws))


def _answer(sitting: Sitting, clock: Clock) -> None:
    assert clock.seat is not None
    assert clock.wait is not None
    occupant, playing = sitting.table.occupants[clock.seat], sitting.playing
    match occupant:
        case Ai():
            move = ai_move(sitting.table, playing, clock, occupant)
            sitting.enter(Moved(seat=clock.seat, move=move))
        case Person():
            move = deputed_move(sitting.table, playing, clock)
            sitting.enter(Moved(seat=clock.seat, move=move))
        case Keeper():
            _default(sitting, clock.seat)


def ai_move(table: Table, match: Match, clock: Clock, ai: Ai) -> Move:
    """The AI seat's move: from its view, its legal moves and a generator seeded by the wait."""
    assert clock.seat is not None
    seed = hmac.digest(table.key, f"ai/{table.match}/{clock.wait}".encode("ascii"), "sha256")
    view, moves = match.view(clock.seat), match.moves(clock.seat)
    return LEVELS[ai.level].choose(view, moves, Random(seed))


def deputed_move(table: Table, match: Match, clock: Clock) -> Move:
    """What the game master answers for a person: cards that this asker has seen, else by lot.

    The lot is of the table's key, not of the sealed chance: so nobody can tell the two apart.
    """
    assert clock.seat is not None
    seed = hmac.digest(table.key, f"for/{table.match}/{clock.wait}".encode("ascii"), "sha256")
    moves, view = match.moves(clock.seat), match.view(clock.seat)
    wait = match.state.position.wait(clock.seat)
    assert wait is not None
    seen = _shown_to(view.log, clock.seat, wait.asker)
    again = [move for move in moves if _cards_of(move) and _cards_of(move) <= seen]
    return Random(seed).choice(again or moves)


def _shown_to(log: Iterable[SeenEvent], seat: Seat, asker: Seat | None) -> frozenset[Card]:
    """The cards that this seat has shown to that one."""
    moves = [e.move for e in log if isinstance(e, Moved) and e.seat == seat and e.to == asker]
    return frozenset().union(*map(_cards_of, moves))


def _cards_of(move: Move) -> frozenset[Card]:
    match move:
        case Show(card=card):
            return frozenset((card,))
        case Answer(cards=cards):
            return frozenset(cards or ())
        case _:
            return frozenset()


def settle(sitting: Sitting) -> None:
    """Bring the table's phase and clocks in line with its match, after any change."""
    if sitting.match is None or sitting.table.phase is not Phase.PLAYING:
        return
    _idle_out(sitting)
    deciding.settle(sitting)
    position = sitting.match.state.position
    if sitting.table.solo and not position.over and solo.is_out(sitting):
        solo.end(sitting)
    elif position.over:
        sitting.change(
            phase=Phase.OVER, clocks=(), paused=None, ballots=(), stop_votes=frozenset()
        )
    elif not absence.anybody_plays(sitting):
        absence.set_aside(sitting)
    else:
        resting.settle(sitting)
        rewind(sitting, position.waits)
        daily.wind(sitting)


def _idle_out(sitting: Sitting) -> None:
    """Let somebody else sit where too many waits were idle.

    Not before the last has chosen whether to join an accusation: the group hears of it, and who
    has declined is sealed until then (§1).
    """
    for seat, idle in enumerate(sitting.table.idle):
        position = sitting.playing.state.position
        sealed = any(wait.kind is WaitKind.JOIN for wait in position.waits)
        if idle >= ladder(sitting.table).waits and not sealed and not position.over:
            absence.idle_out(sitting, seat)


def _clock_of(table: Table, wait: Wait) -> Clock | None:
    return next((clock for clock in table.clocks if clock.wait == wait.opened), None)
