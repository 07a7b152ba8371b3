"""What holds in every game: the truth stays possible, and knowledge only grows."""

from random import Random

import pytest

from gm.deduction.facts import CASE
from gm.deduction.solver import Mark, marks, solve
from tests.bench.deduction_games import DECKS, play


def truth_is_possible(games: range) -> None:
    """One moment of each game, all decks and numbers of seats in turn."""
    tables = [(deck, seats) for deck in DECKS for seats in deck.seats]
    for number in games:
        random = Random(number)
        deck, seats = tables[number % len(tables)]
        game = play(deck, seats, random)
        seat = random.choice([*range(seats), None])
        answer = solve(game.problem(seat, random.randint(0, len(game.events))))
        assert answer.deals > 0
        assert all(answer.cells[card, place] > 0 for card, place in game.deal.items())
        assert answer.theories[game.held(CASE)] > 0


def test_the_true_deal_is_always_possible() -> None:
    truth_is_possible(range(600))


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_the_true_deal_is_possible_in_a_hundred_thousand_games(block: int) -> None:
    truth_is_possible(range(10_000 + 5_000 * block, 15_000 + 5_000 * block))


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_knowledge_only_grows(deck) -> None:
    random = Random(deck.name)
    game = play(deck, random.choice(deck.seats), random)
    before = solve(game.problem(0, 0))
    for upto in range(1, len(game.events) + 1):
        after = solve(game.problem(0, upto))
        assert after.deals <= before.deals
        assert after.theories.keys() <= before.theories.keys()
        later = marks(after)
        for cell, mark in marks(before).items():
            if mark is not Mark.MAYBE:
                assert later[cell] is mark
        assert all(after.cells[cell] <= count for cell, count in before.cells.items())
        before = after
