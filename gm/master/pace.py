"""How fast a table plays: two paces, and the ladder that a person's clock runs down.

The pace follows from the time for a wait alone. A ladder has one set of defaults a pace; a table
stores only what it set otherwise, and a wait keeps the ladder with which it was opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from gm.master.tables import Table

MINUTE, HOUR, DAY = 60, 3_600, 86_400
"""In seconds."""


class Pace(StrEnum):
    """LIVE: everybody is there, 20 s to 10 min a wait. SLOW: in between, 1 h to 7 days."""

    LIVE = "live"
    SLOW = "slow"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """The steps of a wait, each a setting of the table.

    `nudge`, `mention`: when somebody is reminded in private and named in the group, in percent
    of the wait, 0 for never; `waits`: so many idle waits in a row and somebody else sits there;
    `grace`: how long the seat is kept then, in seconds; `more`: how often a wait's clock may be
    started anew, at most once.
    """

    nudge: int
    mention: int
    waits: int
    grace: int
    more: int


LADDERS: Mapping[Pace, Ladder] = MappingProxyType(
    {
        Pace.LIVE: Ladder(nudge=50, mention=75, waits=2, grace=10 * MINUTE, more=1),
        Pace.SLOW: Ladder(nudge=50, mention=75, waits=2, grace=DAY, more=1),
    }
)
"""The defaults."""

WAITS: Mapping[Pace, tuple[int, ...]] = MappingProxyType(
    {
        Pace.LIVE: (20, MINUTE, 2 * MINUTE, 3 * MINUTE, 5 * MINUTE, 10 * MINUTE),
        Pace.SLOW: (HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY),
    }
)
"""The times for a wait that a lobby offers, in seconds."""
FIRST_WAIT: Mapping[Pace, int] = MappingProxyType({Pace.LIVE: 3 * MINUTE, Pace.SLOW: DAY})
"""The time for a wait of a table that has just changed its pace."""
LOBBIES: Mapping[Pace, int] = MappingProxyType({Pace.LIVE: HOUR, Pace.SLOW: 2 * DAY})
"""How long a lobby stays open in which nothing begins, in seconds."""

_SHARES = (0, 25, 50, 75, 90)
CHOICES: Mapping[Pace, Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        pace: MappingProxyType(
            {
                "nudge": _SHARES,
                "mention": _SHARES,
                "waits": (1, 2, 3, 4),
                "grace": grace,
                "more": (0, 1),
            }
        )
        for pace, grace in (
            (Pace.LIVE, (5 * MINUTE, 10 * MINUTE, 20 * MINUTE, HOUR)),
            (Pace.SLOW, (12 * HOUR, DAY, 2 * DAY, 4 * DAY)),
        )
    }
)
"""The values of each step that a lobby offers."""
STEPS = tuple(field.name for field in fields(Ladder))
"""The names of the steps, as switches of the lobby."""
SWITCHES = ("pace", "turn_seconds", *STEPS)
"""All switches of time."""


def pace_of(seconds: int) -> Pace:
    """The pace of a time for a wait."""
    return Pace.SLOW if seconds >= HOUR else Pace.LIVE


def slow(table: Table) -> bool:
    """Whether this table plays slowly."""
    return pace_of(table.turn_seconds) is Pace.SLOW


def ladder(table: Table) -> Ladder:
    """The ladder of this table: its pace's, with what it set otherwise."""
    known: dict[str, Any] = {n: v for n, v in table.ladder.items() if n in STEPS}
    return replace(LADDERS[pace_of(table.turn_seconds)], **known)
