"""A level: how an AI seat decides, and how it is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from gm.game.moves import Move
from gm.game.view import View

Policy: TypeAlias = Callable[[View, Sequence[Move], Random], Move]
"""From a seat's view, its legal moves and a seeded generator to one of the moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """`version` changes whenever the same view may lead to another move.

    `names`: proper names of such seats, one a chair; `face`: the emoji beside them.
    """

    choose: Policy
    version: int
    names: tuple[str, ...]
    face: str
