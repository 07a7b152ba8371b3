"""The words of the master's answers: toasts for what was taken or refused, and what it says."""

from __future__ import annotations

from collections.abc import Mapping

from gm.voice.lines import Duration, Line, Name, Param, SeatName, Time


def line(key: str, params: Mapping[str, str | int], zone: str | None = None) -> Line:
    """The line of a key as the master and the commands name it.

    `refused.<reason>`, `note.<what>`, or a bare key, which is one of `say.<key>`. Words among the
    parameters are names that people chose; `seat` is a seat, `…_seconds` a length of time,
    `until` a moment, which is told in this zone.
    """
    whole = key if "." in key else f"say.{key}"
    return Line(whole, {name: _blank(name, value, zone) for name, value in params.items()})


def _blank(name: str, value: str | int, zone: str | None) -> Param:
    if isinstance(value, str):
        return Name(value)
    if name.endswith("_seconds"):
        return Duration(value)
    if name == "until":
        return Time(value, zone, named=True)
    return SeatName(value) if name == "seat" else value
