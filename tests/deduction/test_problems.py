"""Descriptions of games that are none are refused by a code; odd ones are answered."""

from math import factorial

import pytest

from gm.deduction.facts import (
    ASIDE,
    CASE,
    UP,
    CaseIs,
    Has,
    HasNot,
    HasOneOf,
    NotCase,
    Problem,
    ProblemError,
)
from gm.deduction.solver import solve

AB_XY = (("a", "b"), ("x", "y"))


@pytest.mark.parametrize(
    ("reason", "fields"),
    [
        ("card_twice", {"categories": (("a", "b"), ("a", "y")), "sizes": (2,)}),
        ("bad_face_up", {"categories": AB_XY, "sizes": (1,), "up": ("q",)}),
        ("bad_face_up", {"categories": AB_XY, "sizes": (), "up": ("a", "a")}),
        ("bad_size", {"categories": AB_XY, "sizes": (3, -1)}),
        ("bad_size", {"categories": AB_XY, "sizes": (3,), "aside": -1}),
        ("empty_category", {"categories": (*AB_XY, ()), "sizes": (1,)}),
        ("sizes_do_not_fill", {"categories": AB_XY, "sizes": (1,)}),
        ("sizes_do_not_fill", {"categories": AB_XY, "sizes": (2, 1)}),
    ],
)
def test_a_deck_that_does_not_fill_its_places_is_refused(reason, fields) -> None:
    with pytest.raises(ProblemError) as refused:
        Problem(**fields)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("reason", "what", "fact"),
    [
        ("unknown_card", "q", Has(place=0, card="q")),
        ("unknown_place", 2, HasNot(place=2, card="a")),
        ("unknown_place", ASIDE, HasNot(place=ASIDE, card="a")),
        ("unknown_place", UP, HasOneOf(place=UP, cards=("a",))),
        ("bad_theory", ("a", "b"), NotCase(theory=("a", "b"))),
        ("bad_theory", ("a",), CaseIs(theory=("a",))),
    ],
)
def test_a_fact_about_nothing_in_the_game_is_refused(reason, what, fact) -> None:
    problem = Problem(categories=AB_XY, sizes=(1, 1), facts=(fact,))
    with pytest.raises(ProblemError) as refused:
        solve(problem)
    assert (refused.value.reason, refused.value.what) == (reason, what)


def test_the_largest_hands_and_a_blank_sheet() -> None:
    """24 cards, nine in a hand, nobody's hand known: the count is the plain product."""
    categories = tuple(
        tuple(f"{k}{i}" for i in range(n)) for k, n in zip("swl", (7, 7, 10), strict=True)
    )
    answer = solve(Problem(categories=categories, sizes=(9, 7, 5)))
    assert answer.deals == 490 * factorial(21) // (factorial(9) * factorial(7) * factorial(5))
    assert len(answer.theories) == 490
    assert answer.chance("l3", CASE) * 10 == 1


def test_a_seat_without_cards_and_a_deck_without_hands() -> None:
    answer = solve(Problem(categories=AB_XY, sizes=(0, 2)))
    assert (answer.deals, answer.cells["a", 0], answer.cells["a", 1]) == (4, 0, 2)
    shown = solve(Problem(categories=AB_XY, sizes=(), up=("a", "y")))
    assert (shown.deals, shown.theories) == (1, {("b", "x"): 1})
    open_case = solve(Problem(categories=(("a",), ("x",)), sizes=()))
    assert open_case.theories == {("a", "x"): 1}
