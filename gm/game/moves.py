"""What a seat may do. A move says what is done, never by whom nor what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gm.game.cards import Card, Seat, Theory

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
class End:
    """End the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """The clock of a turn ran out (§5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """The seat was given up and nobody took it over (§5)."""


Move: TypeAlias = Show | Answer | Accuse | Play | End | Skipped | Removed
