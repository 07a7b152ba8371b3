"""A picture is its SVG; the PNG is made of it only when somebody has to be sent it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

import resvg_py

KEPT = 64
"""So many PNGs are kept in a process; each is a few hundred kB at most."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that can be shown."""

    svg: str

    @property
    def key(self) -> str:
        """Equal for pictures that look the same, on every machine."""
        return hashlib.sha256(self.svg.encode()).hexdigest()[:32]

    @property
    def png(self) -> bytes:
        """The picture as PNG."""
        return _png(self.svg)


@lru_cache(maxsize=KEPT)
def _png(svg: str) -> bytes:
    # No font is needed, and looking for the system's takes longer than drawing.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
