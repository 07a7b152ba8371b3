"""The board of the mansion, as data, and how far a token can walk on it (§3).

A door joins one room to the one square in front of it, and nothing else does. Where a token may
end is found by walking, so it is exact: no square twice, none with a token, the room left shut.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from gm.game.cards import Card, Spot, Square
from gm.game.decks import MANSION

GRID = (
    "~~~~~~~~~3~~~~4~~~~~~~~~",
    "KKKKKK~...BBBB...~CCCCCC",
    "KKKKKK..BBBBBBBB..CCCCCC",
    "KKKKKK..BBBBBBBB..CCCCCC",
    "KKKKKK..BBBBBBBB..cCCCCC",
    "KKKKKK..bBBBBBBb...CCCC~",
    "~KKKkK..BBBBBBBB.......5",
    "........BbBBBBbB.......~",
    "~.................IIIIII",
    "DDDDD.............iIIIII",
    "DDDDDDDD..XXXXX...IIIIII",
    "DDDDDDDD..XXXXX...IIIIII",
    "DDDDDDDd..XXXXX...IIIIiI",
    "DDDDDDDD..XXXXX........~",
    "DDDDDDDD..XXXXX...LLlLL~",
    "DDDDDDdD..XXXXX..LLLLLLL",
    "~.........XXXXX..lLLLLLL",
    "2................LLLLLLL",
    "~........HHhhHH...LLLLL~",
    "OOOOOOo..HHHHHH........6",
    "OOOOOOO..HHHHHh........~",
    "OOOOOOO..HHHHHH..sSSSSSS",
    "OOOOOOO..HHHHHH..SSSSSSS",
    "OOOOOOO..HHHHHH..SSSSSSS",
    "OOOOOO~1~HHHHHH~.~SSSSSS",
)
"""24 columns, 25 rows: `.` and digits are corridor, `~` off the board, `X` closed, letters rooms
(a small one is a door)."""

ROOMS = MANSION.categories[2].cards
TOKENS = MANSION.categories[0].cards
WEAPONS = MANSION.categories[1].cards

LETTERS: Mapping[str, Card] = MappingProxyType(
    dict(zip("KBCDILOHS", ROOMS, strict=True)),
)
"""The room that each letter of the grid stands for."""

STARTS: tuple[Square, ...] = ((24, 7), (17, 0), (0, 9), (0, 14), (6, 23), (19, 23))
"""Where the tokens stand at the beginning, in deck order of the suspects."""

DOORS: tuple[tuple[Card, Square, Square], ...] = (
    ("kitchen", (6, 4), (7, 4)),
    ("ballroom", (5, 8), (5, 7)),
    ("ballroom", (5, 15), (5, 16)),
    ("ballroom", (7, 9), (8, 9)),
    ("ballroom", (7, 14), (8, 14)),
    ("conservatory", (4, 18), (5, 18)),
    ("billiard", (9, 18), (9, 17)),
    ("billiard", (12, 22), (13, 22)),
    ("library", (14, 20), (13, 20)),
    ("library", (16, 17), (16, 16)),
    ("study", (21, 17), (20, 17)),
    ("hall", (18, 11), (17, 11)),
    ("hall", (18, 12), (17, 12)),
    ("hall", (20, 14), (20, 15)),
    ("lounge", (19, 6), (18, 6)),
    ("dining", (12, 7), (12, 8)),
    ("dining", (15, 6), (16, 6)),
)
"""Each door: its room, its cell, and the one square in front of it that opens to it."""

PASSAGES: Mapping[Card, Card] = MappingProxyType(
    {
        "kitchen": "study",
        "study": "kitchen",
        "conservatory": "lounge",
        "lounge": "conservatory",
    }
)

FRONTS: Mapping[Card, tuple[Square, ...]] = MappingProxyType(
    {room: tuple(front for name, _, front in DOORS if name == room) for room in ROOMS}
)
ROOM_AT: Mapping[Square, Card] = MappingProxyType({front: room for room, _, front in DOORS})
"""The room that opens to a front square."""

CORRIDOR = frozenset(
    (row, column)
    for row, cells in enumerate(GRID)
    for column, cell in enumerate(cells)
    if cell == "." or cell.isdigit()
)


def _beside(square: Square) -> tuple[Square, ...]:
    row, column = square
    around = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
    return tuple(next_ for next_ in around if next_ in CORRIDOR)


BESIDE: Mapping[Square, tuple[Square, ...]] = MappingProxyType(
    {square: _beside(square) for square in sorted(CORRIDOR)}
)
"""The corridor squares one step from each."""


def taken(tokens: Iterable[Spot]) -> frozenset[Square]:
    """The corridor squares that tokens stand on."""
    return frozenset(spot for spot in tokens if not isinstance(spot, str))


def may_leave(spot: Spot, blocked: frozenset[Square]) -> bool:
    """Whether a token may roll: from a room only through a door that is free (§3)."""
    return not isinstance(spot, str) or any(front not in blocked for front in FRONTS[spot])


@lru_cache(maxsize=4096)
def reach(spot: Spot, steps: int, blocked: frozenset[Square]) -> tuple[Spot, ...]:
    """Where a walk of this throw may end: rooms in deck order, then squares by row and column.

    `blocked`: the squares that the other tokens stand on. Where neither a room nor a square at
    the full throw can be reached, the ends of the longest walks; () where there is no step.
    """
    if isinstance(spot, str):
        firsts = tuple(front for front in FRONTS[spot] if front not in blocked)
        left, used = steps - 1, blocked
    else:
        firsts, left, used = (spot,), steps, blocked - {spot}
    near = _distances(firsts, used)
    rooms = tuple(
        room
        for room in ROOMS
        if room != spot and any(near.get(front, left) < left for front in FRONTS[room])
    )
    squares = {end for first in firsts for end in _ends(first, left, used)}
    if not squares and not rooms:
        squares = _longest(firsts, left, used) - {spot}
    return (*rooms, *sorted(squares))


def _distances(firsts: tuple[Square, ...], blocked: frozenset[Square]) -> dict[Square, int]:
    """How many steps each free square is from the nearest of these."""
    near = dict.fromkeys(firsts, 0)
    queue = deque(firsts)
    while queue:
        square = queue.popleft()
        for beside in BESIDE[square]:
            if beside not in near and beside not in blocked:
                near[beside] = near[square] + 1
                queue.append(beside)
    return near


def _ends(first: Square, steps: int, blocked: frozenset[Square]) -> set[Square]:
    """Where walks of exactly this many steps end.

    A walk is given up where every end that it could still come to in time is known already.
    """
    near = _distances((first,), blocked)
    sought = {s for s, d in near.items() if d <= steps and (steps - d) % 2 == 0}
    found: set[Square] = set()
    used = set(blocked)

    def walk(square: Square, left: int) -> None:
        if left == 0:
            sought.discard(square)
            found.add(square)
            return
        far = apart(square)
        if not any(far[end] <= left for end in sought):
            return
        used.add(square)
        for beside in BESIDE[square]:
            if beside not in used:
                walk(beside, left - 1)
        used.discard(square)

    walk(first, steps)
    return found


def _longest(firsts: tuple[Square, ...], steps: int, blocked: frozenset[Square]) -> set[Square]:
    """Where the longest walks end that a token shut in can make in fewer than these steps."""
    ends: dict[int, set[Square]] = {}

    def walk(square: Square, length: int, used: frozenset[Square]) -> None:
        ends.setdefault(length, set()).add(square)
        for beside in BESIDE[square]:
            if beside not in used and length < steps:
                walk(beside, length + 1, used | {beside})

    for first in firsts:
        walk(first, 0, blocked | {first})
    return ends[max(ends)] if ends else set()


@cache
def apart(square: Square) -> Mapping[Square, int]:
    """How many steps every corridor square is from this one on an empty board."""
    return _distances((square,), frozenset())


def steps_to(spot: Spot, room: Card) -> int:
    """How many steps a spot is from a room on an empty board, without passages (§3)."""
    if spot == room:
        return 0
    leaving = 1 if isinstance(spot, str) else 0
    firsts = FRONTS[spot] if isinstance(spot, str) else (spot,)
    return leaving + 1 + min(apart(first)[front] for first in firsts for front in FRONTS[room])
