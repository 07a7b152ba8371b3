"""A line is the key of a catalogue sentence and what its blanks refer to.

References are typed, so that a language and a channel can each render them in their own way:
cards by the theme, seats by who sits there, lists and times by the locale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, TypeAlias

from gm.game.cards import Card, Seat


class Form(StrEnum):
    """How a card is named: within a sentence, alone (a button, a list), or as its icon."""

    PHRASE = "phrase"
    TITLE = "title"
    ICON = "icon"


@dataclass(frozen=True, slots=True)
class CardName:
    """An evidence card by the theme's name."""

    id: Card
    form: Form = Form.PHRASE


@dataclass(frozen=True, slots=True)
class ActionName:
    """An action card by the theme's name."""

    id: str


@dataclass(frozen=True, slots=True)
class TraitName:
    """The cards of a trait or of a whole category by the theme's name for them, in plural."""

    id: str


@dataclass(frozen=True, slots=True)
class SeatName:
    """Whoever sits in this seat now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Name:
    """A name that somebody chose: of a person, a chat. Never trusted, always isolated."""

    text: str


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time, in seconds."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Time:
    """A moment, in milliseconds of UTC, as a weekday and a time of day.

    `zone`: where it is read, by its IANA name, else in UTC; `named`: with the zone's name, for
    readers who may be elsewhere; `left`: the seconds until then, where they are told instead.
    """

    millis: int
    zone: str | None = None
    named: bool = False
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things, joined as the language joins them."""

    items: tuple[Param, ...]
    word: Literal["and", "or"] = "and"


@dataclass(frozen=True, slots=True)
class Line:
    """One catalogue sentence with its blanks; `count` chooses among plural forms.

    `count` is also the blank {count}.
    """

    key: str
    params: Mapping[str, Param] = field(default_factory=lambda: MappingProxyType({}))
    count: int | None = None


Param: TypeAlias = (
    str
    | int
    | CardName
    | ActionName
    | TraitName
    | SeatName
    | Name
    | Duration
    | Time
    | Listing
    | Line
)


def say(key: str, *, count: int | None = None, **params: Param) -> Line:
    """The line of this key."""
    return Line(key, MappingProxyType(params), count)


def seats(some: Iterable[Seat], word: Literal["and", "or"] = "and") -> Listing:
    """These seats by their names."""
    return Listing(tuple(SeatName(seat) for seat in some), word)


def cards(
    some: Iterable[Card], word: Literal["and", "or"] = "and", form: Form = Form.PHRASE
) -> Listing:
    """These cards by their names."""
    return Listing(tuple(CardName(card, form) for card in some), word)
