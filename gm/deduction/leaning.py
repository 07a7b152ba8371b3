"""A leaning: how much each deal counts, where not all are to count the same.

It is a factor for every card in every place, and a deal counts the product of its cards'. The
sheet never leans: what is proved, and every chance that people are told, counts each deal once.
Only AI seats lean, on how the others behave. What is impossible stays so: factors are positive.
"""

from collections.abc import Mapping
from typing import TypeAlias

from gm.deduction.facts import CASE, Card, Place
from gm.deduction.position import Deck, Mask, Settled, bits

Leaning: TypeAlias = Mapping[tuple[Card, Place], int]
"""Factors, 1 or more; 1 where a card and place have none."""


def _factors(deck: Deck, settled: Settled, leaning: Leaning, card: int) -> dict[int, int]:
    """The card's factors by slot, of those that it may lie in, where they are not 1."""
    factors = {}
    name = deck.cards[card]
    for slot, where in enumerate(settled.where):
        if where >> card & 1:
            place: Place = CASE if slot >= deck.first_case else deck.places[slot]
            factor = leaning.get((name, place), 1)
            if factor != 1:
                factors[slot] = factor
    return factors


def split(deck: Deck, settled: Settled, leaning: Leaning, pool: Mask) -> list[Mask]:
    """The pool by factors: cards of one part count the same wherever they lie.

    The case's factor is kept by category, and so the parts are, where it is not 1.
    """
    parts: dict[tuple[tuple[int, int], ...], Mask] = {}
    for card in bits(pool):
        key = tuple(_factors(deck, settled, leaning, card).items())
        parts[key] = parts.get(key, 0) | 1 << card
    return list(parts.values())


def weights(deck: Deck, settled: Settled, leaning: Leaning | None, pool: Mask) -> dict[int, int]:
    """The factors of any card of the pool, by slot; {} without a leaning."""
    if leaning is None:
        return {}
    return _factors(deck, settled, leaning, (pool & -pool).bit_length() - 1)
