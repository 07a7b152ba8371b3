"""The floor of the mansion: corridor, rooms, walls, doors, passages and the closed middle.

All of it follows from the board's own data; only where a room's words stand is chosen here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from gm.game.board import CORRIDOR, DOORS, GRID, LETTERS, PASSAGES, ROOMS, STARTS, TOKENS
from gm.game.cards import Card, Square
from gm.pictures.colours import BRASS, DUST, PAPER, ROOM, SUSPECTS, TILE, TILE_EDGE, WELL
from gm.pictures.lettering import Weight, fitted
from gm.pictures.pieces import labelled, stairs
from gm.pictures.svg import Svg, circle, moved, path, polygon, rect, text

CELL, MARGIN = 43, 24
ROWS, COLUMNS = len(GRID), len(GRID[0])
HEAD = 52
"""The room that a room's name takes."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.w / 2, self.y + self.h / 2


def cells(row: int, column: int, rows: int, columns: int) -> Box:
    """The rectangle of these cells."""
    return Box(MARGIN + column * CELL, MARGIN + row * CELL, columns * CELL, rows * CELL)


INSIDE: Mapping[Card, tuple[int, int, int, int]] = MappingProxyType(
    {
        "kitchen": (1, 0, 4, 6),
        "ballroom": (2, 9, 5, 6),
        "conservatory": (1, 18, 4, 6),
        "dining": (10, 0, 5, 7),
        "billiard": (8, 18, 5, 6),
        "library": (15, 18, 4, 5),
        "lounge": (19, 0, 5, 6),
        "hall": (19, 9, 6, 6),
        "study": (21, 18, 3, 6),
    }
)
"""Where a room's name and what is in it stand: first row and column, how many of each."""

SIGNS: Mapping[Card, tuple[int, int, int, int]] = MappingProxyType(
    {
        "kitchen": (5, 0, 1, 6),
        "conservatory": (5, 19, 1, 4),
        "lounge": (24, 0, 1, 6),
        "study": (24, 18, 1, 6),
    }
)
"""Where a passage is signed."""

MIDDLE = (10, 10, 7, 5)
"""The cells of the closed middle."""

AREAS: Mapping[Card, frozenset[Square]] = MappingProxyType(
    {
        room: frozenset(
            (row, column)
            for row, line in enumerate(GRID)
            for column, cell in enumerate(line)
            if cell.upper() == letter
        )
        for letter, room in LETTERS.items()
    }
)
"""The cells of each room."""


@lru_cache(maxsize=16)
def floor(names: tuple[str, ...]) -> Svg:
    """The floor with these names of the rooms, in the order of the board."""
    called = dict(zip(ROOMS, names, strict=True))
    return "".join((*_corridor(), *_middle(), *(_room(room, called) for room in ROOMS)))


def _corridor() -> Iterator[Svg]:
    tiles = [cells(row, column, 1, 1) for row, column in sorted(CORRIDOR)]
    yield path("".join(_span(box) for box in tiles), fill=TILE_EDGE)
    yield path("".join(_span(box, 1.5) for box in tiles), fill=TILE)
    for square, token in zip(STARTS, TOKENS, strict=True):
        x, y = cells(*square, 1, 1).middle
        yield circle(x, y, 13, "none", stroke=SUSPECTS[token], stroke_width=3, opacity=0.6)


def _span(box: Box, inset: float = 0) -> str:
    x, y, w, h = box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset
    return f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}Z"


def _middle() -> Iterator[Svg]:
    box = cells(*MIDDLE)
    yield rect(box.x, box.y, box.w, box.h, WELL, r=12, stroke=BRASS, stroke_width=2)


def _room(room: Card, names: Mapping[Card, str]) -> Svg:
    area = AREAS[room]
    ground = path("".join(_span(cells(*cell, 1, 1)) for cell in sorted(area)), fill=ROOM)
    doors = [(cell, front) for name, cell, front in DOORS if name == room]
    box = cells(*INSIDE[room])
    head = fitted(names[room], 34, box.w - 24, Weight.BOLD)
    return "".join(
        (
            ground,
            path(
                _walls(area, doors),
                fill="none",
                stroke=BRASS,
                stroke_width=5,
                stroke_linecap="square",
            ),
            *(_door(cell, front) for cell, front in doors),
            text(head, box.x + box.w / 2, box.y + HEAD / 2 + 4, PAPER),
            _passage(room, names) if room in PASSAGES else "",
        )
    )


def _passage(room: Card, names: Mapping[Card, str]) -> Svg:
    box = cells(*SIGNS[room])
    sign = labelled(stairs(26), 26, names[PASSAGES[room]], 25, box.w - 12, DUST)
    return moved(*box.middle, sign)


_AROUND = ((-1, 0), (0, 1), (1, 0), (0, -1))


def _walls(area: frozenset[Square], doors: list[tuple[Square, Square]]) -> str:
    """The edges between a room and what is not, but its doors; edges in a row are one line."""
    level: set[tuple[int, int]] = set()
    upright: set[tuple[int, int]] = set()
    for row, column in area:
        for down, right in _AROUND:
            beyond = (row + down, column + right)
            if beyond in area or ((row, column), beyond) in doors:
                continue
            if down:
                level.add((row + (down > 0), column))
            else:
                upright.add((column + (right > 0), row))
    lines = [f"M{x} {y}h{n}" for y, x, n in _joined(level)]
    lines += [f"M{x} {y}v{n}" for x, y, n in _joined(upright)]
    return "".join(lines)


def _joined(edges: set[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Edges as lines: across which they lie, where they start, how long; in pixels."""
    for across, along in sorted(edges):
        if (across, along - 1) not in edges:
            end = along
            while (across, end + 1) in edges:
                end += 1
            yield MARGIN + across * CELL, MARGIN + along * CELL, (end + 1 - along) * CELL


def _door(cell: Square, front: Square) -> Svg:
    """An opening in the wall, and an arrow that goes in."""
    (x, y), (fx, fy) = cells(*cell, 1, 1).middle, cells(*front, 1, 1).middle
    dx, dy = (x - fx) / CELL, (y - fy) / CELL
    ex, ey = (x + fx) / 2, (y + fy) / 2
    mat = rect(
        ex - (5 if dx else CELL / 2 - 4),
        ey - (5 if dy else CELL / 2 - 4),
        10 if dx else CELL - 8,
        10 if dy else CELL - 8,
        TILE,
    )
    tip = [(9.0, 0.0), (-3.0, 8.0), (-3.0, -8.0)]
    turned = [(ex + dx * (12 + a) - dy * b, ey + dy * (12 + a) + dx * b) for a, b in tip]
    return mat + polygon(turned, fill=BRASS)
