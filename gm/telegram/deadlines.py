"""When time runs out, in its reader's own terms: how long is left, or a local time in slow play.

Telegram shows it by the reader's own clock, zone and language, and counts it down, so nothing is
edited as time passes. What stands there for older clients is rounded, and may grow old.
"""

from __future__ import annotations

from gm.master.pace import slow
from gm.master.tables import Millis
from gm.telegram.scene import Scene
from gm.voice.lines import Line, Time, say


def until(scene: Scene, end: Millis) -> Line:
    """A sentence: until when, by service time."""
    key = "until.time" if slow(scene.table) else "until.left"
    return say(key, time=moment(scene, end))


def moment(scene: Scene, end: Millis) -> Time:
    """The end, by service time, as the reader's clocks show it."""
    wall = end + scene.outage
    if slow(scene.table):
        group = scene.view is None or scene.view.seat is None
        return Time(wall, scene.zone, named=group)
    seconds = max(0, end - scene.now) // 1000
    unit = 60 if seconds >= 60 else 10
    return Time(wall, left=max(unit, round(seconds / unit) * unit))
