"""The exact answer: deals, cells and the case.

All deals consistent with the facts count the same. Every number is an exact integer, from the
first turn to the last; nothing is sampled and nothing is refused. Facts that clash count 0 deals.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import product
from math import prod

from gm.deduction.facts import CASE, Card, Place, Problem, Theory
from gm.deduction.leaning import Leaning
from gm.deduction.plan import Plan, plan
from gm.deduction.position import Deck, Settled, bits, settle
from gm.deduction.step import Step
from gm.deduction.sweep import Sweep, sweep


class Mark(StrEnum):
    """What the facts say of one card in one place."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How many deals are consistent, in total, per cell and per theory.

    `cells` has every card at every place, `theories` every theory that can still be the case;
    `work` counts the transitions of the sweep, a measure of effort that no machine disturbs.
    """

    deals: int
    cells: Mapping[tuple[Card, Place], int]
    theories: Mapping[Theory, int]
    work: int = field(default=0, compare=False)

    def chance(self, card: Card, place: Place) -> Fraction:
        """The exact chance that the place holds the card (0 where no deal is consistent)."""
        return Fraction(self.cells[card, place], max(self.deals, 1))

    def theory_chance(self, theory: Theory) -> Fraction:
        """The exact chance that the case is the theory, its cards in category order."""
        return Fraction(self.theories.get(theory, 0), max(self.deals, 1))


def marks(answer: Answer) -> dict[tuple[Card, Place], Mark]:
    """Every cell as yes, no or maybe: exactly what the facts entail. Empty if they clash."""
    if not answer.deals:
        return {}
    return {
        cell: Mark.NO if not count else Mark.YES if count == answer.deals else Mark.MAYBE
        for cell, count in answer.cells.items()
    }


def solve(problem: Problem, leaning: Leaning | None = None) -> Answer:
    """The exact answer. Raises `ProblemError` only when a fact names no card or place of it.

    With a leaning the numbers are what the deals count, no longer how many they are.
    """
    deck = Deck(problem)
    clauses = [*deck.set_up, *(clause for facts in deck.events.values() for clause in facts)]
    settled = settle(deck, clauses)
    if settled is None:
        return _answer(problem, deck, 0, [[0] * len(deck.room) for _ in deck.cards], {}, 0)
    if not settled.free:
        return _closed(problem, deck, settled)
    board = plan(deck, settled, leaning)
    swept = sweep(board)
    deals = swept.table % ((1 << board.word) - 1)
    counts = _counts(deck, settled, board, swept, deals)
    theories = dict(_theories(deck, board, swept.table)) if deals else {}
    return _answer(problem, deck, deals, counts, theories, swept.work)


def _closed(problem: Problem, deck: Deck, settled: Settled) -> Answer:
    """The answer where simple consequences settle every card."""
    counts = [[where >> card & 1 for where in settled.where] for card in range(len(deck.cards))]
    case = tuple(deck.cards[where.bit_length() - 1] for where in settled.where[deck.first_case :])
    return _answer(problem, deck, 1, counts, {case: 1}, 0)


def _answer(
    problem: Problem,
    deck: Deck,
    deals: int,
    counts: list[list[int]],
    theories: dict[Theory, int],
    work: int,
) -> Answer:
    cells: dict[tuple[Card, Place], int] = {}
    places = problem.places[:-1]
    for card, row in zip(deck.cards, counts, strict=True):
        for place, count in zip(places, row, strict=False):
            cells[card, place] = count
        cells[card, CASE] = sum(row[deck.first_case :])
    return Answer(deals=deals, cells=cells, theories=theories, work=work)


def _counts(
    deck: Deck, settled: Settled, board: Plan, swept: Sweep, deals: int
) -> list[list[int]]:
    """Deals per card and slot. Cards of a pool share what its options add up to."""
    counts = [
        [deals if where >> card & 1 else 0 for where in settled.where]
        for card in range(len(deck.cards))
    ]
    first_case = deck.first_case
    for step, through in zip(board.steps, swept.through, strict=True):
        by_case: dict[tuple[int, ...], list[int]] = {}
        for option, ways in through:
            sums = by_case.get(option.to_case)
            if sums is None:
                sums = by_case[option.to_case] = [0] * len(step.slots) + [0]
            sums[-1] += ways
            for i, count in enumerate(option.counts):
                if count:
                    sums[i] += ways * count
        rest = step.cards
        for number, group in enumerate(step.groups):
            rest ^= group.cards
            hands, case = _share(step, by_case, number)
            for card in bits(group.cards):
                counts[card][first_case + group.category] = case
                for slot, count in zip(step.slots, hands, strict=True):
                    counts[card][slot] = count
        if rest:
            hands, _ = _share(step, by_case, None)
            for card in bits(rest):
                for slot, count in zip(step.slots, hands, strict=True):
                    counts[card][slot] = count
    return counts


def _share(
    step: Step, by_case: dict[tuple[int, ...], list[int]], number: int | None
) -> tuple[list[int], int]:
    """What one card of a group gets of the pool's sums: per hand, and in the case.

    By symmetry every card of the group is equally often the case's card and otherwise equally
    often any of the cards dealt to a hand, so all divisions are exact.
    """
    hands = [0] * len(step.slots)
    case = 0
    for to_case, sums in by_case.items():
        dealt = step.size - len(to_case)
        size = step.groups[number].size if number is not None and number in to_case else 0
        if size:
            case += sums[-1] // size
        if dealt:
            for i in range(len(hands)):
                each = sums[i] // dealt
                hands[i] += each // size * (size - 1) if size else each
    return hands, case


def _theories(deck: Deck, board: Plan, table: int) -> Iterator[tuple[Theory, int]]:
    """The theories that can be the case, with their deals, read off the packed table."""
    size = board.word // 8
    raw = table.to_bytes((table.bit_length() + 7) // 8 + size, "little")
    rows = [
        [([deck.cards[card] for card in bits(cards)], count, at // 8) for cards, count, at in row]
        for row in board.entries
    ]
    for combination in product(*rows):
        at = sum(entry[2] for entry in combination)
        deals = int.from_bytes(raw[at : at + size], "little")
        if deals:
            each = deals // prod(entry[1] for entry in combination)
            for theory in product(*(entry[0] for entry in combination)):
                yield theory, each
