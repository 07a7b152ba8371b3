"""A leaning counts each deal the product of its cards' factors, and changes nothing else."""

from collections import defaultdict
from fractions import Fraction
from math import prod
from random import Random

from gm.deduction.facts import CASE, UP, Problem
from gm.deduction.sample import Sampler
from gm.deduction.solver import solve
from tests.deduction.brute import Deal, consistent
from tests.deduction.positions import full_positions, small_position
from tests.deduction.test_samples import law

Leaning = dict[tuple[str, object], int]


def some_leaning(problem: Problem, random: Random) -> Leaning:
    """Factors for some cards in some places."""
    places = [place for place in problem.places if place != UP]
    return {
        (card, place): random.choice([2, 3, 10])
        for card in problem.cards
        for place in places
        if random.random() < 0.3
    }


def worth(deal: Deal, leaning: Leaning) -> int:
    return prod(leaning.get(cell, 1) for cell in deal.items())


def test_counts_are_those_of_every_deal_weighed_by_hand() -> None:
    for seed in range(120):
        problem = small_position(seed)
        leaning = some_leaning(problem, Random(seed))
        answer = solve(problem, leaning)
        total = 0
        cells: dict[tuple, int] = defaultdict(int)
        theories: dict[tuple, int] = defaultdict(int)
        for deal in consistent(problem):
            counts = worth(deal, leaning)
            total += counts
            for cell in deal.items():
                cells[cell] += counts
            theory = [card for card in problem.cards if deal[card] == CASE]
            theories[tuple(theory)] += counts
        # the factors of cards that are settled anyway are left out: no chance depends on them
        assert bool(answer.deals) == bool(total)
        times = Fraction(total, max(answer.deals, 1))
        counted = {cell: n * times for cell, n in answer.cells.items() if n}
        assert counted == dict(cells)
        assert {theory: n * times for theory, n in answer.theories.items()} == dict(theories)


def test_draws_are_as_likely_as_the_leaning_says() -> None:
    tried = 0
    for seed in range(90):
        random = Random(seed)
        problem = small_position(seed)
        leaning: Leaning = {(random.choice(problem.cards), random.choice(problem.places)): 2}
        deals = consistent(problem)
        if 1 < len(deals) <= 6:
            tried += 1
            total = sum(worth(deal, leaning) for deal in deals)
            assert law(Sampler(problem, leaning)) == {
                frozenset(deal.items()): Fraction(worth(deal, leaning), total) for deal in deals
            }
    assert tried > 15


def test_what_is_impossible_stays_so_and_what_is_not_does_not() -> None:
    for seed, (_, problem) in enumerate(full_positions(11, 1)):
        plain, leaned = solve(problem), solve(problem, some_leaning(problem, Random(seed)))
        assert {cell for cell, n in leaned.cells.items() if n} == {
            cell for cell, n in plain.cells.items() if n
        }
        assert leaned.theories.keys() == plain.theories.keys()
        assert sum(leaned.theories.values()) == leaned.deals
