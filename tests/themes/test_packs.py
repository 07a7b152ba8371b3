"""Packs name every card, briefly, once."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from gm.game.decks import ACTIONS, DECKS
from gm.themes import DEFAULT, BadPackError, theme, themes
from gm.themes.pack import parsed
from gm.voice.lines import Form


@pytest.mark.parametrize("pack", themes())
def test_every_pack_names_every_card_and_action(pack: str) -> None:
    names = theme(pack, "en")
    for deck in DECKS.values():
        for card in deck.cards:
            assert all(names.card(card, form) for form in Form)
        assert all(names.trait(trait) for trait in deck.traits)
        assert all(names.trait(f"{category.name}s") for category in deck.categories)
    assert all(names.action(action) for action in ACTIONS)


def test_the_default_pack_is_there_and_an_unknown_one_is_not() -> None:
    assert DEFAULT in themes()
    with pytest.raises(KeyError):
        theme("nowhere", "en")


def test_a_language_that_a_pack_lacks_falls_back_to_english() -> None:
    assert theme(DEFAULT, "xx").titles == theme(DEFAULT, "en").titles


def _drop(data: Any) -> None:
    del data["languages"]["en"]["cards"]["train"]


def _twice(data: Any) -> None:
    data["languages"]["en"]["cards"]["train"]["title"] = "Balloon"


def _markup(data: Any) -> None:
    data["languages"]["en"]["actions"]["any"] = "<b>Any</b>"


def _long(data: Any) -> None:
    data["languages"]["en"]["cards"]["train"]["title"] = "x" * 40


def _surplus(data: Any) -> None:
    data["icons"]["moon"] = "x"


def _no_words(data: Any) -> None:
    data["languages"] = []


@pytest.mark.parametrize("spoil", [_drop, _twice, _markup, _long, _surplus, _no_words])
def test_a_faulty_pack_is_refused(spoil: Callable[[Any], None]) -> None:
    path = files("gm.themes") / "packs" / f"{DEFAULT}.json"
    data = json.loads(path.read_text("utf-8"))
    parsed("spoilt", data, "en")
    spoil(data)
    with pytest.raises(BadPackError, match="spoilt"):
        parsed("spoilt", data, "en")
