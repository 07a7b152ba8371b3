"""Sealed chance is fair: every order is as likely, and so is every place of every card."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations, product
from math import erfc, sqrt

import pytest

from gm.game.chance import Lots, stirred
from gm.game.dealing import draw
from gm.game.engine import start
from gm.game.events import Dealt
from gm.game.header import Header
from gm.game.rulesets import ruleset
from gm.game.state import State, fold

TABLES = [("getaway", None, 4), ("casefile", "normal", 3), ("mansion", None, 2)]


class Told(Lots):
    """Lots whose numbers are given."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(b"", "told", 0)
        self.told = list(numbers)

    def below(self, n: int) -> int:
        number = self.told.pop(0)
        assert number < n
        return number


@pytest.mark.parametrize("n", range(1, 7))
def test_every_run_of_numbers_gives_an_order_of_its_own(n: int) -> None:
    runs = product(*(range(i) for i in range(n, 1, -1)))
    orders = [Told(*run).shuffled(range(n)) for run in runs]
    assert sorted(orders) == sorted(permutations(range(n)))


def test_a_number_of_the_last_uneven_stretch_is_never_taken() -> None:
    """With the plain remainder small numbers would be a little likelier."""
    lots, top = Told(), (1 << 64) - 1
    lots._numbers = iter([top, top - 1, 7])
    assert Lots.below(lots, 6) == 1  # 2^64 = 4 mod 6: the four greatest numbers are left out


def counted(rules: str, deck: str | None, seats: int, deals: int) -> Counter[tuple[str, str]]:
    """How often each card lay at each place, over so many deals of keys in a row."""
    header = _header(rules, deck, seats)
    state = fold(State(header=header), start(header))
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(deals):
        dealt = draw(state, stirred(hashlib.sha256(str(number).encode()).digest(), ("a", "b")))
        assert isinstance(dealt, Dealt)
        counts.update((card, "case") for card in dealt.case)
        counts.update((card, "over") for card in (*dealt.up, *dealt.aside))
        counts.update((c, str(seat)) for seat, hand in enumerate(dealt.hands) for c in hand)
    return counts


def _header(rules: str, deck: str | None, seats: int) -> Header:
    return ruleset(rules).header(
        deck=deck,
        options={},
        seats="ABCDEF"[:seats],
        dealer=0 if rules == "getaway" else None,
        tokens=("red", "green") if rules == "mansion" else None,
    )


def chance_of(chi: float, freedom: int) -> float:
    """About how likely chance gives a chi-square at least so great (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * freedom)
    z = ((chi / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(z / sqrt(2)) / 2


@pytest.mark.parametrize("deals", [3_000, pytest.param(1_000_000, marks=pytest.mark.long)])
@pytest.mark.parametrize(("rules", "deck", "seats"), TABLES)
def test_each_place_of_each_card_is_as_likely_as_the_rules_say(
    rules: str, deck: str | None, seats: int, deals: int
) -> None:
    header = _header(rules, deck, seats)
    counts = counted(rules, deck, seats, deals)
    places = sorted({place for _, place in counts})
    sizes = {p: sum(counts[card, p] for card in header.cards.cards) / deals for p in places}
    outside = sum(sizes.values()) - 3
    chi = 0.0
    for category in header.cards.categories:
        for card in category.cards:
            case = 1 / len(category.cards)
            for place in places:
                likely = case if place == "case" else (1 - case) * sizes[place] / outside
                chi += (counts[card, place] - deals * likely) ** 2 / (deals * likely)
    freedom = len(header.cards.cards) * (len(places) - 1) - 3
    assert 1e-6 < chance_of(chi, freedom) < 1 - 1e-6
