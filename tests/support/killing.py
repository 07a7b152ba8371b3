"""Ways for a command to die: at each of its database calls, or with its whole process."""

from __future__ import annotations

import os
import signal
from contextlib import ExitStack, suppress
from enum import StrEnum
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import ConnectionError as Unreachable

from gm.master.commands import Command
from gm.master.master import Master
from gm.store import embedded
from gm.store.redis_store import RedisStore
from tests.support.database import client
from tests.support.table import Clockwork, Seeded


class When(StrEnum):
    """Which side of a call dies: it never reached the database, or its answer never came."""

    BEFORE = "before"
    AFTER = "after"


class Killed(Exception):  # noqa: N818 - stands for the end of the process
    """Here the process would be gone."""


class Fragile(Redis):
    """A connection on which the process dies at one chosen call."""

    calls = 0
    at = -1
    when = When.BEFORE

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Count the call, and die on the chosen one."""
        now, self.calls = self.calls, self.calls + 1
        if now == self.at and self.when is When.BEFORE:
            raise Killed
        try:
            return super().execute_command(*args, **options)
        finally:
            if now == self.at:
                raise Killed


def fragile(redis: Redis, at: int, when: When) -> Fragile:
    """A connection to the same database that dies at call number `at`."""
    made = Fragile(connection_pool=redis.connection_pool)
    made.at, made.when = at, when
    return made


Snapshot = dict[bytes, tuple[bytes, int]]


def snapshot(redis: Redis) -> Snapshot:
    """The whole database, to be put back."""
    return {
        key: (redis.dump(key), max(redis.pttl(key), 0))  # type: ignore[misc]
        for key in redis.scan_iter()
    }


def restore(redis: Redis, held: Snapshot) -> None:
    """Put the database back as it was."""
    redis.flushall()
    with redis.pipeline() as pipe:
        for key, (value, ttl) in held.items():
            pipe.restore(key, ttl, value)
        pipe.execute()


# -- whole processes -------------------------------------------------------------------------

_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.support.killing"])


def serve(url: str, line: Connection) -> None:
    """A worker: takes commands off the line, and says when each is stored."""
    master = Master(RedisStore(client(url)), clock=Clockwork(), ids=Seeded("worker"))
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            line.send(type(master.handle(line.recv())).__name__)


class Worker:
    """A process that handles commands and may be killed at any time."""

    def __init__(self, url: str) -> None:
        self._line, far = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=serve, args=(url, far), daemon=True)
        self._process.start()
        far.close()

    def send(self, command: Command) -> None:
        """Hand over a command; the worker may be dead."""
        with suppress(BrokenPipeError):
            self._line.send(command)

    def answer(self, seconds: float = 30) -> str | None:
        """The kind of outcome; None where it did not come in time, or the worker died."""
        try:
            return str(self._line.recv()) if self._line.poll(seconds) else None
        except (EOFError, ConnectionResetError):
            return None

    def kill(self) -> None:
        """SIGKILL."""
        self._process.kill()
        self._process.join()
        self._line.close()


class MortalDatabase:
    """A server with every safeguard on, that is killed and started again on its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running = ExitStack()
        self.url = self._running.enter_context(embedded.running(folder))

    def kill(self) -> None:
        """SIGKILL, and a new start."""
        os.kill(int((self._folder / "server.pid").read_text()), signal.SIGKILL)
        self._running.close()
        self._running = ExitStack()
        self._running.enter_context(embedded.running(self._folder))

    def close(self) -> None:
        """Stop it."""
        self._running.close()


__all__ = ["Killed", "MortalDatabase", "Unreachable", "When", "Worker", "fragile", "snapshot"]
