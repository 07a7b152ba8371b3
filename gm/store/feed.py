"""The feed of changes: which table changed, for whoever shows it live.

An entry says only that there is something new, never what; readers then look for themselves, so
an entry that is lost or read twice does no harm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from redis import Redis

from gm.store import keys
from gm.store.connection import as_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A table changed; `person`: only what this person keeps about it (their notebook)."""

    table: str
    person: int | None = None


class Feed:
    """The stream of all tables. One reader a process is enough."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def newest(self) -> str:
        """Where the feed ends now, to read on from there."""
        last = cast("list[Any]", self._redis.xrevrange(keys.FEED, count=1))
        return as_text(last[0][0]) if last else "0"

    def read(self, after: str, wait_ms: int) -> tuple[str, tuple[Changed, ...]]:
        """The changes after a place, waiting for one up to `wait_ms`; and the place reached."""
        found = cast("Any", self._redis.xread({keys.FEED: after}, count=1000, block=wait_ms))
        if not found:
            return after, ()
        entries = _entries(found)
        return as_text(entries[-1][0]), tuple(_changed(fields) for _, fields in entries)


def _entries(found: Any) -> list[Any]:
    """The entries of the one stream that was asked for, in either protocol's shape."""
    if isinstance(found, dict):
        [lists] = found.values()
        return [entry for entries in lists for entry in entries]
    [(_, entries)] = found
    return list(entries)


def _changed(fields: dict[Any, Any]) -> Changed:
    named = {as_text(name): as_text(value) for name, value in fields.items()}
    person = named.get("person")
    return Changed(table=named["table"], person=None if person is None else int(person))
