"""What a question would tell, counted over deals: against the same written out by hand."""

from __future__ import annotations

from math import log2
from random import Random

import pytest

from gm.deduction.bundle import Bundle

CARDS = (("a", "b"), ("c", "d", "e"))
DEALS = [
    {"a": "case", "b": 0, "c": "case", "d": 1, "e": 2},
    {"a": "case", "b": 1, "c": "case", "d": 1, "e": 2},
    {"a": 1, "b": "case", "c": 1, "d": "case", "e": 2},
    {"a": 2, "b": "case", "c": 1, "d": "case", "e": 2},
]


def bundle() -> Bundle:
    return Bundle(CARDS, DEALS, Random(1).randrange)


def test_the_first_seat_that_holds_a_card_shows_one() -> None:
    found = bundle().answers(("a", "d"), (1, 2))
    assert sorted(found) == [0b0011, 0b0100, 0b1000]  # 1 shows d, 1 shows a, 2 shows a


def test_nobody_shows_where_nobody_holds_a_card() -> None:
    assert sorted(bundle().answers(("b",), (1, 2))) == [0b0010, 0b1101]


def test_of_two_fitting_cards_each_is_shown_about_as_often() -> None:
    deals = [{"a": 1, "b": "case", "c": 1, "d": "case", "e": 2}] * 400
    a, c = (
        mask.bit_count()
        for mask in Bundle(CARDS, deals, Random(2).randrange).answers("ac", (1, 2))
    )
    assert a + c == 400
    assert 150 < a < 250


def test_outcomes_share_no_deal_and_leave_none_out() -> None:
    luck = Random(3)
    made = bundle()
    for _ in range(50):
        cards = luck.sample("abcde", luck.randint(1, 5))
        for outcomes in (made.answers(cards, (2, 1, 0)), made.handed(1, cards)):
            assert sum(outcomes) == made.everything
            assert sum(mask.bit_count() for mask in outcomes) == len(DEALS)


def test_bits_left_open_are_those_of_the_case() -> None:
    made = bundle()
    assert made.bits([made.everything]) == pytest.approx(1.0)  # two theories, each two deals
    assert made.bits([0b0011, 0b1100]) == 0.0
    third = 0.75 * (log2(3) - 2 / 3)
    assert made.bits([0b0111, 0b1000]) == pytest.approx(third)
    assert made.hits([made.everything]) == 0.5
    assert made.hits([0b0111, 0b1000]) == 0.75


def test_daring_counts_a_lucky_outcome_more() -> None:
    made = bundle()
    lucky, even = [0b0001, 0b1110], [0b0101, 0b1010]
    assert made.bits(lucky, 1.0) < made.bits(lucky) < made.bits(even, 1.0)
    assert made.bits(even, 1.0) == pytest.approx(1.0)
