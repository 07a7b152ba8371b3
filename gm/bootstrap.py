"""The composition root: from settings to a wired house. Nothing else builds these parts."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

from gm.master.master import Defaults, Master
from gm.settings import Settings
from gm.store.connection import Database, connect
from gm.store.outbox import Outbox
from gm.store.redis_store import RedisStore
from gm.store.timers import Timers


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The parts that every role shares."""

    settings: Settings
    database: Database
    store: RedisStore
    outbox: Outbox
    timers: Timers
    master: Master


def wire(settings: Settings) -> House:
    """The house of these settings. Errors: ValueError without a database address."""
    if settings.redis_url is None:
        raise ValueError("REDIS_URL is not set; `casekeeper up` starts a database")
    redis = connect(settings.redis_url.reveal())
    store = RedisStore(redis, keep_days=settings.keep_days)
    return House(
        settings=settings,
        database=redis,
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
