"""Flood limits: one a second a chat with a small burst, twenty a minute a group, thirty a second.

Sends and edits share them. What is refused does not count.
"""

from dataclasses import dataclass, field
from math import ceil

CHAT_BURST, CHAT_WINDOW = 5, 5.0
GROUP_BURST, GROUP_WINDOW = 20, 60.0
ALL_BURST, ALL_WINDOW = 30, 1.0


@dataclass(slots=True, kw_only=True)
class FloodLimits:
    """The recent calls of one bot; ``on`` switches the limits."""

    on: bool = True
    recent: dict[str, list[float]] = field(default_factory=dict)

    def wait(self, chat_id: int, now: float) -> int:
        """Whole seconds until a call about this chat would be taken; 0 means now."""
        if not self.on:
            return 0
        wait = 0.0
        for key, burst, window in _windows(chat_id):
            times = [t for t in self.recent.get(key, []) if t > now - window]
            if len(times) >= burst:
                wait = max(wait, times[-burst] + window - now)
        return max(1, ceil(wait)) if wait > 0 else 0

    def count(self, chat_id: int, now: float) -> None:
        """Counts a call that was carried out."""
        for key, _, window in _windows(chat_id):
            times = [t for t in self.recent.get(key, []) if t > now - window]
            self.recent[key] = [*times, now]


def _windows(chat_id: int) -> list[tuple[str, int, float]]:
    windows = [(f"chat {chat_id}", CHAT_BURST, CHAT_WINDOW), ("all", ALL_BURST, ALL_WINDOW)]
    if chat_id < 0:
        windows.append((f"group {chat_id}", GROUP_BURST, GROUP_WINDOW))
    return windows
