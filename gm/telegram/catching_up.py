"""What happened in one piece: the day's news of slow play, and the answer to `/recap`."""

from __future__ import annotations

from collections.abc import Iterator

from gm.game.events import TurnBegan
from gm.game.view import View
from gm.telegram.cards import awaited
from gm.telegram.lobby import game
from gm.telegram.message import Message
from gm.telegram.scene import Scene
from gm.voice.lines import Name, say
from gm.voice.narrate import story, told

SIZE = 3_000
"""So many characters of HTML it holds, the newest turns first; Telegram takes 4096."""


def digest(scene: Scene, view: View, *, asked: bool) -> Message | None:
    """What happened since event `scene.opened` of the view; None where nothing did.

    Whoever asked is told so, and who is awaited now.
    """
    since = scene.opened or 0
    turns = _turns(scene, view, since)
    if not turns and not asked:
        return None
    body = turns or [scene.html(say("digest.nothing"))]
    now = map(scene.html, awaited(scene, view)) if asked and not view.position.over else ()
    title = say("digest.title", game=game(scene), title=Name(scene.table.title))
    return Message(text="\n".join((scene.bold(title), *body, *now)), protect=view.seat is not None)


def _turns(scene: Scene, view: View, since: int) -> list[str]:
    """A paragraph for each turn that went on since then, the last ones that there is room for."""
    tell = story if view.seat is None else told
    kept: list[str] = []
    for turn in reversed(list(_since(view, since))):
        lines = tell(view, turn)
        if not lines:
            continue
        entry = f"{scene.bold(say('log.turn', turn=turn))} {scene.paragraph(lines)}"
        if sum(map(len, kept)) + len(entry) > SIZE:
            break
        kept.insert(0, entry)
    return kept


def _since(view: View, since: int) -> Iterator[int]:
    """The turns of which an event came since then."""
    starts = [n for n, event in enumerate(view.log) if isinstance(event, TurnBegan)]
    ends = (*starts[1:], len(view.log))
    for turn, end in enumerate(ends, 1):
        if end > since:
            yield turn
