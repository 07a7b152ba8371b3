"""Cards are neutral ids; a deck says which there are, in which categories, with which traits.

Names and pictures live in theme packs, never here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

Card: TypeAlias = str
Seat: TypeAlias = int
Square: TypeAlias = tuple[int, int]
"""A square of the board: row and column, counted from the top left corner."""
Spot: TypeAlias = Card | Square
"""Where a token stands: in a room, or on a square of the corridor."""
Theory: TypeAlias = tuple[Card, ...]
"""One card of each category, in the order of the deck's categories."""

ASIDE: Final = "aside"
"""The place of the cards laid aside unseen, as the target of a look (§3)."""
Target: TypeAlias = Seat | Literal["aside"]

UNKNOWN: Card = "??"
"""Stands for a card that the reader of a redacted event or record cannot know."""


@dataclass(frozen=True, kw_only=True)
class Category:
    """The cards of one kind, in deck order."""

    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True)
class Deck:
    """The evidence cards of one game: categories in theory order, traits as sets of cards."""

    categories: tuple[Category, ...]
    traits: MappingProxyType[str, frozenset[Card]] = field(
        default_factory=lambda: MappingProxyType({})
    )

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card, in deck order."""
        return tuple(card for category in self.categories for card in category.cards)

    @cached_property
    def order(self) -> MappingProxyType[Card, int]:
        """Each card's place in deck order."""
        return MappingProxyType({card: n for n, card in enumerate(self.cards)})

    @cached_property
    def theories(self) -> tuple[Theory, ...]:
        """One card of each category in every way, in deck order."""
        return tuple(product(*(category.cards for category in self.categories)))

    def sort(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The cards in deck order; unknown ones stand last."""
        return tuple(sorted(cards, key=lambda card: self.order.get(card, len(self.order))))

    def category_of(self, card: Card) -> int:
        """The index of the card's category; KeyError for a card that is not of this deck."""
        if card not in self.order:
            raise KeyError(card)
        return next(n for n, c in enumerate(self.categories) if card in c.cards)
