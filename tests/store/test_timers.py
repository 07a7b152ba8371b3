"""What is due is claimed by one at a time, never lost, and moved by our own outages."""

from __future__ import annotations

import pytest
from redis import Redis

from gm.master.clocks import OUTAGE, service_time
from gm.store.redis_store import RedisStore
from gm.store.timers import CLAIM, Timers
from tests.support.table import START


@pytest.fixture
def timers(redis: Redis) -> Timers:
    return Timers(redis)


def test_a_due_table_is_claimed_once_and_again_when_nobody_acted(
    timers: Timers, redis: Redis
) -> None:
    redis.zadd("due", {"a": 10, "b": 20, "c": 31})
    assert timers.claim(30) == ["a", "b"]
    assert timers.claim(30) == []
    assert timers.claim(30 + CLAIM - 1) == ["c"]
    assert sorted(timers.claim(30 + CLAIM)) == ["a", "b"]


def test_a_flood_of_due_tables_is_claimed_in_lots(timers: Timers, redis: Redis) -> None:
    redis.zadd("due", {f"t{n}": n for n in range(250)})
    assert [len(timers.claim(1000)) for _ in range(4)] == [100, 100, 50, 0]


@pytest.mark.parametrize("gap", [OUTAGE + 1, 8 * 3_600_000, -1, -3_600_000])
def test_an_outage_and_a_leap_of_the_wall_clock_move_service_time(
    timers: Timers, redis: Redis, gap: int
) -> None:
    store = RedisStore(redis)
    assert timers.beat(START) == 0
    before = service_time(START, store.pulse())
    assert timers.beat(START + gap) == gap
    assert store.pulse().outage == gap
    assert service_time(START + gap, store.pulse()) == before


@pytest.mark.parametrize("gap", [0, 1, OUTAGE])
def test_a_short_gap_is_no_outage(timers: Timers, redis: Redis, gap: int) -> None:
    timers.beat(START)
    assert timers.beat(START + gap) == 0
    assert service_time(START + gap, RedisStore(redis).pulse()) == START + gap


@pytest.mark.parametrize(
    ("gap", "passed"), [(5, 5), (OUTAGE, OUTAGE), (OUTAGE + 7, OUTAGE), (-9, 0)]
)
def test_without_a_heartbeat_service_time_stands(
    timers: Timers, redis: Redis, gap: int, passed: int
) -> None:
    timers.beat(START)
    assert service_time(START + gap, RedisStore(redis).pulse()) == START + passed


def test_before_the_first_heartbeat_it_is_wall_time(redis: Redis) -> None:
    assert service_time(START, RedisStore(redis).pulse()) == START
