"""What comes of votes: carried out once enough agree, dropped when they are about nothing any
more or nobody decided them in time.
"""

from __future__ import annotations

from gm.master import removing, taking, voting
from gm.master.commands import Consent
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.tables import Ballot, BallotKind, Clock


def consent(sitting: Sitting, command: Consent) -> str | None:
    """Agree to what a ballot proposes."""
    _ = sitting.playing
    ballot = voting.running(sitting.table, command.mark)
    if ballot is None:
        raise Declined(Refusal.STALE)
    voting.cast(sitting, ballot, command.actor.person.id)
    return "voted_secretly"


def settle(sitting: Sitting) -> None:
    """Decide what can be decided; each may change who votes on the others."""
    while (ballot := _decided(sitting)) is not None:
        voting.close(sitting, ballot)
        if _stands(sitting, ballot):
            _carry_out(sitting, ballot)
    voting.wind(sitting)


def _decided(sitting: Sitting) -> Ballot | None:
    """A ballot that has its votes, or is about nothing any more."""
    for ballot in sitting.table.ballots:
        votes, needed = voting.count(sitting.table, ballot)
        if votes >= needed or not _stands(sitting, ballot):
            return ballot
    return None


def _stands(sitting: Sitting, ballot: Ballot) -> bool:
    table, position = sitting.table, sitting.playing.state.position
    if position.over or not voting.voters(table, ballot):
        return False
    if ballot.kind is BallotKind.SEAT:
        return taking.may_take(table, position, ballot)
    lost = removing.seat_to_lose(table, ballot.person.id)
    return lost == ballot.seat


def _carry_out(sitting: Sitting, ballot: Ballot) -> None:
    if ballot.kind is BallotKind.SEAT:
        taking.take(sitting, ballot)
    else:
        removing.carry_out(sitting, ballot.seat, ballot.person.id)


def time_over(sitting: Sitting, clock: Clock) -> None:
    """Too few agreed in time: the vote is forgotten, and the group hears so."""
    sitting.put(clock, None)
    if clock.seat is None:
        sitting.change(stop_votes=frozenset())
        sitting.say("stop_vote_over")
        return
    ballot = voting.about(sitting.table, clock.seat)
    if ballot is not None:
        voting.close(sitting, ballot)
        sitting.say(f"ballot_over_{ballot.kind.value}", name=ballot.person.name)
