"""The one door: commands in, answers out, everything in between stored in one step.

Commit first, speak after: what is to be said is part of the commit, and nobody is told anything
before it. A lost race is decided again; a command that was taken before gets the same answer.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from types import MappingProxyType
from typing import assert_never

from gm.game.events import WaitKind
from gm.game.reasons import Illegal
from gm.master import (
    absence,
    daily,
    deciding,
    hosting,
    lobby,
    luck,
    play,
    removing,
    resting,
    solo,
    stopping,
    taking,
)
from gm.master.clocks import next_due, service_time
from gm.master.commands import (
    Abandon,
    Accepted,
    Act,
    AddAi,
    AddLuck,
    Advise,
    Again,
    AskSeat,
    Begin,
    Command,
    Consent,
    Delivered,
    Depute,
    DropAi,
    Gone,
    GoOn,
    HostInstead,
    Join,
    Leave,
    Migrate,
    MoreTime,
    Mute,
    OpenSolo,
    OpenTable,
    Outcome,
    Pause,
    Pick,
    Recap,
    Refused,
    Remove,
    Rest,
    Return,
    SetOption,
    Stop,
    Strike,
    Vote,
)
from gm.master.hours import Hours
from gm.master.match import Match, header_of
from gm.master.ports import Change, Ids, Loaded, Lost, Store, WallClock
from gm.master.reasons import Refusal
from gm.master.records import record_text
from gm.master.sitting import Declined, Sitting
from gm.master.slots import card
from gm.master.tables import Millis, Phase, Place, Table
from gm.master.telling import tell

_TRIES = 50
_KEPT = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What a new table begins with."""

    theme: str = "default"
    turn_seconds: int = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A table as it stands now, for whoever draws it."""

    table: Table
    match: Match | None
    revision: int
    now: Millis
    outage: int
    people: Mapping[int, Hours] = field(default_factory=lambda: MappingProxyType({}))


class Master:
    """Takes every command; everything that reads a table asks it too."""

    def __init__(
        self, store: Store, *, clock: WallClock, ids: Ids, defaults: Defaults | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._defaults = defaults or Defaults()
        self._matches: dict[str, tuple[int, Match]] = {}
        self._lock = Lock()

    # -- commands ----------------------------------------------------------------------------

    def handle(self, command: Command) -> Outcome:
        """Take one command: Accepted once it is stored, Refused where nothing changes."""
        for _ in range(_TRIES):
            try:
                return self._try(command)
            except Lost:
                continue
            except Declined as declined:
                refused = Refused(reason=declined.reason, params=declined.params)
            except Illegal as illegal:
                refused = Refused(reason=illegal.reason)
            return self._store.refuse(command.id, refused)
        return Refused(reason=Refusal.BUSY)  # not stored: it may be tried again

    def _try(self, command: Command) -> Outcome:
        if isinstance(command, OpenTable):
            return self._open(command)
        if isinstance(command, OpenSolo):
            return self._open_solo(command)
        scene, known = self._find(command.table, command.id)
        if known is not None:
            return known
        if scene is None:
            raise Declined(Refusal.NO_TABLE)
        sitting = Sitting(
            scene.table, scene.match, scene.now, outage=scene.outage, people=scene.people
        )
        note = self._decide(sitting, command)
        play.settle(sitting)
        _hear(sitting, command)
        answer = Accepted(table=scene.table.id, note=note)
        if sitting.table == scene.table and not sitting.events and not sitting.notices:
            return answer
        return self._commit(command, sitting, scene, answer)

    def _commit(
        self, command: Command, sitting: Sitting, scene: Scene, answer: Accepted
    ) -> Accepted:
        return self._store.commit(
            Change(
                command=command.id,
                answer=answer,
                revision=scene.revision,
                before=scene.table,
                table=sitting.table,
                events=tuple(sitting.events),
                length=0 if scene.match is None else len(scene.match.events),
                at=scene.now,
                outage=scene.outage,
                due=next_due(sitting.table),
                notices=tell(sitting),
                record=_record(scene.table, sitting),
                idlers=tuple(sitting.idlers),
            )
        )

    def _decide(self, sitting: Sitting, command: Command) -> str | None:
        match command:
            case Join():
                return lobby.join(sitting, command)
            case Leave() if sitting.table.phase is Phase.LOBBY:
                return lobby.leave(sitting, command)
            case Leave():
                return absence.give_up(sitting, command)
            case Return():
                return absence.come_back(sitting, command, self._store.reachable)
            case Gone():
                return absence.gone(sitting, command)
            case AddAi():
                return lobby.add_ai(sitting, command)
            case DropAi():
                return lobby.drop_ai(sitting, command)
            case SetOption():
                return lobby.set_option(sitting, command)
            case Pick() | Vote():
                return lobby.choose(sitting, command)
            case AddLuck():
                return luck.add(sitting, command)
            case Begin():
                return lobby.begin(sitting, command, self._store.reachable)
            case Stop():
                return stopping.stop(sitting, command)
            case Again() if sitting.table.solo:
                return solo.again(sitting, command, self._ids(32), self._store.solo_of)
            case Again():
                return lobby.again(sitting, command, self._ids(32), self._store.tables_at)
            case Remove():
                return removing.remove(sitting, command)
            case AskSeat():
                return taking.ask(sitting, command, self._store.reachable)
            case Consent():
                return deciding.consent(sitting, command)
            case HostInstead():
                return hosting.host_instead(sitting, command)
            case Act():
                return play.act(sitting, command)
            case Advise():
                return play.advise(sitting, command)
            case MoreTime():
                return play.more_time(sitting, command)
            case Pause():
                return resting.pause(sitting, command)
            case GoOn():
                return resting.go_on(sitting, command)
            case Rest():
                return resting.away(sitting, command)
            case Depute():
                return resting.depute(sitting, command)
            case Recap():
                return daily.recap(sitting, command)
            case Mute():
                return resting.mute(sitting, command)
            case Strike():
                play.strike(sitting)
                return None
            case Delivered():
                return play.delivered(sitting, command)
            case Abandon():
                absence.abandon(sitting)
                return None
            case Migrate():
                return self._migrate(sitting, command)
            case OpenTable() | OpenSolo():
                raise AssertionError
            case _:
                assert_never(command)

    def _open(self, command: OpenTable) -> Outcome:
        taken = self._store.tables_at(command.place)
        known = self._store.answer(command.id)  # read last, for it may be what took the place
        if known is not None:
            return known
        if taken:
            raise Declined(Refusal.TABLE_HERE)
        now = self.now()
        table = lobby.open_table(
            command,
            table=self._new_id(),
            key=self._ids(32),
            seed=self._ids(32),
            theme=self._defaults.theme,
            turn_seconds=self._defaults.turn_seconds,
            now=now,
            wall=self._clock(),
        )
        answer = Accepted(table=table.id)
        return self._store.commit(
            Change(
                command=command.id,
                answer=answer,
                before=None,
                table=table,
                at=now,
                due=next_due(table),
                notices=card(table, page="games" if command.rules is None else ""),
                revision=0,
            )
        )

    def _open_solo(self, command: OpenSolo) -> Outcome:
        """Open somebody's own table and deal, in one step."""
        running = self._store.solo_of(command.actor.person.id)
        known = self._store.answer(command.id)
        if known is not None:
            return known
        if running is not None:
            raise Declined(Refusal.SOLO_RUNNING)
        if not self._store.reachable(command.actor.person.id):
            raise Declined(Refusal.UNREACHABLE_YOU)
        pulse = self._store.pulse()
        theme = self._defaults.theme
        key, seed = self._ids(32), self._ids(32)
        table = solo.open_solo(command, table=self._new_id(), key=key, seed=seed, theme=theme)
        sitting = Sitting(table, None, service_time(self._clock(), pulse), outage=pulse.outage)
        solo.begin(sitting)
        play.settle(sitting)
        return self._store.commit(
            Change(
                command=command.id,
                answer=Accepted(table=table.id),
                revision=0,
                before=None,
                table=sitting.table,
                events=tuple(sitting.events),
                at=sitting.now,
                outage=pulse.outage,
                due=next_due(sitting.table),
                notices=tell(sitting),
            )
        )

    def _new_id(self) -> str:
        return base64.b32encode(self._ids(15)).decode("ascii").lower()

    @staticmethod
    def _migrate(sitting: Sitting, command: Migrate) -> str | None:
        """The chat has another id now; topics do not survive the change."""
        sitting.change(place=Place(chat=command.chat))
        return None

    # -- reading -----------------------------------------------------------------------------

    def now(self) -> Millis:
        """Service time: wall time less our own outages."""
        return service_time(self._clock(), self._store.pulse())

    def scene(self, table: str) -> Scene | None:
        """The table and its match as they stand."""
        return self._find(table, "")[0]

    def past(self, table: str, match: int) -> Scene | None:
        """An earlier match as it ended, while it is kept: its last words may be still unsaid."""
        loaded = self._store.past(table, match)
        if loaded is None:
            return None
        return Scene(
            table=loaded.table,
            match=Match(header_of(loaded.table), loaded.events),
            revision=0,
            now=service_time(self._clock(), loaded.pulse),
            outage=loaded.pulse.outage,
        )

    def _find(self, table: str, command: str) -> tuple[Scene | None, Outcome | None]:
        """The table as it stands, and the answer to a command that was taken before."""
        known = self._matches.get(table)
        match, since = (0, 0) if known is None else (known[0], len(known[1].events))
        loaded = self._store.load(table, match=match, since=since, command=command)
        if loaded is None:
            return None, None
        scene = Scene(
            table=loaded.table,
            match=self._follow(loaded, known[1] if known and loaded.since else None),
            revision=loaded.revision,
            now=service_time(self._clock(), loaded.pulse),
            outage=loaded.pulse.outage,
            people=loaded.people,
        )
        return scene, loaded.answer

    def _follow(self, loaded: Loaded, known: Match | None) -> Match | None:
        """The match of a loaded table: what was kept, and what came since."""
        if loaded.table.phase is Phase.LOBBY or not (loaded.events or known):
            return None
        match = Match(header_of(loaded.table)) if known is None else known
        if loaded.events:
            match = match.extended(loaded.events)
        self._keep(loaded.table, match)
        return match

    def _keep(self, table: Table, match: Match) -> None:
        """Keep a match for the next command, and let go of the one not used for longest."""
        with self._lock:
            self._matches.pop(table.id, None)
            self._matches[table.id] = (table.match, match)
            while len(self._matches) > _KEPT:
                del self._matches[next(iter(self._matches))]


def _hear(sitting: Sitting, command: Command) -> None:
    """Remember when somebody last did something here.

    Not that they chose whether to join an accusation: that is sealed until all have (§1).
    """
    actor = getattr(command, "actor", None)
    if actor is None or (sitting.table == sitting.found and not sitting.events):
        return
    waits = () if sitting.before is None else sitting.before.state.position.waits
    if isinstance(command, Act) and any(wait.kind is WaitKind.JOIN for wait in waits):
        return
    if sitting.table.seat_of(actor.person.id) is not None:
        heard = {**sitting.table.heard, str(actor.person.id): sitting.now}
        sitting.change(heard=MappingProxyType(heard))


def _record(before: Table, sitting: Sitting) -> str | None:
    """The record of the match that this command ended, if it did."""
    if before.phase is Phase.OVER or sitting.table.phase is not Phase.OVER:
        return None
    assert sitting.match is not None
    return record_text(sitting.table, sitting.match)
