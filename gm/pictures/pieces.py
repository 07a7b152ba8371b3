"""What lies on a board: a piece for each suspect, the weapons, dice, and emblems for the rest.

No two pieces share a shape, so that they are told apart without their colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from types import MappingProxyType

from gm.game.cards import Card
from gm.pictures.colours import BRASS, FLAME, INK, LETTERS, PAPER, SUSPECTS
from gm.pictures.lettering import Weight, fitted, lettering
from gm.pictures.svg import Svg, circle, element, moved, path, polygon, rect, text


def _regular(corners: int, turn: float, r: float) -> list[tuple[float, float]]:
    return [
        (r * sin(2 * pi * (n + turn) / corners), -r * cos(2 * pi * (n + turn) / corners))
        for n in range(corners)
    ]


def _body(suspect: Card, r: float, **more: object) -> Svg:
    match suspect:
        case "red":
            return circle(0, 0, r * 0.92, **more)  # type: ignore[arg-type]
        case "yellow":
            side = r * 1.68
            return rect(-side / 2, -side / 2, side, side, r=r * 0.22, **more)  # type: ignore[arg-type]
        case "white":
            return polygon(_regular(6, 0.5, r), **more)
        case "green":
            return polygon(_regular(4, 0, r * 1.14), **more)
        case "blue":
            return polygon([(x, y + r * 0.06) for x, y in _regular(5, 0, r * 1.06)], **more)
        case _:
            points = [
                (x * (1.08 if n % 2 else 0.84), y * (1.08 if n % 2 else 0.84))
                for n, (x, y) in enumerate(_regular(16, 0, r))
            ]
            return polygon(points, **more)


def piece(suspect: Card, letter: str, r: float, *, lit: bool = False, dim: bool = False) -> Svg:
    """A suspect's piece around (0, 0); `lit`: it is its turn; `dim`: it plays no more."""
    halo = circle(0, 0, r * 1.32, "none", stroke=BRASS, stroke_width=r * 0.16) if lit else ""
    body = _body(
        suspect,
        r,
        fill=SUSPECTS[suspect],
        stroke=INK,
        stroke_width=r * 0.14,
        stroke_linejoin="round",
    )
    line = lettering(letter, r * 1.05, Weight.BOLD)
    if line.width > r * 1.3:
        line = lettering(letter, line.size * r * 1.3 / line.width, Weight.BOLD)
    middle = (line.box[1] + line.box[3]) / 2
    mark = moved(-(line.box[0] + line.box[2]) / 2, -middle, path(line.path, fill=LETTERS[suspect]))
    inside = halo + body + mark
    return dimmed(inside) if dim else inside


def dimmed(shape: Svg) -> Svg:
    """A shape that has no part in what happens now."""
    return element("g", shape, opacity=0.45)


def die(pips: int, side: float) -> Svg:
    """A die around (0, 0)."""
    step, r = side * 0.27, side * 0.095
    spots = {
        1: ((0, 0),),
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
        5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
        6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
    }[pips]
    return rect(-side / 2, -side / 2, side, side, PAPER, r=side * 0.2) + "".join(
        circle(x * step, y * step, r, INK) for x, y in spots
    )


def dice(pips: Sequence[int], side: float) -> Svg:
    """A throw in a row around (0, 0)."""
    gap = side * 1.25
    left = -gap * (len(pips) - 1) / 2
    return "".join(moved(left + gap * n, 0, die(p, side)) for n, p in enumerate(pips))


# -- emblems, each within a square of 24 ----------------------------------------------------------

_LINE = {"fill": "none", "stroke": PAPER, "stroke_linecap": "round", "stroke_linejoin": "round"}


def _line(d: str, width: float = 2, colour: str = PAPER) -> Svg:
    return path(d, **{**_LINE, "stroke": colour, "stroke_width": width})


def _fill(d: str, colour: str = PAPER) -> Svg:
    return path(d, fill=colour)


EMBLEMS: Mapping[Card, Svg] = MappingProxyType(
    {
        "rope": (
            _line("M12 3.5a8 5.6 0 1 0 .1 0Z", 2.2)
            + _line("M12 7a4 2.4 0 1 0 .1 0Z", 2)
            + _line("M18.6 12.3C19.5 16 13 16 14 19.5S18.5 22.5 20.5 20.5", 2.2)
        ),
        "pipe": (
            _line("M6 5V13Q6 18 11 18H19", 4.4)
            + _line("M2.5 4.5H9.5", 2.6)
            + _line("M19.5 14.5V21.5", 2.6)
        ),
        "knife": (
            _fill("M8.5 13 17.5 3.5Q21.5 2 21.5 5.5 20 11 12.5 16.5Z")
            + _line("M7 14 12 18.5", 2.2, BRASS)
            + _line("M7.6 17.6 3.5 21.3", 3.6)
        ),
        "wrench": (
            _line("M4.5 19.5 13.5 10.5", 4.2)
            + _fill("M15.5 2.2A6.3 6.3 0 1 0 21.8 8.5L18.2 9.6 14.4 5.8Z")
        ),
        "candlestick": (
            _line("M6.5 21.5H17.5", 2.6)
            + _line("M12 21V13.5", 2.6)
            + _line("M7.5 13H16.5", 2.6)
            + _fill("M10 7.5H14V13H10Z")
            + _fill("M12 .5Q15.5 4 12 6.6 8.5 4 12 .5Z", FLAME)
        ),
        "revolver": (
            _fill("M6 6.5H22V9.8H16.5V12.8H9.5L8 20.5Q5.5 22 3 20.5L4.6 10.5Q2.5 9 6 6.5Z")
            + _line("M10 13.5Q10.5 17 13.5 16.5T15 13", 1.5)
            + _line("M11.5 9.7H14.5", 1.6, INK)
        ),
    }
)
"""A weapon as it lies on the board."""

KINDS: Mapping[str, Svg] = MappingProxyType(
    {
        "room": _line("M6 21.5V3H18V21.5", 2.2)
        + _line("M3 21.5H21", 2.2)
        + circle(15, 12.5, 1.4, BRASS),
        "vehicle": (
            _line("M12 2.5a9.5 9.5 0 1 0 .1 0Z", 2.6)
            + _line("M12 9.5a2.5 2.5 0 1 0 .1 0Z", 2, BRASS)
            + _line("M12 3.5V9M12 15V20.5M3.5 12H9M15 12H20.5", 1.8)
        ),
        "destination": (
            _fill(
                "M12 1.5C6 1.5 4 6 4 9.2 4 14.5 12 22.5 12 22.5S20 14.5 20 9.2C20 6 18 1.5 12 1.5Z"
            )
            + circle(12, 9, 3.2, INK)
        ),
    }
)
"""For cards that have no emblem of their own: that of their category."""


def emblem(card: Card, category: str, size: float) -> Svg:
    """A card's emblem around (0, 0)."""
    shape = EMBLEMS.get(card) or KINDS["room" if category == "location" else category]
    return moved(-size / 2, -size / 2, shape, scale=size / 24)


def stairs(size: float) -> Svg:
    """The sign of a passage around (0, 0)."""
    steps = _line("M2 20H8V14.5H14V9H20V3.5", 2.6, BRASS)
    return moved(-size / 2, -size / 2, steps, scale=size / 24)


def labelled(shape: Svg, side: float, words: str, size: float, width: float, fill: str) -> Svg:
    """A shape and a word to its right, centred together around (0, 0) within a width."""
    line = fitted(words, size, width - side * 1.2)
    left = -(side * 1.2 + line.width) / 2
    return moved(left + side / 2, 0, shape) + text(line, left + side * 1.2, 0, fill, 0)
