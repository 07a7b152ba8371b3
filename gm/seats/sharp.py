"""sharp: asks what tells most by the exact chances, and accuses when waiting is worth less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from gm.deduction.bundle import Bundle
from gm.deduction.sample import Deal
from gm.game.events import WaitKind
from gm.game.moves import Accuse, Answer, Join, Move, Order, Roll, Show
from gm.game.view import View
from gm.seats.belief import Belief, believe
from gm.seats.drawing import drawn, numbers
from gm.seats.plain import settled
from gm.seats.questions import Asking
from gm.seats.race import Others, waiting
from gm.seats.showing import show
from gm.seats.walking import walk

VERSION = 2
DEALS: Mapping[str, int] = MappingProxyType({"casefile": 256, "getaway": 256, "mansion": 144})
"""Deals drawn for a decision; fewer where the questions of nine rooms are weighed at once."""
UNLIKELY = 0.15
"""A theory with less of a chance is never worth an accusation, whatever the race."""


def choose(view: View, moves: Sequence[Move], lots: Random) -> Move:
    """One of the legal moves, by what it would tell and by who would win the race."""
    return answer(view, moves, lots) or decide(view, moves, lots, believe(view))


def answer(view: View, moves: Sequence[Move], lots: Random) -> Move | None:
    """The move where the case does not matter: a card to show, an order, the only move."""
    match moves[0]:
        case only if len(moves) == 1:
            return only
        case Show() | Answer():
            return show(view, moves, lots)
        case Order() as clockwise:  # the accuser's own theory comes first in it
            return clockwise
        case _:
            return None


def decide(view: View, moves: Sequence[Move], lots: Random, belief: Belief) -> Move:
    """The move of a seat that believes this."""
    sure = settled(moves, belief.certain)
    if sure is not None:
        return sure
    calm = [move for move in moves if not isinstance(move, Accuse | Join)]
    if len(calm) == 1 and isinstance(calm[0], Roll):
        return calm[0]  # there is nothing to weigh before the walk
    deals, asking, best = ponder(view, moves, lots, belief)
    theory, chance = belief.ranked[0]
    guess = settled(moves, theory)
    if guess is None or chance < UNLIKELY or _asks_before(view, asking, best):
        return best
    spared = Others(view, belief.known).spared(deals, lots)
    worth = waiting(chance, asking.hope(best), spared)
    return guess if chance > worth else best


def ponder(
    view: View, moves: Sequence[Move], lots: Random, belief: Belief
) -> tuple[list[Deal], Asking, Move]:
    """Some deals that may be, what may be asked over them, and the move that tells most."""
    below = numbers(lots)
    deals = drawn(belief, DEALS[view.header.rules], below)
    asking = Asking(view, belief, Bundle(belief.known.categories, deals, below))
    calm = [move for move in moves if not isinstance(move, Accuse | Join)]
    if view.header.rules == "mansion":
        return deals, asking, walk(calm, asking, lots)
    lots.shuffle(calm)
    return deals, asking, min(calm, key=asking.left_after)


def _asks_before(view: View, asking: Asking, best: Move) -> bool:
    """Whether there is something to learn in this turn before an accusation ends it."""
    wait = view.position.wait(asking.seat)
    assert wait is not None
    if view.header.rules == "casefile":
        return False
    return wait.kind is WaitKind.TURN or asking.named(best) is not None
