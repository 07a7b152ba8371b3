"""reader: plays like sharp, and reads the others' questions too, as far as each has earned it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gm.game.moves import Move
from gm.game.view import View
from gm.seats.belief import believe
from gm.seats.drawing import drawn, numbers
from gm.seats.habits import lean
from gm.seats.sharp import answer, decide

VERSION = 2
DEALS = 200
"""Deals over which the others' habits are learned."""


def choose(view: View, moves: Sequence[Move], lots: Random) -> Move:
    """One of the legal moves, by what it would tell if the others ask as they did so far."""
    easy = answer(view, moves, lots)
    if easy is not None:
        return easy
    belief = believe(view)
    if belief.certain is None:
        deals = drawn(belief, DEALS, numbers(lots))
        belief = belief.leaned(lean(view, belief.answer, deals))
    return decide(view, moves, lots, belief)
