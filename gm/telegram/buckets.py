"""How fast Telegram lets a bot speak, and how long to wait before the next word.

Limits (Bot API FAQ, "My bot is hitting limits"): about one message a second in a chat, 20 a
minute in a group, 30 a second overall. Edits count as well. We stay below: 18 a minute.
"""

from __future__ import annotations

from collections import deque

CHAT_GAP = 1_050
"""Between two calls to one chat, in ms: what leaves a second apart may arrive a little closer."""
GROUP_CALLS, GROUP_SPAN = 18, 60_000
"""So many calls to one group in so many ms."""
ALL_CALLS, ALL_SPAN = 28, 1_000
"""So many calls overall in so many ms."""


class Buckets:
    """When each chat may be spoken to. Times in ms."""

    def __init__(self) -> None:
        self._all: deque[int] = deque(maxlen=ALL_CALLS)
        self._chats: dict[int, deque[int]] = {}
        self._paused: dict[int, int] = {}

    def free_at(self, chat: int, now: int) -> int:
        """The earliest time at which a call to this chat is within all limits."""
        times = self._chats.get(chat)
        free = max(now, self._paused.get(chat, now))
        if len(self._all) == ALL_CALLS:
            free = max(free, self._all[0] + ALL_SPAN)
        if times:
            free = max(free, times[-1] + CHAT_GAP)
            if chat < 0 and len(times) == GROUP_CALLS:
                free = max(free, times[0] + GROUP_SPAN)
        return free

    def pause(self, chat: int, until: int) -> None:
        """Say nothing to this chat before then; Telegram asked for it."""
        self._paused[chat] = until

    def spend(self, chat: int, now: int) -> None:
        """Count a call to this chat."""
        self._all.append(now)
        self._chats.setdefault(chat, deque(maxlen=GROUP_CALLS)).append(now)
        if len(self._chats) > 10_000:
            self._forget(now)

    def _forget(self, now: int) -> None:
        stale = [chat for chat, times in self._chats.items() if times[-1] + GROUP_SPAN < now]
        for chat in stale:
            del self._chats[chat]
        self._paused = {chat: until for chat, until in self._paused.items() if until > now}
