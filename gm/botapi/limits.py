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

    def admit(self, chat_id: int, now: float) -> int:
        """Seconds to wait before this call would be taken; 0 means taken and counted."""
        if not self.on:
            return 0
        windows = [
            (f"chat {chat_id}", CHAT_BURST, CHAT_WINDOW),
            ("all", ALL_BURST, ALL_WINDOW),
        ]
        if chat_id < 0:
            windows.append((f"group {chat_id}", GROUP_BURST, GROUP_WINDOW))
        wait = 0.0
        for key, burst, window in windows:
            times = [t for t in self.recent.get(key, []) if t > now - window]
            self.recent[key] = times
            if len(times) >= burst:
                wait = max(wait, times[-burst] + window - now)
        if wait > 0:
            return max(1, ceil(wait))
        for key, _, _ in windows:
            self.recent[key].append(now)
        return 0
