"""A mark is yes or no exactly when the facts entail it: cell by cell against a SAT solver."""

import pytest

from gm.deduction.solver import marks, solve
from tests.bench.deduction_games import DECKS
from tests.deduction.positions import full_positions, small_position
from tests.deduction.satsheet import sat_marks


def compare(seed: int, each: int) -> dict[str, int]:
    """Cells compared, by deck."""
    cells = dict.fromkeys((deck.name for deck in DECKS), 0)
    for game, problem in full_positions(seed, each):
        expected = sat_marks(problem)
        assert marks(solve(problem)) == expected
        cells[game.deck.name] += len(expected)
    return cells


@pytest.mark.parametrize("seed", range(3))
def test_marks_equal_entailment(seed: int) -> None:
    assert all(cells > 300 for cells in compare(seed, 2).values())


def test_marks_of_clashing_facts_are_empty_as_entailment_is() -> None:
    clashing = 0
    for seed in range(0, 900, 3):
        problem = small_position(seed)
        expected = sat_marks(problem)
        assert marks(solve(problem)) == expected
        clashing += not expected
    assert clashing > 20


@pytest.mark.long
@pytest.mark.parametrize("block", range(10))
def test_marks_equal_entailment_on_every_deck(block: int) -> None:
    total = dict.fromkeys((deck.name for deck in DECKS), 0)
    for seed in range(100 + 40 * block, 140 + 40 * block):
        for name, cells in compare(seed, 4).items():
            total[name] += cells
    assert all(cells > 10_000 for cells in total.values())
