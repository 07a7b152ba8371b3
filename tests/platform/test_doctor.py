"""The doctor finds each thing that can be stuck, mends it, and finds a healthy house well."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from redis import Redis
from rq import Queue, SimpleWorker

from gm.bootstrap import House, wall
from gm.cli.doctor import examine
from gm.master.commands import Recap
from gm.store import keys
from gm.store.clinic import LATE, SILENT
from gm.store.timers import CLAIM, Timers
from tests.support.database import database, redis
from tests.support.table import ANN, BOB, CY, PLACE, TableTop
from workers.jobs import QUEUE

__all__ = ["database", "redis"]


@pytest.fixture
def top(redis: Redis) -> TableTop:
    """A match that is running now, with nothing to be said and a heart that beats."""
    made = TableTop(redis)
    made.clock.at = wall()
    made.playing((ANN, BOB, CY))
    made.said()
    for key in (keys.CHATS, *redis.scan_iter(keys.out("*"))):
        redis.delete(key)
    Timers(redis).beat(wall())
    return made


def house(top: TableTop) -> House:
    parts: dict[str, Any] = {
        "database": top.redis,
        "store": top.store,
        "master": top.master,
        "timers": Timers(top.redis),
    }
    return SimpleNamespace(**parts)  # type: ignore[return-value]


def late(top: TableTop) -> None:
    due = top.due()
    assert due is not None
    top.clock.at = due + LATE + 1
    top.redis.set(keys.BEAT, top.clock.at)


def failing(top: TableTop) -> None:
    """Its step fails again and again, so the pump claims it for ever."""
    late(top)
    top.redis.zadd(keys.DUE, {top.id: top.clock.at + CLAIM})


def unlisted(top: TableTop) -> None:
    top.redis.zrem(keys.DUE, top.id)


def misplaced(top: TableTop) -> None:
    due = top.due()
    assert due is not None
    top.redis.zadd(keys.DUE, {top.id: due + 3_600_000})


def stranger(top: TableTop) -> None:
    top.redis.zadd(keys.DUE, {"nowhere": top.clock.at})


def waiting(top: TableTop) -> None:
    top.ok(Recap, ANN)
    then = top.clock.at - SILENT - 1
    for key in (keys.out(ANN.id), keys.out(PLACE.chat), keys.CHATS):
        for member in top.redis.zrange(key, 0, -1):
            top.redis.zadd(key, {member: then})


def overlooked(top: TableTop) -> None:
    top.ok(Recap, ANN)
    top.redis.zrem(keys.CHATS, str(ANN.id))


def failed(top: TableTop) -> None:
    queue = Queue(QUEUE, connection=top.redis)
    queue.enqueue("math.sqrt", -1)
    SimpleWorker([queue], connection=top.redis).work(burst=True, logging_level="CRITICAL")


def set_aside(top: TableTop) -> None:
    top.store.set_aside(77, "message: KeyError")


TROUBLES: dict[str, tuple[Callable[[TableTop], None], str]] = {
    "late": (late, "deadlines overdue: 1"),
    "failing": (failing, "deadlines overdue: 1"),
    "unlisted": (unlisted, "deadlines overdue: 1"),
    "misplaced": (misplaced, "deadlines overdue: 1"),
    "stranger": (stranger, "deadlines of no table: 1"),
    "waiting": (waiting, "outboxes stuck: 2"),
    "overlooked": (overlooked, "outboxes stuck: 1"),
    "failed": (failed, "jobs failed: 1"),
    "set aside": (set_aside, "updates set aside: 1"),
}


def test_a_healthy_house_is_well(top: TableTop, capsys: pytest.CaptureFixture[str]) -> None:
    before = top.everything()
    assert examine(house(top), repair=False) == 0
    assert capsys.readouterr().out.count(": none") == 5
    assert examine(house(top), repair=True) == 0
    assert top.everything() == before


@pytest.mark.parametrize("name", TROUBLES)
def test_each_trouble_is_found_and_mended(
    top: TableTop, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    trouble, told = TROUBLES[name]
    trouble(top)
    before = top.everything()
    assert examine(house(top), repair=False) == 1
    assert told in capsys.readouterr().out
    assert top.everything() == before, "looking changes nothing"
    assert examine(house(top), repair=True) == 0
    assert "mended" in capsys.readouterr().out
    if name != "waiting":  # only the sender can say what waits
        assert examine(house(top), repair=False) == 0


def test_a_step_that_the_doctor_takes_is_taken_once(top: TableTop) -> None:
    late(top)
    _, wait = top.awaited()
    step = top.running(wait).step
    assert examine(house(top), repair=True) == 0
    assert examine(house(top), repair=True) == 0
    assert top.running(wait).step == step + 1


def test_what_is_not_due_is_only_listed_again(top: TableTop) -> None:
    due = top.due()
    clocks = top.table.clocks
    unlisted(top)
    assert examine(house(top), repair=True) == 0
    assert (top.due(), top.table.clocks) == (due, clocks)


def test_without_a_heartbeat_the_house_is_not_well(
    top: TableTop, capsys: pytest.CaptureFixture[str]
) -> None:
    top.redis.delete(keys.BEAT)
    assert examine(house(top), repair=True) == 1
    assert "no bot process runs" in capsys.readouterr().out


def test_nothing_secret_is_shown(top: TableTop, capsys: pytest.CaptureFixture[str]) -> None:
    for trouble in (waiting, late, failed, set_aside):
        trouble(top)
    examine(house(top), repair=False)
    shown = capsys.readouterr().out
    match = top.scene.match
    assert match is not None
    for card in match.state.header.cards.cards:
        assert card not in shown
