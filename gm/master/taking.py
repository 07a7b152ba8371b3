"""A free seat of a running match, and how somebody comes to sit there.

Free is a seat that an AI plays and that is kept for nobody. Whoever takes it knows what that seat
knows, so it is given only to somebody who knows no other seat's cards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gm.game.cards import Seat
from gm.game.position import Position
from gm.master import voting
from gm.master.commands import AskSeat
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.slots import awaited, hand, log, told
from gm.master.tables import Ai, Ballot, BallotKind, Table


def free_seats(table: Table, position: Position) -> tuple[Seat, ...]:
    """The free seats of a match, those first whose person is gone; none that is out."""
    kept = {clock.seat for clock in table.kept.values()}
    if table.solo:
        return ()  # it is one person's own match
    free = [
        (occupant.follows is None, seat)
        for seat, occupant in enumerate(table.occupants)
        if isinstance(occupant, Ai) and seat not in kept and seat not in position.out
    ]
    return tuple(seat for _, seat in sorted(free))


def ask(sitting: Sitting, command: AskSeat, reachable: Callable[[int], bool]) -> str | None:
    """Ask those who play for a free seat; where nobody does, it is had at once.

    Errors: Declined where none is free, or not for this person.
    """
    position, table = sitting.playing.state.position, sitting.table
    person = command.actor.person
    if table.seat_of(person.id) is not None:
        return "joined_already"
    if person.id in table.kept:
        raise Declined(Refusal.SEAT_IS_KEPT)
    if any(b.kind is BallotKind.SEAT and b.person.id == person.id for b in table.ballots):
        raise Declined(Refusal.ASKED_ALREADY)
    seat = _wanted(table, position, command)
    if not reachable(person.id):
        raise Declined(Refusal.UNREACHABLE_YOU)
    ballot = voting.put_to_vote(sitting, BallotKind.SEAT, seat, person, command=command.id)
    if table.people:
        return "asked_for_seat"
    voting.close(sitting, ballot)  # only AI seats play on, so there is nobody to ask
    take(sitting, ballot)
    return None


def _wanted(table: Table, position: Position, command: AskSeat) -> Seat:
    """The seat that is asked for. Errors: Declined where it cannot be had."""
    free, known = free_seats(table, position), table.knows_seat(command.actor.person.id)
    if not free:
        raise Declined(Refusal.NO_FREE_SEAT)
    wanted = free if command.seat is None else (command.seat,)
    if not set(wanted) <= set(free):
        raise Declined(Refusal.SEAT_NOT_FREE)
    if known is not None and known not in wanted:
        raise Declined(Refusal.KNOWS_CARDS)
    fitting = wanted if known is None else (known,)
    unasked = [seat for seat in fitting if voting.about(table, seat) is None]
    if not unasked:
        raise Declined(Refusal.SEAT_ASKED_FOR)
    return unasked[0]


def may_take(table: Table, position: Position, ballot: Ballot) -> bool:
    """Whether the seat may still be given to whom asked for it."""
    known = table.knows_seat(ballot.person.id)
    return (
        ballot.seat in free_seats(table, position)
        and known in (None, ballot.seat)
        and table.seat_of(ballot.person.id) is None
    )


def take(sitting: Sitting, ballot: Ballot) -> None:
    """Sit down there: with the hand, the story and the open question of that seat."""
    person = ballot.person
    former = sitting.table.occupants[ballot.seat]
    assert isinstance(former, Ai)
    if former.follows is not None and former.follows.id == person.id:
        sitting.say("back", name=person.name)
    else:
        sitting.say("seat_taken", name=person.name, former=former.name)
    sitting.sit(ballot.seat, person)
    sitting.idled(ballot.seat, 0)
    table, position = sitting.table, sitting.playing.state.position
    sitting.notices += told(table, person, "you_sit")
    sitting.notices += log(table, person)
    sitting.notices += hand(table, person)
    sitting.notices += (
        replace(notice, ring=True) for notice in awaited(table, position, ballot.seat)
    )
