"""Taps on buttons. Every one is answered; what is stale, foreign or repeated changes nothing.

A button of a table carries `l:<table>:<verb>[:<argument>]`, a button of a wait
`<wait id>.<path>`, one of a person's own pages `o:<what>[:<value>]`, of the way to a match alone
`s:<game>[:<seats>[:<level>]]`. All can be forged, so person, table and wait are checked every
time.
"""

from __future__ import annotations

from gm.game.position import Wait
from gm.master.commands import Act, Actor, Gone
from gm.master.master import Master, Scene
from gm.master.reasons import Refusal
from gm.master.slots import awaited
from gm.master.tables import Person, Place
from gm.master.waits import ID_LENGTH, open_wait, wait_id
from gm.store.redis_store import RedisStore
from gm.telegram.members import Members, has_left
from gm.telegram.said import Replies
from gm.telegram.solo_commands import SoloCommands
from gm.telegram.time_commands import TimeCommands
from gm.telegram.toast import Tap, Toast, Words
from gm.telegram.verbs import Verbs
from gm.voice.screens import Screen, parse, question_screen, turn_screen

ASK_AGAIN = 10 * 60_000
"""So long it counts that the group knew somebody, in ms."""
_ASKED_KEPT = 10_000


class Taps:
    """Answers taps."""

    def __init__(
        self,
        *,
        master: Master,
        store: RedisStore,
        words: Words,
        members: Members,
        username: str,
    ) -> None:
        self._master = master
        self._store = store
        self._words = words
        self._members = members
        self._asked: dict[tuple[str, int], int] = {}
        self._verbs = Verbs(master=master, store=store, members=members, username=username)
        self._solo = SoloCommands(master=master, store=store)
        self._time = TimeCommands(
            master=master, store=store, members=members, replies=Replies(master, store)
        )

    def take(
        self, query: str, data: str, person: Person, place: Place | None, command: str
    ) -> Toast:
        """Do what a button asks for and say what became of it."""
        tap = Tap(query=query, person=person, command=command, words=self._words)
        if data.startswith("l:"):
            _, table, verb, argument = (*data.split(":", 3), "", "")[:4]
            return self._verbs.take(tap, table, verb, argument, place)
        if data.startswith("o:"):
            return self._time.own(tap, data.removeprefix("o:"))
        if data.startswith("s:"):
            return self._solo.tapped(tap, data.removeprefix("s:"))
        if data.startswith("r:"):
            return self._verbs.rules(tap, data.removeprefix("r:"))
        if data[ID_LENGTH : ID_LENGTH + 1] in ("", "."):
            return self._at_wait(tap, data[:ID_LENGTH], data[ID_LENGTH + 1 :])
        return tap.refused(Refusal.STALE)

    def _at_wait(self, tap: Tap, given: str, step: str) -> Toast:
        for table in self._store.tables_of(tap.person.id):
            scene = self._master.scene(table)
            if scene is not None and (wait := _open(scene, given)):
                return self._choose(tap, scene, wait, step)
        for table in self._store.tables_kept(tap.person.id):
            scene = self._master.scene(table)
            if scene is not None and _open(scene, given):
                return tap.answered("note.kept")
        taken = self._store.answer(tap.command)  # Telegram may bring the tap that closed it again
        return tap.refused(Refusal.STALE) if taken is None else tap.report(taken)

    def _choose(self, tap: Tap, scene: Scene, wait: Wait, step: str) -> Toast:
        table, match = scene.table, scene.match
        assert match is not None
        if table.seat_of(tap.person.id) != wait.seat:
            return tap.refused(Refusal.NOT_YOURS)
        if self._has_left(tap, scene):
            return tap.refused(Refusal.NOT_A_MEMBER)
        screen = _screen(scene, wait, step)
        if screen.move is None:
            told = awaited(
                table, match.state.position, wait.seat, path=".".join(screen.path), fresh=False
            )
            self._store.say(told, scene.now)
            return tap.answered()
        act = Act(
            id=tap.command,
            actor=Actor(person=tap.person),
            table=table.id,
            wait=wait_id(table, wait.opened),
            move=screen.move,
        )
        return tap.report(self._master.handle(act))

    def _has_left(self, tap: Tap, scene: Scene) -> bool:
        """Whether the tapper left the group without our being told; then they are gone.

        The group is asked once in a while for each of them.
        """
        table, person = scene.table, tap.person.id
        if scene.now - self._asked.get((table.id, person), -ASK_AGAIN) < ASK_AGAIN:
            return False
        self._asked[table.id, person] = scene.now
        while len(self._asked) > _ASKED_KEPT:
            del self._asked[next(iter(self._asked))]
        if not has_left(self._members, table, person):
            return False
        self._master.handle(Gone(id=f"{tap.command}:left", table=table.id, person=person))
        return True


def _open(scene: Scene, given: str) -> Wait | None:
    """The table's open wait of this id."""
    if scene.match is None:
        return None
    return open_wait(scene.table, scene.match.state.position, given)


def _screen(scene: Scene, wait: Wait, step: str) -> Screen:
    """The screen of an open wait at this step of its seat's path."""
    assert scene.match is not None
    draw = turn_screen if wait.asker is None else question_screen
    return draw(scene.match.view(wait.seat), scene.match.moves(wait.seat), parse(step))
