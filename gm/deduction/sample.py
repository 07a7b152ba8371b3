"""Consistent deals drawn exactly uniformly, or exactly as a leaning says.

The draws come from the caller (this package has no chance of its own): `below(n)` must return
an integer from 0 to n - 1, each equally likely.
"""

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import TypeAlias

from gm.deduction.facts import CASE, Card, Place, Problem
from gm.deduction.leaning import Leaning
from gm.deduction.plan import Plan, plan
from gm.deduction.position import Deck, Mask, bits, settle
from gm.deduction.step import Option, Step
from gm.deduction.sweep import moves, sweep

Below: TypeAlias = Callable[[int], int]
Deal: TypeAlias = dict[Card, Place]
Ways: TypeAlias = tuple[list[int], list[tuple[Option, int]]]


class Sampler:
    """Draws deals of one problem; the tables are made once. `deals` is their exact number.

    With a leaning a deal is drawn as often as it counts, and `deals` is what all count together.
    """

    __slots__ = ("_after", "_choices", "_deck", "_places", "_plan", "_sure", "deals")

    def __init__(self, problem: Problem, leaning: Leaning | None = None) -> None:
        self._deck = deck = Deck(problem)
        case: list[Place] = [CASE] * len(problem.categories)
        self._places: list[Place] = [*problem.places[:-1], *case]
        self._plan: Plan | None = None
        self._after: list[dict[int, int]] = []
        self._choices: dict[tuple[int, int], Ways] = {}
        self._sure: Deal = {}
        self.deals = 0
        clauses = [*deck.set_up, *(clause for facts in deck.events.values() for clause in facts)]
        settled = settle(deck, clauses)
        if settled is None:
            return
        for place, where in zip(self._places, settled.where, strict=True):
            for card in bits(where & ~settled.free):
                self._sure[deck.cards[card]] = place
        self.deals = 1
        if settled.free:
            self._plan = plan(deck, settled, leaning)
            self._after = sweep(self._plan).after
            self.deals = self._after[0].get(self._plan.start, 0)

    def draw(self, below: Below) -> Deal:
        """One deal, every consistent one equally likely. Raises `LookupError` if none is."""
        if not self.deals:
            raise LookupError("no_consistent_deal")
        deal = dict(self._sure)
        if self._plan is not None:
            state = self._plan.start
            for at, step in enumerate(self._plan.steps):
                upto, ways = self._ways(self._plan, at, state)
                option, state = ways[bisect_right(upto, below(upto[-1]))]
                self._place(step, option, deal, below)
        return deal

    def _ways(self, board: Plan, at: int, state: int) -> Ways:
        """The options open in a state and what follows, with running totals of their deals."""
        if (at, state) not in self._choices:
            after = self._after[at + 1]
            ways = [
                (option, following)
                for option, pairs in moves(board, board.steps[at], {state: 1})
                for _, following in pairs
                if following in after
            ]
            counts = (option.ways * after[following] for option, following in ways)
            self._choices[at, state] = (list(accumulate(counts)), ways)
        return self._choices[at, state]

    def _place(self, step: Step, option: Option, deal: Deal, below: Below) -> None:
        """Deal the pool's cards as the option says, each way equally likely."""
        cards: Mask = step.cards
        for number in option.to_case:
            group = bits(step.groups[number].cards)
            card = group[below(len(group))]
            deal[self._deck.cards[card]] = CASE
            cards &= ~(1 << card)
        rest = bits(cards)
        for slot, count in zip(step.slots, option.counts, strict=True):
            for _ in range(count):
                card = rest.pop(below(len(rest)))
                deal[self._deck.cards[card]] = self._places[slot]
