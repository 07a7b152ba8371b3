"""What a seat might do next, and what it would tell: from its own view, with sharp's own means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from gm.game.cards import Theory
from gm.game.moves import Accuse, Move
from gm.game.view import View
from gm.seats.belief import believe
from gm.seats.sharp import ponder


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """`move`: what tells most, an accusation only of what is `certain`; `open`: how many theories
    may be the case now; `left`: how many are left on average once the move is answered, None
    where it asks for no cards by name.
    """

    move: Move
    open: int
    left: float | None = None
    certain: Theory | None = None


def advise(view: View, moves: Sequence[Move], lots: Random) -> Advice:
    """The advice for a seat that may make one of these moves in its turn."""
    belief = believe(view)
    certain = belief.certain
    sure = next((m for m in moves if isinstance(m, Accuse) and m.theory == certain), None)
    if sure is not None:
        return Advice(move=sure, open=1, certain=certain)
    _, asking, best = ponder(view, moves, lots, belief)
    named = asking.named(best)
    if named is None:
        return Advice(move=best, open=len(belief.ranked))
    bundle = asking.bundle
    left = sum(
        mask.bit_count() * sum(1 for theory in bundle.joint if theory & mask)
        for mask in bundle.answers(named, asking.order)
    )
    # the drawn deals hold not every theory: what is left is scaled to all that are open
    share = left / bundle.size / len(bundle.joint)
    return Advice(move=best, open=len(belief.ranked), left=share * len(belief.ranked))
