"""A table: who sits where, in which phase, under which clocks. The match's own truth is its log.

Occupants are data of the table, never of the rules: the log knows seats only, so a seat can
change hands with all it has seen, and forgetting a person touches the table alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from gm.game.cards import Card, Seat
from gm.game.chance import stirred
from gm.game.options import Value

Millis: TypeAlias = int
"""Service time: milliseconds of UTC less all outages of our own."""


class Phase(StrEnum):
    """Where a table stands. ASIDE: no person is there, the case is closed, a day to come back."""

    LOBBY = "lobby"
    PLAYING = "playing"
    ASIDE = "aside"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a table stands in Telegram: a chat, and a topic of it where it is a forum."""

    chat: int
    thread: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person in a seat, by Telegram id; name and language as Telegram last said."""

    id: int
    name: str
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ai:
    """An AI seat. `follows`: the person whose seat it took over, and whose name it keeps."""

    level: str
    name: str
    follows: Person | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeper:
    """The game master answers for this seat; `follows` is whose it was."""

    follows: Person


Occupant: TypeAlias = Person | Ai | Keeper


class Help(StrEnum):
    """How much the sheet of the Mini App works out by itself.

    MANUAL crosses off one's own and the face-up cards, AUTO notes what was seen, LOGIC all that
    follows from it, ODDS adds the chances.
    """

    MANUAL = "manual"
    AUTO = "auto"
    LOGIC = "logic"
    ODDS = "odds"


class ClockKind(StrEnum):
    """What runs out: the ladder of a wait, an automatic answer, or a table's own time.

    GRACE and ASIDE with a seat: so long is that seat kept for the person whom it follows. PAUSE
    ends a pause that nobody ends; DIGEST tells once a day what happened, the group or a seat;
    BALLOT ends a vote about a seat, without a seat the one to stop.
    """

    WAIT = "wait"
    AUTO = "auto"
    GRACE = "grace"
    ASIDE = "aside"
    LOBBY = "lobby"
    PAUSE = "pause"
    DIGEST = "digest"
    BALLOT = "ballot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A running clock.

    `start`: when it began; `length`: its whole time in ms; `step`: how many steps of its ladder
    are done; `wait`: the log index that opened the wait it belongs to; `sent`: its message has
    arrived; `extended`: more time was given; `reminders`: when its person is reminded,
    in percent of the length; `added`: how much of the length was added for quiet hours; `hold`:
    no step before then; `rests`: it does not run before `start`, for its person is away;
    `excused`: its person cannot write, or could not, so it counts as no idle wait; `deputed`: the
    game master answers for its person; `outage`: our own outages when it was opened.
    """

    kind: ClockKind
    start: Millis
    length: int
    seat: Seat | None = None
    wait: int | None = None
    step: int = 0
    sent: bool = False
    extended: bool = False
    reminders: tuple[int, int] = (50, 75)
    added: int = 0
    hold: Millis = 0
    rests: bool = False
    excused: bool = False
    deputed: bool = False
    outage: int = 0


class BallotKind(StrEnum):
    """What the people of a match vote on: REMOVE somebody, or give a free SEAT to somebody."""

    REMOVE = "remove"
    SEAT = "seat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """A vote that runs. Only how many agreed is ever told, never who.

    `mark`: what its button carries; `person`: whom it is about; `votes`: who agreed.
    """

    kind: BallotKind
    mark: str
    seat: Seat
    person: Person
    votes: frozenset[int] = field(default=frozenset(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table.

    `key`: secret from which wait ids and delays are derived; `seed`: the sealed chance of the
    present match; `idle`: idle waits in a row by seat; `stop_votes`: people who want to stop;
    `help`: of all sheets of the table; `level`: of the AI seats that come to it; `learning`:
    people may ask what would tell most; `options`: what the host set; `dealt`: what Begin set
    beside it, for this match alone; `picks`: the pieces that people chose, `votes`: whom they want
    to begin, both by person; `tokens`: the piece of each seat in this match; `luck`: what people
    add to the draw, by person; `added`: what each seat of this match did; `leaves`: those of its
    deal, in hexadecimal; `ladder`: which steps of a wait are set other than by the pace's default;
    `zone`: the chat's time zone; `paused`: since when all clocks stand still, and `pause_votes`
    who asks for it; `muted`: who may not write in the chat; `rested`: for how long away people's
    clocks have rested in this match, in ms; `reminded`: when each was last reminded; `deputed`:
    for whom the game master answers questions; `looked`: how much of the log each has been told;
    the last four by person. `ballots`: the votes that run, at most one a seat; `sat`: everybody
    who has sat in this match, each with the one seat whose cards they know, by person; `barred`:
    who was sent away from this lobby; `heard`: when each person last did something here, by
    person.
    """

    id: str
    place: Place | None
    title: str
    host: int
    language: str
    theme: str
    rules: str
    deck: str | None
    turn_seconds: int
    opened_at: Millis
    key: bytes = field(repr=False)
    seed: bytes = field(repr=False)
    phase: Phase = Phase.LOBBY
    match: int = 1
    help: Help = Help.LOGIC
    level: str = "rookie"
    learning: bool = False
    options: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    picks: Mapping[str, Card] = field(default_factory=lambda: MappingProxyType({}))
    tokens: tuple[Card, ...] = ()
    luck: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    added: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    votes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    occupants: tuple[Occupant, ...] = ()
    clocks: tuple[Clock, ...] = ()
    idle: tuple[int, ...] = ()
    stop_votes: frozenset[int] = frozenset()
    history: tuple[tuple[int, Seat, str], ...] = ()
    dealt: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    ladder: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    zone: str | None = None
    paused: Millis | None = None
    pause_votes: frozenset[int] = frozenset()
    muted: frozenset[int] = frozenset()
    rested: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    reminded: Mapping[str, Millis] = field(default_factory=lambda: MappingProxyType({}))
    deputed: frozenset[int] = frozenset()
    looked: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    ballots: tuple[Ballot, ...] = ()
    sat: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    barred: frozenset[int] = frozenset()
    heard: Mapping[str, Millis] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def draws(self) -> bytes:
        """The key of all draws of this match."""
        return stirred(self.seed, self.added) if self.added else self.seed

    @property
    def solo(self) -> bool:
        """Whether one person plays here, in the private chat."""
        return self.place is None

    @property
    def advises(self) -> bool:
        """Whether people here may ask what would tell most."""
        return self.solo or self.learning

    def seat_of(self, person: int) -> Seat | None:
        """The seat in which this person sits."""
        return next(
            (
                seat
                for seat, occupant in enumerate(self.occupants)
                if isinstance(occupant, Person) and occupant.id == person
            ),
            None,
        )

    def follows(self, person: int) -> bool:
        """Whether somebody else sits in a seat that was this person's."""
        return any(p is not None and p.id == person for p in map(followed, self.occupants))

    def knows_seat(self, person: int) -> Seat | None:
        """The one seat of this match whose cards the person knows, or may know."""
        seats = (n for n, o in enumerate(self.occupants) if _is_or_was(o, person))
        return self.sat.get(str(person), next(seats, None))

    def was_here(self, person: int) -> bool:
        """Whether the person sat in this match, and does no more."""
        return self.seat_of(person) is None and self.knows_seat(person) is not None

    @property
    def kept(self) -> Mapping[int, Clock]:
        """The people for whom a seat is kept, by id, each with the clock that runs for it."""
        keeping = (ClockKind.GRACE, ClockKind.ASIDE)
        return {
            person.id: clock
            for clock in self.clocks
            if clock.kind in keeping and clock.seat is not None
            if (person := followed(self.occupants[clock.seat])) is not None
        }

    def known(self, person: int) -> Person | None:
        """The person of this id who sits here, or whose seat somebody else has now."""
        everybody = (*self.people, *map(followed, self.occupants))
        return next((p for p in everybody if p is not None and p.id == person), None)

    @property
    def people(self) -> tuple[Person, ...]:
        """The people who sit here, in seat order."""
        return tuple(o for o in self.occupants if isinstance(o, Person))

    def with_occupant(self, seat: Seat, occupant: Occupant) -> Table:
        """The table with somebody else in this seat."""
        occupants = (*self.occupants[:seat], occupant, *self.occupants[seat + 1 :])
        return replace(self, occupants=occupants)


def _is_or_was(occupant: Occupant, person: int) -> bool:
    here = occupant if isinstance(occupant, Person) else occupant.follows
    return here is not None and here.id == person


def followed(occupant: Occupant) -> Person | None:
    """Whose seat it was, where somebody else sits there now."""
    return None if isinstance(occupant, Person) else occupant.follows
