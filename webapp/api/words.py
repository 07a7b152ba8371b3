"""Words for the page: rendered lines, and the labels it shows, all from the one catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from gm.i18n import PSEUDO, Button, Plain, catalogue, nearest, render
from gm.master.tables import Ai, Keeper, Person, Table
from gm.themes import DEFAULT, Theme, theme, themes
from gm.voice.lines import Form, Line, Name, say

Json: TypeAlias = dict[str, Any]

PAGE = (
    "app.title",
    "app.now",
    "app.sheet",
    "app.hand",
    "app.log",
    "app.tables",
    "app.you",
    "app.case",
    "app.face_up",
    "app.aside",
    "app.ai",
    "app.keeper",
    "app.out",
    "app.turn",
    "app.cards",
    "app.middle",
    "app.players",
    "app.own_cards",
    "app.action_cards",
    "app.learned",
    "app.nothing_learned",
    "app.nothing_happened",
    "app.awaited",
    "app.awaits_you",
    "app.nobody_awaited",
    "app.left",
    "app.overdue",
    "app.watching",
    "app.host",
    "app.ready",
    "app.unready",
    "app.unreachable",
    "app.unreachable.allow",
    "app.do.join",
    "app.do.leave",
    "app.do.add_ai",
    "app.do.drop_ai",
    "app.do.begin",
    "app.do.again",
    "app.do.more_time",
    "app.do.pause",
    "app.do.go_on",
    "app.do.concede",
    "app.do.concede.sure",
    "app.do.stop",
    "app.do.stop.sure",
    "app.options",
    "app.options.host",
    "app.options.time",
    "app.game",
    "app.pieces",
    "app.voting",
    "app.sealed",
    "app.closed",
    "app.no_tables",
    "app.own_mark",
    "app.own_number",
    "app.own_note",
    "app.yours",
    "app.group",
    "app.group.cards",
    "app.chance",
    "app.note.add",
    "app.note.likely",
    "app.note.unlikely",
    "app.note.bluff",
    "app.note.asked",
    "app.note.avoids",
    "app.note.shown",
    "app.offline.read",
    "app.tools",
    "app.undo",
    "app.redo",
    "app.list",
    "app.filter",
    "app.filter.on",
    "app.filter.player",
    "app.filter.card",
    "app.filter.turn",
    "app.filter.all",
    "app.filter.open",
    "app.filter.clear",
    "app.filter.this",
    "app.filter.nothing",
    "app.past",
    "app.past.now",
    "app.past.back",
    "app.turn.before",
    "app.turn.after",
    "app.card.told",
    "app.card.never",
    "app.theories",
    "app.help.manual",
    "app.help.auto",
    "app.help.logic",
    "app.help.odds",
    "app.legend.watch",
    "app.mark.yes",
    "app.mark.no",
    "app.mark.maybe",
    "app.mark.star",
    "app.mark.clear",
    "app.known.yes",
    "app.known.no",
    "app.misfit",
    "app.misfit.stays",
    "app.open",
    "app.saving",
    "app.saved",
    "app.offline",
    "app.loading",
    "app.close",
    "app.legend",
    "app.board",
    "app.corridor",
    "app.walk",
    "app.walk.go",
    "app.walk.choose",
    "app.walk.names",
    "app.thrown",
    "app.go_on",
    "app.back",
    "app.accuses",
    "app.joins",
    "app.replay",
    "app.replay.eyes",
    "app.replay.everybody",
    "app.replay.file",
    "app.replay.watch",
    "app.reveal.open",
    "app.reveal.case",
    "app.reveal.said",
    "app.reveal.right",
    "app.reveal.wrong",
)
"""The labels that the page itself fills in, as catalogue keys."""

_WAITS = {
    "turn": "app.wait.turn",
    "after": "app.wait.after",
    "show": "app.wait.show",
    "answer": "app.wait.answer",
    "walk": "app.wait.walk",
    "join": "app.wait.join",
    "order": "app.wait.order",
    "agree": "app.wait.agree",
}


class Cast:
    """What cards and seats are called at one table, in one language."""

    def __init__(self, table: Table, language: str) -> None:
        pack = table.theme if table.theme in themes() else DEFAULT
        self._theme: Theme = theme(pack, language)
        self._table = table
        self.language = language

    def card(self, card: str, form: Form) -> str:
        """A card by the theme."""
        return self._theme.card(card, form)

    def action(self, action: str) -> str:
        """An action card by the theme."""
        return self._theme.action(action)

    def trait(self, trait: str) -> str:
        """A trait or a category, in plural, by the theme."""
        return self._theme.trait(trait)

    def seat(self, seat: int) -> str:
        """Whoever sits there, or whose seat it was."""
        match self._table.occupants[seat]:
            case Person(name=name) | Ai(name=name):
                return name
            case Keeper(follows=follows):
                return follows.name

    def text(self, line: Line) -> str:
        """A line as the page shows it."""
        return render(line, self.language, self, Plain())

    def texts(self, lines: Iterable[Line]) -> list[str]:
        """Lines as the page shows them."""
        return [self.text(line) for line in lines]

    def label(self, line: Line) -> str:
        """A line on a button."""
        return render(line, self.language, self, Button())

    def name(self, seat: int) -> str:
        """A seat's name by itself."""
        return self.text(say("choice.seat", seat=Name(self.seat(seat))))

    def note(self, key: str, *, name: str) -> str:
        """What a command that was taken says to whoever gave it."""
        return self.text(say(f"note.{key}", name=Name(name)))

    def wait(self, kind: str, seat: int) -> str:
        """Who is awaited, and for what kind of thing."""
        return self.text(say(_WAITS[kind], seat=Name(self.seat(seat))))


class _Nobody:
    """Names where no table is spoken of; a line that names one is a fault."""

    def card(self, card: str, form: Form) -> str:
        raise KeyError(card, form)

    def action(self, action: str) -> str:
        raise KeyError(action)

    def trait(self, trait: str) -> str:
        raise KeyError(trait)

    def seat(self, seat: int) -> str:
        raise KeyError(seat)


@cache
def page(language: str) -> Mapping[str, str]:
    """The page's labels, blanks left in: the page fills them."""
    known = catalogue(language)
    return {key.removeprefix("app."): known.sentence(key) for key in PAGE}


def direction(language: str) -> str:
    """`ltr` or `rtl`."""
    if language == PSEUDO:
        return "rtl"
    return str(catalogue(language).locale.text_direction)


def refusal(reason: str, params: Mapping[str, str | int], language: str | None) -> str:
    """The sentence of a refusal."""
    return render(Line(f"refused.{reason}", params), nearest(language), _Nobody(), Plain())
