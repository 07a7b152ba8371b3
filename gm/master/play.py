"""A running match: moves of people, of AI seats and of clocks; seats that change hands."""

from __future__ import annotations

import hmac
from dataclasses import replace
from random import Random
from typing import assert_never

from gm.game.cards import Seat
from gm.game.dealing import by_lot
from gm.game.events import Moved, Stopped
from gm.game.events import Stop as StopReason
from gm.game.moves import Move, Removed, Skipped
from gm.game.position import Wait
from gm.master.clocks import ASIDE, DEFAULT, GRACE, NUDGE, due, rewound
from gm.master.commands import Act, Actor, Delivered, Gone, Leave, MoreTime, Stop
from gm.master.lobby import close
from gm.master.match import Match
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.tables import Ai, Clock, ClockKind, Keeper, Person, Phase, Table
from gm.master.telling import mention, nudge
from gm.master.waits import open_wait
from gm.seats import LEVELS

IDLE_WAITS = 2
"""So many idle waits in a row, and somebody else takes the seat (§5)."""

_LOBBY_OR_MATCH = (Phase.LOBBY, Phase.PLAYING, Phase.ASIDE)


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
    _idle(sitting, seat, 0)
    return None


def give_up(sitting: Sitting, command: Leave | Gone) -> str | None:
    """Give a person's seat to an AI, or to the keeper for good (§5: left, voted out)."""
    _ = sitting.playing
    person = command.person if isinstance(command, Gone) else command.actor.person.id
    seat = sitting.seat_of(person)
    hand_over(sitting, seat, at_once=True)
    _recount(sitting)
    return "conceded"


def hand_over(sitting: Sitting, seat: Seat, *, at_once: bool) -> None:
    """Put an AI or the keeper into a person's seat, as `takeover` says (§5).

    `at_once`: with the keeper the seat is removed now, not after the grace time.
    """
    person = sitting.table.occupants[seat]
    assert isinstance(person, Person)
    if sitting.playing.header.options["takeover"] == "ai":
        sitting.sit(seat, Ai(level="rookie", name=person.name, follows=person))
        sitting.say("seat_to_ai", name=person.name)
    else:
        sitting.sit(seat, Keeper(follows=person))
        sitting.say("seat_to_keeper", name=person.name)
        if at_once:
            _remove(sitting, seat)
        else:
            grace = Clock(kind=ClockKind.GRACE, start=sitting.now, length=GRACE, seat=seat)
            sitting.change(clocks=(*sitting.table.clocks, grace))
    _idle(sitting, seat, 0)


def _remove(sitting: Sitting, seat: Seat) -> None:
    assert sitting.match is not None
    if seat not in sitting.match.state.position.removed:
        sitting.enter(Moved(seat=seat, move=Removed()))


def stop(sitting: Sitting, command: Stop) -> str | None:
    """Close a lobby, or stop a match: an admin at once, else the majority of the people here."""
    table, actor = sitting.table, command.actor
    if table.phase not in _LOBBY_OR_MATCH:
        raise Declined(Refusal.NOT_PLAYING)
    if table.phase is Phase.LOBBY:
        if actor.person.id != table.host and not actor.admin:
            raise Declined(Refusal.NOT_HOST)
        close(sitting)
        sitting.say("lobby_closed")
        return None
    if not actor.admin:
        return _vote(sitting, actor)
    _stop(sitting, StopReason.STOPPED)
    return None


def _vote(sitting: Sitting, actor: Actor) -> str | None:
    sitting.seat_of(actor.person.id)
    if actor.person.id in sitting.table.stop_votes:
        raise Declined(Refusal.VOTED)
    sitting.change(stop_votes=sitting.table.stop_votes | {actor.person.id})
    votes, needed = _count_votes(sitting)
    if votes >= needed:
        return None
    sitting.say("stop_vote", name=actor.person.name, votes=votes, needed=needed)
    return "stop_voted"


def _count_votes(sitting: Sitting) -> tuple[int, int]:
    """Stop the match where the people who are here want it; the votes, and how many it takes."""
    people = {person.id for person in sitting.table.people}
    votes, needed = len(sitting.table.stop_votes & people), len(people) // 2 + 1
    assert sitting.match is not None
    if votes >= needed and not sitting.match.state.position.over:
        _stop(sitting, StopReason.STOPPED)
    return votes, needed


def _recount(sitting: Sitting) -> None:
    """Somebody is gone: fewer votes may stop the match now, but none never do."""
    if sitting.table.people and sitting.table.stop_votes:
        _count_votes(sitting)


def _stop(sitting: Sitting, why: StopReason) -> None:
    sitting.change(phase=Phase.PLAYING)  # also where it was set aside
    sitting.enter(Stopped(why=why))


def abandon(sitting: Sitting) -> None:
    """End everything where the bot has no voice any more (§5: abandoned)."""
    if sitting.table.phase is Phase.LOBBY:
        close(sitting)
    elif sitting.table.phase in (Phase.PLAYING, Phase.ASIDE):
        _stop(sitting, StopReason.ABANDONED)


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
    _put(sitting, clock, replace(clock, start=sitting.now, step=NUDGE, extended=True))
    return "more_time"


def delivered(sitting: Sitting, command: Delivered) -> str | None:
    """Start a wait's clock at the moment its message was sent."""
    if command.match != sitting.table.match:
        return None
    clock = next((c for c in sitting.table.clocks if c.wait == command.wait), None)
    if clock is not None and clock.kind is ClockKind.WAIT and not clock.sent:
        start = min(clock.start, sitting.now)
        _put(sitting, clock, replace(clock, start=start, sent=True))
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
            _put(sitting, clock, None)
            assert clock.seat is not None
            if isinstance(sitting.table.occupants[clock.seat], Keeper):
                _remove(sitting, clock.seat)
        case ClockKind.ASIDE:
            _stop(sitting, StopReason.NO_PEOPLE)
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
        _put(sitting, clock, replace(clock, step=clock.step + 1))
        tell = nudge if clock.step == NUDGE else mention
        sitting.notices.extend(tell(sitting.table, person, clock.wait))
        return
    idle = sitting.table.idle[clock.seat] + 1
    _idle(sitting, clock.seat, idle)
    _default(sitting, clock.seat)
    if not sitting.playing.state.position.over and idle >= IDLE_WAITS:
        hand_over(sitting, clock.seat, at_once=False)
        _recount(sitting)


def _default(sitting: Sitting, seat: Seat) -> None:
    """What happens when nobody acts (§5): an answer by lot, a skipped turn."""
    match = sitting.playing
    wait = match.state.position.wait(seat)
    assert wait is not None
    if wait.asker is not None:
        move = by_lot(match.state, seat, sitting.table.seed)
        sitting.enter(Moved(seat=seat, move=move, lot=True))
    else:
        sitting.enter(Moved(seat=seat, move=Skipped()))


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
    return LEVELS[ai.level](view, moves, Random(seed))


def settle(sitting: Sitting) -> None:
    """Bring the table's phase and clocks in line with its match, after any change."""
    if sitting.match is None or sitting.table.phase is not Phase.PLAYING:
        return
    position = sitting.match.state.position
    if position.over:
        sitting.change(phase=Phase.OVER, clocks=())
    elif not _anybody_plays(sitting.table, sitting.match):
        aside = Clock(kind=ClockKind.ASIDE, start=sitting.now, length=ASIDE)
        sitting.change(phase=Phase.ASIDE, clocks=(aside,))
        sitting.say("set_aside")
    else:
        sitting.table = rewound(sitting.table, position.waits, sitting.now)


def _anybody_plays(table: Table, match: Match) -> bool:
    """Whether a person is left who is neither out nor removed (§5), or the AI seats go on."""
    if match.header.options["ai_playout"]:
        return True
    out = match.state.position.out
    waiting = any(clock.kind is ClockKind.GRACE for clock in table.clocks)
    return waiting or any(
        isinstance(occupant, Person) and seat not in out
        for seat, occupant in enumerate(table.occupants)
    )


def _clock_of(table: Table, wait: Wait) -> Clock | None:
    return next((clock for clock in table.clocks if clock.wait == wait.opened), None)


def _put(sitting: Sitting, clock: Clock, instead: Clock | None) -> None:
    clocks = (instead if c is clock else c for c in sitting.table.clocks)
    sitting.change(clocks=tuple(c for c in clocks if c is not None))


def _idle(sitting: Sitting, seat: Seat, waits: int) -> None:
    idle = sitting.table.idle
    sitting.change(idle=(*idle[:seat], waits, *idle[seat + 1 :]))
