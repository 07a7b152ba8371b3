"""Seats that change hands (§5): who leaves, who is idle, who comes back in time.

The match itself does not notice: only a seat that nobody takes over is removed from it. An idle
person's seat is kept for the grace time, in a match set aside for as long as that is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gm.game.cards import Seat
from gm.game.events import Moved, Stop
from gm.game.moves import Removed
from gm.master import solo
from gm.master.clocks import ASIDE
from gm.master.commands import Gone, Leave, Return
from gm.master.lobby import close, free, pass_on
from gm.master.pace import ladder
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.slots import awaited, hand, kept, told
from gm.master.stopping import end, recount
from gm.master.tables import (
    Ai,
    Ballot,
    BallotKind,
    Clock,
    ClockKind,
    Keeper,
    Person,
    Phase,
    followed,
)


def give_up(sitting: Sitting, command: Leave | Gone) -> str | None:
    """Give a person's seat to an AI, or to the keeper for good (§5: left, voted out).

    Errors: Declined where they have to be asked first whether they are sure.
    """
    _ = sitting.playing
    if sitting.table.solo:
        return solo.give_up(sitting, command)
    person = command.person if isinstance(command, Gone) else command.actor.person.id
    seat = sitting.seat_of(person)
    if isinstance(command, Leave) and not command.sure:
        raise Declined(Refusal.NOT_SURE)
    hand_over_for_good(sitting, seat, "left")
    return "conceded"


def hand_over_for_good(sitting: Sitting, seat: Seat, how: str) -> None:
    """An AI plays on in this seat, or the keeper's hand is removed; `how` is said."""
    if isinstance(_hand_over(sitting, seat, how), Keeper):
        _remove(sitting, seat)
    recount(sitting)


def gone(sitting: Sitting, command: Gone) -> str | None:
    """Somebody left the chat, or is gone altogether: they give up their seat, one that is kept
    for them, and one that they asked for.
    """
    table, person = sitting.table, command.person
    sitting.change(ballots=tuple(b for b in table.ballots if not _asks(b, person)))
    kept = table.kept.get(person)
    if table.phase is Phase.LOBBY and table.seat_of(person) is not None:
        free(sitting, person)
    elif table.phase is Phase.PLAYING and table.seat_of(person) is not None:
        return give_up(sitting, command)
    elif table.phase is Phase.PLAYING and kept is not None:
        grace_over(sitting, kept)
    elif table.phase is Phase.ASIDE and kept is not None:
        alone = len(table.kept) == 1
        sitting.put(kept, replace(kept, seat=None) if alone else None)
    return None


def _asks(ballot: Ballot, person: int) -> bool:
    return ballot.kind is BallotKind.SEAT and ballot.person.id == person


def idle_out(sitting: Sitting, seat: Seat) -> None:
    """Somebody was idle too often: their seat is kept for them, but not for ever."""
    grace = _grace(sitting, seat)
    sitting.change(clocks=(*sitting.table.clocks, grace))
    person = _hand_over(sitting, seat, "seat", grace_seconds=grace.length // 1000).follows
    assert person is not None
    sitting.idlers.append(person.id)
    sitting.notices += kept(sitting.table, person)
    recount(sitting)


def _grace(sitting: Sitting, seat: Seat) -> Clock:
    length = ladder(sitting.table).grace * 1000
    return Clock(kind=ClockKind.GRACE, start=sitting.clock_time, length=length, seat=seat)


def _hand_over(sitting: Sitting, seat: Seat, how: str, **said: int) -> Ai | Keeper:
    """Put an AI or the keeper into a person's seat, as `takeover` says, and tell the group."""
    person = sitting.table.occupants[seat]
    assert isinstance(person, Person)
    instead = _instead_of(sitting, seat, person)
    to = "ai" if isinstance(instead, Ai) else "keeper"
    sitting.say(f"{how}_to_{to}", name=person.name, **said)
    pass_on(sitting, person.id)
    return instead


def _instead_of(sitting: Sitting, seat: Seat, person: Person) -> Ai | Keeper:
    """Let an AI or the keeper sit there, as `takeover` says."""
    instead: Ai | Keeper = Keeper(follows=person)
    if sitting.playing.header.options["takeover"] == "ai":
        instead = Ai(level=sitting.table.level, name=person.name, follows=person)
    sitting.sit(seat, instead)
    sitting.idled(seat, 0)
    return instead


def grace_over(sitting: Sitting, clock: Clock) -> None:
    """Nobody came back in time: an AI plays on, the keeper's seat is removed."""
    assert clock.seat is not None
    sitting.put(clock, None)
    if isinstance(sitting.table.occupants[clock.seat], Keeper):
        _remove(sitting, clock.seat)


def _remove(sitting: Sitting, seat: Seat) -> None:
    assert sitting.match is not None
    if seat not in sitting.match.state.position.removed:
        sitting.enter(Moved(seat=seat, move=Removed()))


def come_back(sitting: Sitting, command: Return, reachable: Callable[[int], bool]) -> str | None:
    """Take back one's seat, and take up a match set aside; the hand is dealt to them again."""
    table, person = sitting.table, command.actor.person
    if table.seat_of(person.id) is not None:
        if not table.solo:
            return "joined_already"
        solo.show(sitting, person)
        return None
    clock = table.kept.get(person.id)
    if clock is None:
        late = table.was_here(person.id)
        raise Declined(Refusal.TOO_LATE if late else Refusal.NOT_SEATED)
    if not reachable(person.id):
        raise Declined(Refusal.UNREACHABLE_YOU)
    assert clock.seat is not None
    sitting.put(clock, None)
    if table.phase is Phase.ASIDE:
        _take_up(sitting)
    sitting.sit(clock.seat, person)
    sitting.idled(clock.seat, 0)
    sitting.say("back", name=person.name)
    sitting.notices += hand(sitting.table, person)
    sitting.notices += awaited(sitting.table, sitting.playing.state.position, clock.seat)
    return "back"


def _take_up(sitting: Sitting) -> None:
    """The match goes on; whoever else is still away gets the grace time anew."""
    clocks = tuple(
        _grace(sitting, clock.seat) for clock in sitting.table.clocks if clock.seat is not None
    )
    sitting.change(phase=Phase.PLAYING, clocks=clocks, stop_votes=frozenset())


def anybody_plays(sitting: Sitting) -> bool:
    """Whether a person is there who is neither out nor removed (§5), or the AI seats go on."""
    match = sitting.playing
    if match.header.options["ai_playout"]:
        return True
    out = match.state.position.out
    return any(
        isinstance(occupant, Person) and seat not in out
        for seat, occupant in enumerate(sitting.table.occupants)
    )


def set_aside(sitting: Sitting) -> None:
    """Close the case for a day; whose seat is neither out nor removed may take it up again."""
    out = sitting.playing.state.position.out
    aside = Clock(kind=ClockKind.ASIDE, start=sitting.now, length=ASIDE)
    seats = (
        seat
        for seat, occupant in enumerate(sitting.table.occupants)
        if followed(occupant) is not None and seat not in out
    )
    clocks = tuple(replace(aside, seat=seat) for seat in seats) or (aside,)
    sitting.change(
        phase=Phase.ASIDE,
        clocks=clocks,
        paused=None,
        pause_votes=frozenset(),
        stop_votes=frozenset(),
        ballots=(),
    )
    sitting.say("set_aside")


def abandon(sitting: Sitting) -> None:
    """The bot has no voice any more where the table stands: a lobby closes; a match is set aside,
    for the bot may be let in again within the day. Where nobody could take it up, it ends.
    """
    table = sitting.table
    if table.phase is Phase.LOBBY:
        close(sitting)
    if table.phase is not Phase.PLAYING:
        return
    out = sitting.playing.state.position.out
    people = [p for n, p in enumerate(table.occupants) if isinstance(p, Person) and n not in out]
    if not (people or table.kept):
        end(sitting, Stop.ABANDONED)
        return
    for person in people:
        _instead_of(sitting, sitting.seat_of(person.id), person)
    set_aside(sitting)
    for person in people:
        sitting.notices += told(sitting.table, person, "you_abandoned")
        sitting.notices += kept(sitting.table, person)
