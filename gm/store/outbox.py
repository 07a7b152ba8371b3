"""What is still to be said, chat by chat; read by the one sender of a token.

A chat holds at most one notice a slot, the newest. The notice that is being sent is marked, so
that a sender that was killed knows which single send may already have arrived.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from redis import Redis

from gm.master.notices import Notice, NoticeKind
from gm.store import keys, scripts
from gm.store.codec import load_notice
from gm.store.connection import as_text
from gm.store.redis_store import FINISHED_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A notice that may be sent now. `value` is what is stored, to tell it from a newer one."""

    chat: int
    slot: str
    notice: Notice
    ring: bool
    fresh: bool
    value: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The message that a slot is drawn in, a digest of what was drawn, whether it was pinned."""

    message: int
    digest: str
    pinned: bool = False


class Outbox:
    """The queue between commits and Telegram."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._done = redis.register_script(scripts.DONE)
        self._rest = redis.register_script(scripts.REST)

    def ready(self, now: int, most: int = 64) -> list[int]:
        """Chats with something to say now, the longest waiting first."""
        found = self._redis.zrangebyscore(keys.CHATS, "-inf", now, start=0, num=most)
        return [int(as_text(chat)) for chat in found]

    def pick(self, chat: int, now: int) -> Pending | None:
        """The most urgent notice of a chat that may be sent now."""
        slots = list(map(as_text, self._redis.zrangebyscore(keys.out(chat), "-inf", now)))
        if not slots:
            return None
        values = self._redis.hmget(keys.say(chat), slots)
        pending = [
            _pending(chat, slot, as_text(value))
            for slot, value in zip(slots, values, strict=True)
            if value is not None
        ]
        return min(pending, key=lambda p: p.notice.urgency, default=None)

    def put_off(self, chat: int, until: int) -> None:
        """Say nothing to this chat before then."""
        self._redis.zadd(keys.CHATS, {str(chat): until}, xx=True)

    def rest(self, chat: int) -> None:
        """Look at this chat again when the next of its notices may be sent, if there is one."""
        self._rest(args=[chat])

    def pending(self, chat: int) -> list[Pending]:
        """Everything that is still to be said in a chat, in no order."""
        values: dict[Any, Any] = self._redis.hgetall(keys.say(chat))
        return [_pending(chat, as_text(slot), as_text(value)) for slot, value in values.items()]

    def drawn(self, pending: Pending) -> Drawn | None:
        """The message in which the notice's slot is drawn, if there is one."""
        home = _home(pending)
        if home is None:
            return None
        stored = self._redis.hget(home, _mark(pending))
        if stored is None:
            return None
        data: dict[str, Any] = json.loads(as_text(stored))
        return Drawn(**data)

    def mark(self, pending: Pending) -> None:
        """Mark the notice as being sent as a new message."""
        self._redis.hset(keys.SENDING, str(pending.chat), f"{pending.slot}\n{pending.value}")

    def unmark(self, pending: Pending) -> None:
        """Take the mark off and leave the notice to be sent again."""
        self._redis.hdel(keys.SENDING, str(pending.chat))

    def interrupted(self) -> list[Pending]:
        """The notices that were being sent when the sender stopped."""
        marked: dict[Any, Any] = self._redis.hgetall(keys.SENDING)
        return [
            _pending(int(as_text(chat)), *as_text(mark).split("\n", 1))
            for chat, mark in marked.items()
        ]

    def done(self, pending: Pending, drawn: Drawn | None = None) -> None:
        """Take the notice off, unless a newer one has come; remember what was drawn where."""
        data = "" if drawn is None else json.dumps(asdict(drawn))
        self._done(
            args=[
                pending.chat,
                pending.slot,
                pending.value,
                _home(pending) or "",
                _mark(pending),
                data,
                FINISHED_SECONDS,
            ]
        )

    def forget(self, pending: Pending) -> None:
        """Forget the message of a slot, so that it is sent anew."""
        home = _home(pending)
        if home is not None:
            self._redis.hdel(home, _mark(pending))


def _home(pending: Pending) -> str | None:
    """Where it is kept in which message the notice's slot is drawn; None: always in a new one."""
    if pending.notice.table is not None:
        return keys.slots(pending.notice.table)
    own = pending.notice.kind in (NoticeKind.OWN, NoticeKind.SOLO)
    return keys.own(pending.chat) if own else None


def _mark(pending: Pending) -> str:
    return f"{pending.chat}|{pending.notice.slot}"


def _pending(chat: int, slot: str, value: str) -> Pending:
    flags, body = value.split("|", 1)
    return Pending(
        chat=chat,
        slot=slot,
        notice=load_notice(body),
        ring=flags[0] == "1",
        fresh=flags[1] == "1",
        value=value,
    )
