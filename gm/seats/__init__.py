"""AI seats, one level a file. A level gets its seat's view, its legal moves and a seeded
generator, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gm.seats import reader, rookie, sharp, steady
from gm.seats.level import Level, Policy

__all__ = ["LEVELS", "Level", "Policy"]

LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "rookie": Level(
            choose=rookie.choose,
            version=rookie.VERSION,
            names=("Ada", "Bruno", "Chandra", "Dara", "Eun", "Farid"),
            face="🐣",
        ),
        "steady": Level(
            choose=steady.choose,
            version=steady.VERSION,
            names=("Greta", "Hiro", "Imani", "Jonas", "Kira", "Luca"),
            face="🦉",
        ),
        "sharp": Level(
            choose=sharp.choose,
            version=sharp.VERSION,
            names=("Mila", "Nils", "Oya", "Paulo", "Quinn", "Rosa"),
            face="🦊",
        ),
        "reader": Level(
            choose=reader.choose,
            version=reader.VERSION,
            names=("Sana", "Tomas", "Uma", "Viktor", "Wanda", "Yusuf"),
            face="🔮",
        ),
    }
)
"""The levels by name, the weakest first."""
