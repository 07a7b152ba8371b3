"""Every deal of a small problem, one by one: slow, obvious, and written without the solver."""

from collections.abc import Iterator
from itertools import combinations, product

from gm.deduction.facts import (
    ASIDE,
    CASE,
    UP,
    Card,
    CaseIs,
    Fact,
    Has,
    HasExactly,
    HasNot,
    HasOneOf,
    NotCase,
    Place,
    Problem,
)

Deal = dict[Card, Place]


def all_deals(problem: Problem) -> Iterator[Deal]:
    """Every deal of the problem's sizes, facts not looked at."""
    deck = [card for category in problem.categories for card in category if card not in problem.up]
    places: list[tuple[Place, int]] = [*enumerate(problem.sizes), (ASIDE, problem.aside)]

    def fill(cards: list[Card], at: int) -> Iterator[Deal]:
        if at == len(places):
            yield dict.fromkeys(problem.up, UP)
            return
        place, size = places[at]
        for hand in combinations(cards, size):
            rest = [card for card in cards if card not in hand]
            for deal in fill(rest, at + 1):
                yield deal | dict.fromkeys(hand, place)

    for theory in product(*problem.categories):
        if not set(theory) & set(problem.up):
            rest = [card for card in deck if card not in theory]
            for deal in fill(rest, 0):
                yield deal | dict.fromkeys(theory, CASE)


def true_of(fact: Fact, deal: Deal) -> bool:
    """The fact's meaning, word for word."""
    match fact:
        case Has(place=place, card=card):
            return deal[card] == place
        case HasNot(place=place, card=card):
            return deal[card] != place
        case HasOneOf(place=place, cards=cards):
            return any(deal[card] == place for card in cards)
        case HasExactly(place=place, among=among, cards=cards):
            return {card for card in (*among, *cards) if deal[card] == place} == set(cards)
        case CaseIs(theory=theory):
            return all(deal[card] == CASE for card in theory)
        case NotCase(theory=theory):
            return any(deal[card] != CASE for card in theory)


def consistent(problem: Problem) -> list[Deal]:
    """Every deal in which all facts are true."""
    return [d for d in all_deals(problem) if all(true_of(fact, d) for fact in problem.facts)]
