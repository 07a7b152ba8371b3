"""How a match ends before its end: an admin, a vote of its people, or a chat that is gone."""

from __future__ import annotations

from gm.game.events import Stop as StopReason
from gm.game.events import Stopped
from gm.master.commands import Actor, Stop
from gm.master.lobby import close
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.tables import Phase

_LOBBY_OR_MATCH = (Phase.LOBBY, Phase.PLAYING, Phase.ASIDE)


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
    end(sitting, StopReason.STOPPED)
    return None


def _vote(sitting: Sitting, actor: Actor) -> str | None:
    if actor.person.id not in _voters(sitting):
        raise Declined(Refusal.NOT_SEATED)
    if actor.person.id in sitting.table.stop_votes:
        raise Declined(Refusal.VOTED)
    sitting.change(stop_votes=sitting.table.stop_votes | {actor.person.id})
    votes, needed = _count(sitting)
    if votes >= needed:
        return None
    sitting.say("stop_vote", name=actor.person.name, votes=votes, needed=needed)
    return "stop_voted"


def _voters(sitting: Sitting) -> set[int]:
    """Who may stop the match: the people here; where nobody is, those who may come back."""
    return {person.id for person in sitting.table.people} or set(sitting.table.kept)


def _count(sitting: Sitting) -> tuple[int, int]:
    """Stop the match where the people who are here want it; the votes, and how many it takes."""
    voters = _voters(sitting)
    votes, needed = len(sitting.table.stop_votes & voters), len(voters) // 2 + 1
    assert sitting.match is not None
    if votes >= needed and not sitting.match.state.position.over:
        end(sitting, StopReason.STOPPED)
    return votes, needed


def recount(sitting: Sitting) -> None:
    """Somebody is gone: fewer votes may stop the match now, but none never do."""
    if sitting.table.people and sitting.table.stop_votes:
        _count(sitting)


def end(sitting: Sitting, why: StopReason) -> None:
    """End the match, also where it was set aside."""
    sitting.change(phase=Phase.PLAYING)
    sitting.enter(Stopped(why=why))
