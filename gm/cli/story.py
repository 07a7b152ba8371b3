"""What `casekeeper record replay` prints: the public story of a record, an object a turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gm.game.events import TurnBegan
from gm.game.header import Header
from gm.game.reasons import Reason
from gm.game.record.lines import Object
from gm.game.record.reading import BadRecord
from gm.game.record.redacted import view
from gm.game.record.replay import Replay, replay
from gm.i18n import render
from gm.themes.pack import DEFAULT, Theme, theme
from gm.voice.lines import Form, Line
from gm.voice.narrate import story, verdict


@dataclass(frozen=True, slots=True)
class _Names:
    """Cards by the theme, seats by their names in the record."""

    theme: Theme
    header: Header

    def card(self, card: str, form: Form) -> str:
        return self.theme.card(card, form)

    def action(self, action: str) -> str:
        return self.theme.action(action)

    def trait(self, trait: str) -> str:
        return self.theme.trait(trait)

    def seat(self, seat: int) -> str:
        return self.header.seats[seat]


def story_objects(played: Replay, language: str, at: int | None) -> list[Object]:
    """What happened turn by turn, and how it ended, up to line `at` of the file or to the end.

    Errors: BadRecord REDACTED for a redacted record, MISPLACED for a line that is not there.
    """
    record = played.full().record
    if at is not None:
        if not 1 <= at <= len(record.lines) + 1:
            raise BadRecord(len(record.lines) + 1, Reason.MISPLACED, at=at)
        played = replay(replace(record, lines=record.lines[: at - 1]))
    seen = view(played, None)
    names = _Names(theme(DEFAULT, language), record.header)

    def text(lines: tuple[Line, ...]) -> str:
        return " ".join(render(line, language, names) for line in lines)

    turns = (event.seat for event in seen.log if isinstance(event, TurnBegan))
    told: list[Object] = [
        {"turn": turn, "seat": seat, "text": text(story(seen, turn))}
        for turn, seat in enumerate(turns, start=1)
    ]
    if seen.position.over:
        told.append({"winner": seen.position.winner, "text": text(verdict(seen))})
    return told
