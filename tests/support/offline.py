"""A table without a store: commands in, notices out. For properties over many matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, cast

from gm.game.events import Chance
from gm.game.moves import Move
from gm.game.position import Wait
from gm.game.state import State
from gm.master import clocks, play
from gm.master.commands import Act, Actor, Begin, Command, OpenTable, Strike
from gm.master.lobby import open_table
from gm.master.master import Master
from gm.master.notices import Notice
from gm.master.ports import Store
from gm.master.sitting import Sitting
from gm.master.tables import Ai, Person, Phase, Table
from gm.master.telling import tell
from gm.master.waits import wait_id
from tests.support.table import PLACE, START, Clockwork, Seeded, chosen

Draw = Callable[[State, bytes], Chance]


class _Open:
    """Everybody is reachable, every place is free."""

    def reachable(self, person: int) -> bool:
        return True


class Offline:
    """One table, its match, and service time."""

    def __init__(self, people: Sequence[Person], *, seed: str, ai: int = 0) -> None:
        ids = Seeded(seed)
        table = open_table(
            OpenTable(
                id="",
                actor=Actor(person=people[0]),
                place=PLACE,
                title="t",
                rules="getaway",
                language="en",
            ),
            table="T",
            key=ids(32),
            seed=ids(32),
            theme="default",
            turn_seconds=180,
            now=START,
            wall=START,
        )
        machines = (Ai(level="rookie", name=f"M{n}") for n in range(ai))
        self.table: Table = replace(table, occupants=(*people, *machines))
        self.match: Any = None
        self.now = START
        self._master = Master(cast("Store", _Open()), clock=Clockwork(), ids=ids)

    def do(self, command: Command) -> tuple[Notice, ...]:
        """Take a command; what is said of it."""
        sitting = Sitting(self.table, self.match, self.now)
        self._master._decide(sitting, command)
        play.settle(sitting)
        self.table, self.match = sitting.table, sitting.match
        return tell(sitting)

    def begin(self) -> tuple[Notice, ...]:
        host = self.table.people[0]
        return self.do(Begin(id="", actor=Actor(person=host), table="T"))

    @property
    def over(self) -> bool:
        return self.table.phase is not Phase.PLAYING

    def asked(self) -> list[Wait]:
        """The waits of people."""
        waits = self.match.state.position.waits
        return [w for w in waits if isinstance(self.table.occupants[w.seat], Person)]

    def act(self, seat: int, move: Move) -> tuple[Notice, ...]:
        person = self.table.occupants[seat]
        assert isinstance(person, Person)
        wait = self.match.state.position.wait(seat)
        given = wait_id(self.table, wait.opened)
        return self.do(Act(id="", actor=Actor(person=person), table="T", wait=given, move=move))

    def strike(self) -> tuple[Notice, ...]:
        due = clocks.next_due(self.table)
        assert due is not None
        self.now = max(self.now, due)
        return self.do(Strike(id="", table="T"))

    def step(self, lots: Random, *, accuse: float = 0.02) -> tuple[Notice, ...]:
        """A random move of a person, else the next clock."""
        asked = self.asked()
        if not asked:
            return self.strike()
        wait = lots.choice(asked)
        return self.act(wait.seat, chosen(self.match.moves(wait.seat), lots, accuse=accuse))
