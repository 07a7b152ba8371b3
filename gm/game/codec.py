"""Events for storage: dataclasses to plain JSON values and back, by their own declarations.

What is stored carries the schema number and the name of its class; fields at their default are
left out. Anything unknown is refused, never guessed.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from gm.game.events import ChanceNode, Event
from gm.game.moves import Move

SCHEMA = 1
_TAG, _NUMBER = "t", "v"

Read: TypeAlias = Callable[[object], Any]


class Undecodable(ValueError):  # noqa: N818 - it says what the value is
    """A stored value that is no event of this schema; `what` names the offending part."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def encode(event: Event) -> dict[str, object]:
    """The event as a JSON object."""
    return {_NUMBER: SCHEMA, **_encode_object(event)}


def decode(data: Mapping[str, object]) -> Event:
    """The event of a JSON object. Errors: Undecodable."""
    rest = dict(data)
    number = rest.pop(_NUMBER, None)
    if number != SCHEMA:
        raise Undecodable(f"schema {number}")
    event: Event = _tagged(_EVENTS)(rest)
    return event


def _encode_object(value: Any) -> dict[str, object]:
    fields = {
        field.name: _encode(getattr(value, field.name))
        for field in dataclasses.fields(value)
        if getattr(value, field.name) != field.default
    }
    return {_TAG: type(value).__name__, **fields}


def _encode(value: object) -> object:
    match value:
        case tuple():
            return [_encode(item) for item in value]
        case StrEnum():
            return value.value
        case None | bool() | int() | str():
            return value
        case _:
            return _encode_object(value)


# -- decoding --------------------------------------------------------------------------------


def _tagged(classes: Mapping[str, type]) -> Read:
    def read(data: object) -> Any:
        if not isinstance(data, dict):
            raise Undecodable(type(data).__name__)
        rest = dict(data)
        tag = rest.pop(_TAG, None)
        if tag not in classes:
            raise Undecodable(f"class {tag}")
        return _object(classes[tag], rest)

    return read


def _object(cls: type, data: dict[str, object]) -> Any:
    readers = _READERS[cls]
    for name in data:
        if name not in readers:
            raise Undecodable(f"{cls.__name__}.{name}")
    try:
        return cls(**{name: readers[name](value) for name, value in data.items()})
    except TypeError as error:
        raise Undecodable(cls.__name__) from error


def _reader(hint: Any) -> Read:
    """How a value of this declared type is read."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _list(_reader(args[0]))
    if origin in (types.UnionType, Union):
        some = [arg for arg in args if arg is not types.NoneType]
        read = _reader(some[0]) if len(some) == 1 else _tagged(_by_name(some))
        return _optional(read) if len(some) < len(args) else read
    if issubclass(hint, StrEnum):
        return _enum(hint)
    return _tagged(_by_name([hint])) if dataclasses.is_dataclass(hint) else _plain(hint)


def _plain(kind: type) -> Read:
    def read(value: object) -> object:
        if type(value) is not kind:
            raise Undecodable(f"{kind.__name__} {type(value).__name__}")
        return value

    return read


def _list(item: Read) -> Read:
    def read(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise Undecodable(f"list {type(value).__name__}")
        return tuple(map(item, value))

    return read


def _optional(some: Read) -> Read:
    return lambda value: None if value is None else some(value)


def _enum(kind: type[StrEnum]) -> Read:
    def read(value: object) -> StrEnum:
        for member in kind:
            if member.value == value:
                return member
        raise Undecodable(f"{kind.__name__} {value}")

    return read


def _by_name(classes: list[Any]) -> dict[str, type]:
    return {cls.__name__: cls for cls in classes}


_EVENTS = _by_name([*get_args(Event)])
_READERS: dict[type, dict[str, Read]] = {
    cls: {
        field.name: _reader(get_type_hints(cls)[field.name]) for field in dataclasses.fields(cls)
    }
    for cls in (*get_args(Event), *get_args(Move), ChanceNode)
}
