"""steady: knows all that follows from what it has seen; asks by lot about what may be the case.

It accuses only what is proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gm.game.moves import Move
from gm.game.view import View
from gm.seats.belief import believe
from gm.seats.plain import plain, settled

VERSION = 1


def choose(view: View, moves: Sequence[Move], lots: Random) -> Move:
    """One of the legal moves: accuse when it is proved, else ask about what is still open."""
    if len(moves) == 1:
        return moves[0]
    belief = believe(view)
    return settled(moves, belief.certain) or plain(moves, belief.possible, lots)
