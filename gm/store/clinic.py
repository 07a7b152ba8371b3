"""What can get stuck in the database, found and mended: deadlines, outboxes, set-aside updates.

Found by what is, not by what was meant: a deadline by the clocks of its table, an outbox by what
lies in it. Mending changes no match; a step that is overdue is taken by its own command.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from redis import Redis

from gm.master.clocks import next_due
from gm.master.tables import Millis, Phase
from gm.store import keys
from gm.store.codec import UnreadableError, load_table
from gm.store.connection import as_text

LATE = 10_000
"""A step that is due for longer than this is overdue, in ms."""
SILENT = 60_000
"""A chat that waits for longer than this is stuck, in ms."""
_RUNNING = (Phase.LOBBY, Phase.PLAYING, Phase.ASIDE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """A table whose next step is due since `since`, `listed` among the due ones as of then."""

    table: str
    since: Millis
    listed: Millis | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """A chat for which something waits since `since`; `lost`: nobody would look at it."""

    chat: int
    since: Millis
    notices: int
    lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """An update that failed three times, and what is known of it."""

    update: int
    what: str


class Clinic:
    """Looks at one database."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    # -- deadlines ---------------------------------------------------------------------------

    def overdue(self, now: Millis) -> list[Deadline]:
        """The tables with a step that is overdue, or listed for another time than it is due.

        A claimed table is listed a few seconds ahead again and again while its step is not taken.
        """
        return [found for found in self._deadlines() if _stuck(found, now)]

    def _deadlines(self) -> Iterator[Deadline]:
        for key in self._redis.scan_iter(keys.table("*"), count=500):
            text = self._redis.hget(key, "table")
            if text is None:
                continue
            try:
                table = load_table(as_text(text))
            except UnreadableError:
                continue  # of another version; it can only be looked at
            due = next_due(table)
            if due is not None and table.phase in _RUNNING:
                score = self._redis.zscore(keys.DUE, table.id)
                listed = None if score is None else int(score)
                yield Deadline(table=table.id, since=due, listed=listed)

    def list_anew(self, found: Deadline) -> None:
        """List a table among the due ones as of when its step is due."""
        self._redis.zadd(keys.DUE, {found.table: found.since})

    def strangers(self) -> list[str]:
        """What is listed as due and is no table."""
        listed = map(as_text, self._redis.zrange(keys.DUE, 0, -1))
        return [table for table in listed if not self._redis.exists(keys.table(table))]

    def strike_off(self, table: str) -> None:
        """List it no more."""
        self._redis.zrem(keys.DUE, table)

    # -- outboxes ----------------------------------------------------------------------------

    def silent(self, now: Millis) -> list[Silence]:
        """The chats with something to say that should have been said by now."""
        found = []
        for key in self._redis.scan_iter(keys.out("*"), count=500):
            chat = int(as_text(key).partition(":")[2])
            waiting = cast("list[Any]", self._redis.zrange(key, 0, -1, withscores=True))
            looked_at = self._redis.zscore(keys.CHATS, str(chat))
            since = min(int(score) for _, score in waiting)
            if looked_at is None or (since < now - SILENT and looked_at < now - SILENT):
                found.append(
                    Silence(chat=chat, since=since, notices=len(waiting), lost=looked_at is None)
                )
        return found

    def look_at(self, found: Silence) -> None:
        """Have the sender look at a chat that it would have passed over."""
        self._redis.zadd(keys.CHATS, {str(found.chat): found.since}, lt=True)

    # -- updates -----------------------------------------------------------------------------

    def aside(self) -> list[Aside]:
        """The updates that were set aside, the newest first."""
        found = cast("list[Any]", self._redis.lrange("aside", 0, -1))
        return [Aside(**json.loads(as_text(one))) for one in found]

    def forget_aside(self, count: int) -> None:
        """Forget the oldest so many of them; their chats have been told."""
        if count:
            self._redis.ltrim("aside", 0, -count - 1)


def _stuck(found: Deadline, now: Millis) -> bool:
    if found.listed is None or found.listed > found.since + LATE:
        # a claim moves it on while it is due, and by no more than that
        claimed = found.listed is not None and found.since <= now and found.listed <= now + LATE
        return not claimed or found.since < now - LATE
    return found.since < now - LATE
