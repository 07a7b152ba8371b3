"""Buttons and messages hold on a phone, in English and in the long made-up language."""

from __future__ import annotations

import re

import pytest

from gm.i18n import DEFAULT, PSEUDO, Button, Html, catalogue, render
from gm.voice.choices import ACCUSE, branch
from gm.voice.screens import Screen, question_screen, turn_screen
from tests.voice.playing import random_match
from tests.voice.reading import Cast

LONG = ("W" * 64, "Ж" * 64, "👩\u200d🚀" * 20, "ש" * 64, "x", "Bartholomew the Third")
LIMITS = {DEFAULT: 30, PSEUDO: 42}
_UNSEEN = re.compile("[\u2066-\u2069\u200d\ufe0f]")


def seen(text: str) -> int:
    return len(_UNSEEN.sub("", text))


def held(screen: Screen, language: str) -> None:
    """The screen's text and buttons are within Telegram's and a thumb's limits."""
    cast = Cast(LONG, language)
    text = "\n".join(render(line, language, cast, Html()) for line in screen.lines)
    assert len(text) <= 4096
    for row in screen.rows:
        for choice in row:
            label = render(choice.label, language, cast, Button())
            assert 0 < seen(label) <= LIMITS[language], label
            assert len(f"{'w' * 12}.{choice.step}") <= 64


@pytest.mark.parametrize("language", LIMITS)
def test_every_screen_of_a_match_holds(language: str) -> None:
    for n, play in enumerate(random_match(7, seats=6, steps=40)):
        if n % 3:
            continue
        for wait in play.state.position.waits:
            view, moves = play.view(wait.seat), play.moves(wait.seat)
            if wait.asker is not None:
                held(question_screen(view, moves), language)
                continue
            for token, deed in branch(moves, ()).options:
                path: tuple[str, ...] = (token,)
                while (screen := turn_screen(view, moves, path)).move is None:
                    held(screen, language)
                    path = (*path, "5" if deed == ACCUSE and len(path) < 4 else "0")


@pytest.mark.parametrize("language", LIMITS)
def test_toasts_hold(language: str) -> None:
    for key, forms in catalogue(language).sentences.items():
        if key.startswith(("note.", "refused.")):
            assert all(len(form.replace("{name}", "W" * 64)) <= 200 for form in forms), key


def test_every_button_sentence_alone_is_short() -> None:
    """What a sentence of a button adds to its names."""
    for key, forms in catalogue(PSEUDO).sentences.items():
        if key.startswith("choice."):
            bare = [re.sub(r"\{\w+\}", "", form) for form in forms]
            assert all(seen(form) <= LIMITS[PSEUDO] for form in bare), key
