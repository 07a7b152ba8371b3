"""What holds in every game: the truth stays possible, and knowledge only grows."""

from random import Random

import pytest

from gm.deduction.facts import CASE
from gm.deduction.solver import Mark, marks, solve
from gm.game.rulesets import RULESETS
from tests.bench.deduction_games import DECKS, play
from tests.bench.engine_games import header, positions, true_deal


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


REAL = [
    (rules, deck, seats)
    for rules, game in RULESETS.items()
    for deck, some in game.decks.items()
    for seats in some
]


def real_matches(rules: str, deck: str | None, seats: int, games: range) -> None:
    known = header(rules, deck, seats)
    for number in games:
        for problem, state in positions(known, number):
            answer = solve(problem)
            deal = true_deal(state)
            assert all(answer.cells[card, place] > 0 for card, place in deal.items())
            assert answer.theories[state.case] > 0


@pytest.mark.parametrize(("rules", "deck", "seats"), REAL)
def test_the_true_deal_is_possible_in_a_real_match(
    rules: str, deck: str | None, seats: int
) -> None:
    real_matches(rules, deck, seats, range(1))


@pytest.mark.long
@pytest.mark.parametrize(("rules", "deck", "seats"), REAL)
def test_the_true_deal_is_possible_in_many_real_matches(
    rules: str, deck: str | None, seats: int
) -> None:
    real_matches(rules, deck, seats, range(1, 40))


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
