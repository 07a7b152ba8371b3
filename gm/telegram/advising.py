"""Advice on the panel of somebody's turn, from that seat's own view alone."""

from __future__ import annotations

import hmac
from random import Random

from gm.game.view import View
from gm.seats.advice import advise
from gm.telegram.scene import Scene
from gm.voice.advice import advice
from gm.voice.lines import Line


def advised(scene: Scene, view: View) -> tuple[Line, ...]:
    """What would tell most now; the same however often it is drawn."""
    named = f"advice/{scene.table.match}/{len(view.log)}"
    lots = Random(hmac.digest(scene.table.key, named.encode("ascii"), "sha256"))
    found = advise(view, scene.moves, lots)
    return tuple(advice(view, found.move, found.open, found.left))
