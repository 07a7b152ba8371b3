"""The fixtures of these tests."""

from __future__ import annotations

from tests.support.database import database, redis

__all__ = ["database", "redis"]
