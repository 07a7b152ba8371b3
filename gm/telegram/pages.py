"""Short pages that anybody can ask for: the rules, the help. Their facts come from the decks."""

from __future__ import annotations

from gm.game.decks import DECKS
from gm.i18n import Html, render
from gm.telegram.message import Message
from gm.telegram.scene import Cast, table_theme
from gm.themes import DEFAULT
from gm.voice.lines import Form, TraitName, cards, say

RULES = "rules"
"""The key of the rules, and the payload of the link that leads to them."""
PAGES = {
    RULES: ("title", "goal", "turn", "ask", "cards", "markers", "accuse"),
    "help_group": ("title", "begin", "more"),
    "help_private": ("title", "more", "begin"),
    "hello": ("title", "begin", "more"),
    "hello_group": ("title", "begin", "more"),
}
"""The parts of each page, in order, by the key that asks for it."""


def page(key: str, language: str, theme: str = DEFAULT) -> Message:
    """A page: its title in bold, then its parts, a paragraph each."""
    names = Cast(table_theme(theme, language), ())
    parts = [say(f"page.{key}.{part}") for part in PAGES[key]]
    title, *rest = (render(part, language, names, Html()) for part in parts)
    text = [f"<b>{title}</b>", *rest]
    if key == RULES:
        text += _traits(language, names)
    return Message(text="\n\n".join(text))


def _traits(language: str, names: Cast) -> list[str]:
    """Which cards have which trait."""
    deck = DECKS["getaway", None]
    lines = []
    for trait, held in deck.traits.items():
        named = cards(deck.sort(held), form=Form.TITLE)
        line = say("page.traits.line", trait=TraitName(trait), cards=named)
        lines.append(render(line, language, names, Html()))
    return ["\n".join(lines)]
