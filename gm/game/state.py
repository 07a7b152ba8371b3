"""Everything the referee knows, folded from events. Only the engine and the rule sets see it.

A state folded from a redacted record holds unknown cards; what it cannot tell, the record's
own lines must (`holds_any` is None).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from gm.game.cards import ASIDE, UNKNOWN, Card, Seat, Target, Theory
from gm.game.changed import changed
from gm.game.events import (
    Chance,
    ChanceDue,
    ChanceNode,
    Dealt,
    Drew,
    Event,
    Looked,
    Moved,
    PileShuffled,
    PutBack,
    TurnBegan,
)
from gm.game.header import Header
from gm.game.moves import Accuse, Join, Play
from gm.game.position import Position
from gm.game.view import without


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A whole match.

    `entries`: chance and move lines so far, the index that sealed draws are labelled with;
    `due`: draws that must come next; `hands` in deck order; `looked`: what each seat has seen of
    the cards laid aside; `theories`: the sealed ones of this turn, by seat.
    """

    header: Header
    position: Position = field(default_factory=Position)
    entries: int = 0
    due: tuple[ChanceNode, ...] = ()
    case: Theory = field(default=(), repr=False)
    hands: tuple[tuple[Card, ...], ...] = field(default=(), repr=False)
    aside: tuple[Card, ...] = field(default=(), repr=False)
    actions: tuple[tuple[str, ...], ...] = field(default=(), repr=False)
    pile: tuple[str, ...] = field(default=(), repr=False)
    looked: tuple[tuple[Card, ...], ...] = field(default=(), repr=False)
    theories: tuple[tuple[Seat, Theory], ...] = field(default=(), repr=False)

    @property
    def redacted(self) -> bool:
        """Whether hands are hidden: the match is read from a seat's own record."""
        return any(UNKNOWN in hand for hand in self.hands)

    def holds_any(self, seat: Seat, cards: Iterable[Card]) -> bool | None:
        """Whether the seat holds one of the cards; None where the record hides its hand."""
        hand = self.hands[seat]
        return None if UNKNOWN in hand else any(card in hand for card in cards)

    def cards_of(self, target: Target) -> tuple[Card, ...]:
        """The hand of a seat, or the cards laid aside."""
        return self.aside if target == ASIDE else self.hands[target]

    def may_hold(self, target: Target, card: Card) -> bool:
        """Whether nothing known refutes that the card lies there."""
        there = self.cards_of(target)
        if card in there:
            return True
        places = (*self.hands, self.case, self.aside, self.position.up)
        return (
            UNKNOWN in there
            and card in self.header.cards.order
            and not any(card in place for place in places)
        )

    def apply(self, event: Event) -> State:
        """The state after one more event."""
        changes = self._changes(event)
        changes["position"] = self.position.apply(event)
        return changed(self, changes)

    def _changes(self, event: Event) -> dict[str, Any]:
        match event:
            case Moved():
                return {"entries": self.entries + 1, **self._moved(event)}
            case Drew():
                return {
                    "pile": self.pile[1:],
                    "actions": _add(self.actions, event.seat, event.card),
                }
            case TurnBegan() if self.theories:
                return {"theories": ()}
            case ChanceDue():
                return {"due": event.nodes}
            case PutBack():
                kept, last = self.actions[event.seat][:-1], self.actions[event.seat][-1]
                return {
                    "pile": (*self.pile, last),
                    "actions": _put(self.actions, event.seat, kept),
                }
            case chance if isinstance(chance, Chance):
                return {
                    "entries": self.entries + 1,
                    "due": self.due[1:],
                    **self._drawn(chance),
                }
            case _:
                return {}

    def _drawn(self, event: Chance) -> dict[str, Any]:
        match event:
            case Dealt():
                seats = ((),) * len(event.hands)
                return {
                    "case": event.case,
                    "hands": tuple(map(self.header.cards.sort, event.hands)),
                    "aside": event.aside,
                    "actions": seats,
                    "looked": seats,
                }
            case PileShuffled():
                return {"pile": event.cards}
            case Looked(target=target) if target == ASIDE:
                return {"looked": _add(self.looked, event.seat, event.card)}
            case _:
                return {}

    def _moved(self, event: Moved) -> dict[str, Any]:
        match event.move:
            case Play(action=action):
                held = without(self.actions[event.seat], action)
                return {"actions": _put(self.actions, event.seat, held)}
            case Accuse(theory=theory) | Join(theory=theory) if event.sealed:
                return {"theories": (*self.theories, (event.seat, theory))}
            case _:
                return {}


_ByCards: TypeAlias = tuple[tuple[str, ...], ...]


def _put(held: _ByCards, seat: Seat, cards: tuple[str, ...]) -> _ByCards:
    return (*held[:seat], cards, *held[seat + 1 :])


def _add(held: _ByCards, seat: Seat, card: str) -> _ByCards:
    return _put(held, seat, (*held[seat], card))


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after these events."""
    for event in events:
        state = state.apply(event)
    return state
