"""habits: what the others' questions say about where cards lie, learned seat by seat.

Most people rarely name a card they hold; some do on purpose, some do not care. How a seat names
its own cards is learned from the cards whose place is certain by now, and what its other
questions say is weighed by that. What is certain is never touched by it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from gm.deduction.facts import CASE, UP, Place
from gm.deduction.leaning import Leaning
from gm.deduction.solver import Answer
from gm.game.cards import Card, Seat
from gm.game.decks import ACTIONS, ActionKind
from gm.game.events import Moved
from gm.game.moves import TIP, Ask, Play, Suggest
from gm.game.view import View

RATES = (0.05, 0.1, 0.2, 0.4, 0.7, 1.0, 1.7, 3.0)
"""How often a card of one's own is named, beside any other card."""
BEFORE = (6.0, 10.0, 6.0, 3.0, 1.5, 1.5, 0.6, 0.3)
"""How likely each of these is of somebody of whom nothing is known yet."""
SCALE, MOST = 4, 10_000
"""Factors are whole numbers from this one up, and up to that one."""
OPEN = 1.5
"""A named card was open to the asker, and so is likelier to be the case than another's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A card that a seat chose to name in a question."""

    seat: Seat
    card: Card


def named(view: View) -> Iterator[Named]:
    """Every card that another seat named of its own choice, in order.

    Not the room that it happened to be in, nor the marker that lay before it.
    """
    for event in view.log:
        if not isinstance(event, Moved) or event.seat == view.seat:
            continue
        match event.move:
            case Ask(cards=cards) | Suggest(cards=cards):
                chosen = cards
            case Play(action=action, cards=cards) if action != TIP and cards is not None:
                any_place = ACTIONS[action].kind is ActionKind.ANY
                chosen = cards if any_place else cards[:2]
            case _:
                continue
        yield from (Named(seat=event.seat, card=card) for card in chosen)


def rate(asked: list[Card], seat: Seat, certain: dict[Card, Place]) -> float:
    """How often the seat names cards of its own, as far as its questions tell.

    `certain`: the cards whose place is known.
    """
    own = sum(place == seat for place in certain.values())
    others = len(certain) - own
    judged = [certain[card] == seat for card in asked if card in certain]
    weights = []
    for guess, before in zip(RATES, BEFORE, strict=True):
        of_own = guess * own / (guess * own + others) if own else 0.0
        likely = prod(of_own if mine else 1 - of_own for mine in judged)
        weights.append(before * likely)
    total = sum(weights)
    return sum(guess * w for guess, w in zip(RATES, weights, strict=True)) / total


def lean(view: View, answer: Answer) -> Leaning:
    """How much more some deals count, given how the others ask."""
    certain = {
        card: place for (card, place), count in answer.cells.items() if count == answer.deals
    }
    asked: dict[Seat, list[Card]] = defaultdict(list)
    for name in named(view):
        asked[name.seat].append(name.card)
    places = [place for place in dict.fromkeys(place for _, place in answer.cells) if place != UP]
    factors: dict[tuple[Card, Place], float] = defaultdict(lambda: 1.0)
    for seat, cards in asked.items():
        how_often = rate(cards, seat, certain)
        for card, times in Counter(cards).items():
            if card in certain:
                continue
            factors[card, seat] *= how_often ** min(times, 2)
            factors[card, CASE] *= OPEN ** min(times, 2)
    leaning: dict[tuple[Card, Place], int] = {}
    for card in dict.fromkeys(card for card, _ in list(factors)):
        least = min(factors[card, place] for place in places)
        for place in places:
            leaning[card, place] = min(round(SCALE * factors[card, place] / least), MOST)
    return leaning
