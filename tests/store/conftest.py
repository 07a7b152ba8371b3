"""The fixtures of these tests."""

from __future__ import annotations

import pytest
from redis import Redis

from tests.support.database import database, redis
from tests.support.table import TableTop


@pytest.fixture
def top(redis: Redis) -> TableTop:
    """A table that is not open yet."""
    return TableTop(redis)


__all__ = ["database", "redis", "top"]
