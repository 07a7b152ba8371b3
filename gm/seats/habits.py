"""habits: what the others' questions say about where cards lie, learned seat by seat.

Most people rarely name a card they hold; some do on purpose, some do not care. How a seat asks is
learned from its questions so far, over deals that fit all that is known, and what they say of
its hand is weighed by that. What is certain is never touched by it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from gm.deduction.facts import CASE, UP, Place
from gm.deduction.leaning import Leaning
from gm.deduction.sample import Deal
from gm.deduction.solver import Answer
from gm.game.cards import Card, Seat
from gm.game.decks import ACTIONS, ActionKind
from gm.game.events import Moved
from gm.game.moves import TIP, Ask, Play, Suggest
from gm.game.view import View

RATES = (0.05, 0.1, 0.2, 0.4, 0.7, 1.0, 1.7, 3.0)
"""How often a card of one's own is named, beside any other card."""
BEFORE = (2.0, 4.0, 4.0, 3.0, 2.0, 2.0, 1.5, 1.5)
"""How likely each of these is of somebody of whom nothing is known yet."""
ALIKE = 0.5
"""What the questions of the others say about a seat, as a power of what its own do."""
SCALE, MOST = 4, 10_000
"""Factors are whole numbers from this one up, and up to that one."""
REPEATED = 2
"""So often a card is counted that the same seat names again."""
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


def likelihoods(asked: Counter[Card], seat: Seat, deals: Sequence[Deal]) -> list[float]:
    """How likely the seat's questions are under each of the rates.

    `deals`: such as may be true, each as likely.
    """
    times = sum(asked.values())
    held = sum(place == seat for place in deals[0].values())
    others = len(deals[0]) - held
    of_own = Counter(sum(n for card, n in asked.items() if deal[card] == seat) for deal in deals)
    found = []
    for guess in RATES:
        share = (held + others) / (held * guess + others)
        likely = sum(count * guess**own for own, count in of_own.items()) / len(deals)
        found.append(likely * share**times)
    return found


def rates(asked: Mapping[Seat, Counter[Card]], deals: Sequence[Deal]) -> dict[Seat, float]:
    """How often each seat names cards of its own, as far as all questions tell.

    People at a table learn from each other, so the others' questions count, too, but less.
    """
    each = {seat: likelihoods(cards, seat, deals) for seat, cards in asked.items()}
    found = {}
    for seat in each:
        weights = [
            before
            * prod(likely[n] ** (1 if other == seat else ALIKE) for other, likely in each.items())
            for n, before in enumerate(BEFORE)
        ]
        found[seat] = sum(r * w for r, w in zip(RATES, weights, strict=True)) / sum(weights)
    return found


def lean(view: View, answer: Answer, deals: Sequence[Deal]) -> Leaning:
    """How much more some deals count, given how the others ask.

    `answer`, `deals`: what follows without a leaning, and deals drawn without one.
    """
    asked: dict[Seat, Counter[Card]] = defaultdict(Counter)
    for name in named(view):
        if asked[name.seat][name.card] < REPEATED:
            asked[name.seat][name.card] += 1
    places = [place for place in dict.fromkeys(place for _, place in answer.cells) if place != UP]
    factors: dict[tuple[Card, Place], float] = defaultdict(lambda: 1.0)
    how_often = rates(asked, deals)
    for seat, cards in asked.items():
        for card, times in cards.items():
            factors[card, seat] *= how_often[seat] ** times
            factors[card, CASE] *= OPEN**times
    leaning: dict[tuple[Card, Place], int] = {}
    for card in dict.fromkeys(card for card, _ in list(factors)):
        least = min(factors[card, place] for place in places)
        for place in places:
            leaning[card, place] = min(round(SCALE * factors[card, place] / least), MOST)
    return leaning
