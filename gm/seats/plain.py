"""Plain play: of each kind of move one by lot, among those about cards that may be the case."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from gm.game.board import steps_to
from gm.game.cards import Card, Theory
from gm.game.decks import ACTIONS, ActionKind
from gm.game.moves import Accuse, Agree, Ask, Join, Move, Order, Play, Suggest, Walk

Possible: TypeAlias = tuple[frozenset[Card], ...]
"""By category, the cards that may be the case."""


def settled(moves: Sequence[Move], theory: Theory | None) -> Move | None:
    """The accusation of this theory, or the joining with it, where it is legal now."""
    found = (m for m in moves if isinstance(m, Accuse | Join) and m.theory == theory)
    return next(found, None)


def plain(moves: Sequence[Move], possible: Possible, lots: Random) -> Move:
    """One of the moves that accuse nobody."""
    calm = [move for move in moves if not isinstance(move, Accuse | Join)]
    for kind in (Play, Ask, Suggest, Walk, Agree, Order):
        some = [move for move in calm if isinstance(move, kind)]
        if some:
            return _one(some, possible, lots)
    return lots.choice(calm)


def _one(moves: Sequence[Move], possible: Possible, lots: Random) -> Move:
    """One of these moves of a kind: of an action card drawn first, then such as ask about cards
    that may still be the case, or lead to a room that may be.
    """
    match moves[0]:
        case Play():
            action = lots.choice(sorted({m.action for m in moves if isinstance(m, Play)}))
            same = [m for m in moves if isinstance(m, Play) and m.action == action]
            return lots.choice([play for play in same if _asks_open(play, possible)] or same)
        case Ask() | Suggest():
            asked = [m for m in moves if _all_open(m, possible)]
            return lots.choice(asked or moves)
        case Walk():
            return _walk([m for m in moves if isinstance(m, Walk)], possible[2], lots)
        case Order():
            return moves[0]
        case _:
            return lots.choice(moves)


def _all_open(move: Move, possible: Possible) -> bool:
    assert isinstance(move, Ask | Suggest)
    return all(any(card in cards for cards in possible) for card in move.cards)


def _walk(walks: Sequence[Walk], rooms: frozenset[Card], lots: Random) -> Walk:
    """Into a room that may be the case, else as near as may be to one."""
    wanted = [walk for walk in walks if walk.to in rooms]
    if wanted:
        return lots.choice(wanted)
    nearest = min(min(steps_to(walk.to, room) for room in rooms) for walk in walks)
    return lots.choice(
        [w for w in walks if min(steps_to(w.to, room) for room in rooms) == nearest]
    )


def _asks_open(play: Play, possible: Possible) -> bool:
    """Whether every card that the play names may still be the case, or be learned at all."""
    if play.cards is None:
        return ACTIONS[play.action].kind is not ActionKind.PRESENT
    return all(card in cards for card, cards in zip(play.cards, possible, strict=False))
