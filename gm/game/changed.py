"""`dataclasses.replace` for slotted, frozen values that are folded thousands of times a second.

It copies slots without running the constructor, so it is for classes that check nothing there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

_T = TypeVar("_T")


def changed(value: _T, changes: Mapping[str, Any]) -> _T:
    """The value with these fields changed. Errors: KeyError for a field it has not got."""
    kind: Any = type(value)
    read, places, setters = _slots(kind)
    fields = list(read(value))
    for name, item in changes.items():
        fields[places[name]] = item
    new: _T = object.__new__(kind)
    for put, item in zip(setters, fields, strict=True):
        put(new, item)
    return new


@cache
def _slots(kind: Any) -> tuple[Any, dict[str, int], tuple[Any, ...]]:
    names: tuple[str, ...] = kind.__slots__
    setters = tuple(getattr(kind, name).__set__ for name in names)
    return attrgetter(*names), {name: n for n, name in enumerate(names)}, setters
