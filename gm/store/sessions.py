"""Sessions of the Mini App: what a token stands for, kept under its digest only.

Whoever reads the database cannot use what is there. A session ends after `IDLE` seconds without
a request and in any case at its `until`; every process sees the same ones. Only a request renews
it: a stream that stays open counts once, as it is opened, and ends with its session.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, cast

from redis import Redis

from gm.master.tables import Person
from gm.store import keys
from gm.store.connection import as_text

IDLE = 12 * 3600
"""Seconds after which an unused session ends."""
LIFE = 24 * 3600
"""Seconds after which every session ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Who is asking, as Telegram last said it; `until`: wall ms at which the session ends."""

    person: Person
    until: int


class Sessions:
    """The sessions of all people."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def begin(self, token: str, person: Person, now: int) -> None:
        """Let this token stand for this person from wall time `now` on."""
        key = _key(token)
        fields = {
            "person": str(person.id),
            "name": person.name,
            "language": person.language or "",
            "until": str(now + LIFE * 1000),
        }
        with self._redis.pipeline() as pipe:
            pipe.hset(key, mapping=cast("Any", fields))
            pipe.expire(key, IDLE)
            pipe.execute()

    def find(self, token: str, now: int) -> Session | None:
        """Whom the token stands for, and its idle time begins anew; None where it has ended."""
        found = self._stored(token, now)
        if found is not None:
            self._redis.expire(_key(token), IDLE)
        return found

    def lives(self, token: str, now: int) -> bool:
        """Whether the session has not ended; asking does not renew it."""
        return self._stored(token, now) is not None

    def _stored(self, token: str, now: int) -> Session | None:
        key = _key(token)
        found = self._redis.hmget(key, "person", "name", "language", "until")
        if any(value is None for value in found):
            return None
        person, name, language, until = map(as_text, found)
        if now >= int(until):
            self._redis.delete(key)
            return None
        return Session(
            person=Person(id=int(person), name=name, language=language or None), until=int(until)
        )

    def end(self, token: str) -> None:
        """Let the token stand for nobody."""
        self._redis.delete(_key(token))


def _key(token: str) -> str:
    return keys.session(hashlib.sha256(token.encode()).hexdigest())
