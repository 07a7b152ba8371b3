"""Everything the referee knows, folded from events. Only the engine and the rule sets see it.

A state folded from a redacted record holds unknown cards; what it cannot tell, the record's
own lines must (`holds_any` is None).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gm.game.cards import UNKNOWN, Card, Seat, Theory
from gm.game.events import (
    Chance,
    ChanceDue,
    ChanceNode,
    Dealt,
    Drew,
    Event,
    Looked,
    MarkersDealt,
    Moved,
    PileShuffled,
    PutBack,
)
from gm.game.header import Header
from gm.game.moves import Play
from gm.game.position import Position
from gm.game.view import without


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A whole match.

    `entries`: chance and move lines so far, the index that sealed draws are labelled with;
    `due`: draws that must come next; `hands` in deck order.
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

    def holds_any(self, seat: Seat, cards: Iterable[Card]) -> bool | None:
        """Whether the seat holds one of the cards; None where the record hides its hand."""
        hand = self.hands[seat]
        return None if UNKNOWN in hand else any(card in hand for card in cards)

    def may_hold(self, seat: Seat, card: Card) -> bool:
        """Whether nothing known refutes that the seat holds the card."""
        if card == UNKNOWN:
            return UNKNOWN in self.hands[seat]
        if card in self.hands[seat]:
            return True
        places = (*self.hands, self.case, self.aside, self.position.up)
        return (
            UNKNOWN in self.hands[seat]
            and card in self.header.cards.order
            and not any(card in place for place in places)
        )

    def apply(self, event: Event) -> State:
        """The state after one more event."""
        after = replace(self, position=self.position.apply(event))
        if isinstance(event, Moved | Chance):
            after = replace(after, entries=self.entries + 1)
        match event:
            case ChanceDue():
                return replace(after, due=event.nodes)
            case Dealt():
                return replace(
                    after,
                    due=self.due[1:],
                    case=event.case,
                    hands=tuple(map(self.header.cards.sort, event.hands)),
                    aside=event.aside,
                    actions=((),) * len(event.hands),
                )
            case PileShuffled():
                return replace(after, due=self.due[1:], pile=event.cards)
            case MarkersDealt() | Looked():
                return replace(after, due=self.due[1:])
            case Drew():
                return replace(
                    after,
                    pile=self.pile[1:],
                    actions=self._actions(event.seat, (*self.actions[event.seat], event.card)),
                )
            case PutBack():
                kept, last = self.actions[event.seat][:-1], self.actions[event.seat][-1]
                return replace(
                    after, pile=(*self.pile, last), actions=self._actions(event.seat, kept)
                )
            case Moved(move=Play(action=action)):
                held = without(self.actions[event.seat], action)
                return replace(after, actions=self._actions(event.seat, held))
            case _:
                return after

    def _actions(self, seat: Seat, cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return (*self.actions[:seat], cards, *self.actions[seat + 1 :])


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after these events."""
    for event in events:
        state = state.apply(event)
    return state
