"""What everybody at the table can see, folded from events.

The referee and every player fold the same public events with the same code: `State` holds a
position and the secrets beside it, `View` holds a position and what one seat has seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gm.game.cards import Card, Seat, Theory
from gm.game.decks import ACTIONS, ActionKind
from gm.game.events import (
    Awaited,
    Dealt,
    Ended,
    Event,
    Lapsed,
    MarkersDealt,
    Moved,
    Passed,
    PileShuffled,
    QuestionPut,
    Stop,
    Stopped,
    Swapped,
    TurnBegan,
    WaitKind,
    WentOut,
)
from gm.game.moves import TIP, Play, Removed


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """The match waits for a seat.

    `opened` is the index of the event that opened it in the log that is folded: of all events
    in a state, of the seen ones in a view.
    """

    seat: Seat
    kind: WaitKind
    asker: Seat | None
    opened: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Cards asked for aloud; `left` are the seats that have not been reached yet."""

    asker: Seat
    cards: tuple[Card, ...]
    every: bool
    left: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The public side of a match.

    `played`: this turn's action card as its reader may know it; `discards`: the action cards
    that lie face up, oldest first; `turn`: counted from 1, 0 before the first.
    """

    events: int = 0
    turn: int = 0
    active: Seat | None = None
    waits: tuple[Wait, ...] = ()
    out: frozenset[Seat] = frozenset()
    removed: frozenset[Seat] = frozenset()
    sizes: tuple[int, ...] = ()
    up: tuple[Card, ...] = ()
    markers: tuple[Card, ...] = ()
    discards: tuple[str, ...] = ()
    played: Moved | None = None
    question: Question | None = None
    over: bool = False
    winner: Seat | None = None
    case: Theory | None = None
    stopped: Stop | None = None

    def wait(self, seat: Seat) -> Wait | None:
        """What this seat is awaited for, if it is."""
        return next((wait for wait in self.waits if wait.seat == seat), None)

    def apply(self, event: Event) -> Position:
        """The position after one more event; events without a public side only count."""
        after = self._apply(event)
        return replace(after, events=self.events + 1)

    def _apply(self, event: Event) -> Position:
        match event:
            case Dealt():
                return replace(self, sizes=tuple(map(len, event.hands)), up=event.up)
            case MarkersDealt():
                return replace(self, markers=event.seats)
            case PileShuffled():
                return replace(self, discards=())
            case Moved():
                return self._moved(event)
            case TurnBegan():
                return replace(
                    self, active=event.seat, turn=self.turn + 1, played=None, question=None
                )
            case Swapped():
                return replace(self, markers=self._swapped(event))
            case QuestionPut():
                question = Question(
                    asker=event.asker, cards=event.cards, every=event.every, left=event.order
                )
                return replace(self, question=question)
            case Passed():
                return replace(self, question=self._reached(stop=False))
            case Awaited():
                wait = Wait(
                    seat=event.seat, kind=event.kind, asker=event.asker, opened=self.events
                )
                waits = (*self.waits, wait)
                if event.kind is WaitKind.SHOW:
                    return replace(self, waits=waits, question=self._reached(stop=True))
                return replace(self, waits=waits, question=None)
            case Lapsed():
                return replace(self, waits=self._without(event.seat))
            case WentOut():
                return replace(self, out=self.out | {event.seat})
            case Stopped():
                return replace(self, stopped=event.why)
            case Ended():
                return replace(self, over=True, winner=event.winner, case=event.case, waits=())
            case _:
                return self

    def _reached(self, *, stop: bool) -> Question:
        """The question after its next seat was reached; a first holder stops a suggestion."""
        question = self.question
        assert question is not None
        left = () if stop and not question.every else question.left[1:]
        return replace(question, left=left)

    def _without(self, seat: Seat) -> tuple[Wait, ...]:
        return tuple(wait for wait in self.waits if wait.seat != seat)

    def _moved(self, event: Moved) -> Position:
        match event.move:
            case Removed():
                return replace(self, removed=self.removed | {event.seat})
            case Play(action=action):
                hidden = action == TIP or ACTIONS[action].kind is ActionKind.TIP
                return replace(
                    self,
                    waits=self._without(event.seat),
                    played=event,
                    discards=self.discards if hidden else (*self.discards, action),
                )
            case _:
                return replace(self, waits=self._without(event.seat))

    def _swapped(self, event: Swapped) -> tuple[Card, ...]:
        markers = list(self.markers)
        if event.other is not None:
            markers[event.other] = markers[event.seat]
        markers[event.seat] = event.marker
        return tuple(markers)
