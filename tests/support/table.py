"""A table to play at: a clock in our hands, seeded ids, a master on the real store, a driver."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from redis import Redis

from gm.game.cards import Seat
from gm.game.moves import Accuse, Move
from gm.game.options import Value
from gm.game.position import Wait
from gm.master.clocks import DEFAULT
from gm.master.commands import (
    Accepted,
    Act,
    Actor,
    AddAi,
    Again,
    Begin,
    Command,
    Delivered,
    DropAi,
    Join,
    Leave,
    MoreTime,
    OpenSolo,
    OpenTable,
    Outcome,
    Refused,
    SetOption,
    Stop,
    Strike,
)
from gm.master.master import Master, Scene
from gm.master.notices import Notice
from gm.master.ports import Store
from gm.master.tables import Clock, Person, Phase, Place, Table
from gm.master.waits import wait_id
from gm.store.outbox import Outbox
from gm.store.redis_store import RedisStore

START = 1_800_000_000_000
PLACE = Place(chat=-1_001_234_567_890, thread=7)
ANN, BOB, CY, DEE = (
    Person(id=7_000_000_001, name="Ann", language="en"),
    Person(id=7_000_000_002, name="Bob <b>", language="de"),
    Person(id=7_000_000_003, name="Cy & Co", language="en"),
    Person(id=7_000_000_004, name="دي", language="ar"),
)
PEOPLE = (ANN, BOB, CY, DEE)


class Clockwork:
    """Wall time that moves only when told to."""

    def __init__(self, at: int = START) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at


class Seeded:
    """Random bytes that are the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._n = 0

    def __call__(self, size: int) -> bytes:
        self._n += 1
        return hashlib.shake_256(f"{self._seed}/{self._n}".encode()).digest(size)


def chosen(moves: Sequence[Move], lots: Random, *, accuse: float = 0.02) -> Move:
    """A random move; an accusation only now and then, or matches would be short."""
    calm = [move for move in moves if not isinstance(move, Accuse)]
    return lots.choice(moves if lots.random() < accuse else calm or moves)


class TableTop:
    """One table with its master, driven by short words. Every command id is new unless given."""

    def __init__(
        self,
        redis: Redis,
        *,
        seed: str = "seed",
        store: Store | None = None,
        place: Place = PLACE,
    ) -> None:
        self.redis = redis
        self._seed = seed
        self.store = RedisStore(redis)
        self.outbox = Outbox(redis)
        self.clock = Clockwork()
        self.master = Master(store or self.store, clock=self.clock, ids=Seeded(seed))
        self.place = place
        self.id = ""
        self._commands = 0

    # -- commands ----------------------------------------------------------------------------

    def command_id(self) -> str:
        self._commands += 1
        return f"{self._seed}:{self._commands}"

    def do(self, kind: type[Any], who: Person | None = None, **fields: Any) -> Outcome:
        """Give a command of this kind to the master."""
        return self.master.handle(self.command(kind, who, **fields))

    def command(
        self, kind: type[Any], who: Person | None = None, *, admin: bool = False, **fields: Any
    ) -> Command:
        fields.setdefault("id", self.command_id())
        if kind is not OpenSolo:
            fields.setdefault("table", self.id)
        if who is not None:
            fields["actor"] = Actor(person=who, admin=admin)
        made: Command = kind(**fields)
        return made

    def ok(self, kind: type[Any], who: Person | None = None, **fields: Any) -> Accepted:
        """Give a command that must be accepted."""
        outcome = self.do(kind, who, **fields)
        assert isinstance(outcome, Accepted), outcome
        return outcome

    def refused(self, kind: type[Any], who: Person | None = None, **fields: Any) -> str:
        """Give a command that must be refused and must change nothing; its reason."""
        before = self.everything()
        outcome = self.do(kind, who, **fields)
        assert isinstance(outcome, Refused), outcome
        answers = b"r:"  # the refusal itself is stored
        after = self.everything()
        assert {k: v for k, v in after.items() if not k.startswith(answers)} == {
            k: v for k, v in before.items() if not k.startswith(answers)
        }
        return outcome.reason

    def open(self, host: Person = ANN, **fields: Any) -> Accepted:
        command = OpenTable(
            id=fields.get("id", self.command_id()),
            actor=Actor(person=host),
            place=fields.get("place", self.place),
            title="The Attic",
            rules=fields.get("rules", "getaway"),
            language="en",
        )
        outcome = self.master.handle(command)
        assert isinstance(outcome, Accepted), outcome
        self.id = outcome.table
        return outcome

    def lobby(
        self,
        people: Sequence[Person] = (ANN, BOB, CY),
        *,
        ai: int = 0,
        options: Mapping[str, Value] | None = None,
        rules: str = "getaway",
    ) -> None:
        """Open a table and seat everybody."""
        self.open(people[0], rules=rules)
        for person in people[1:]:
            self.ok(Join, person)
        for _ in range(ai):
            self.ok(AddAi, people[0])
        for option, value in (options or {}).items():
            self.ok(SetOption, people[0], option=option, value=value)
        for person in people:
            self.store.set_reachable(person.id, True)

    def playing(self, people: Sequence[Person] = (ANN, BOB, CY), **how: Any) -> None:
        """Open a table, seat everybody, and begin."""
        self.lobby(people, **how)
        self.ok(Begin, people[0])

    # -- how it stands -----------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        scene = self.master.scene(self.id)
        assert scene is not None
        return scene

    @property
    def table(self) -> Table:
        return self.scene.table

    @property
    def waits(self) -> tuple[Wait, ...]:
        match = self.scene.match
        return () if match is None else match.state.position.waits

    def person(self, seat: Seat) -> Person | None:
        occupant = self.table.occupants[seat]
        return occupant if isinstance(occupant, Person) else None

    def awaited(self) -> tuple[Person, Wait]:
        """A person who is awaited; fails where none is."""
        return next((p, w) for w in self.waits if (p := self.person(w.seat)))

    def running(self, wait: Wait) -> Clock:
        return next(clock for clock in self.table.clocks if clock.wait == wait.opened)

    def everything(self) -> dict[bytes, object]:
        """The whole database but the marks of time that a claim leaves."""
        held: dict[bytes, object] = {}
        for key in self.redis.scan_iter():
            kind = self.redis.type(key)
            match kind:
                case b"hash":
                    held[key] = self.redis.hgetall(key)
                case b"zset":
                    held[key] = self.redis.zrange(key, 0, -1, withscores=True)
                case b"list":
                    held[key] = self.redis.lrange(key, 0, -1)
                case b"set":
                    held[key] = self.redis.smembers(key)
                case b"stream":
                    held[key] = self.redis.xlen(key)
                case _:
                    held[key] = self.redis.get(key)
        return held

    # -- playing -----------------------------------------------------------------------------

    def act(self, wait: Wait, move: Move, who: Person | None = None, **fields: Any) -> Outcome:
        """Make a move in answer to a wait."""
        actor = who or self.person(wait.seat)
        assert actor is not None
        return self.do(Act, actor, wait=wait_id(self.table, wait.opened), move=move, **fields)

    def moves(self, wait: Wait) -> tuple[Move, ...]:
        match = self.scene.match
        assert match is not None
        return match.moves(wait.seat)

    def step(self, lots: Random, *, accuse: float = 0.02) -> None:
        """Some awaited person makes a random move; where none is, a clock strikes."""
        scene = self.scene
        assert scene.match is not None
        asked = [
            (occupant, wait)
            for wait in scene.match.state.position.waits
            if isinstance(occupant := scene.table.occupants[wait.seat], Person)
        ]
        if not asked:
            self.strike_next()
            return
        person, wait = lots.choice(asked)
        move = chosen(scene.match.moves(wait.seat), lots, accuse=accuse)
        self.ok(Act, person, wait=wait_id(scene.table, wait.opened), move=move)

    def strike_next(self) -> None:
        """Wait until the next clock is due and strike it. What a person lets run out by then has
        been brought to them.
        """
        due = self.due()
        assert due is not None
        self.clock.at = max(self.clock.at, due + self.store.pulse().outage)
        table = self.table
        for clock in table.clocks:
            if clock.step == DEFAULT and not clock.sent and clock.start <= self.clock.at:
                self.ok(Delivered, match=table.match, wait=clock.wait, at=self.clock.at)
        self.ok(Strike)

    def due(self) -> int | None:
        score = self.redis.zscore("due", self.id)
        return None if score is None else int(score)

    def pass_time(self, ms: int) -> None:
        self.clock.at += ms

    def play(self, lots: Random, *, most: int = 2_000, accuse: float = 0.02) -> None:
        """Play to the end."""
        for _ in range(most):
            if self.table.phase is not Phase.PLAYING:
                return
            self.step(lots, accuse=accuse)
        raise AssertionError("the match does not end")

    # -- what is said ------------------------------------------------------------------------

    def said(self, to: Person | Place | None = None) -> list[Notice]:
        """Take everything that is to be said (to somebody) off the outbox, sorted by slot."""
        chats = [int(key.decode().split(":", 1)[1]) for key in self.redis.scan_iter("say:*")]
        wanted = {Person: lambda p: p.id, Place: lambda p: p.chat}
        only = None if to is None else wanted[type(to)](to)
        notices = []
        for chat in sorted(chats):
            if only is None or chat == only:
                for pending in self.outbox.pending(chat):
                    notices.append(pending.notice)
                    self.outbox.done(pending)
        return sorted(notices, key=lambda notice: notice.slot)


__all__ = [
    "ANN",
    "BOB",
    "CY",
    "DEE",
    "PEOPLE",
    "PLACE",
    "START",
    "Again",
    "Clockwork",
    "DropAi",
    "Leave",
    "MoreTime",
    "Seeded",
    "Stop",
    "TableTop",
    "chosen",
]
