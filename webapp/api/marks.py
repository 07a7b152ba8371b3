"""The automatic marks of a seat's sheet: all that follows from what its view has seen."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from gm.deduction.facts import Problem
from gm.deduction.knowledge import problem
from gm.deduction.solver import Mark, solve
from gm.deduction.solver import marks as entailed
from gm.game.cards import Card
from gm.game.view import View

Marks: TypeAlias = dict[Card, dict[str, str]]
"""By card and place, `yes` or `no`; what is open is left out."""

_KEPT = 512
"""So many seats' sheets a process remembers: nothing of them changes but by a new event."""


def places(view: View) -> tuple[str, ...]:
    """The columns of the sheet: the seats, what lies face up if anything does, the case."""
    up = ("up",) if view.position.up else ()
    return (*map(str, range(len(view.header.seats))), *up, "case")


def marks(view: View) -> Marks:
    """What is known of each card; for the public view, what everybody knows."""
    known = problem(view)
    return {} if known is None else _solved(known)


@lru_cache(maxsize=_KEPT)
def _solved(known: Problem) -> Marks:
    found: Marks = {card: {} for card in known.cards}
    for (card, place), mark in entailed(solve(known)).items():
        if mark is not Mark.MAYBE:
            found[card][str(place)] = mark.value
    return found
