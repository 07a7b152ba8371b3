"""Every kind of message as a player reads it, held against transcripts that were looked at.

After an intended change of words, `python -m tests.telegram.test_render_transcripts` writes the
transcripts anew; read the difference before committing it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gm.game.events import CaseSeen, Looked
from gm.game.moves import Accuse, Answer, End, Show
from gm.game.moves import Play as Card
from gm.master.notices import NoticeKind as Kind
from gm.master.tables import Keeper, Phase
from gm.telegram.cards import card
from gm.telegram.pages import PAGES
from gm.telegram.private import brief
from gm.telegram.scene import Scene
from tests.telegram.staging import (
    ADA,
    JON,
    LINKS,
    MIRA,
    NOOR,
    drawn,
    lobby,
    staged,
    table,
    transcript,
)
from tests.voice.playing import Play
from tests.voice.test_narrate import CASE, match

FOLDER = Path(__file__).parent / "transcripts"
Read = Iterator[tuple[str, str]]


def event(play: Play, kind: type, seat: int) -> int:
    """Where this event of this seat stands in the match's log."""
    return next(
        n
        for n, e in enumerate(play.events)
        if isinstance(e, kind) and getattr(e, "seat") == seat  # noqa: B009
    )


def opening() -> Read:
    yield "alone in the lobby", transcript(drawn(Kind.CARD, lobby(MIRA)))
    closed = lobby(MIRA, NOOR, ADA)
    yield "somebody's private chat is closed", transcript(drawn(Kind.CARD, closed))
    full = lobby(MIRA, JON, ADA)
    yield "ready to begin", transcript(drawn(Kind.CARD, full))
    yield "options", transcript(drawn(Kind.CARD, full, page="options"))
    yield "time", transcript(drawn(Kind.CARD, full, page="time"))
    slowly = replace(full, table=replace(full.table, turn_seconds=86_400))
    yield "slow play", transcript(drawn(Kind.CARD, slowly, page="time"))
    yield (
        "told to open the private chat",
        transcript(drawn(Kind.SAY, lobby(MIRA, JON), key="open_private", name="Jon")),
    )
    for phase in (Phase.ASIDE, Phase.OVER, Phase.CLOSED):
        scene = Scene(table=table(MIRA, phase=phase), view=None, language="en", links=LINKS)
        yield f"{phase.value}", transcript(card(scene))


def question() -> Read:
    play = match("any")
    yield "group: the table card", transcript(drawn(Kind.CARD, staged(play, None)))
    yield "Noor: hand", transcript(drawn(Kind.HAND, staged(play, 3)))
    scene = staged(play, 3)
    assert scene.view is not None
    yield "Noor: My cards", brief(scene, scene.view)
    for path in ("", "0", "0.5", "0.5.5", "0.5.5.1", "1.0.5.0"):
        panel = drawn(Kind.TURN, scene, turn=1, path=path)
        yield f"Noor: panel at {path or 'its root'}", transcript(panel)
    play.move(3, Card(action="any", cards=("white", "train", "memorial")))
    wait = play.state.position.waits[0].opened
    about = {"wait": wait}
    yield "group: asked", transcript(drawn(Kind.CARD, staged(play, None)))
    yield "Noor: panel while Mira chooses", transcript(drawn(Kind.TURN, staged(play, 3), turn=1))
    asked = staged(play, 0, about=wait, several=True)
    yield (
        "Mira at two tables: question",
        transcript(drawn(Kind.QUESTION, asked, **about)),
    )
    yield "Mira: reminder", transcript(drawn(Kind.NUDGE, asked, **about))
    called = staged(play, None, about=wait)
    yield "group: mention", transcript(drawn(Kind.MENTION, called, **about, person=MIRA.id))
    play.move(0, Show(card="white"))
    asked = staged(play, 0, about=wait)
    yield "Mira: question answered", transcript(drawn(Kind.QUESTION, asked, **about))
    yield "Noor: panel after", transcript(drawn(Kind.TURN, staged(play, 3), turn=1))
    play.move(3, End())
    yield "Noor: panel closed", transcript(drawn(Kind.TURN, staged(play, 3), turn=1))
    yield "group: story", transcript(drawn(Kind.STORY, staged(play, None), turn=1))


def tip() -> Read:
    play = match("tip_vehicles")
    yield "Noor: panel", transcript(drawn(Kind.TURN, staged(play, 3), turn=1))
    for path in ("0", "0.1"):
        yield (
            f"Noor: panel at {path}",
            transcript(drawn(Kind.TURN, staged(play, 3), turn=1, path=path)),
        )
    play.move(3, Card(action="tip_vehicles", target=1))
    wait = play.state.position.waits[0].opened
    yield "group: the table card", transcript(drawn(Kind.CARD, staged(play, None)))
    asked = staged(play, 1, about=wait)
    yield "Jon: the tip", transcript(drawn(Kind.QUESTION, asked, wait=wait))
    play.move(1, Answer(cards=("seaplane", "airliner")))
    asked = staged(play, 1, about=wait)
    yield "Jon: the tip answered", transcript(drawn(Kind.QUESTION, asked, wait=wait))
    yield "Noor: panel after", transcript(drawn(Kind.TURN, staged(play, 3), turn=1))
    play.move(3, End())
    yield "group: story", transcript(drawn(Kind.STORY, staged(play, None), turn=1))


def others() -> Read:
    play = match("sleuth_flying")
    yield "Noor: roll call", transcript(drawn(Kind.TURN, staged(play, 3), turn=1))
    play.move(3, Card(action="sleuth_flying"))
    yield "group: two are asked at once", transcript(drawn(Kind.CARD, staged(play, None)))
    play.move(1, Show(card="seaplane"))
    yield "Noor: filling up", transcript(drawn(Kind.TURN, staged(play, 3), turn=1))
    play = match("all_snoop_left")
    play.move(3, Card(action="all_snoop_left"))
    look = event(play, Looked, 0)
    yield "Mira: her look", transcript(drawn(Kind.LOOK, staged(play, 0, about=look), event=look))


def end() -> Read:
    play = match("present")
    play.move(3, Card(action="present", go="fort"))
    play.move(3, End())
    play.move(0, Accuse(theory=("red", "train", "fort")))
    look = event(play, CaseSeen, 0)
    yield "Mira: out", transcript(drawn(Kind.OUT, staged(play, 0, about=look), event=look))
    seats = (MIRA, JON, ADA, Keeper(follows=NOOR))
    yield "group: the table card", transcript(drawn(Kind.CARD, staged(play, None, *seats)))
    yield "Jon: log", transcript(drawn(Kind.LOG, staged(play, 1)))
    play.move(1, Accuse(theory=CASE))
    yield "group: verdict", transcript(drawn(Kind.VERDICT, staged(play, None)))


def pages() -> Read:
    play = match("any")
    for key in PAGES:
        yield key, transcript(drawn(Kind.SAY, staged(play, None), key=key))


TRANSCRIPTS = {
    "opening": opening,
    "question": question,
    "tip": tip,
    "others": others,
    "end": end,
    "pages": pages,
}


def whole(name: str) -> str:
    return "\n\n".join(f"== {title}\n{text}" for title, text in TRANSCRIPTS[name]()) + "\n"


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_messages_read_as_they_did(name: str) -> None:
    assert whole(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    for name in TRANSCRIPTS:
        (FOLDER / f"{name}.txt").write_text(whole(name), "utf-8")
