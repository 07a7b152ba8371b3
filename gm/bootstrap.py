"""The composition root: from settings to a wired house. Nothing else builds these parts."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis import exceptions as faults
from redis.retry import Retry

from gm.master.master import Defaults, Master
from gm.settings import Settings
from gm.store.outbox import Outbox
from gm.store.redis_store import RedisStore
from gm.store.timers import Timers

_PATIENCE = Retry(ExponentialBackoff(cap=1.0, base=0.02), 20)
"""For about 15 s a command waits for a database that is being restarted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The parts that every role shares."""

    settings: Settings
    redis: Redis
    store: RedisStore
    outbox: Outbox
    timers: Timers
    master: Master


def connect(url: str) -> Redis:
    """The database at this URL, patient with a restart of it."""
    return Redis.from_url(
        url,
        retry=_PATIENCE,
        retry_on_error=[faults.BusyLoadingError, faults.ConnectionError, faults.TimeoutError],
        socket_keepalive=True,
        max_connections=2_000,
    )


def wire(settings: Settings) -> House:
    """The house of these settings. Errors: ValueError without a database address."""
    if settings.redis_url is None:
        raise ValueError("REDIS_URL is not set; `casekeeper up` starts a database")
    redis = connect(settings.redis_url.reveal())
    store = RedisStore(redis, keep_days=settings.keep_days)
    return House(
        settings=settings,
        redis=redis,
        store=store,
        outbox=Outbox(redis),
        timers=Timers(redis),
        master=Master(
            store,
            clock=wall,
            ids=secrets.token_bytes,
            defaults=Defaults(
                theme=settings.default_theme, turn_seconds=settings.default_turn_seconds
            ),
        ),
    )


def wall() -> int:
    """Wall time in ms of UTC."""
    return time.time_ns() // 1_000_000
