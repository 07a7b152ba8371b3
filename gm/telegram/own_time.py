"""A person's own time, set in private: zone, quiet hours, reminders, away.

One message with a page at a time; each tap changes one thing and shows the page again. Its buttons
carry `o:<what>[:<value>]` and change nothing but what is the tapper's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias, TypeVar

from gm.i18n import Html, render
from gm.i18n.channels import Button as Label
from gm.i18n.rendering import place_of
from gm.master.hours import NIGHT, Hours, known_zone, length_of, next_morning, zone_of, zones
from gm.master.notices import Notice
from gm.master.pace import DAY, HOUR, MINUTE
from gm.master.tables import Millis
from gm.telegram.message import Button, Message
from gm.voice.lines import Duration, Line, Name, Time, say

ZONES = (
    "Pacific/Honolulu",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Sao_Paulo",
    "UTC",
    "Europe/London",
    "Africa/Lagos",
    "Europe/Berlin",
    "Europe/Athens",
    "Africa/Nairobi",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Ho_Chi_Minh",
    "Asia/Shanghai",
    "Asia/Seoul",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""The zones that buttons offer; any other can be typed."""
QUIET = (NIGHT, (23 * 60, 7 * 60), (0, 8 * 60), (21 * 60, 9 * 60), (0, 0))
SPACING = (0, 30 * MINUTE, 2 * HOUR, 6 * HOUR)
AWAY = {"tonight": 1, "tomorrow": 2, "days": 4, "week": 8, "back": 0}
"""After how many nights somebody is back, by the button."""
PAGES = ("time", "zones", "away")

_T = TypeVar("_T")
Shown: TypeAlias = tuple[list[Line], list[list[tuple[Line, str]]]]
"""Lines, and rows of labels with what they ask for."""


# -- what is shown ---------------------------------------------------------------------------


def page(notice: Notice, hours: Hours, language: str) -> Message:
    """A page of one's own time, as it is set now."""
    name, wall = str(notice.args["page"]), int(notice.args["wall"])
    if hours.away is not None and hours.away <= wall:
        hours = replace(hours, away=None)
    lines, rows = _shown(name, hours, wall)
    head, *rest = [render(line, language, channel=Html()) for line in lines]
    return Message(
        text="\n".join((f"<b>{head}</b>", "", *rest)),
        keyboard=tuple(
            tuple(_button(label, data, language) for label, data in row) for row in rows
        ),
    )


def _shown(name: str, hours: Hours, wall: Millis) -> Shown:
    match name:
        case "zones":
            return _zones()
        case "away":
            return _away(hours)
        case _:
            return _time(hours, wall)


def _button(label: Line, data: str, language: str) -> Button:
    return {"text": render(label, language, channel=Label()), "callback_data": f"o:{data}"}


def _time(hours: Hours, wall: Millis) -> Shown:
    lines = [say("own.title"), *_set(hours, wall), say("own.slow")]
    return lines, [
        [(say("own.button.zone"), "zones"), (say("own.button.quiet"), "quiet")],
        [(say("own.button.spacing"), "spacing"), (say("own.button.away"), "away")],
    ]


def _set(hours: Hours, wall: Millis) -> Iterator[Line]:
    """What is set, a sentence each."""
    if hours.zone is None:
        yield say("own.zone.unknown")
    else:
        now = Time(wall, hours.zone)
        yield say("own.zone", zone=Name(place_of(hours.zone)), time=now)
    if length_of(hours.quiet):
        start, end = map(_clock, hours.quiet)
        yield say("own.quiet", start=start, end=end)
    else:
        yield say("own.quiet.none")
    if hours.spacing:
        yield say("own.spacing", length=Duration(hours.spacing))
    if hours.away is not None:
        yield say("own.away", time=Time(hours.away, hours.zone))


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _zones() -> Shown:
    names = [(say("choice.seat", seat=Name(place_of(zone))), f"zone:{zone}") for zone in ZONES]
    rows = [names[n : n + 3] for n in range(0, len(names), 3)]
    rows.append([(say("own.button.phone"), "zone:"), (say("choice.back"), "time")])
    return [say("own.zones"), say("own.zones.about")], rows


def _away(hours: Hours) -> Shown:
    lines = [say("own.away.title")]
    if hours.away is not None:
        lines.append(say("own.away", time=Time(hours.away, hours.zone)))
    lines.append(say("own.away.about"))
    names = [name for name in AWAY if hours.away is not None or name != "back"]
    choices = [(say(f"own.away.{name}"), f"away:{name}") for name in names]
    rows = [choices[n : n + 2] for n in range(0, len(choices), 2)]
    return lines, [*rows, [(say("choice.back"), "time")]]


# -- what a tap changes ----------------------------------------------------------------------


def changed(hours: Hours, what: str, value: str, wall: Millis) -> Hours | None:
    """The hours after a tap; None for what is no button of ours."""
    match what:
        case "zone" if not value:
            return replace(hours, zone=None, chosen=False)
        case "zone" if known_zone(value):
            return replace(hours, zone=value, chosen=True)
        case "quiet":
            return replace(hours, quiet=_after(QUIET, hours.quiet))
        case "spacing":
            return replace(hours, spacing=_after(SPACING, hours.spacing))
        case "away" if value in AWAY:
            return replace(hours, away=back_at(hours, AWAY[value], wall))
        case _:
            return None


def _after(values: tuple[_T, ...], now: _T) -> _T:
    return values[(values.index(now) + 1) % len(values)] if now in values else values[0]


def back_at(hours: Hours, nights: int, wall: Millis) -> Millis | None:
    """When somebody is back who is away for so many nights; None for none."""
    if not nights:
        return None
    zone = zone_of(hours.zone)
    morning = next_morning(hours.quiet, zone, wall)
    for _ in range(nights - 1):
        morning = next_morning(hours.quiet, zone, morning + DAY * 500)
    return morning


def page_after(what: str) -> str:
    """The page that is open after a tap."""
    return "away" if what == "away" else "time"


def named_zone(text: str) -> str | None:
    """The time zone of this name, as somebody may type it: whole, or its place alone."""
    wanted = text.strip().replace(" ", "_").lower()
    known = sorted(zones())
    whole = [zone for zone in known if zone.lower() == wanted]
    places = [zone for zone in known if zone.lower().rpartition("/")[2] == wanted]
    return next(iter((*whole, *places)), None) if wanted else None
