"""What the master needs from the world: a store that commits at once, a clock, random ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from gm.game.events import Event
from gm.master.commands import Accepted, Outcome, Refused
from gm.master.hours import Hours
from gm.master.notices import Notice
from gm.master.tables import Millis, Place, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Pulse:
    """How long we have lived: all outages of our own in ms, the last heartbeat by wall time."""

    outage: int = 0
    beat: Millis | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A table as it stands: its revision, its data, the events of its match from `since` on;
    `answer`: the stored answer to the command it was loaded for; `people`: the hours of those of
    the table who set any.
    """

    revision: int
    pulse: Pulse
    table: Table
    since: int
    events: tuple[Event, ...] = field(repr=False)
    answer: Outcome | None = None
    people: Mapping[int, Hours] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """All that one command changes, stored in one atomic step or not at all.

    `revision`: what the table's must still be (0: the table is new); `events`: appended to the
    log of match `table.match`, which held `length` before; `at`: service time, `outage` behind
    wall time; `due`: when the table's next clock step is due, None for never; `record`: the
    record of the match, where this change ends it; `idlers`: people whose seats others took
    because they were idle.
    """

    command: str
    answer: Accepted
    revision: int
    before: Table | None
    table: Table
    events: tuple[Event, ...] = field(default=(), repr=False)
    length: int = 0
    at: Millis = 0
    outage: int = 0
    due: Millis | None = None
    notices: tuple[Notice, ...] = ()
    record: str | None = field(default=None, repr=False)
    idlers: tuple[int, ...] = ()


class Lost(Exception):  # noqa: N818 - the race was lost, nothing went wrong
    """Somebody else changed the table, or took this very command; load and decide again."""


class Store(Protocol):
    """Where tables and logs live. Every method is one round trip."""

    def answer(self, command: str) -> Outcome | None:
        """The stored answer to a command that was taken or refused before."""

    def refuse(self, command: str, refused: Refused) -> Outcome:
        """Store a refusal as the answer to a command, unless it has one; the one it has now."""

    def load(
        self, table: str, *, match: int = 0, since: int = 0, command: str = ""
    ) -> Loaded | None:
        """The table with its log from event `since` on, and the answer to `command` if taken.

        `since` counts within `match`; where the table plays another match by now, or its log is
        shorter than that, the whole log comes, `Loaded.since` being 0.
        """

    def past(self, table: str, match: int) -> Loaded | None:
        """The table and the whole log of an earlier match, while they are kept."""

    def commit(self, change: Change) -> Accepted:
        """Store a change and return its answer.

        Errors: Lost where the revision is no longer the table's or the command was taken.
        """

    def reachable(self, person: int) -> bool:
        """Whether the person has opened the private chat and not closed it since."""

    def tables_at(self, place: Place) -> tuple[str, ...]:
        """The tables that stand at this place, oldest first."""

    def solo_of(self, person: int) -> str | None:
        """The solo table at which this person plays, running or set aside."""

    def pulse(self) -> Pulse:
        """What service time follows from, beside wall time."""


class WallClock(Protocol):
    """Wall time."""

    def __call__(self) -> Millis:
        """Milliseconds of UTC."""


class Ids(Protocol):
    """Where random ids and secrets come from."""

    def __call__(self, size: int, /) -> bytes:
        """`size` random bytes."""
