"""Loads a theme pack and refuses one that leaves a card without a name.

A pack is `packs/<id>.json`: `icons` by card, and by language `cards` ({"title", "phrase"}: alone,
and within a sentence), `actions` and `traits` (in plural, also one for each category).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from gm.game.decks import ACTIONS, DECKS
from gm.voice.lines import Form

DEFAULT = "default"
TITLE, PHRASE, ACTION, TRAIT = 12, 24, 24, 28
"""How long names may be, in characters, so that buttons and pop-ups hold."""


class BadPackError(ValueError):
    """A theme pack is incomplete or malformed; the message says where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The names of one pack in one language."""

    id: str
    language: str
    icons: Mapping[str, str]
    titles: Mapping[str, str]
    phrases: Mapping[str, str]
    actions: Mapping[str, str]
    traits: Mapping[str, str]

    def card(self, card: str, form: Form) -> str:
        """A card's name or icon."""
        match form:
            case Form.PHRASE:
                return self.phrases[card]
            case Form.TITLE:
                return self.titles[card]
            case Form.ICON:
                return self.icons[card]

    def action(self, action: str) -> str:
        """An action card's name."""
        return self.actions[action]

    def trait(self, trait: str) -> str:
        """A trait's or category's name, in plural."""
        return self.traits[trait]


@cache
def themes() -> tuple[str, ...]:
    """The ids of all packs, sorted."""
    folder = files(__package__) / "packs"
    return tuple(
        sorted(f.name.removesuffix(".json") for f in folder.iterdir() if f.name.endswith(".json"))
    )


@cache
def theme(pack: str, language: str) -> Theme:
    """A pack in a language, or in English where it has not got it.

    Errors: KeyError for an unknown pack, BadPackError for a faulty one.
    """
    if pack not in themes():
        raise KeyError(pack)
    text = (files(__package__) / "packs" / f"{pack}.json").read_text("utf-8")
    return parsed(pack, json.loads(text), language)


def parsed(pack: str, data: Mapping[str, object], language: str) -> Theme:
    """A theme out of a pack's data. Errors: BadPackError."""
    languages = _table(data, "languages", pack)
    words = _table(languages, language if language in languages else "en", pack)
    cards = _table(words, "cards", pack)
    every = [card for deck in DECKS.values() for card in deck.cards]
    traits = [
        trait
        for deck in DECKS.values()
        for trait in (*deck.traits, *(f"{category.name}s" for category in deck.categories))
    ]
    forms = {card: _table(cards, card, pack) for card in cards}
    return Theme(
        id=pack,
        language=language,
        icons=_names(pack, "icons", _table(data, "icons", pack), every, 4),
        titles=_names(pack, "title", {c: f.get("title") for c, f in forms.items()}, every, TITLE),
        phrases=_names(
            pack, "phrase", {c: f.get("phrase") for c, f in forms.items()}, every, PHRASE
        ),
        actions=_names(pack, "actions", _table(words, "actions", pack), ACTIONS, ACTION),
        traits=_names(pack, "traits", _table(words, "traits", pack), traits, TRAIT),
    )


def _table(data: Mapping[str, object], key: str, pack: str) -> Mapping[str, object]:
    table = data.get(key)
    if not isinstance(table, dict):
        raise BadPackError(f"{pack}: {key} is missing")
    return table


def _names(
    pack: str, what: str, given: Mapping[str, object], ids: Iterable[str], longest: int
) -> Mapping[str, str]:
    """The names of exactly these ids: unique, short, without markup."""
    names: dict[str, str] = {}
    for id_ in ids:
        name = given.get(id_)
        if not isinstance(name, str) or not name.strip() or name != name.strip():
            raise BadPackError(f"{pack}: {what} of {id_} is missing")
        if len(name) > longest or re.search(r"[<>&{}\n]", name):
            raise BadPackError(f"{pack}: {what} of {id_} is too long or has markup")
        names[id_] = name
    if len(set(names.values())) < len(names):
        raise BadPackError(f"{pack}: {what} has a name twice")
    if unknown := given.keys() - names.keys():
        raise BadPackError(f"{pack}: {what} has unknown {', '.join(sorted(unknown))}")
    return names
