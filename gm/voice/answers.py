"""The words of the master's answers: toasts for what was taken or refused, and what it says."""

from __future__ import annotations

from collections.abc import Mapping

from gm.voice.lines import Line, Name, Param, SeatName


def refused(reason: str, params: Mapping[str, str | int]) -> Line:
    """Why nothing happened, and what would work."""
    return Line(f"refused.{reason}", _blanks(params))


def noted(note: str, params: Mapping[str, str | int]) -> Line:
    """The toast of an accepted command."""
    return Line(f"note.{note}", _blanks(params))


def said(key: str, params: Mapping[str, str | int]) -> Line:
    """A line that the master says of its own accord."""
    return Line(f"say.{key}", _blanks(params))


def _blanks(params: Mapping[str, str | int]) -> dict[str, Param]:
    """Words in an answer's parameters are people's names; `seat` is a seat."""
    return {name: _blank(name, value) for name, value in params.items()}


def _blank(name: str, value: str | int) -> Param:
    if isinstance(value, str):
        return Name(value)
    return SeatName(value) if name == "seat" else value
