"""Draws for a live match, and their recomputation: both take the same path."""

from __future__ import annotations

from gm.game.cards import Seat
from gm.game.chance import Lots
from gm.game.engine import legal_moves
from gm.game.events import Chance
from gm.game.moves import Answer, Move
from gm.game.rulesets import ruleset
from gm.game.state import State


def draw_dealer(seed: bytes, seats: int) -> Seat:
    """Who deals (§2: by lot)."""
    return Lots(seed, "dealer", 0).below(seats)


def draw(state: State, seed: bytes) -> Chance:
    """The chance line that is due now."""
    lots = Lots(seed, state.due[0].kind.value, state.entries)
    return ruleset(state.header.rules).draw(state, lots)


def by_lot(state: State, seat: Seat, seed: bytes) -> Move:
    """The answer that a clock or the keeper gives for a seat that is asked (§5).

    A lot among all legal answers in deck order, drawn also where there is only one.
    """
    answers = legal_moves(state, seat)
    label = "answer" if isinstance(answers[0], Answer) else "show"
    return Lots(seed, label, state.entries).one(answers)
