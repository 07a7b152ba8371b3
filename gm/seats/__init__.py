"""AI seats, one level a file. A level gets its seat's view, its legal moves and a seeded
generator, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from types import MappingProxyType
from typing import TypeAlias

from gm.game.moves import Move
from gm.game.view import View
from gm.seats import rookie

Policy: TypeAlias = Callable[[View, Sequence[Move], Random], Move]

LEVELS: MappingProxyType[str, Policy] = MappingProxyType({"rookie": rookie.choose})
