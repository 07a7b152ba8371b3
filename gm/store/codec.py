"""Frozen dataclasses to JSON and back, by their own type hints. Defaults are left out.

What is stored carries a schema number (`SCHEMA`); a change of shape adds an upcaster here and a
frozen old log to the tests.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from gm.game.events import Event
from gm.master.commands import Outcome
from gm.master.hours import Hours
from gm.master.notices import Notice
from gm.master.tables import Table

SCHEMA = 1
FORMER = {"Table": ("began_at",), "Ai": ("version",)}
"""Fields that were stored once and mean nothing now; they are read over."""

_T = TypeVar("_T")


class UnreadableError(ValueError):
    """Stored data that is not of a known shape; names what and where."""


def dump(value: Event | Table | Notice | Outcome | Hours) -> str:
    """One JSON text, with its schema number."""
    return json.dumps(
        {"v": SCHEMA, **_object_plain(value)}, ensure_ascii=False, separators=(",", ":")
    )


def load_table(text: str) -> Table:
    """The table of a `dump`."""
    return _read(Table, text)


def load_event(text: str) -> Event:
    """The event of a `dump`."""
    return _read(Event, text)  # type: ignore[arg-type]


def load_notice(text: str) -> Notice:
    """The notice of a `dump`."""
    return _read(Notice, text)


def load_hours(text: str) -> Hours:
    """The hours of a `dump`."""
    return _read(Hours, text)


def load_answer(text: str) -> Outcome:
    """The answer of a `dump`."""
    return _read(Outcome, text)  # type: ignore[arg-type]


def _object_plain(value: Any) -> dict[str, object]:
    plain: dict[str, object] = {"is": type(value).__name__}
    for field in fields(value):
        item = getattr(value, field.name)
        if item != _default(field):
            plain[field.name] = _plain(item)
    return plain


def _plain(value: object) -> object:
    if is_dataclass(value):
        return _object_plain(value)
    match value:
        case Enum():
            return value.value
        case bytes():
            return value.hex()
        case frozenset():
            return sorted(value)
        case tuple() | list():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
        case _:
            return value


def _default(field: Field[Any]) -> object:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field.default


def _read(kind: type[_T], text: str) -> _T:
    try:
        data = json.loads(text)
        if (schema := data.pop("v")) != SCHEMA:
            raise UnreadableError(f"schema {schema}, this program knows {SCHEMA}")
        return _build(kind, data)  # type: ignore[no-any-return]
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableError(f"stored {getattr(kind, '__name__', kind)}: {error}") from error


def _build(kind: Any, data: Any) -> Any:
    if isinstance(kind, type) and is_dataclass(kind):
        return _object({kind.__name__: kind}, data)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _member(args, data)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(_build(args[0], item) for item in data)
        return tuple(_build(arg, item) for arg, item in zip(args, data, strict=True))
    if origin is frozenset:
        return frozenset(_build(args[0], item) for item in data)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return MappingProxyType({key: _build(args[1], item) for key, item in data.items()})
    if origin is Literal and data in args:
        return data
    if kind is bytes:
        return bytes.fromhex(data)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    if type(data) is not kind:
        raise UnreadableError(f"{data!r} is not {kind}")
    return data


def _member(kinds: tuple[Any, ...], data: Any) -> Any:
    if data is None and NoneType in kinds:
        return None
    if isinstance(data, dict) and "is" in data:
        return _object(
            {
                kind.__name__: kind
                for kind in kinds
                if isinstance(kind, type) and is_dataclass(kind)
            },
            data,
        )
    simple = [kind for kind in kinds if kind is not NoneType and not is_dataclass(kind)]
    fitting = [kind for kind in simple if _fits(kind, data)]
    return _build((fitting or simple)[0], data)


def _fits(kind: Any, data: Any) -> bool:
    origin = get_origin(kind)
    if origin is Literal:
        return data in get_args(kind)
    return (origin or kind) is (tuple if isinstance(data, list) else type(data))


def _object(kinds: Mapping[str, Any], data: Any) -> Any:
    kind = kinds[data["is"]]
    hints = _hints(kind)
    passed_over = ("is", *FORMER.get(kind.__name__, ()))
    given = {n: _build(hints[n], item) for n, item in data.items() if n not in passed_over}
    return kind(**given)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
