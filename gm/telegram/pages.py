"""Short pages that anybody can ask for: the rules, the help. Their facts come from the decks."""

from __future__ import annotations

from gm.game.decks import DECKS
from gm.i18n import Html, render
from gm.telegram.message import Message
from gm.telegram.scene import Cast, table_theme
from gm.themes import DEFAULT
from gm.voice.lines import Form, TraitName, cards, say

PAGES = {
    "rules_getaway": ("title", "goal", "turn", "ask", "cards", "markers", "accuse", "others"),
    "rules_casefile": ("title", "goal", "turn", "ask", "accuse", "join", "others"),
    "rules_mansion": ("title", "goal", "turn", "walk", "ask", "stay", "accuse", "others"),
    "help_group": ("title", "begin", "more"),
    "help_private": ("title", "more", "begin"),
    "hello": ("title", "begin", "more"),
    "hello_group": ("title", "begin", "more"),
}
"""The parts of each page, in order, by the key that asks for it."""
RULES = "rules_"


def rules_key(rules: str) -> str:
    """The key of a game's rules, and the payload of the link that leads to them."""
    return f"{RULES}{rules}"


def page(key: str, language: str, theme: str = DEFAULT) -> Message:
    """A page: its title in bold, then its parts, a paragraph each."""
    names = Cast(table_theme(theme, language), ())
    parts = [say(f"page.{key}.{part}") for part in PAGES[key]]
    title, *rest = (render(part, language, names, Html()) for part in parts)
    text = [f"<b>{title}</b>", *rest]
    if key == rules_key("getaway"):
        text.insert(-1, _traits(language, names))
    return Message(text="\n\n".join(text))


def _traits(language: str, names: Cast) -> str:
    """Which cards have which trait."""
    deck = DECKS["getaway", None]
    lines = []
    for trait, held in deck.traits.items():
        named = cards(deck.sort(held), form=Form.TITLE)
        line = say("page.traits.line", trait=TraitName(trait), cards=named)
        lines.append(render(line, language, names, Html()))
    return "\n".join(lines)
