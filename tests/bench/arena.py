"""Matches between one seat of a level and a table of others: who won, and how."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from gm.cli.simulate import new_header, play_out
from gm.game.events import Moved
from gm.game.moves import Accuse
from gm.seats import LEVELS, Level
from tests.bench.opponents import OPPONENTS


def level(name: str) -> Level:
    """A level of the game, or an opponent of the bench."""
    return LEVELS[name] if name in LEVELS else OPPONENTS[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """`won`: by the hero; `lost`: by another seat; else nobody won. `wrong`: the hero accused
    wrongly.
    """

    won: bool
    lost: bool
    wrong: bool
    turns: int


def contest(rules: str, deck: str | None, seats: int, hero: str, field: str, number: int) -> Score:
    """The match of this number; the hero's seat goes round."""
    seed = hashlib.sha256(f"{rules}/{deck}/{seats}/{number}".encode()).digest()
    at = number % seats
    levels = [level(hero if seat == at else field) for seat in range(seats)]
    header = new_header(rules, deck, seats, seed)
    wrong, state = False, None
    for entry, state in play_out(header, levels, seed):
        if isinstance(entry, Moved) and isinstance(entry.move, Accuse) and entry.seat == at:
            wrong = entry.move.theory != state.case
    assert state is not None
    winner = state.position.winner
    return Score(
        won=winner == at,
        lost=winner not in (at, None),
        wrong=wrong,
        turns=state.position.turn,
    )
