"""The answers to taps: at most one a tap, a pop-up for the person who tapped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gm.master.commands import Outcome, Refused
from gm.master.master import Scene
from gm.master.tables import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Toast:
    """The answer to a tap: at most 200 characters (shown as a pop-up by `alert`), or a link."""

    query: str
    text: str | None = None
    alert: bool = False
    url: str | None = None

    def method(self) -> dict[str, object]:
        """The method call that answers the tap."""
        answer: dict[str, object] = {
            "method": "answerCallbackQuery",
            "callback_query_id": self.query,
            "text": self.text,
            "show_alert": self.alert or None,
            "url": self.url,
        }
        return {key: value for key, value in answer.items() if value is not None}


class Words(Protocol):
    """Finds the words of toasts."""

    def toast(self, key: str, person: Person, **params: str | int) -> str:
        """A catalogue line in the person's language."""

    def cards(self, scene: Scene, person: Person) -> str:
        """The person's cards, in brief."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """A tap that is to be answered: its query, by whom, as which command."""

    query: str
    person: Person
    command: str
    words: Words

    def answered(self, key: str | None = None) -> Toast:
        """The tap's answer: a line of the catalogue, or nothing to read."""
        text = None if key is None else self.words.toast(key, self.person, name=self.person.name)
        return Toast(query=self.query, text=text)

    def refused(self, reason: str, **params: str | int) -> Toast:
        """The tap's answer where nothing changes."""
        text = self.words.toast(f"refused.{reason}", self.person, **params)
        return Toast(query=self.query, text=text)

    def report(self, outcome: Outcome) -> Toast:
        """What became of the command that the tap gave."""
        if isinstance(outcome, Refused):
            return self.refused(outcome.reason, **outcome.params)
        return self.answered(None if outcome.note is None else f"note.{outcome.note}")
