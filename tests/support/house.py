"""A house of real processes around an emulated Telegram: each role may be killed at any time.

People play by what their phones show. What is acknowledged (Telegram has let go of the update)
must be in the log, once; what is to be said must stand in the chats.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import RLock
from typing import Any, cast

from gm.bootstrap import wire
from gm.botapi import Answer
from gm.game.events import Awaited, Looked, Moved, TurnBegan, WaitKind
from gm.game.position import Wait
from gm.master.master import Scene
from gm.master.tables import Person, Phase, Place
from gm.master.waits import wait_id
from gm.settings import Settings
from gm.store import embedded, keys
from gm.supervisor import LEASH
from tests.support.killing import When
from tests.support.telegram import TelegramServer, telegram_server

ROOT = Path(__file__).parents[2]
TOKEN = "7000000001:HOUSE_OF_REAL_PROCESSES_HOUSE"
PATIENCE = 30.0
"""Seconds within which everything must have come about that a test waits for."""

Message = tuple[int, int]
"""A chat and the number of a message in it."""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A button in a private chat; `final`: it makes the move, others lead on to the next."""

    person: int
    message: int
    label: str
    final: bool


class Household:
    """The roles, the people of one group, and the one table they play at."""

    def __init__(
        self, server: TelegramServer, database: str, folder: Path, *names: str, port: int | None
    ) -> None:
        """With a `port` Telegram brings its updates to the web role there; else the bot polls."""
        self.server, self.telegram = server, server.telegram
        self._folder = folder
        self._roles: dict[str, subprocess.Popen[bytes]] = {}
        self._fate = RLock()
        self._doomed: tuple[str, int, When] | None = None
        self._env = {
            "BOT_TOKEN": TOKEN,
            "TELEGRAM_API_BASE": server.url,
            "REDIS_URL": database,
            "DATA_DIR": str(folder),
        }
        if port is not None:
            public = {
                "PUBLIC_URL": f"http://127.0.0.1:{port}",
                "WEBHOOK_SECRET": "of-the-tests-only",
            }
            self._env |= {"PORT": str(port), **public}
        self._call = server.host.call
        server.host.call = self._called  # type: ignore[method-assign]
        self.house = wire(Settings.from_environ(self._env))
        server.act("flood_limits", on=False)
        self.bot = server.act("new_bot", token=TOKEN, username="case_bot", name="Casekeeper")
        self.people = {name: server.act("new_person", first_name=name) for name in names}
        self.group = server.act("new_group", title="Friday", people=list(self.people.values()))
        self.told_before: set[Message] = set()

    # -- processes ---------------------------------------------------------------------------

    def start(self, role: str) -> None:
        """Start a role, which dies with this process."""
        bare = {k: v for k, v in os.environ.items() if not k.startswith(("BOT_", "COV_"))}
        leash = [sys.executable, "-I", "-S", str(LEASH), str(os.getpid())]
        with (self._folder / f"{role}.log").open("ab") as output:
            self._roles[role] = subprocess.Popen(
                [*leash, sys.executable, "-m", "gm", role],
                cwd=ROOT,
                env={**bare, **self._env},
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def doom(self, role: str, calls: int, when: When) -> None:
        """Kill a role at the bot's call of this number, counted from now."""
        with self._fate:
            self._doomed = (role, calls, when)

    def kill(self, role: str) -> None:
        """SIGKILL to a role and whatever it started, unless it is dead already."""
        with self._fate:
            self._doomed = None
            process = self._roles.pop(role, None)
            if process is None:
                return
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if role == "bot":
            # Held for 4 s after the last renewal; a test need not wait for that.
            self.house.database.delete(f"lease:{self.bot}")

    def dead(self, role: str) -> bool:
        """Whether a role does not run."""
        return role not in self._roles

    def _called(self, token: str, method: str, *args: Any) -> Answer:
        """A call of the bot, at which a role may die: before it is done, or before its answer."""
        if method.lower() == "getupdates":
            return self._call(token, method, *args)  # it may wait for long
        with self._fate:
            if self._doomed is None:
                return self._call(token, method, *args)
            role, left, when = self._doomed
            self._doomed = (role, left - 1, when)
            if left > 1:
                return self._call(token, method, *args)
            if when is When.BEFORE:
                self.kill(role)
                if role == "bot":
                    return Answer(ok=False, error_code=500, description="nobody reads this")
                return self._call(token, method, *args)  # the caller lives
            answer = self._call(token, method, *args)
            self.kill(role)
            return answer

    def close(self) -> None:
        """Kill everything."""
        for role in list(self._roles):
            self.kill(role)
        self.house.database.close()

    # -- waiting -----------------------------------------------------------------------------

    def until(self, condition: Callable[[], Any], what: str) -> None:
        """Wait until this holds; looks whenever Telegram has heard something, and every 20 ms."""
        with self.server.host.changed:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                if condition():
                    return
                self.server.host.changed.wait(0.02)
        logs = "\n".join(p.read_text()[-2000:] for p in self._folder.glob("*.log"))
        raise AssertionError(f"{what} does not come about\n{logs}")

    def acknowledged(self) -> bool:
        """Whether Telegram has no update left to bring."""
        return not any(bot.queue for bot in self.telegram.world.bots.values())

    def still(self) -> bool:
        """Whether everything is taken, and all is said that need not wait for something newer."""
        database = self.house.database
        chats = cast("list[bytes]", database.zrange(keys.CHATS, 0, -1))
        now = self.house.master.now()
        said = not any(database.zcount(keys.out(chat.decode()), "-inf", now) for chat in chats)
        return said and not database.hlen(keys.SENDING) and self.acknowledged()

    # -- the table ---------------------------------------------------------------------------

    def begin(self, *, ai: int = 0) -> None:
        """Everybody takes a seat, and the match begins."""
        first, *others = self.people
        self.server.act("add_bot", by=self.people[first], bot_id=self.bot, where=self.group)
        for person in self.people.values():
            self.server.act("start", person=person, bot_id=self.bot)
        self.server.act(
            "say", person=self.people[first], where=self.group, text="/newgame getaway"
        )
        for name in others:
            self.press(name, self.group, "Join")
        for _ in range(ai):
            self.press(first, self.group, "+ AI")
        self.until(self.still, "the lobby")
        self.told_before = set(self.standing())
        self.press(first, self.group, "Begin")
        self.until(lambda: self.scene.table.phase is Phase.PLAYING, "the match")

    @property
    def scene(self) -> Scene:
        """The table now."""
        (table,) = self.house.store.tables_at(Place(chat=self.group))
        scene = self.house.master.scene(table)
        assert scene is not None
        return scene

    def screen(self, person: int, where: int) -> list[Any]:
        """The messages that a phone shows of a chat, the newest first."""
        with self.server.host.changed:
            found = self.telegram.screen(person, where)["messages"]
        return list(reversed(found))

    def press(self, name: str, where: int, label: str) -> None:
        """Tap the newest button with these words, as soon as it is there."""
        person, found = self.people[name], []

        def there() -> bool:
            found[:] = [
                (message["id"], button["text"])
                for message in self.screen(person, where)
                for row in message["keyboard"]
                for button in row
                if label in button["text"]
            ]
            return bool(found)

        self.until(there, label)
        message, text = found[0]
        self.server.act("tap", person=person, where=where, message_id=message, button=text)
        self.until(self.acknowledged, f"{name}: {label}")

    # -- playing -----------------------------------------------------------------------------

    def moved(self) -> list[int]:
        """The seats of people that moved, in the order of the log, read anew."""
        scene = self.scene
        assert scene.match is not None
        persons = [isinstance(occupant, Person) for occupant in scene.table.occupants]
        return [e.seat for e in scene.match.events if isinstance(e, Moved) and persons[e.seat]]

    def awaited(self) -> Wait | None:
        """A wait for a person, once there is one; None when the match is over."""
        found: list[Wait] = []

        def there() -> bool:
            scene = self.scene
            assert scene.match is not None
            found[:] = [
                wait
                for wait in scene.match.state.position.waits
                if isinstance(scene.table.occupants[wait.seat], Person)
            ]
            return bool(found) or scene.match.state.position.over

        self.until(there, "a wait")
        return found[0] if found else None

    def choice(self, wait: Wait, lots: Random) -> Choice:
        """A button on the phone of whoever is awaited, as soon as their panel is there."""
        scene = self.scene
        occupant = scene.table.occupants[wait.seat]
        assert isinstance(occupant, Person)
        given = wait_id(scene.table, wait.opened)
        found: list[tuple[int, str]] = []

        def there() -> bool:
            for message in self.screen(occupant.id, self.bot):
                found[:] = [
                    (message["id"], button["text"])
                    for row in message["keyboard"]
                    for button in row
                    if button.get("callback_data", "").startswith(given)
                    and not any(word in button["text"] for word in ("Back", "Accuse"))
                ]
                if found:
                    return True
            return False

        self.until(there, f"the panel of {occupant.name}")
        message, text = lots.choice(found)
        final = wait.asker is not None or "Confirm" in text or "End turn" in text
        return Choice(person=occupant.id, message=message, label=text, final=final)

    def tap(self, choice: Choice) -> None:
        """Tap it."""
        self.server.act(
            "tap",
            person=choice.person,
            where=self.bot,
            message_id=choice.message,
            button=choice.label,
        )

    # -- what must stand in the chats --------------------------------------------------------

    def standing(self) -> Iterator[Message]:
        """The bot's messages in the group and in the private chats."""
        chats = [(next(iter(self.people.values())), self.group)]
        chats += [(person, self.bot) for person in self.people.values()]
        for person, where in chats:
            for message in self.screen(person, where):
                if message["bot"] and not message["service"]:
                    yield (where if where < 0 else person), message["id"]

    def slots(self) -> dict[tuple[int, str], Message]:
        """By chat and slot, the message that is known to stand there."""
        stored: Any = self.house.database.hgetall(keys.slots(self.scene.table.id))
        found = {}
        for mark, value in stored.items():
            chat, _, slot = mark.decode().partition("|")
            number = int(value.decode().partition('"message": ')[2].partition(",")[0])
            found[int(chat), slot] = (int(chat), number)
        return found

    def owed(self) -> set[tuple[int, str]]:
        """By chat and slot, what the log says must have been told; the card is decoration."""
        scene = self.scene
        assert scene.match is not None
        told: set[tuple[int, str]] = set()
        people = {
            seat: occupant.id
            for seat, occupant in enumerate(scene.table.occupants)
            if isinstance(occupant, Person)
        }
        told |= {(person, "1/hand") for person in people.values()}
        turn, active = 0, -1
        for index, event in enumerate(scene.match.events):
            match event:
                case TurnBegan():
                    if turn:
                        told.add((self.group, f"1/story/{turn}"))
                    turn, active = turn + 1, event.seat
                case Awaited(kind=WaitKind.TURN) if event.seat in people:
                    told.add((people[event.seat], f"1/turn/{turn}"))
                case Awaited(asker=int()) if event.seat in people:
                    told.add((people[event.seat], f"1/wait/{index}"))
                case Looked() if event.seat in people and event.seat != active:
                    told.add((people[event.seat], f"1/look/{index}"))
        return told


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def household(folder: Path, *names: str, webhook: bool) -> Iterator[Household]:
    """A house on a database of its own, its roles not yet started."""
    with embedded.running(folder / "db") as url, telegram_server() as server:
        port = free_port() if webhook else None
        held = Household(server, url, folder, *names, port=port)
        try:
            yield held
        finally:
            held.close()


__all__ = ["Household", "household"]
