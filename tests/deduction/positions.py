"""Random problems with facts of every kind, true of a hidden deal unless lies are asked for."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

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
from tests.bench.deduction_games import DECKS, Game, play


def deal_out(problem: Problem, random: Random) -> dict[Card, Place]:
    """One deal of the problem's sizes, facts not looked at."""
    up = set(problem.up)
    case = [random.choice([c for c in cards if c not in up]) for cards in problem.categories]
    rest = [card for card in problem.cards if card not in case and card not in up]
    random.shuffle(rest)
    deal: dict[Card, Place] = dict.fromkeys(case, CASE) | dict.fromkeys(problem.up, UP)
    for seat, size in enumerate(problem.sizes):
        for _ in range(size):
            deal[rest.pop()] = seat
    return deal | dict.fromkeys(rest, ASIDE)


def small_problem(random: Random) -> Problem:
    """At most nine unknown cards in two or three categories, 1-4 seats."""
    while True:
        shape = [random.randint(1, 4) for _ in range(random.choice([2, 3, 3]))]
        categories = tuple(
            tuple(f"{k}{i}" for i in range(n)) for k, n in zip("abc", shape, strict=False)
        )
        cards = [card for category in categories for card in category]
        spare = len(cards) - len(shape)
        if not 1 <= spare <= 6:
            continue
        up: tuple[Card, ...] = ()
        if random.random() < 0.3:
            widest = max(categories, key=len)
            up = widest[: min(len(widest) - 1, random.randint(1, 2))]
            spare -= len(up)
        aside = random.randint(0, min(2, spare)) if random.random() < 0.3 else 0
        spare -= aside
        seats = random.randint(1, 4)
        sizes = [spare // seats] * seats
        sizes[0] += spare % seats
        return Problem(categories=categories, sizes=tuple(sizes), up=up, aside=aside)


def some_fact(
    problem: Problem, deal: dict[Card, Place], random: Random, source: int, lies: float = 0.0
) -> Fact:
    """One fact, true of the deal (with chance `lies` made without looking at it)."""
    lie = random.random() < lies
    places = list(problem.places)
    place = random.choice(places)
    cards = random.sample(problem.cards, min(len(problem.cards), random.randint(1, 4)))
    theory = tuple(random.choice(category) for category in problem.categories)
    case = tuple(c for category in problem.categories for c in category if deal[c] == CASE)
    held = tuple(card for card in cards if deal[card] == place)
    match random.choices(range(6), weights=[2, 6, 8, 1, 2, 0.2])[0]:
        case 0:
            card = cards[0]
            return Has(place=place if lie else deal[card], card=card, source=source)
        case 1:
            card = cards[0]
            elsewhere = [p for p in places if p != deal[card]]
            place = place if lie or not elsewhere else random.choice(elsewhere)
            if not lie and not elsewhere:
                return Has(place=deal[card], card=card, source=source)
            return HasNot(place=place, card=card, source=source)
        case 2:
            if not held and not lie:
                place = deal[cards[0]]
            return HasOneOf(place=place, cards=tuple(cards), source=source)
        case 3:
            exactly = tuple(cards[:1]) if lie else held
            return HasExactly(place=place, among=tuple(cards), cards=exactly, source=source)
        case 4:
            if theory == case and not lie:
                return CaseIs(theory=theory, source=source)
            return NotCase(theory=theory, source=source)
        case _:
            return CaseIs(theory=theory if lie else case, source=source)


def small_position(seed: int) -> Problem:
    """A small problem with up to nine facts; in one of three some may be false."""
    random = Random(seed)
    problem = small_problem(random)
    deal = deal_out(problem, random)
    lies = 0.1 if seed % 3 == 0 else 0.0
    facts = tuple(
        some_fact(problem, deal, random, source, lies) for source in range(random.randint(0, 9))
    )
    return replace(problem, facts=facts)


def full_positions(seed: int, each: int) -> Iterator[tuple[Game, Problem]]:
    """Some moments of one game of every deck and number of seats, each through a seat's eyes.

    One in eight is seen by somebody without a hand.
    """
    random = Random(seed)
    for deck in DECKS:
        for seats in deck.seats:
            game = play(deck, seats, random)
            for _ in range(each):
                seat = random.choice([*range(seats), None] if random.random() < 0.5 else [0, 1])
                yield game, game.problem(seat, random.randint(0, len(game.events)))
