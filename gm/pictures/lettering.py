"""Text becomes outlines: nothing is left for the rasteriser to shape, look up or guess.

A text is split where the first font that has its characters changes, each run is shaped by
HarfBuzz, and the glyphs' outlines become one path. What no font here has is left out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files

import uharfbuzz as hb

FAMILIES = (
    "NotoSans-{}.ttf",
    "NotoSansBengali-{}.ttf",
    "NotoSansGujarati-{}.ttf",
    "NotoSansKR-{}.otf",
)
"""The fonts, the first that has a character draws it."""
CAP = 0.714
"""The height of capitals, as part of the size, by which a line is centred."""
ELLIPSIS = "…"
SMALLEST = 0.7
"""A text that is too long is drawn smaller down to this part of its size, then cut."""


class Weight(StrEnum):
    """How heavy letters are."""

    REGULAR = "Regular"
    BOLD = "Bold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyph:
    """A shaped glyph: which of which font, for the text from `cluster` on, where it stands.

    `x`, `y`: in parts of the size, from the start of the line, y downwards.
    """

    font: str
    id: int
    cluster: int
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Lettering:
    """A line of text as a path that starts at (0, 0) on its baseline; all in pixels.

    `box`: left, top, right and bottom of the ink; all 0 where there is none.
    """

    path: str
    width: float
    size: float
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class _Font:
    """A font ready to shape with."""

    name: str
    font: hb.Font
    upem: int
    has: frozenset[int]


@cache
def _font(family: str, weight: Weight) -> _Font:
    name = family.format(weight.value)
    face = hb.Face(hb.Blob((files(__package__) / "fonts" / name).read_bytes()))
    return _Font(name, hb.Font(face), face.upem, frozenset(face.unicodes))


def _fonts(weight: Weight) -> tuple[_Font, ...]:
    return tuple(_font(family, weight) for family in FAMILIES)


def drawable(text: str) -> str:
    """The text without what no font has, on one line, in composed form."""
    composed = unicodedata.normalize("NFC", text)
    kept = "".join(c for c in composed if c in _JOINERS or _first(c, Weight.REGULAR) is not None)
    return " ".join(kept.split())


_JOINERS = "\u200c\u200d"


def _first(char: str, weight: Weight) -> _Font | None:
    return next((font for font in _fonts(weight) if ord(char) in font.has), None)


def _runs(text: str, weight: Weight) -> Iterator[tuple[_Font, int, str]]:
    """The text in runs of one font each, with where they start.

    Spaces, marks and joiners stay with the run before, where its font has them.
    """
    run: _Font | None = None
    start = 0
    for at, char in enumerate(text):
        clings = char in _JOINERS or char == " " or unicodedata.category(char)[0] == "M"
        if clings and run is not None and (char in _JOINERS or ord(char) in run.has):
            continue
        font = _first(char, weight) or run
        if font is not run:
            if run is not None and at > start:
                yield run, start, text[start:at]
            run, start = font, at
    if run is not None:
        yield run, start, text[start:]


def shape(text: str, weight: Weight = Weight.REGULAR) -> tuple[tuple[Glyph, ...], float]:
    """The glyphs of a text and how wide it is, in parts of the size."""
    glyphs: list[Glyph] = []
    pen = 0.0
    for font, start, part in _runs(drawable(text), weight):
        buffer = hb.Buffer()
        buffer.add_str(part)
        buffer.guess_segment_properties()
        hb.shape(font.font, buffer)
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append(
                Glyph(
                    font=font.name,
                    id=info.codepoint,
                    cluster=start + info.cluster,
                    x=pen + place.x_offset / font.upem,
                    y=-place.y_offset / font.upem,
                )
            )
            pen += place.x_advance / font.upem
    return tuple(glyphs), pen


_Step = tuple[str, tuple[float, ...]]
"""A command of a path and its numbers, x and y by turns."""


@cache
def _outline(font: str, glyph: int) -> tuple[_Step, ...]:
    """A glyph's outline in parts of the size, y downwards."""
    found = next(f for weight in Weight for f in _fonts(weight) if f.name == font)
    steps: list[_Step] = []

    def step(command: str) -> object:
        def add(*numbers: float) -> None:
            flat = numbers[:-1]  # the last one is the draw data
            scaled = (n / found.upem * (-1) ** i for i, n in enumerate(flat))
            steps.append((command, tuple(scaled)))

        return add

    pen = hb.DrawFuncs()
    pen.set_move_to_func(step("M"))
    pen.set_line_to_func(step("L"))
    pen.set_quadratic_to_func(step("Q"))
    pen.set_cubic_to_func(step("C"))
    pen.set_close_path_func(step("Z"))
    found.font.draw_glyph(glyph, pen, None)
    return tuple(steps)


@lru_cache(maxsize=1024)
def lettering(text: str, size: float, weight: Weight = Weight.REGULAR) -> Lettering:
    """The text as outlines, `size` pixels to the em."""
    glyphs, width = shape(text, weight)
    path: list[str] = []
    xs: list[float] = []
    ys: list[float] = []
    for glyph in glyphs:
        for command, numbers in _outline(glyph.font, glyph.id):
            points = [
                round((n + (glyph.y if i % 2 else glyph.x)) * size, 1)
                for i, n in enumerate(numbers)
            ]
            xs.extend(points[::2])
            ys.extend(points[1::2])
            path.append(command + " ".join(f"{p:g}" for p in points))
    box = (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)
    return Lettering(path="".join(path), width=width * size, size=size, box=box)


@lru_cache(maxsize=1024)
def fitted(text: str, size: float, width: float, weight: Weight = Weight.REGULAR) -> Lettering:
    """The text at most so wide: drawn smaller, and cut where even that is not enough."""
    line = lettering(text, size, weight)
    if line.width <= width:
        return line
    if width / line.width >= SMALLEST:
        return lettering(text, size * width / line.width, weight)
    clusters = sorted({glyph.cluster for glyph in shape(text, weight)[0]})
    while line.width > width and clusters:
        cut = drawable(text)[: clusters.pop()].rstrip()
        line = lettering(cut + ELLIPSIS, size * SMALLEST, weight)
    return line


def initial(text: str) -> str:
    """What a reader sees as the first letter, with its marks and whatever it is joined to."""
    whole = drawable(text)
    ends = sorted({glyph.cluster for glyph in shape(whole)[0]} - {0})
    return whole[: ends[0]] if ends else whole
