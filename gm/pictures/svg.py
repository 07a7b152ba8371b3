"""SVG as text: a few shapes, and lettering as paths. No fonts, no links, no styles."""

from __future__ import annotations

from collections.abc import Iterable

from gm.pictures.lettering import CAP, Lettering

Svg = str
"""Elements, one after the other."""


def element(name: str, *inside: Svg, **given: object) -> Svg:
    """An element; `stroke_width` is the attribute stroke-width; numbers are rounded."""
    attributes = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"' for key, value in given.items()
    )
    body = "".join(inside)
    return f"<{name}{attributes}>{body}</{name}>" if body else f"<{name}{attributes}/>"


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{round(value, 2):g}"
    return str(value)


def picture(width: int, height: int, *inside: Svg) -> Svg:
    """A whole picture of this size in pixels."""
    return element(
        "svg",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
    )


def rect(x: float, y: float, w: float, h: float, fill: str, r: float = 0, **more: object) -> Svg:
    """A rectangle, its corners rounded by `r`."""
    return element("rect", x=x, y=y, width=w, height=h, rx=r, fill=fill, **more)


def circle(x: float, y: float, r: float, fill: str, **more: object) -> Svg:
    """A circle."""
    return element("circle", cx=x, cy=y, r=r, fill=fill, **more)


def path(d: str, **more: object) -> Svg:
    """A path; filled black unless said otherwise."""
    return element("path", d=d, **more)


def polygon(points: Iterable[tuple[float, float]], **more: object) -> Svg:
    """A closed shape of straight lines."""
    return path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z", **more)


def moved(x: float, y: float, *inside: Svg, scale: float = 1) -> Svg:
    """What is inside, moved there, and scaled."""
    grown = f" scale({scale:.4g})" if scale != 1 else ""
    return element("g", *inside, transform=f"translate({x:.1f} {y:.1f}){grown}")


def text(line: Lettering, x: float, y: float, fill: str, anchor: float = 0.5) -> Svg:
    """A line of lettering; `y`: the middle of its capitals; `anchor`: 0 left, 1 right of `x`."""
    if not line.path:
        return ""
    left, base = x - line.width * anchor, y + line.size * CAP / 2
    return moved(left, base, path(line.path, fill=fill))
