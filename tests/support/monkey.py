"""A monkey: presses every button it can see, as everybody, also those that are not theirs.

After every press all that was sent is looked through: no card stands in a chat that must not
know it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from gm.botapi.telegram import Call
from gm.game.cards import UNKNOWN, Card
from gm.game.decks import ACTIONS, DECKS
from gm.game.events import CaseSeen, Dealt, Ended, Looked, Moved, QuestionPut, Revealed
from gm.game.moves import Accuse, Answer, Join, Play, Show
from gm.game.view import View
from gm.master.master import Scene
from gm.master.tables import Phase
from gm.telegram.pages import PAGES, page
from gm.themes import theme
from gm.voice.lines import Form
from tests.support.evening import Evening

PATIENCE = 500
"""After so many presses it never comes back to a seat and shies from no accusation, for else no
match would end."""


@dataclass(slots=True)
class Report:
    """What a monkey did and found."""

    taps: int = 0
    impossible: int = 0
    turns: int = 0
    leaks: list[str] = field(default_factory=list)


class Monkey:
    """Plays one match to its end."""

    def __init__(self, party: Evening, *, calm: float = 0.9) -> None:
        self.party = party
        self.lots = party.lots
        self.calm = calm
        self.tired = False
        self.report = Report()
        self._read = 0
        words = theme("default", "en")
        self._names = {
            card: (words.card(card, Form.TITLE), words.card(card, Form.PHRASE))
            for deck in DECKS.values()
            for card in deck.cards
        }
        self._tapped: dict[int, set[str]] = {}
        self._rules = {page(key, "en").text for key in PAGES}

    def play(self, table: str) -> Report:
        """Press until the match of this table is over."""
        for n in range(3_000):
            self.tired = n > PATIENCE
            scene = self.party.house.master.scene(table)
            assert scene is not None
            if scene.table.phase in (Phase.OVER, Phase.CLOSED):
                break
            if scene.table.phase is Phase.ASIDE:
                self.party.wait(86_400 + 60)
            elif self.lots.random() < 0.25:
                self.party.wait(self.lots.choice((3, 10, 45)))
            else:
                self.press()
            self.read(table)
        else:
            raise AssertionError("the match does not end")
        self.party.wait(120)
        self.read(table)
        assert scene.match is not None
        self.report.turns = scene.match.state.position.turn
        return self.report

    def press(self) -> None:
        """One press, now and then of an old or foreign button, now and then repeated."""
        name = self.lots.choice(list(self.party.people))
        where = self.party.group if self.lots.random() < 0.15 else self.party.bot_id
        messages = [m for m in self.party.screen(name, where)["messages"] if m["keyboard"]]
        if not messages:
            return
        message = messages[-1] if self.lots.random() < self.calm else self.lots.choice(messages)
        buttons = [b for row in message["keyboard"] for b in row if "callback_data" in b]
        wild = self.lots.random() > (0.9 if self.tired else self.calm)
        wild = wild or (self.tired and any("Accuse" in b["text"] for b in buttons))
        buttons = [b for b in buttons if wild or not _reckless(b["text"])] or buttons
        if self.tired:
            buttons = [b for b in buttons if "I'm back" not in b["text"]]
        if not buttons:
            return
        button = self.lots.choice(buttons)
        self._tapped.setdefault(self.party.people[name], set()).add(button["text"])
        for _ in range(1 + (self.lots.random() < 0.1) * 3):
            self.report.taps += 1
            self.party.server.act(
                "tap",
                person=self.party.people[name],
                where=where,
                message_id=message["id"],
                button=button["text"],
            )
            self.party.settle()
            if not any(b == button for row in self._keyboard(name, where, message) for b in row):
                break

    def _keyboard(self, name: str, where: int, message: Any) -> Any:
        for shown in self.party.screen(name, where)["messages"]:
            if shown["id"] == message["id"]:
                return shown["keyboard"]
        return []

    # -- looking through what was sent -------------------------------------------------------

    def read(self, table: str) -> None:
        """Look through everything that was sent since the last look."""
        journal = list(self.party.server.telegram.journal)
        scene = self.party.house.master.scene(table)
        assert scene is not None
        if scene.match is None:
            self._read = len(journal)
            return
        for call in journal[self._read :]:
            self.report.leaks.extend(self._leaks(call, scene))
        self._read = len(journal)

    def _leaks(self, call: Call, scene: Scene) -> Iterator[str]:
        chat, text = int(call.params.get("chat_id", 0)), _text(call)
        if not chat or scene.match is None or text in self._rules:
            return
        seat = None if chat < 0 else scene.table.seat_of(chat)
        if chat > 0 and seat is None:
            return
        known = knowable(scene.match.view(seat))
        for card, names in self._names.items():
            said = any(name in text for name in names)
            own = any(names[0] in label for label in self._tapped.get(chat, ()))
            if card not in known and said and not own:
                yield f"{card} in {call.method} to {chat}: {text}"


def _text(call: Call) -> str:
    """The words of a call, a caption's included."""
    given = call.params
    media = given.get("media") or {}
    shown = json.loads(media) if isinstance(media, str) else media
    return str(given.get("text") or given.get("caption") or shown.get("caption", ""))


def knowable(view: View) -> set[Card]:
    """The cards that may stand in a text for the reader of this view."""
    # A trait is spelled out wherever an action card names it.
    cards: set[Card] = {card for action in view.actions for card in ACTIONS[action].asks}
    cards |= {*view.hand, *view.position.up}
    if view.position.board is not None:
        cards.update(view.header.cards.cards)  # pieces, weapons and rooms stand on the board
    elif view.position.markers:
        cards.update(view.header.cards.categories[2].cards)
    for event in view.log:
        match event:
            case QuestionPut(every=False):
                cards.update(event.cards)
            case Moved(move=Play(action=action)) if action in ACTIONS:
                cards.update(ACTIONS[action].asks)
            case Looked():
                cards.add(event.card)
            case Moved(move=Show(card=card)):
                cards.add(card)
            case Moved(move=Answer(cards=shown)) if shown is not None:
                cards.update(shown)
            case Moved(move=Accuse(theory=theory) | Join(theory=theory)):
                cards.update(theory)
            case Revealed(theories=theories):
                cards.update(card for _, theory in theories for card in theory)
            case CaseSeen() | Ended():
                cards.update(event.case)
            case Dealt():
                cards.update(event.up)
    return cards - {UNKNOWN}


def _reckless(label: str) -> bool:
    votes = ("is late", "Yes, leave", "At once")
    return any(word in label for word in ("Accuse", "Leave", "Stop", "Play again", *votes))
