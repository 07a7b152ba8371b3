"""One command's work on one table: what it would change, gathered before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from gm.game import engine
from gm.game.cards import Seat
from gm.game.dealing import draw
from gm.game.events import ChanceKind, Entry, Event, FirstDrawn
from gm.master.hours import Hours, is_quiet, next_morning, quiet_end, zone_of
from gm.master.match import Match
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.pace import slow
from gm.master.reasons import Refusal
from gm.master.tables import (
    Ai,
    Clock,
    Keeper,
    Millis,
    Occupant,
    Person,
    Phase,
    Table,
)


class Declined(Exception):  # noqa: N818 - an answer, not a fault
    """The command is refused; nothing changes."""

    def __init__(self, reason: str, **params: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.params: Mapping[str, str | int] = params


class Sitting:
    """A table and its match as a command finds them and leaves them.

    `match` is None in the first lobby; `outage`: what service time is behind wall time; `people`:
    the hours of those who set any. Nothing here is stored until the master commits it.
    """

    def __init__(
        self,
        table: Table,
        match: Match | None,
        now: Millis,
        *,
        outage: int = 0,
        people: Mapping[int, Hours] = MappingProxyType({}),
    ) -> None:
        self.found = table
        self.outage = outage
        self.people = people
        self.table = table
        self.before = match
        self.match = match
        self.now = now
        self.events: list[Event] = []
        self.notices: list[Notice] = []
        self.idlers: list[int] = []

    @property
    def playing(self) -> Match:
        """The running match. Errors: Declined where none is running."""
        if self.match is None or self.table.phase is not Phase.PLAYING:
            raise Declined(Refusal.NOT_PLAYING)
        return self.match

    def change(self, **fields: object) -> None:
        """Change fields of the table."""
        self.table = replace(self.table, **fields)  # type: ignore[arg-type]

    def seat_of(self, person: int) -> Seat:
        """The person's seat. Errors: Declined where they have none here."""
        seat = self.table.seat_of(person)
        if seat is None:
            raise Declined(Refusal.NOT_SEATED)
        return seat

    def sit(self, seat: Seat, occupant: Occupant) -> None:
        """Put somebody else into a seat; the table remembers since when."""
        at = 0 if self.match is None else len(self.match.events)
        self.table = self.table.with_occupant(seat, occupant)
        self.change(history=(*self.table.history, (at, seat, occupant_code(occupant))))
        if isinstance(occupant, Person):
            self.change(sat=MappingProxyType({**self.table.sat, str(occupant.id): seat}))

    def idled(self, seat: Seat, waits: int) -> None:
        """So many idle waits in a row has the seat had now."""
        idle = self.table.idle
        self.change(idle=(*idle[:seat], waits, *idle[seat + 1 :]))

    def put(self, clock: Clock, instead: Clock | None) -> None:
        """Put another clock in the place of this one, or none."""
        clocks = (instead if c is clock else c for c in self.table.clocks)
        self.change(clocks=tuple(c for c in clocks if c is not None))

    # -- people's own time -------------------------------------------------------------------

    @property
    def clock_time(self) -> Millis:
        """The time at which clocks are wound: they stand still since a pause began."""
        return self.now if self.table.paused is None else self.table.paused

    def hours(self, person: int) -> Hours:
        """What this person set about time."""
        return self.people.get(person, Hours())

    def quiet_end(self, person: int, at: Millis) -> Millis | None:
        """When the person's quiet hours end into which this moment falls; None outside them, and
        in live play, where there are none.
        """
        hours = self.hours(person)
        zone = zone_of(hours.zone, self.table.zone)
        wall = at + self.outage
        if not slow(self.table) or not is_quiet(hours.quiet, zone, wall):
            return None
        return quiet_end(hours.quiet, zone, wall) - self.outage

    def morning(self, person: int | None, at: Millis) -> Millis:
        """When the next day begins after this moment, for a person or for the chat."""
        hours = Hours() if person is None else self.hours(person)
        zone = zone_of(hours.zone, self.table.zone)
        return next_morning(hours.quiet, zone, at + self.outage) - self.outage

    def away_until(self, person: int) -> Millis | None:
        """Until when the person is away (slow play)."""
        away = self.hours(person).away
        if away is None or not slow(self.table) or away - self.outage <= self.now:
            return None
        return away - self.outage

    def enter(self, entry: Entry) -> None:
        """Add an entry to the match, and every draw that falls due by it.

        Errors: Illegal, and then nothing was added.
        """
        assert self.match is not None
        self._add(engine.decide(self.match.state, entry))
        while self.match.state.due:
            self._add(engine.decide(self.match.state, draw(self.match.state, self.table.draws)))

    def begin(self, match: Match, *, first: Seat | None = None) -> None:
        """Begin this match: its set-up is drawn at once, but for the first seat of a vote."""
        self.match = match
        self._add(engine.start(match.header))
        while self.match.state.due:
            voted = first is not None and self.match.state.due[0].kind is ChanceKind.FIRST
            drawn = (
                FirstDrawn(seat=first, voted=True)
                if voted and first is not None
                else draw(self.match.state, self.table.draws)
            )
            self._add(engine.decide(self.match.state, drawn))

    def _add(self, events: tuple[Event, ...]) -> None:
        assert self.match is not None
        self.match = self.match.extended(events)
        self.events += events

    def say(self, key: str, **args: str | int) -> None:
        """Say a line of the catalogue in the group."""
        if self.table.place is not None:
            slot = f"say/{key}/{self.table.match}/{len(self.events)}/{self.now}"
            self.notices.append(
                Notice(
                    table=self.table.id,
                    to=self.table.place,
                    slot=slot,
                    kind=NoticeKind.SAY,
                    args={"key": key, **args},
                    urgency=Urgency.STORY,
                    fresh=True,
                )
            )


def occupant_code(occupant: Occupant) -> str:
    """The occupant as records name it."""
    match occupant:
        case Person():
            return "person"
        case Ai():
            return f"ai:{occupant.level}"
        case Keeper():
            return "keeper"
