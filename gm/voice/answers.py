"""The words of the master's answers: toasts for what was taken or refused, and what it says."""

from __future__ import annotations

from collections.abc import Mapping

from gm.voice.lines import Line, Name, Param, SeatName


def line(key: str, params: Mapping[str, str | int]) -> Line:
    """The line of a key as the master and the commands name it.

    `refused.<reason>`, `note.<what>`, or a bare key, which is one of `say.<key>`. Words among the
    parameters are names that people chose; `seat` is a seat.
    """
    whole = key if "." in key else f"say.{key}"
    return Line(whole, {name: _blank(name, value) for name, value in params.items()})


def _blank(name: str, value: str | int) -> Param:
    if isinstance(value, str):
        return Name(value)
    return SeatName(value) if name == "seat" else value
