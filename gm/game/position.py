"""What everybody at the table can see, folded from events.

The referee and every player fold the same public events with the same code: `State` holds a
position and the secrets beside it, `View` holds a position and what one seat has seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from gm.game.board import STARTS, TOKENS, WEAPONS
from gm.game.cards import Card, Seat, Spot, Theory
from gm.game.changed import changed
from gm.game.decks import ACTIONS, ActionKind
from gm.game.events import (
    Awaited,
    Dealt,
    Ended,
    Event,
    Joined,
    Lapsed,
    MarkersDealt,
    Moved,
    Passed,
    PileShuffled,
    QuestionPut,
    Rolled,
    Stop,
    Stopped,
    Swapped,
    TokenMoved,
    TurnBegan,
    WaitKind,
    WeaponMoved,
    WeaponsPlaced,
    WentOut,
)
from gm.game.moves import TIP, Accuse, Order, Passage, Play, Removed, Stay, Suggest, Walk

_Changes: TypeAlias = dict[str, Any]


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
class Accusation:
    """A sealed accusation that others may join (§1).

    `joined`: who did, clockwise from the accuser, None before the last has chosen; `proposal`:
    the order that is asked for. Who goes out before the theories are shown drops out of both.
    """

    accuser: Seat
    joined: tuple[Seat, ...] | None = None
    proposal: tuple[Seat, ...] | None = None

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """The accusers in the order that holds where no other is agreed."""
        return (self.accuser, *(self.joined or ()))

    def without(self, seat: Seat) -> Accusation:
        """The accusation when this seat has dropped out of it."""
        return Accusation(
            accuser=self.accuser,
            joined=_less(self.joined, seat),
            proposal=_less(self.proposal, seat),
        )


def _less(seats: tuple[Seat, ...] | None, seat: Seat) -> tuple[Seat, ...] | None:
    return None if seats is None else tuple(other for other in seats if other != seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What lies on the board of the mansion (§3).

    `tokens` and `weapons` in deck order; `may_stay`: the seats called into their room since
    their last turn; `dice`: this turn's throw; `may_suggest`: the active seat has entered a
    room, or stayed, and has not suggested yet.
    """

    tokens: tuple[Spot, ...]
    weapons: tuple[Card, ...]
    may_stay: frozenset[Seat] = frozenset()
    dice: tuple[int, ...] = ()
    may_suggest: bool = False


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
    accusation: Accusation | None = None
    board: Board | None = None
    over: bool = False
    winner: Seat | None = None
    case: Theory | None = None
    stopped: Stop | None = None

    def wait(self, seat: Seat) -> Wait | None:
        """What this seat is awaited for, if it is."""
        return next((wait for wait in self.waits if wait.seat == seat), None)

    def apply(self, event: Event) -> Position:
        """The position after one more event; events without a public side only count."""
        changes = self._changes(event)
        changes["events"] = self.events + 1
        return changed(self, changes)

    def _changes(self, event: Event) -> _Changes:
        match event:
            case Moved():
                return self._moved(event)
            case Awaited():
                return self._awaited(event)
            case TurnBegan():
                return self._turn(event.seat)
            case Passed():
                return {"question": self._reached(stop=False)}
            case QuestionPut():
                question = Question(
                    asker=event.asker, cards=event.cards, every=event.every, left=event.order
                )
                return {"question": question}
            case Lapsed():
                return {"waits": self._without(event.seat)}
            case WentOut():
                return {"out": self.out | {event.seat}, **self._dropped(event.seat)}
            case Dealt():
                return {"sizes": tuple(map(len, event.hands)), "up": event.up}
            case MarkersDealt():
                return {"markers": event.seats}
            case PileShuffled():
                return {"discards": ()}
            case Swapped():
                return {"markers": self._swapped(event)}
            case WeaponsPlaced():
                return {"board": Board(tokens=STARTS, weapons=event.rooms)}
            case Rolled() | TokenMoved() | WeaponMoved():
                return {"board": self._board(event)}
            case Joined():
                return self._joined(event)
            case Stopped():
                return {"stopped": event.why}
            case Ended():
                return {"over": True, "winner": event.winner, "case": event.case, "waits": ()}
            case _:
                return {}

    def _turn(self, seat: Seat) -> _Changes:
        changes: _Changes = {
            "active": seat,
            "turn": self.turn + 1,
            "played": None,
            "question": None,
            "accusation": None,
        }
        if self.board is not None:
            may_stay = self.board.may_stay - {self.active}
            changes["board"] = replace(self.board, may_stay=may_stay, dice=(), may_suggest=False)
        return changes

    def _awaited(self, event: Awaited) -> _Changes:
        wait = Wait(seat=event.seat, kind=event.kind, asker=event.asker, opened=self.events)
        shows = event.kind is WaitKind.SHOW
        question = self._reached(stop=True) if shows else None
        return {"waits": (*self.waits, wait), "question": question}

    def _reached(self, *, stop: bool) -> Question:
        """The question after its next seat was reached; a first holder stops a suggestion."""
        question = self.question
        assert question is not None
        left = () if stop and not question.every else question.left[1:]
        return replace(question, left=left)

    def _without(self, seat: Seat) -> tuple[Wait, ...]:
        return tuple(wait for wait in self.waits if wait.seat != seat)

    def _moved(self, event: Moved) -> _Changes:
        move = event.move
        if isinstance(move, Removed):
            return {"removed": self.removed | {event.seat}}
        changes: _Changes = {"waits": self._without(event.seat)}
        match move:
            case Play(action=action):
                changes["played"] = event
                if action != TIP and ACTIONS[action].kind is not ActionKind.TIP:
                    changes["discards"] = (*self.discards, action)
            case Accuse() if event.sealed:
                changes["accusation"] = Accusation(accuser=event.seat)
            case Order(order=order):
                assert self.accusation is not None
                changes["accusation"] = replace(self.accusation, proposal=order)
            case Walk(to=to):
                changes["board"] = self._entered(suggests=isinstance(to, str))
            case Passage() | Stay():
                changes["board"] = self._entered(suggests=True)
            case Suggest():
                changes["board"] = self._entered(suggests=False)
            case _:
                pass
        return changes

    def _entered(self, *, suggests: bool) -> Board:
        assert self.board is not None
        return replace(self.board, may_suggest=suggests)

    def _joined(self, event: Joined) -> _Changes:
        assert self.accusation is not None
        return {
            "accusation": replace(self.accusation, joined=event.seats),
            "waits": tuple(wait for wait in self.waits if wait.kind is not WaitKind.JOIN),
        }

    def _dropped(self, seat: Seat) -> _Changes:
        if self.accusation is None or self.accusation.accuser == seat:
            return {}
        return {"accusation": self.accusation.without(seat)}

    def _board(self, event: Rolled | TokenMoved | WeaponMoved) -> Board:
        board = self.board
        assert board is not None
        match event:
            case Rolled():
                return replace(board, dice=event.dice)
            case TokenMoved():
                tokens = _with(board.tokens, TOKENS.index(event.suspect), event.to)
                may_stay = board.may_stay
                if event.summoned is not None:
                    may_stay |= {event.summoned}
                return replace(board, tokens=tokens, may_stay=may_stay)
            case WeaponMoved():
                weapons = _with(board.weapons, WEAPONS.index(event.weapon), event.room)
                return replace(board, weapons=weapons)

    def _swapped(self, event: Swapped) -> tuple[Card, ...]:
        markers = self.markers
        if event.other is not None:
            markers = _with(markers, event.other, markers[event.seat])
        return _with(markers, event.seat, event.marker)


_T = TypeVar("_T")


def _with(items: tuple[_T, ...], place: int, item: _T) -> tuple[_T, ...]:
    return (*items[:place], item, *items[place + 1 :])
