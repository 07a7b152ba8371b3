"""What a seat may do. A move says what is done, never by whom nor what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gm.game.cards import Card, Seat, Spot, Theory

TIP = "tip"
"""The action of a tip between two others, as a third seat sees it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """Show one fitting card to the asker (§2, §3)."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Answer a private tip: all of a category, one fitting card or nothing (§2).

    `cards` is None where the reader cannot know the answer.
    """

    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuse:
    """Say what the case is; ends the turn by itself."""

    theory: Theory


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Play an action card (§2).

    `cards`: the theory of `any`, or suspect and vehicle of `present`; `go`: the marker that
    `present` takes instead; `target`: the other seat of `snoop` and the tips.
    """

    action: str
    cards: tuple[Card, ...] | None = None
    go: Card | None = None
    target: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Ask for two different cards, of one category or of two (§1)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Join an accusation with a sealed theory of one's own (§1)."""

    theory: Theory


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline:
    """Leave an accusation to the others (§1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Propose in which order the accusers' theories are compared with the case (§1)."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agree:
    """Agree to the proposed order (§1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """Refuse the proposed order; clockwise it is (§1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """Throw the dice (§3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """Walk to a room or to a square (§3)."""

    to: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Take the secret passage of a corner room (§3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """Stay in the room that another seat's suggestion called one's token into (§3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggest:
    """Suggest a suspect and a weapon in the room one is in (§3)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """End the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """The clock of a turn ran out (§5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """The seat was given up and nobody took it over (§5)."""


Move: TypeAlias = (
    Show
    | Answer
    | Accuse
    | Play
    | Ask
    | Join
    | Decline
    | Order
    | Agree
    | Refuse
    | Roll
    | Walk
    | Passage
    | Stay
    | Suggest
    | End
    | Skipped
    | Removed
)
