"""Lines and screens as English text, without the marks that isolate names."""

from __future__ import annotations

from collections.abc import Iterable

from gm.i18n import DEFAULT, Button, Plain, render
from gm.themes import DEFAULT as DEFAULT_THEME
from gm.themes import theme
from gm.voice.lines import Form, Line
from gm.voice.screens import Screen

PEOPLE = ("Mira", "Jon", "Ada", "Lee", "Noor", "Sol")


class Cast:
    """The default theme, and people in the seats."""

    def __init__(self, people: tuple[str, ...] = PEOPLE, language: str = DEFAULT) -> None:
        self.people = people
        self.theme = theme(DEFAULT_THEME, language)

    def card(self, card: str, form: Form) -> str:
        return self.theme.card(card, form)

    def action(self, action: str) -> str:
        return self.theme.action(action)

    def trait(self, trait: str) -> str:
        return self.theme.trait(trait)

    def seat(self, seat: int) -> str:
        return self.people[seat]


def english(lines: Iterable[Line]) -> str:
    """A paragraph."""
    text = " ".join(render(line, DEFAULT, Cast(), Plain()) for line in lines)
    return text.replace("\u2068", "").replace("\u2069", "")


def labels(screen: Screen) -> list[list[str]]:
    """The buttons of a screen, row by row."""
    return [
        [
            render(choice.label, DEFAULT, Cast(), Button())
            .replace("\u2068", "")
            .replace("\u2069", "")
            for choice in row
        ]
        for row in screen.rows
    ]
