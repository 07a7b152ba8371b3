"""Taking somebody off the table: out of a lobby by its host, out of a match by vote or an admin.

Neither helps nor harms anybody: the seat plays or answers on as if its person had left (§5), and
nothing is held against them.
"""

from __future__ import annotations

from gm.game.cards import Seat
from gm.game.events import WaitKind
from gm.game.position import Position
from gm.master import absence, lobby, voting
from gm.master.commands import Remove
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.slots import told
from gm.master.tables import BallotKind, ClockKind, Millis, Person, Phase, Table


def remove(sitting: Sitting, command: Remove) -> str | None:
    """Take somebody off the table at once, or put it to the vote of the others."""
    if command.person == command.actor.person.id:
        raise Declined(Refusal.NOT_YOURSELF)
    if sitting.table.phase is Phase.LOBBY:
        return _from_lobby(sitting, command)
    position, table = sitting.playing.state.position, sitting.table
    seat = seat_to_lose(table, command.person)
    if seat is None:
        raise Declined(Refusal.NOT_AT_TABLE)
    voter = table.seat_of(command.actor.person.id) is not None
    if command.actor.admin and (command.at_once or not voter):
        carry_out(sitting, seat, command.person)
        return None
    if not voter:
        raise Declined(Refusal.NOT_SEATED)
    return _vote(sitting, command, seat, position)


def _from_lobby(sitting: Sitting, command: Remove) -> str | None:
    lobby.host_or_admin(sitting, command.actor)
    if sitting.table.seat_of(command.person) is None:
        raise Declined(Refusal.NOT_AT_TABLE)
    person = sitting.table.known(command.person)
    assert person is not None
    lobby.free(sitting, person.id)
    sitting.change(barred=sitting.table.barred | {person.id})
    sitting.say("sent_away", name=person.name)
    return None


def seat_to_lose(table: Table, person: int) -> Seat | None:
    """The seat in which this person sits, or that is kept for them."""
    kept = table.kept.get(person)
    return table.seat_of(person) if kept is None else kept.seat


def _vote(sitting: Sitting, command: Remove, seat: Seat, position: Position) -> str | None:
    table, voter = sitting.table, command.actor.person.id
    known = voting.about(table, seat)
    if known is not None:
        voting.cast(sitting, known, voter)
        return "voted_secretly"
    person = table.known(command.person)
    assert person is not None
    others = {p.id for p in table.people} - {person.id}
    if len(others) == 1 and not is_late(table, position, seat, sitting.clock_time):
        raise Declined(Refusal.NOT_LATE)
    voting.put_to_vote(
        sitting,
        BallotKind.REMOVE,
        seat,
        person,
        command=command.id,
        votes=frozenset({voter}),
    )
    return "voted_secretly"


def is_late(table: Table, position: Position, seat: Seat, now: Millis) -> bool:
    """Whether the others have waited long for this seat's person: for half the time of a wait, or
    for all of an earlier one, or the seat is only kept for them.

    Who has not yet chosen to join an accusation is sealed, so that makes nobody late.
    """
    if not isinstance(table.occupants[seat], Person):
        return any(clock.seat == seat for clock in table.kept.values())
    if table.paused is not None:
        return False
    if seat < len(table.idle) and table.idle[seat] > 0:
        return True
    wait = position.wait(seat)
    if wait is None or wait.kind is WaitKind.JOIN:
        return False
    return any(
        clock.kind is ClockKind.WAIT
        and clock.seat == seat
        and now - clock.start >= (clock.length - clock.added) // 2
        for clock in table.clocks
    )


def carry_out(sitting: Sitting, seat: Seat, number: int) -> None:
    """The person plays no more: their seat goes by `takeover`, or is kept no longer."""
    person = sitting.table.known(number)
    assert person is not None
    kept = sitting.table.kept.get(number)
    if kept is None:
        absence.hand_over_for_good(sitting, seat, "removed")
        sitting.notices += told(sitting.table, person, "you_removed")
    else:  # they are told by the message that it was kept
        sitting.say("kept_no_more", name=person.name)
        absence.grace_over(sitting, kept)
