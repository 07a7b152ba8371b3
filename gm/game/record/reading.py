"""A record between its bytes and its lines. Whatever the bytes are, the answer is a record or
the first line that is not one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from gm.game.events import Dealt
from gm.game.header import Header
from gm.game.reasons import Illegal, Reason
from gm.game.record.lines import (
    DealNote,
    Fields,
    Line,
    Object,
    Occupant,
    Opened,
    Sealed,
    margins,
    parse,
    write,
)
from gm.game.rulesets import ruleset

VERSION = 1
MAX_BYTES = 8_000_000
MAX_LINES = 20_000
_MAX_DIGITS = 15


class BadRecord(Exception):  # noqa: N818 - a verdict on a file, not a fault of the program
    """The first line that is refused (counted from 1, the header included), and why."""

    def __init__(self, line: int, reason: Reason, **params: object) -> None:
        super().__init__(line, reason.value)
        self.line = line
        self.reason = reason
        self.params = params

    @classmethod
    def at(cls, line: int, error: Illegal) -> BadRecord:
        """The refusal of that line by the rules."""
        return cls(line, error.reason, **error.params)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A header and its lines; `lines[0]` is line 2 of the file."""

    header: Header
    lines: tuple[Line, ...]


FIRST = 2
"""The number of the first line after the header."""


def read(data: bytes) -> Record:
    """The record in these bytes. Errors: BadRecord."""
    if len(data) > MAX_BYTES:
        raise BadRecord(1, Reason.TOO_LARGE, bytes=MAX_BYTES)
    if not data:
        raise BadRecord(1, Reason.EMPTY)
    texts = data.removesuffix(b"\n").split(b"\n")
    if len(texts) > MAX_LINES:
        raise BadRecord(MAX_LINES + 1, Reason.TOO_LARGE, lines=MAX_LINES)
    header: Header | None = None
    lines: list[Line] = []
    for number, text in enumerate(texts, start=1):
        try:
            values = _object(text)
            if header is None:
                header = parse_header(values)
            else:
                line = parse(values)
                _check_place(header, lines, line)
                lines.append(line)
        except Illegal as error:
            raise BadRecord.at(number, error) from error
    assert header is not None
    return Record(header=header, lines=tuple(lines))


def _check_place(header: Header, before: list[Line], line: Line) -> None:
    """Notes have their place: the seal is line 2, the seed is last, the deal's note follows it."""
    if before and isinstance(before[-1].content, Opened):
        raise Illegal(Reason.MISPLACED, after="opened")
    match line.content:
        case Sealed() if before:
            raise Illegal(Reason.MISPLACED, key="sealed")
        case DealNote() if not before or not isinstance(before[-1].content, Dealt):
            raise Illegal(Reason.MISPLACED, key="dealt")
        case Occupant(seat=seat) if not 0 <= seat < len(header.seats):
            raise Illegal(Reason.NO_SUCH_SEAT, seat=seat)
        case _:
            pass


# -- strict JSON -----------------------------------------------------------------------------


def _object(text: bytes) -> Object:
    try:
        value = json.loads(
            text.decode("utf-8"),
            object_pairs_hook=_pairs,
            parse_int=_number,
            parse_constant=_constant,
        )
    except UnicodeDecodeError as error:
        raise Illegal(Reason.NOT_UTF8) from error
    except (ValueError, RecursionError) as error:
        raise Illegal(Reason.NOT_JSON) from error
    if not isinstance(value, dict):
        raise Illegal(Reason.NOT_AN_OBJECT)
    return value


def _pairs(pairs: list[tuple[str, object]]) -> Object:
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        raise Illegal(Reason.DUPLICATE_KEY, key=next(k for k in keys if keys.count(k) > 1))
    return values


def _number(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise Illegal(Reason.WRONG_VALUE)
    return int(digits)


def _constant(name: str) -> NoReturn:
    """NaN and the infinities are not JSON."""
    raise Illegal(Reason.NOT_JSON, value=name)


# -- the header ------------------------------------------------------------------------------


def parse_header(data: Mapping[str, object]) -> Header:
    """The header that an object says. Errors: Illegal, with the key."""
    fields = Fields(data)
    if fields.number("record") != VERSION:
        raise Illegal(Reason.WRONG_VERSION)
    rules = ruleset(fields.text("rules"))
    deck = fields.take("deck") if "deck" in fields else None
    if not isinstance(deck, str | None):
        raise Illegal(Reason.WRONG_TYPE, key="deck")
    options: Object = {} if "options" not in fields else fields.object("options")
    seats = fields.texts("seats")
    dealer = fields.number("dealer") if "dealer" in fields else None
    tokens = fields.texts("tokens") if "tokens" in fields else None
    margins(fields)
    fields.done()
    return rules.header(deck=deck, options=options, seats=seats, dealer=dealer, tokens=tokens)


def write_header(header: Header) -> Object:
    """The object of a header; of the options only those that differ from their defaults."""
    known = ruleset(header.rules).options
    data: Object = {
        "record": VERSION,
        "rules": header.rules,
        "deck": header.deck,
        "options": {
            name: value for name, value in header.options.items() if value != known[name].values[0]
        },
        "seats": list(header.seats),
    }
    if header.dealer is not None:
        data["dealer"] = header.dealer
    if header.tokens:
        data["tokens"] = list(header.tokens)
    return data


def dumps(value: object) -> str:
    """One line of JSON, without spaces, in ASCII."""
    return json.dumps(value, separators=(",", ":"))


def dump(record: Record) -> str:
    """The text of a record."""
    return "".join(dumps(data) + "\n" for data in objects(record))


def objects(record: Record) -> Iterable[Object]:
    """The objects of a record's lines, the header first."""
    yield write_header(record.header)
    yield from map(write, record.lines)
