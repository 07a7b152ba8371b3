"""What one seat knows, folded from redacted events and from nothing else.

Two matches that a seat cannot tell apart give it equal views: its log is its information set.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from gm.game.cards import UNKNOWN, Card, Seat, Theory
from gm.game.changed import changed
from gm.game.events import CaseSeen, Dealt, Drew, Ended, Moved, PutBack, SeenEvent
from gm.game.header import Header
from gm.game.moves import Play
from gm.game.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One seat's view; `seat` None is the public one.

    `hand` in deck order; `actions` are its action cards, the one drawn last at the end;
    `case` once it knows it by right; `log` is everything it has seen, in order.
    """

    header: Header
    seat: Seat | None
    position: Position = field(default_factory=Position)
    hand: tuple[Card, ...] = field(default=(), repr=False)
    actions: tuple[str, ...] = field(default=(), repr=False)
    case: Theory | None = field(default=None, repr=False)
    log: tuple[SeenEvent, ...] = field(default=(), repr=False)

    def apply(self, seen: SeenEvent) -> View:
        """The view after one more seen event."""
        changes = self._changes(seen)
        changes |= {"position": self.position.apply(seen), "log": (*self.log, seen)}
        return changed(self, changes)

    def _changes(self, seen: SeenEvent) -> dict[str, Any]:
        match seen:
            case Dealt() if self.seat is not None:
                return {"hand": self.header.cards.sort(seen.hands[self.seat])}
            case Drew() if seen.seat == self.seat:
                return {"actions": (*self.actions, seen.card)}
            case PutBack() if seen.seat == self.seat:
                return {"actions": self.actions[:-1]}
            case Moved(move=Play(action=action)) if seen.seat == self.seat:
                return {"actions": without(self.actions, action)}
            case CaseSeen() if UNKNOWN not in seen.case:
                return {"case": seen.case}
            case Ended():
                return {"case": seen.case}
            case _:
                return {}


def fold(view: View, seen: Iterable[SeenEvent]) -> View:
    """The view after these seen events."""
    for event in seen:
        view = view.apply(event)
    return view


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards less one copy of `card`, else less one unknown card."""
    kept = list(cards)
    kept.remove(card if card in kept else UNKNOWN)
    return tuple(kept)
