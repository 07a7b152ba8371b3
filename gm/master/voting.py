"""Votes of a match's people about a seat: who may vote, how many agree, how long it runs.

Nobody is told who agreed, only how many. Who is gone no longer counts, on either side.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from gm.game.cards import Seat
from gm.master.pace import DAY, MINUTE, Pace, pace_of
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.tables import Ballot, BallotKind, Clock, ClockKind, Person, Table

LENGTH: Mapping[Pace, int] = MappingProxyType(
    {Pace.LIVE: 5 * MINUTE * 1000, Pace.SLOW: DAY * 1000}
)
"""How long a vote runs, the one to stop as well, in ms."""


def voters(table: Table, ballot: Ballot) -> frozenset[int]:
    """Everybody who sits here, but whom it is about."""
    return frozenset(person.id for person in table.people) - {ballot.person.id}


def count(table: Table, ballot: Ballot) -> tuple[int, int]:
    """How many agree, and how many it takes: the majority of those who may vote."""
    here = voters(table, ballot)
    return len(ballot.votes & here), len(here) // 2 + 1


def running(table: Table, mark: str) -> Ballot | None:
    """The ballot of this mark, while it runs."""
    return next((ballot for ballot in table.ballots if ballot.mark == mark), None)


def about(table: Table, seat: Seat) -> Ballot | None:
    """The ballot about this seat."""
    return next((ballot for ballot in table.ballots if ballot.seat == seat), None)


def put_to_vote(
    sitting: Sitting,
    kind: BallotKind,
    seat: Seat,
    person: Person,
    *,
    command: str,
    votes: frozenset[int] = frozenset(),
) -> Ballot:
    """Open a ballot; settling decides it where that is enough."""
    table = sitting.table
    digest = hmac.digest(table.key, f"ballot/{table.match}/{command}".encode(), "sha256")
    mark = base64.urlsafe_b64encode(digest[:9]).decode("ascii")
    ballot = Ballot(kind=kind, mark=mark, seat=seat, person=person, votes=votes)
    sitting.change(ballots=(*table.ballots, ballot))
    return ballot


def cast(sitting: Sitting, ballot: Ballot, person: int) -> None:
    """Count a vote. Errors: Declined for whom it is about, who sits elsewhere, a second one."""
    if person == ballot.person.id:
        raise Declined(Refusal.NOT_YOURSELF)
    if person not in voters(sitting.table, ballot):
        raise Declined(Refusal.NOT_SEATED)
    if person in ballot.votes:
        raise Declined(Refusal.VOTED)
    more = replace(ballot, votes=ballot.votes | {person})
    sitting.change(ballots=tuple(more if b is ballot else b for b in sitting.table.ballots))


def close(sitting: Sitting, ballot: Ballot) -> None:
    """Take a ballot off the table, whatever came of it."""
    left = tuple(b for b in sitting.table.ballots if b.mark != ballot.mark)
    sitting.change(ballots=left)


def wind(sitting: Sitting) -> None:
    """Give each vote its clock, and take away those of votes that run no more."""
    table = sitting.table
    wanted: list[Seat | None] = [ballot.seat for ballot in table.ballots]
    if table.stop_votes:
        wanted.append(None)
    kept = tuple(c for c in table.clocks if c.kind is not ClockKind.BALLOT or c.seat in wanted)
    timed = [clock.seat for clock in kept if clock.kind is ClockKind.BALLOT]
    length = LENGTH[pace_of(table.turn_seconds)]
    new = tuple(
        Clock(kind=ClockKind.BALLOT, start=sitting.clock_time, length=length, seat=seat)
        for seat in wanted
        if seat not in timed
    )
    if new or len(kept) < len(table.clocks):
        sitting.change(clocks=(*kept, *new))
