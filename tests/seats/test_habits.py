"""What a seat's questions say of its hand, as far as it has earned it."""

from __future__ import annotations

from gm.deduction.facts import CASE
from gm.deduction.solver import solve
from gm.game.moves import Ask, Show
from gm.seats.belief import believe
from gm.seats.habits import lean, rate
from tests.seats.test_sharp import Told, three

PLACES = {"red": 0, "yellow": 1, "white": 1, "green": 2, "blue": 2, "purple": 2}


def test_who_never_names_a_card_of_its_own_is_read_and_who_does_is_not() -> None:
    nothing = rate([], 1, {})
    honest = rate(["green", "blue", "purple", "red", "green", "blue"], 1, PLACES)
    careless = rate(["yellow", "blue", "white", "red", "green", "purple"], 1, PLACES)
    namer = rate(["yellow", "white", "yellow", "white"], 1, PLACES)
    assert honest < nothing < careless < namer
    assert nothing < 0.4
    assert namer > 0.8


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
    leaned = belief.leaned(lean(view, belief.answer)).answer
    for card in ("purple", "candlestick"):
        assert leaned.chance(card, 1) < belief.answer.chance(card, 1)
        assert leaned.chance(card, CASE) > belief.answer.chance(card, CASE)


def test_reading_changes_no_certainty() -> None:
    view = asked().views[0]
    belief = believe(view)
    leaned = solve(belief.known, lean(view, belief.answer))
    assert leaned.theories.keys() == belief.answer.theories.keys()
    for cell, count in belief.answer.cells.items():
        assert (leaned.cells[cell] == 0) == (count == 0)
        assert (leaned.cells[cell] == leaned.deals) == (count == belief.answer.deals)


def test_one_does_not_read_oneself() -> None:
    view = asked().views[1]
    leaning = lean(view, believe(view).answer)
    assert {card for card, _ in leaning} <= {"yellow", "white", "rope"}
