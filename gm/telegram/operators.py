"""What the operators are told in private, by the bot itself; `OPERATOR_IDS` says who they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gm.master.notices import Notice, NoticeKind, Urgency
from gm.store.redis_store import RedisStore


class Operators:
    """The people who run this house. Each has to have opened the private chat once."""

    def __init__(self, *, store: RedisStore, ids: Sequence[int], now: Callable[[], int]) -> None:
        self._store = store
        self._ids = ids
        self._now = now

    def set_aside(self, update: int, error: Exception) -> None:
        """Tell them of an update that failed too often: its number and the kind of error.

        One slot for all, so of many failures at once the last is told.
        """
        args: dict[str, str | int] = {"key": "operator_aside", "update": update}
        args["error"] = type(error).__name__
        self._store.say(
            [
                Notice(
                    table=None,
                    to=person,
                    slot="operator",
                    kind=NoticeKind.SAY,
                    args=args,
                    urgency=Urgency.STORY,
                    ring=True,
                )
                for person in self._ids
            ],
            self._now(),
        )
