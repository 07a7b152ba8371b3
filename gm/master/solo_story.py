"""What one person alone is told: one message a turn, in the one chat where all of it goes.

Their own turn is told on its panel; another's where its question was answered, else in a message
of its own. What they learned stands with it, so no look is told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.game.events import Awaited, CaseSeen, Event, Looked, TurnBegan
from gm.game.position import Position
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.slots import card, panel, to_group
from gm.master.tables import Table


def opening(table: Table) -> tuple[Notice, ...]:
    """The card of a new match: it comes before the first panel."""
    return tuple(
        replace(notice, urgency=Urgency.ANSWER, patience=0) for notice in card(table, fresh=True)
    )


def instead(
    table: Table, log: Sequence[Event], position: Position, index: int, event: Event
) -> tuple[Notice, ...] | None:
    """What is told of an event otherwise than at a table in a group; None for all else."""
    seat = table.seat_of(table.host)
    match event:
        case TurnBegan() if position.turn == 0:
            return ()
        case TurnBegan() if position.active == seat:
            assert seat is not None
            return panel(table, seat, NoticeKind.TURN, position.turn)
        case TurnBegan():
            return _told_turn(table, position.turn, _asked(log[:index], seat))
        case CaseSeen():
            return ()
        case Looked() if event.seat != position.active:
            return ()
        case _:
            return None


def _asked(log: Sequence[Event], seat: int | None) -> int | None:
    """The event that last asked this seat in the turn with which the log ends."""
    for index in range(len(log) - 1, -1, -1):
        event = log[index]
        if isinstance(event, TurnBegan):
            return None
        if isinstance(event, Awaited) and event.seat == seat and event.asker is not None:
            return index
    return None


def _told_turn(table: Table, turn: int, asked: int | None) -> tuple[Notice, ...]:
    """The story of another's turn, in the message of its question where it had one.

    As urgent as a question: it is read before the panel of the next turn.
    """
    slot = f"{table.match}/story/{turn}" if asked is None else f"{table.match}/wait/{asked}"
    return to_group(table, slot, NoticeKind.STORY, Urgency.QUESTION, match=table.match, turn=turn)
