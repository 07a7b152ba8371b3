"""When time runs out, in its reader's own terms: how long is left, or a local time in slow play.

A message is not edited as time passes, so what is left is rounded, and told anew whenever a
reminder falls due.
"""

from __future__ import annotations

from gm.master.pace import slow
from gm.master.tables import Millis
from gm.telegram.scene import Scene
from gm.voice.lines import Duration, Line, Time, say


def until(scene: Scene, end: Millis) -> Line:
    """A sentence: until when, by service time."""
    if slow(scene.table):
        return say("until.time", time=_time(scene, end))
    return say("until.left", left=left(scene, end))


def during(scene: Scene, end: Millis) -> Line:
    """The same within a sentence: for how long, or until when."""
    if slow(scene.table):
        return say("during.time", time=_time(scene, end))
    return say("during.left", left=left(scene, end))


def left(scene: Scene, end: Millis) -> Duration:
    """How much is left until then, rounded: to minutes, or to 10 s where it is less than one."""
    seconds = max(0, end - scene.now) // 1000
    unit = 60 if seconds >= 60 else 10
    return Duration(max(unit, round(seconds / unit) * unit))


def _time(scene: Scene, end: Millis) -> Time:
    group = scene.view is None or scene.view.seat is None
    return Time(end + scene.outage, scene.zone, named=group)
