"""Samples are consistent deals, every one exactly equally likely."""

from collections import defaultdict
from fractions import Fraction
from math import prod
from random import Random

import pytest

from gm.deduction.facts import CASE, Has, Problem
from gm.deduction.sample import Sampler
from gm.deduction.solver import solve
from tests.deduction.brute import consistent, true_of
from tests.deduction.positions import full_positions, small_position


class Script:
    """Answers draws from a list, then with 0, and keeps what was asked."""

    def __init__(self, answers: tuple[int, ...]) -> None:
        self.answers = answers
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        """The next answer."""
        self.asked.append(n)
        at = len(self.asked) - 1
        return self.answers[at] if at < len(self.answers) else 0


def law(sampler: Sampler) -> dict[frozenset, Fraction]:
    """The exact chance of every deal: all answers to every draw, followed to the end."""
    chances: dict[frozenset, Fraction] = defaultdict(Fraction)
    left: list[tuple[int, ...]] = [()]
    while left:
        answers = left.pop()
        script = Script(answers)
        deal = sampler.draw(script.below)
        chances[frozenset(deal.items())] += Fraction(1, prod(script.asked))
        for at in range(len(answers), len(script.asked)):
            # these draws were answered 0: follow their other answers too
            zeros = (0,) * (at - len(answers))
            left += [(*answers, *zeros, other) for other in range(1, script.asked[at])]
    return chances


def test_every_deal_is_exactly_equally_likely() -> None:
    tried = 0
    for seed in range(90):
        problem = small_position(seed)
        deals = consistent(problem)
        sampler = Sampler(problem)
        assert sampler.deals == len(deals)
        if 0 < len(deals) <= 8:
            tried += 1
            assert law(sampler) == {
                frozenset(deal.items()): Fraction(1, len(deals)) for deal in deals
            }
    assert tried > 25


def test_samples_of_full_positions_fit_all_facts_and_the_odds() -> None:
    random = Random(5)
    for _, problem in full_positions(7, 1):
        sampler = Sampler(problem)
        answer = solve(problem)
        assert sampler.deals == answer.deals
        draws = [sampler.draw(random.randrange) for _ in range(40)]
        for deal in draws:
            assert all(true_of(fact, deal) for fact in problem.facts)
            assert deal.keys() == set(problem.cards)
        for card in problem.cards:
            seen = sum(deal[card] == CASE for deal in draws)
            expected = float(answer.chance(card, CASE)) * len(draws)
            assert abs(seen - expected) < 20


def test_clashing_facts_have_no_sample() -> None:
    problem = Problem(
        categories=(("a", "b"), ("x", "y")),
        sizes=(1, 1),
        facts=(Has(place=0, card="a", source=1), Has(place=1, card="a", source=2)),
    )
    sampler = Sampler(problem)
    assert sampler.deals == 0
    with pytest.raises(LookupError):
        sampler.draw(lambda n: 0)
