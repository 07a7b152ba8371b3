"""What happened. Entries are the lines of a record; consequences follow from them by the rules.

A log holds both, each entry followed by its consequences, so that everything later is a plain
fold: who is awaited, who is out, what a seat has seen. Fields that hold cards of somebody's
hand or of the case are left out of `repr`, so they cannot be logged by accident.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from gm.game.cards import Card, Seat, Spot, Target, Theory
from gm.game.moves import Move


class WaitKind(StrEnum):
    """What a seat is awaited for; public at all times."""

    TURN = "turn"
    AFTER = "after"
    WALK = "walk"
    SHOW = "show"
    ANSWER = "answer"
    JOIN = "join"
    ORDER = "order"
    AGREE = "agree"


class Stop(StrEnum):
    """Why a match was ended from outside (§5)."""

    NO_PEOPLE = "no_people"
    STOPPED = "stopped"
    ABANDONED = "abandoned"


class ChanceKind(StrEnum):
    """The kinds of chance lines."""

    DEAL = "deal"
    MARKERS = "markers"
    PILE = "pile"
    LOOK = "look"
    FIRST = "first"
    WEAPONS = "weapons"
    ROLL = "roll"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceNode:
    """A draw that must come next; a look names the seat that looks and at whose hand, or that
    it looks at the cards laid aside.
    """

    kind: ChanceKind
    seat: Seat | None = None
    target: Target | None = None


# -- entries: chance -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The case, the hands by seat, the leftovers face up, the cards laid aside."""

    case: Theory = field(repr=False)
    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    up: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkersDealt:
    """The destination marker in front of each seat; the others lie in the middle."""

    seats: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PileShuffled:
    """The action cards in drawing order; at set-up the seats' opening cards come first."""

    cards: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """`seat` saw one card of `target`'s hand, or of those laid aside, drawn by lot."""

    seat: Seat
    target: Target
    card: Card = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDrawn:
    """Who begins, by lot or by the vote of the table (§1)."""

    seat: Seat
    voted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponsPlaced:
    """The room in which each weapon lies, weapons in deck order; the tokens stand on their
    starts (§3).
    """

    rooms: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """What the dice show, in the order they were thrown."""

    dice: tuple[int, ...]


# -- entries: moves and stops ----------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A seat moved.

    `to`: the one other seat that this move is shown to (a shown card, a tip, its answer);
    None for a public move. `sealed`: shown to nobody else before it is revealed, if ever (an
    accusation that others may join, joining, declining). `lot`: a clock or the keeper chose it
    by the sealed chance.
    """

    seat: Seat
    move: Move = field(repr=False)
    to: Seat | None = None
    sealed: bool = False
    lot: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """The match was ended from outside; nobody wins."""

    why: Stop


# -- consequences ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceDue:
    """These draws must come next, in this order. Nobody sees this event."""

    nodes: tuple[ChanceNode, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """It is this seat's turn."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew:
    """The seat took the top action card of the pile."""

    seat: Seat
    card: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack:
    """The card that the seat drew last went under the pile, unseen."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped:
    """`seat` took `marker`; what it had went to `other`, or to the middle where None."""

    seat: Seat
    marker: Card
    other: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenMoved:
    """A suspect's token moved. `summoned`: the seat that plays it was called by another seat's
    suggestion, which gives it the right to stay (§3).
    """

    suspect: Card
    to: Spot
    summoned: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponMoved:
    """A weapon was moved into a room by a suggestion."""

    weapon: Card
    room: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """The last seat has chosen: these seats joined the accusation, clockwise from the accuser.

    Nobody: it is a lone accusation.
    """

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """The accusers' theories, in the order in which they are compared with the case."""

    theories: tuple[tuple[Seat, Theory], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPut:
    """These cards are asked for, of these seats in this order.

    `every`: all that hold one must show (a sleuth), not only the first (a suggestion).
    """

    asker: Seat
    cards: tuple[Card, ...]
    order: tuple[Seat, ...]
    every: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """The seat holds none of the cards asked for."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """The match waits for this seat. `asker`: who asked it or waits for its word, None in a
    turn of its own. A card asked for tells that the seat has a match, but for a tip, whose
    outcome nobody else may learn.
    """

    seat: Seat
    kind: WaitKind
    asker: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapsed:
    """The seat is no longer awaited, and nothing more is shown."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOut:
    """The seat takes no more turns; its hand still answers."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseSeen:
    """The seat looked at the case after a wrong accusation of its own."""

    seat: Seat
    case: Theory = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The match is over and the case is shown to all."""

    winner: Seat | None
    case: Theory


Chance: TypeAlias = (
    Dealt | MarkersDealt | PileShuffled | Looked | FirstDrawn | WeaponsPlaced | Rolled
)
Entry: TypeAlias = Chance | Moved | Stopped
Told: TypeAlias = Passed | Awaited
"""What the lines of a redacted record tell and a full one leaves to the hands."""
Event: TypeAlias = (
    Entry
    | ChanceDue
    | TurnBegan
    | Drew
    | PutBack
    | Swapped
    | TokenMoved
    | WeaponMoved
    | Joined
    | Revealed
    | QuestionPut
    | Passed
    | Awaited
    | Lapsed
    | WentOut
    | CaseSeen
    | Ended
)
SeenEvent: TypeAlias = Event
"""An event as one seat sees it: made by `gm.game.audience.redact` and by nothing else."""
