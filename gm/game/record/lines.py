"""One line of a record, between its JSON object and what it says.

Every key is either named here or refused; a line is written the way it is read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias, assert_never

from gm.game.board import WEAPONS
from gm.game.cards import ASIDE, UNKNOWN, Card, Seat, Spot, Target
from gm.game.events import (
    Awaited,
    Chance,
    Dealt,
    Entry,
    FirstDrawn,
    Looked,
    MarkersDealt,
    Moved,
    Passed,
    PileShuffled,
    Rolled,
    Stop,
    Stopped,
    Told,
    WaitKind,
    WeaponsPlaced,
)
from gm.game.moves import (
    Accuse,
    Agree,
    Answer,
    Ask,
    Decline,
    End,
    Join,
    Move,
    Order,
    Passage,
    Play,
    Refuse,
    Removed,
    Roll,
    Show,
    Skipped,
    Stay,
    Suggest,
    Walk,
)
from gm.game.reasons import Illegal, Reason

Object: TypeAlias = dict[str, object]
_OCCUPANT = re.compile(r"person|keeper|ai:[a-z0-9_-]{1,32}")
_HEX_32 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupant:
    """Who sits there from now on: `person`, `ai:<level>` or `keeper`; no part of the rules."""

    seat: Seat
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """The commitment to the seed (hexadecimal), and the scheme of all draws."""

    digest: str
    scheme: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealNote:
    """What was published beside the deal; the scheme says what it means."""

    details: Object


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The seed, published when the match is over."""

    seed: bytes = field(repr=False)


Note: TypeAlias = Occupant | Sealed | DealNote | Opened
"""Lines that change nothing in the match."""
Content: TypeAlias = Entry | Told | Note


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What a line says, when (seconds since the match began), and its extensions."""

    content: Content
    at: float | None = None
    x: Object | None = field(default=None, repr=False)


class Fields:
    """The keys of an object, each to be taken once; what is left is refused."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self._left = dict(data)

    def __contains__(self, key: str) -> bool:
        return key in self._left

    def take(self, key: str) -> object:
        """The value. Errors: Illegal MISSING_KEY."""
        if key not in self._left:
            raise Illegal(Reason.MISSING_KEY, key=key)
        return self._left.pop(key)

    def number(self, key: str) -> int:
        """A whole number; true and false are none."""
        value = self.take(key)
        if type(value) is not int:
            raise Illegal(Reason.WRONG_TYPE, key=key)
        return value

    def text(self, key: str) -> str:
        """A string."""
        return _text(key, self.take(key))

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        return tuple(_text(key, value) for value in _list(key, self.take(key)))

    def table(self, key: str) -> tuple[tuple[str, ...], ...]:
        """A list of lists of strings."""
        rows = _list(key, self.take(key))
        return tuple(tuple(_text(key, value) for value in _list(key, row)) for row in rows)

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        return _numbers(key, self.take(key))

    def object(self, key: str) -> Object:
        """An object."""
        value = self.take(key)
        if not isinstance(value, dict):
            raise Illegal(Reason.WRONG_TYPE, key=key)
        return value

    def hexadecimal(self, key: str) -> str:
        """32 bytes in lower-case hexadecimal."""
        text = self.text(key)
        if _HEX_32.fullmatch(text) is None:
            raise Illegal(Reason.WRONG_VALUE, key=key)
        return text

    def done(self) -> None:
        """Errors: Illegal UNKNOWN_KEY where a key was not taken."""
        for key in self._left:
            raise Illegal(Reason.UNKNOWN_KEY, key=key)


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise Illegal(Reason.WRONG_TYPE, key=key)
    return value


def _numbers(key: str, value: object) -> tuple[int, ...]:
    numbers = [number for number in _list(key, value) if type(number) is int]
    if numbers != value:
        raise Illegal(Reason.WRONG_TYPE, key=key)
    return tuple(numbers)


def _list(key: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise Illegal(Reason.WRONG_TYPE, key=key)
    return value


def margins(fields: Fields) -> tuple[float | None, Object | None]:
    """`at` and `x`, which any line may carry."""
    at: float | None = None
    if "at" in fields:
        value = fields.take("at")
        if type(value) is not int and type(value) is not float:
            raise Illegal(Reason.WRONG_TYPE, key="at")
        if not math.isfinite(value) or value < 0:
            raise Illegal(Reason.WRONG_VALUE, key="at")
        at = value
    return at, fields.object("x") if "x" in fields else None


_BARE: MappingProxyType[str, Move] = MappingProxyType(
    {
        "decline": Decline(),
        "agree": Agree(),
        "refuse": Refuse(),
        "roll": Roll(),
        "passage": Passage(),
        "stay": Stay(),
        "end": End(),
        "skipped": Skipped(),
        "removed": Removed(),
    }
)
"""The moves that say nothing but their name."""
_NAMES: MappingProxyType[type[Move], str] = MappingProxyType(
    {type(move): name for name, move in _BARE.items()}
)


def parse(data: Mapping[str, object]) -> Line:
    """The line that an object says. Errors: Illegal, with the key."""
    fields = Fields(data)
    kind = next((kind for kind in _READERS if kind in fields), None)
    if kind is None:
        raise Illegal(Reason.UNKNOWN_LINE)
    at, x = margins(fields)
    content = _READERS[kind](fields)
    fields.done()
    return Line(content=content, at=at, x=x)


# -- reading ---------------------------------------------------------------------------------


def _chance(fields: Fields) -> Chance:
    match fields.text("chance"):
        case "deal":
            return Dealt(
                case=fields.texts("case"),
                hands=fields.table("hands"),
                up=fields.texts("up"),
                aside=fields.texts("aside") if "aside" in fields else (),
            )
        case "markers":
            return MarkersDealt(seats=fields.texts("seats"))
        case "pile":
            return PileShuffled(cards=fields.texts("cards"))
        case "look":
            return Looked(
                seat=fields.number("seat"), target=_target(fields), card=fields.text("card")
            )
        case "first":
            voted = _by(fields, "vote")
            return FirstDrawn(seat=fields.number("seat"), voted=voted)
        case "weapons":
            return WeaponsPlaced(rooms=_rooms(fields.object("rooms")))
        case "roll":
            return Rolled(dice=fields.numbers("dice"))
        case other:
            raise Illegal(Reason.UNKNOWN_LINE, chance=other)


def _target(fields: Fields) -> Target:
    value = fields.take("target")
    if value == ASIDE:
        return ASIDE
    if type(value) is not int:
        raise Illegal(Reason.WRONG_TYPE, key="target")
    return value


def _rooms(rooms: Object) -> tuple[Card, ...]:
    inside = Fields(rooms)
    placed = tuple(inside.text(weapon) for weapon in WEAPONS)
    inside.done()
    return placed


def _by(fields: Fields, who: str) -> bool:
    """Whether `by` says this; it may be absent, but not say anything else."""
    if "by" not in fields:
        return False
    if fields.text("by") != who:
        raise Illegal(Reason.WRONG_VALUE, key="by")
    return True


def _moved(fields: Fields) -> Moved:
    move = _move(fields)
    lot = isinstance(move, Show | Answer) and _by(fields, "lot")
    return Moved(seat=fields.number("seat"), move=move, lot=lot)


def _move(fields: Fields) -> Move:
    match fields.text("move"):
        case "show":
            return Show(card=fields.text("card"))
        case "answer":
            return Answer(cards=_answered(fields))
        case "accuse":
            return Accuse(theory=fields.texts("theory"))
        case "play":
            return Play(
                action=fields.text("action"),
                cards=fields.texts("cards") if "cards" in fields else None,
                go=fields.text("go") if "go" in fields else None,
                target=fields.number("target") if "target" in fields else None,
            )
        case "ask":
            return Ask(cards=fields.texts("cards"))
        case "join":
            return Join(theory=fields.texts("theory"))
        case "order":
            return Order(order=fields.numbers("order"))
        case "walk":
            return Walk(to=_spot(fields))
        case "suggest":
            return Suggest(cards=fields.texts("cards"))
        case bare if bare in _BARE:
            return _BARE[bare]
        case other:
            raise Illegal(Reason.UNKNOWN_LINE, move=other)


def _spot(fields: Fields) -> Spot:
    value = fields.take("to")
    if isinstance(value, str):
        return value
    match _numbers("to", value):
        case (row, column):
            return row, column
        case _:
            raise Illegal(Reason.WRONG_VALUE, key="to")


def _answered(fields: Fields) -> tuple[Card, ...] | None:
    value = fields.take("cards")
    if value == UNKNOWN:
        return None
    return tuple(_text("cards", card) for card in _list("cards", value))


def _stopped(fields: Fields) -> Stopped:
    value = fields.text("stopped")
    why = next((why for why in Stop if why.value == value), None)
    if why is None:
        raise Illegal(Reason.WRONG_VALUE, key="stopped")
    return Stopped(why=why)


def _occupant(fields: Fields) -> Occupant:
    who = fields.text("occupant")
    if _OCCUPANT.fullmatch(who) is None:
        raise Illegal(Reason.WRONG_VALUE, key="occupant")
    return Occupant(seat=fields.number("seat"), who=who)


def _opened(fields: Fields) -> Opened:
    inside = Fields(fields.object("opened"))
    seed = bytes.fromhex(inside.hexadecimal("seed"))
    inside.done()
    return Opened(seed=seed)


_READERS: MappingProxyType[str, Callable[[Fields], Content]] = MappingProxyType(
    {
        "chance": _chance,
        "move": _moved,
        "stopped": _stopped,
        "passed": lambda fields: Passed(seat=fields.number("passed")),
        "asked": lambda fields: Awaited(seat=fields.number("asked"), kind=WaitKind.SHOW),
        "occupant": _occupant,
        "sealed": lambda fields: Sealed(
            digest=fields.hexadecimal("sealed"), scheme=fields.text("scheme")
        ),
        "dealt": lambda fields: DealNote(details=fields.object("dealt")),
        "opened": _opened,
    }
)


# -- writing ---------------------------------------------------------------------------------


def write(line: Line) -> Object:
    """The object of a line."""
    data = _write_content(line.content)
    if line.at is not None:
        data["at"] = line.at
    if line.x is not None:
        data["x"] = line.x
    return data


def _write_content(content: Content) -> Object:
    match content:
        case Dealt():
            deal: Object = {
                "chance": "deal",
                "case": list(content.case),
                "hands": [list(hand) for hand in content.hands],
                "up": list(content.up),
            }
            return {**deal, "aside": list(content.aside)} if content.aside else deal
        case MarkersDealt():
            return {"chance": "markers", "seats": list(content.seats)}
        case PileShuffled():
            return {"chance": "pile", "cards": list(content.cards)}
        case Looked(seat=seat, target=target, card=card):
            return {"chance": "look", "seat": seat, "target": target, "card": card}
        case FirstDrawn():
            vote = {"by": "vote"} if content.voted else {}
            return {"chance": "first", "seat": content.seat, **vote}
        case WeaponsPlaced():
            rooms = dict(zip(WEAPONS, content.rooms, strict=True))
            return {"chance": "weapons", "rooms": rooms}
        case Rolled():
            return {"chance": "roll", "dice": list(content.dice)}
        case Moved():
            by = {"by": "lot"} if content.lot else {}
            return {"seat": content.seat, **write_move(content.move), **by}
        case Stopped():
            return {"stopped": content.why.value}
        case Passed():
            return {"passed": content.seat}
        case Awaited():
            return {"asked": content.seat}
        case Occupant():
            return {"seat": content.seat, "occupant": content.who}
        case Sealed():
            return {"sealed": content.digest, "scheme": content.scheme}
        case DealNote():
            return {"dealt": content.details}
        case Opened():
            return {"opened": {"seed": content.seed.hex()}}
        case _:
            assert_never(content)


def write_move(move: Move) -> Object:
    """The object of a move, without its seat."""
    match move:
        case Show():
            return {"move": "show", "card": move.card}
        case Answer():
            return {"move": "answer", "cards": UNKNOWN if move.cards is None else [*move.cards]}
        case Accuse():
            return {"move": "accuse", "theory": list(move.theory)}
        case Play():
            data: Object = {"move": "play", "action": move.action}
            if move.cards is not None:
                data["cards"] = list(move.cards)
            if move.go is not None:
                data["go"] = move.go
            if move.target is not None:
                data["target"] = move.target
            return data
        case Ask() | Suggest():
            name = "ask" if isinstance(move, Ask) else "suggest"
            return {"move": name, "cards": list(move.cards)}
        case Join():
            return {"move": "join", "theory": list(move.theory)}
        case Order():
            return {"move": "order", "order": list(move.order)}
        case Walk(to=to):
            return {"move": "walk", "to": to if isinstance(to, str) else list(to)}
        case _:
            return {"move": _NAMES[type(move)]}
