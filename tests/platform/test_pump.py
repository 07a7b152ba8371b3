"""What the pump leaves in the database passes by itself, whatever becomes of the workers."""

from __future__ import annotations

from types import SimpleNamespace

from redis import Redis
from rq import Queue

from gm.store import keys
from gm.store.timers import Timers
from tests.support.database import database, redis
from workers.jobs import QUEUE
from workers.pump import Pump

__all__ = ["database", "redis"]

NOW = 1_800_000_000_000


def test_a_job_that_nobody_takes_or_that_fails_does_not_stay(redis: Redis) -> None:
    pump = Pump(SimpleNamespace(timers=Timers(redis), database=redis))  # type: ignore[arg-type]
    redis.zadd(keys.DUE, {"T": NOW - 1})
    assert pump.pulse(NOW) == 1
    assert pump.pulse(NOW + 1) == 0, "claimed"
    [job] = Queue(QUEUE, connection=redis).jobs
    assert job.args == ("T",)
    assert 0 < redis.ttl(job.key) <= 60
    assert job.failure_ttl == 86_400
