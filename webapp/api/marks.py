"""The automatic marks of a seat's sheet, all that follows from what its view has seen, and why."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from gm.deduction.facts import CASE, Place, Problem
from gm.deduction.knowledge import problem
from gm.deduction.solver import Mark, solve
from gm.deduction.solver import marks as entailed
from gm.game.cards import Card
from gm.game.view import View
from gm.voice.lines import Line
from gm.voice.why import against, because

Marks: TypeAlias = dict[Card, dict[str, str]]
"""By card and place, `yes` or `no`; what is open is left out."""

_KEPT = 512
"""So many seats' sheets a process remembers: nothing of them changes but by a new event."""


def places(view: View) -> dict[str, Place]:
    """The columns of the sheet by name: the seats, what lies aside or face up, the case."""
    known = problem(view)
    some = (*range(len(view.header.seats)), CASE) if known is None else known.places
    return {str(place): place for place in some}


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


def why(view: View, card: Card, place: Place, mark: Mark | None) -> tuple[Line | None, bool]:
    """Why the cell is settled (None where it is open), and whether a mark made by hand fits.

    For a mark that does not fit, the sentence says what it clashes with.
    """
    if mark is not None:
        clashing = against(view, card, place, holds=mark is Mark.YES)
        if clashing is not None:
            return clashing, False
    reason = because(view, card, place)
    return (None if reason is None else reason.line), True
