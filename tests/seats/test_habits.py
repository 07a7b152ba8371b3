"""What a seat's questions say of its hand, as far as it has earned it."""

from __future__ import annotations

from collections import Counter
from random import Random

from gm.deduction.facts import CASE
from gm.deduction.leaning import Leaning
from gm.deduction.sample import Sampler
from gm.deduction.solver import solve
from gm.game.moves import Ask, Show
from gm.game.view import View
from gm.seats.belief import Belief, believe
from gm.seats.habits import lean, rates
from tests.seats.test_sharp import Told, three

HANDS = {"red": 0, "yellow": 1, "white": 1, "green": 2, "blue": 2, "purple": 2}


def learned(named: str) -> float:
    """What is learned of seat 1 where all hands are known."""
    return rates({1: Counter(named.split())}, [HANDS])[1]


def leaning(view: View, belief: Belief) -> Leaning:
    """What a seat makes of the questions so far."""
    sampler, luck = Sampler(belief.known), Random(3)
    return lean(view, belief.answer, [sampler.draw(luck.randrange) for _ in range(300)])


def test_who_never_names_a_card_of_its_own_is_read_and_who_does_is_not() -> None:
    honest = learned("green blue purple red green blue")
    careless = learned("yellow blue white red green purple")
    assert honest < learned("") < careless < learned("yellow white yellow white")
    assert honest < 0.4
    assert learned("yellow white yellow white") > 1.5


def test_others_at_the_table_count_too_but_less() -> None:
    own, none = Counter(["green", "purple", "green", "purple"]), Counter(["red"])
    alone = rates({1: none}, [HANDS])[1]
    beside = rates({1: none, 2: own}, [HANDS])
    assert alone < beside[1] < beside[2]


def asked() -> Told:
    """Seat 1 asks twice for the same two cards, and nobody shows seat 0 a thing."""
    told = three()
    told.move(0, Ask(cards=("yellow", "white")))
    told.move(1, Ask(cards=("purple", "candlestick")))
    told.move(2, Show(card="purple"))
    told.move(2, Ask(cards=("white", "rope")))
    told.move(0, Show(card="white"))
    return told


def test_a_named_card_is_likelier_the_case_and_less_likely_the_askers() -> None:
    view = asked().views[0]
    belief = believe(view)
    leaned = belief.leaned(leaning(view, belief)).answer
    for card in ("purple", "candlestick"):
        assert leaned.chance(card, 1) < belief.answer.chance(card, 1)
        assert leaned.chance(card, CASE) > belief.answer.chance(card, CASE)


def test_reading_changes_no_certainty() -> None:
    view = asked().views[0]
    belief = believe(view)
    leaned = solve(belief.known, leaning(view, belief))
    assert leaned.theories.keys() == belief.answer.theories.keys()
    for cell, count in belief.answer.cells.items():
        assert (leaned.cells[cell] == 0) == (count == 0)
        assert (leaned.cells[cell] == leaned.deals) == (count == belief.answer.deals)


def test_one_does_not_read_oneself() -> None:
    view = asked().views[1]
    leaned = leaning(view, believe(view))
    assert {card for card, _ in leaned} <= {"yellow", "white", "rope"}
