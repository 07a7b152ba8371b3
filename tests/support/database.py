"""The real bundled server for tests: one a process, emptied for every test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Unreachable
from redis.retry import Retry

from gm.store import embedded


def client(url: str) -> Redis:
    """A connection that reports every failure instead of trying again."""
    return Redis.from_url(url, retry=Retry(NoBackoff(), 0))


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of this process's own server, so that parallel runs do not meet."""
    with embedded.running(Path(tmp_path_factory.mktemp("database"))) as url:
        with client(url) as connection:
            connection.config_set("appendonly", "no")  # nothing here is killed; much faster
        yield url


@pytest.fixture
def redis(database: str) -> Iterator[Redis]:
    """An empty database. Scripts stay loaded."""
    connection = client(database)
    connection.flushall()
    yield connection
    connection.close()


__all__ = ["Unreachable", "client", "database", "redis"]
