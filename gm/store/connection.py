"""The connection to the database, patient with a restart of it."""

from __future__ import annotations

from typing import Any

from redis import Redis
from redis import exceptions as faults
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

Database = Redis
"""A connection to the database, for whoever only hands it on."""
DatabaseError = faults.RedisError
"""What is raised when the database stays away for longer than a command waits."""

_PATIENCE = Retry(ExponentialBackoff(cap=1.0, base=0.02), 20)
"""For about 15 s a command waits for a database that is being restarted."""


def connect(url: str) -> Redis:
    """The database at this URL. Repeated calls are safe: a command is stored once by its id."""
    return Redis.from_url(
        url,
        retry=_PATIENCE,
        retry_on_error=[faults.BusyLoadingError, faults.ConnectionError, faults.TimeoutError],
        max_connections=2_000,
    )


def as_text(value: Any) -> str:
    """What the database answers with, as text."""
    return value.decode() if isinstance(value, bytes) else str(value)
