"""A person's own time: zone, quiet hours, reminders, away. It lives with the person, not a table.

Quiet hours are local wall time, so a day with a change of the clocks has them once as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from gm.master.tables import Millis

NIGHT = (22 * 60, 8 * 60)
"""Quiet hours of whoever set none (§ slow play): from and to, in minutes of the local day."""
LONGEST_NIGHT = 12 * 60
"""Quiet hours are no longer than this, in minutes."""
SPACING = 30 * 60
"""The least time between two reminders of one person at one table, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hours:
    """What a person set about time.

    `zone`: an IANA name; `chosen`: they chose it themselves, so no device's report changes it;
    `quiet`: from and to in minutes of the local day, both the same for none; `spacing`: the
    least time between two reminders, in seconds; `away`: until then, in ms of UTC.
    """

    zone: str | None = None
    chosen: bool = False
    quiet: tuple[int, int] = NIGHT
    spacing: int = SPACING
    away: Millis | None = None


def known_zone(name: str) -> bool:
    """Whether this is the name of a time zone."""
    return name in zones()


@cache
def zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(available_timezones())


def zone_of(*names: str | None) -> tzinfo:
    """The first of these zones that is known, else UTC."""
    name = next((name for name in names if name is not None and known_zone(name)), None)
    return UTC if name is None else ZoneInfo(name)


def length_of(quiet: tuple[int, int]) -> int:
    """How long quiet hours are by the clock on the wall, in minutes."""
    return (quiet[1] - quiet[0]) % (24 * 60)


def is_quiet(quiet: tuple[int, int], zone: tzinfo, wall: Millis) -> bool:
    """Whether this moment falls into these quiet hours."""
    local = datetime.fromtimestamp(wall / 1000, zone)
    return (local.hour * 60 + local.minute - quiet[0]) % (24 * 60) < length_of(quiet)


def quiet_end(quiet: tuple[int, int], zone: tzinfo, wall: Millis) -> Millis:
    """The first moment from `wall` on that does not fall into these quiet hours, in ms of UTC.

    A change of the clocks may put a second stretch of quiet hours right behind the first.
    """
    at = wall
    while is_quiet(quiet, zone, at):
        at = _next_end(quiet, zone, at)
    return at


def _next_end(quiet: tuple[int, int], zone: tzinfo, wall: Millis) -> Millis:
    """When a clock on the wall next shows the end of the quiet hours, looking from within them."""
    local = datetime.fromtimestamp(wall / 1000, zone)
    end = local.replace(hour=quiet[1] // 60, minute=quiet[1] % 60, second=0, microsecond=0)
    if local.hour * 60 + local.minute >= quiet[1]:
        end = (end.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone)
    for fold in (0, 1):
        at = int(end.replace(fold=fold).timestamp() * 1000)
        if at > wall:
            return at
    return wall + 60_000  # the clocks are just being put on or back: look again in a minute


def next_morning(quiet: tuple[int, int], zone: tzinfo, wall: Millis) -> Millis:
    """When a day's quiet hours end next after this moment; at the end of NIGHT where none are."""
    end = quiet[1] if length_of(quiet) else NIGHT[1]
    return _next_end((end, end), zone, wall)
