"""One palette for all pictures: calm and dark, it stands on Telegram's light and dark chats."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gm.game.cards import Card

NIGHT = "#1d2127"
"""Behind everything."""
TILE = "#3d4653"
TILE_EDGE = "#2b323b"
ROOM = "#4b4039"
WELL = "#15181d"
"""What is closed: the middle of the board."""
BRASS = "#d9b26a"
"""Walls, doors, passages, whose turn it is."""
PAPER = "#f6efe2"
"""Words."""
DUST = "#b9b2a4"
"""Words that matter less."""
PANEL = "#2b313a"
FLAME = "#ffb938"
INK = "#191c21"

SUSPECTS: Mapping[Card, str] = MappingProxyType(
    {
        "red": "#e2504c",
        "yellow": "#f3c330",
        "white": "#f5f2ea",
        "green": "#3fb573",
        "blue": "#4d8ef7",
        "purple": "#a46df0",
    }
)
LETTERS: Mapping[Card, str] = MappingProxyType(
    {
        "red": PAPER,
        "yellow": INK,
        "white": INK,
        "green": INK,
        "blue": PAPER,
        "purple": PAPER,
    }
)
"""The colour of the letter on a suspect's piece."""
