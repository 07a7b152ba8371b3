"""A real database for the length of the run, emptied for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from redis import Redis

from gm.store.embedded import running
from tests.webapp.parlour import Parlour


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own."""
    with running(tmp_path_factory.mktemp("webapp-db")) as url:
        yield url


@pytest.fixture
def redis(database: str) -> Iterator[Redis]:
    """An empty database."""
    client = Redis.from_url(database)
    client.flushdb()
    yield client
    client.close()


@pytest.fixture
def parlour(redis: Redis) -> Iterator[Parlour]:
    """No table yet, and nobody signed in."""
    parlour = Parlour(redis)
    yield parlour
    parlour.close()
