"""A person's notebook of one match: of a cell a mark, a number and a note; nobody else reads it.

The last writer of each wins. Every write carries an operation id, so one that is sent again
changes nothing; every accepted one gets the next index, by which other devices catch up.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from redis import Redis

from gm.store import keys
from gm.store.connection import as_text

OPERATIONS = 20_000
"""So many writes a notebook takes; then it is full."""


class Layer(StrEnum):
    """What lies over one another in a cell, each written by itself."""

    MARK = "mark"
    NUMBER = "number"
    NOTE = "note"


_FIELDS = {Layer.MARK: "c", Layer.NUMBER: "n", Layer.NOTE: "t"}
"""The prefix of a layer's fields in the stored hash."""


class Scribble(StrEnum):
    """What a person can mark a cell with; CLEAR takes their mark away."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"
    STAR = "star"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A layer of a cell as its owner last wrote it, by write number `index`.

    `value`: a Scribble, a number from 1 to 9, or a text; CLEAR, 0 and "" where it was taken away.
    """

    card: str
    place: str
    layer: Layer
    value: Scribble | int | str
    index: int


class Full(Exception):  # noqa: N818 - an answer, not a fault
    """The notebook takes no more writes."""


_WRITE = """
local key, op = KEYS[1], 'o:' .. ARGV[1]
local known = redis.call('HGET', key, op)
if known then return {known, redis.call('HGET', key, 'index')} end
local index = tonumber(redis.call('HGET', key, 'index') or '0')
if index >= tonumber(ARGV[4]) then return false end
index = string.format('%d', index + 1)
redis.call('HSET', key, 'index', index, op, index, ARGV[2],
           '{"mark":' .. ARGV[3] .. ',"index":' .. index .. '}')
local left = redis.call('TTL', KEYS[3])
redis.call('EXPIRE', key, left > 0 and left or ARGV[5])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', '10000', '*', 'table', ARGV[6], 'person', ARGV[7])
return {index, index}
"""
_SECONDS = 30 * 86_400
"""How long a notebook outlives its last write while its match goes on; later, as the log does."""


class Notebook:
    """All notebooks."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._write = redis.register_script(_WRITE)

    def write(
        self,
        table: str,
        match: int,
        person: int,
        *,
        op: str,
        card: str,
        place: str,
        value: Scribble | int | str,
        layer: Layer = Layer.MARK,
    ) -> int:
        """Write a layer of a cell once and tell open sheets; the write's index. Errors: Full."""
        found = self._write(
            keys=[
                keys.notebook(table, match, person),
                keys.FEED,
                keys.log(table, match),
            ],
            args=[
                op,
                f"{_FIELDS[layer]}:{card}|{place}",
                json.dumps(value, ensure_ascii=False),
                OPERATIONS,
                _SECONDS,
                table,
                person,
            ],
        )
        if not found:
            raise Full
        return int(as_text(cast("list[Any]", found)[0]))

    def cells(self, table: str, match: int, person: int, since: int = 0) -> tuple[Cell, ...]:
        """What was written after index `since`, in order; a layer of a cell stands there once."""
        stored = cast("dict[Any, Any]", self._redis.hgetall(keys.notebook(table, match, person)))
        found = (_cell(as_text(field), as_text(value)) for field, value in stored.items())
        later = (cell for cell in found if cell is not None and cell.index > since)
        return tuple(sorted(later, key=lambda cell: cell.index))


def _cell(field: str, value: str) -> Cell | None:
    prefix, _, cell = field.partition(":")
    layer = next((layer for layer, known in _FIELDS.items() if known == prefix), None)
    if layer is None or not cell:
        return None
    card, _, place = cell.partition("|")
    data = json.loads(value)
    written = Scribble(data["mark"]) if layer is Layer.MARK else data["mark"]
    return Cell(card=card, place=place, layer=layer, value=written, index=data["index"])
