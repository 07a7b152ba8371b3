"""The due set: which tables have a clock step to take, and our own outages.

A claimed table is put off by `CLAIM` ms; only the commit that takes its step sets it anew. So a
step is never lost with the process that claimed it, and nothing needs to be cancelled.
"""

from __future__ import annotations

from typing import Any, cast

from redis import Redis

from gm.master.clocks import OUTAGE
from gm.store import keys, scripts
from gm.store.connection import as_text

CLAIM = 3_000
"""How long a claimed table is left to whoever claimed it, in ms."""


class Timers:
    """What the pump asks and tells the database."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._claim = redis.register_script(scripts.CLAIM)
        self._beat = redis.register_script(scripts.BEAT)

    def claim(self, now: int) -> list[str]:
        """The tables with a step due at service time `now`, now claimed."""
        return list(map(as_text, cast("list[Any]", self._claim(args=[now, now + CLAIM]))))

    def outage(self) -> int:
        """All outages of our own so far, in ms."""
        return int(self._redis.get(keys.OUTAGE) or 0)

    def beat(self, wall: int) -> int:
        """Tell that we are alive at this wall time; the outage found and added, in ms.

        Deadlines are kept in service time, so an outage, or a wall clock set back, moves them
        all by just that much.
        """
        return int(cast("int", self._beat(args=[wall, OUTAGE])))
