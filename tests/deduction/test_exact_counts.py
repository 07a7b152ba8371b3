"""Deals, cells and theories against two counters that share nothing with the solver."""

from collections import Counter
from fractions import Fraction

import pytest

from gm.deduction.facts import CASE
from gm.deduction.solver import solve
from tests.deduction.brute import consistent
from tests.deduction.handwise import count
from tests.deduction.positions import full_positions, small_position


@pytest.mark.parametrize("block", range(12))
def test_small_positions_equal_brute_force(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        problem = small_position(seed)
        deals = consistent(problem)
        answer = solve(problem)
        assert answer.deals == len(deals), seed
        cells = Counter(cell for deal in deals for cell in deal.items())
        assert answer.cells == {
            (card, place): cells[card, place] for card in problem.cards for place in problem.places
        }, seed
        cases = Counter(tuple(c for c in problem.cards if deal[c] == CASE) for deal in deals)
        assert answer.theories == dict(cases), seed


def compare(seeds: range, limit: int) -> int:
    """Full positions compared with the hand-by-hand counter; too wide ones are left out."""
    compared = 0
    for seed in seeds:
        for _, problem in full_positions(seed, 4):
            other = count(problem, limit)
            if other is not None:
                compared += 1
                answer = solve(problem)
                assert answer.deals == other.deals
                assert answer.cells == other.cells
                assert answer.theories == other.theories
    return compared


def test_full_positions_equal_the_second_counter() -> None:
    assert compare(range(2), 6_000) > 90


@pytest.mark.long
@pytest.mark.parametrize("block", range(8))
def test_a_thousand_full_positions_equal_the_second_counter(block: int) -> None:
    assert compare(range(10 + 3 * block, 13 + 3 * block), 1_000_000) > 150


def test_chances_are_exact_fractions_that_add_up() -> None:
    for _, problem in full_positions(0, 1):
        answer = solve(problem)
        for card in problem.cards:
            assert sum(answer.chance(card, place) for place in problem.places) == 1
        assert sum(map(answer.theory_chance, answer.theories)) == 1
        for category in problem.categories:
            assert sum(answer.chance(card, CASE) for card in category) == 1
        best = max(answer.theories, key=answer.theory_chance)
        assert answer.theory_chance(best) == Fraction(answer.theories[best], answer.deals)
