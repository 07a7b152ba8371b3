"""What one seat knows, as data.

Every card lies in exactly one place, every place has a public size, and the case holds one card
of each category. Anything else a seat learns is a fact, and names the seen event it came from.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Card: TypeAlias = str
Theory: TypeAlias = tuple[Card, ...]
Place: TypeAlias = int | Literal["case", "up", "aside"]

CASE: Final = "case"
UP: Final = "up"
ASIDE: Final = "aside"
SET_UP: Final = -1


class ProblemError(ValueError):
    """The deck, the sizes or a fact do not describe a game at all.

    `reason` is a stable code, `what` the offending value. A game that is described well but
    cannot be (facts that clash) is no error: its answer counts 0 deals.
    """

    def __init__(self, reason: str, what: object) -> None:
        super().__init__(reason, what)
        self.reason = reason
        self.what = what


@dataclass(frozen=True, slots=True, kw_only=True)
class Has:
    """The place holds the card."""

    place: Place
    card: Card
    source: int = SET_UP


@dataclass(frozen=True, slots=True, kw_only=True)
class HasNot:
    """The place does not hold the card."""

    place: Place
    card: Card
    source: int = SET_UP


@dataclass(frozen=True, slots=True, kw_only=True)
class HasOneOf:
    """The place holds at least one of the cards."""

    place: Place
    cards: tuple[Card, ...]
    source: int = SET_UP


@dataclass(frozen=True, slots=True, kw_only=True)
class HasExactly:
    """Of the cards in `among` the place holds exactly `cards`, possibly none."""

    place: Place
    among: tuple[Card, ...]
    cards: tuple[Card, ...]
    source: int = SET_UP


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseIs:
    """The case is this theory."""

    theory: Theory
    source: int = SET_UP


@dataclass(frozen=True, slots=True, kw_only=True)
class NotCase:
    """The case is not this theory."""

    theory: Theory
    source: int = SET_UP


Fact: TypeAlias = Has | HasNot | HasOneOf | HasExactly | CaseIs | NotCase


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One seat's whole knowledge: the deck, the public sizes and the facts.

    `categories` lists the cards of each category, `sizes` the hand size of each seat, `up` the
    cards that lie face up, `aside` how many were laid aside unseen. Facts whose source is
    `SET_UP` belong to the deal (the seat's own hand) and need no reason. Raises `ProblemError`
    when the cards do not fill the places exactly.
    """

    categories: tuple[tuple[Card, ...], ...]
    sizes: tuple[int, ...]
    up: tuple[Card, ...] = ()
    aside: int = 0
    facts: tuple[Fact, ...] = ()

    def __post_init__(self) -> None:
        cards = self.cards
        if len(set(cards)) != len(cards):
            raise ProblemError("card_twice", cards)
        if len(set(self.up)) != len(self.up) or not set(self.up) <= set(cards):
            raise ProblemError("bad_face_up", self.up)
        if min((*self.sizes, self.aside)) < 0:
            raise ProblemError("bad_size", (*self.sizes, self.aside))
        if not all(self.categories):
            raise ProblemError("empty_category", self.categories)
        placed = sum(self.sizes) + self.aside + len(self.up) + len(self.categories)
        if placed != len(cards):
            raise ProblemError("sizes_do_not_fill", (placed, len(cards)))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck, category by category."""
        return tuple(card for category in self.categories for card in category)

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place a card can lie in: the seats, then aside, up (where used) and the case."""
        aside: tuple[Place, ...] = (ASIDE,) if self.aside else ()
        up: tuple[Place, ...] = (UP,) if self.up else ()
        return (*range(len(self.sizes)), *aside, *up, CASE)
