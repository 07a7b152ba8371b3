"""belief: what a seat takes the case to be, from its view alone.

Chances are exact and uniform over all deals that fit what the seat knows, unless a level leans
on how the others behave; what is certain is certain either way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from gm.deduction.facts import CASE, Problem
from gm.deduction.knowledge import problem
from gm.deduction.leaning import Leaning
from gm.deduction.solver import Answer, solve
from gm.game.cards import Card, Theory
from gm.game.view import View


@dataclass(frozen=True, kw_only=True)
class Belief:
    """The seat's knowledge as a problem, and what follows from it, with a leaning if any."""

    known: Problem
    answer: Answer
    leaning: Leaning | None = None

    def leaned(self, leaning: Leaning) -> Belief:
        """The same knowledge with this leaning."""
        if self.certain is not None:
            return self
        answer = solve(self.known, leaning)
        return replace(self, answer=answer, leaning=leaning)

    @cached_property
    def possible(self) -> tuple[frozenset[Card], ...]:
        """By category, the cards that may be the case."""
        return tuple(
            frozenset(card for card in category if self.answer.cells[card, CASE])
            for category in self.known.categories
        )

    @cached_property
    def ranked(self) -> tuple[tuple[Theory, float], ...]:
        """Every theory that may be the case with its chance, the likeliest first."""
        theories: Mapping[Theory, int] = self.answer.theories
        total = self.answer.deals
        likely = sorted(theories, key=lambda theory: (-theories[theory], theory))
        return tuple((theory, theories[theory] / total) for theory in likely)

    @property
    def certain(self) -> Theory | None:
        """The case, where only one theory is left."""
        return self.ranked[0][0] if len(self.ranked) == 1 else None


def believe(view: View) -> Belief:
    """All that follows from the view, exactly. The match must have been dealt."""
    known = problem(view)
    if known is None:
        raise ValueError("nothing is dealt yet")
    return Belief(known=known, answer=solve(known))
