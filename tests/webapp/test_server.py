"""The web role as it runs: a process of its own, stopped and killed with streams open."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random

import pytest
from redis import Redis

from tests.platform.processes import eventually
from tests.support.house import free_port
from tests.webapp.parlour import MIRA, TOKEN, Parlour
from tests.webapp.test_stream import live


def answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.5):
        return True
    return False


class Role:
    """`casekeeper web`, started and started again at one port."""

    def __init__(self, database: str, port: int) -> None:
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self._env = {
            "PATH": os.environ["PATH"],
            "BOT_TOKEN": TOKEN,
            "REDIS_URL": database,
            "PORT": str(port),
        }
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gm", "web"],
            env=self._env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert eventually(lambda: answers(self.port), 20)

    def kill(self) -> None:
        """As the machine would: everything of it at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert eventually(lambda: not answers(self.port)), "its workers are gone too"


@pytest.fixture
def role(database: str) -> Iterator[Role]:
    role = Role(database, free_port())
    yield role
    role.kill()


def test_a_stream_goes_on_where_it_was_when_the_server_is_killed(redis: Redis, role: Role) -> None:
    parlour = Parlour(redis)
    parlour.now = time.time_ns() // 1_000_000
    table, random, ids = parlour.begin(), Random(3), []
    phone = parlour.phone(MIRA)
    begun = phone.table(table)["seen"]
    last = f"{begun}.0"
    for n in range(9):
        parlour.move(random)
        with live(role.address, phone, table, last) as page:
            ids += [m.id for m in page.until("state") if m.event == "seen"]
            last = page.last
            if n % 4 == 3:
                parlour.move(random)
                role.kill()
                parlour.move(random)
        if n % 4 == 3:
            role.start()
    reached = int(last.partition(".")[0])
    assert [int(i.partition(".")[0]) for i in ids] == list(range(begun + 1, reached + 1))
    assert reached == phone.table(table)["seen"]


def test_it_stops_soon_although_streams_are_open(redis: Redis, role: Role) -> None:
    parlour = Parlour(redis)
    parlour.now = time.time_ns() // 1_000_000
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    with live(role.address, phone, table) as page:
        page.until("state")
        begun = time.monotonic()
        role.process.terminate()
        assert role.process.wait(timeout=10) == 0
        assert time.monotonic() - begun < 5
