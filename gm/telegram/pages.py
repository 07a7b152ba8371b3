"""Short pages that anybody can ask for: the rules, the help. Their facts come from the decks."""

from __future__ import annotations

from gm.game.decks import DECKS
from gm.i18n import Html, render
from gm.i18n.channels import Button as Label
from gm.telegram.message import Button, Message
from gm.telegram.scene import Cast, table_theme
from gm.telegram.showing import rules_picture
from gm.themes import DEFAULT
from gm.voice.lines import Form, TraitName, cards, say

SEAT = "seat-"
"""How the payload of a link begins that asks for a free seat of the table it names."""
PAGES = {
    "rules_getaway": ("title", "goal", "turn", "ask"),
    "rules_getaway_more": ("cards", "markers", "accuse", "others"),
    "rules_casefile": ("title", "goal", "turn", "ask"),
    "rules_casefile_more": ("accuse", "join", "others"),
    "rules_mansion": ("title", "goal", "turn", "walk"),
    "rules_mansion_more": ("ask", "stay", "accuse", "others"),
    "help_group": ("title", "begin", "more"),
    "help_private": ("title", "more", "time", "begin"),
    "hello": ("title", "begin", "more"),
    "hello_group": ("title", "begin", "more"),
}
"""The parts of each page, in order, by the key that asks for it."""
RULES, MORE = "rules_", "_more"
"""How the keys of the rules begin, and how that of their second page ends."""


def rules_key(rules: str) -> str:
    """The key of a game's rules, and the payload of the link that leads to them."""
    return f"{RULES}{rules}"


def page(key: str, language: str, theme: str = DEFAULT) -> Message:
    """A page: its title in bold, then its parts, a paragraph each.

    The first page of a game's rules has a picture, and a button to the second.
    """
    names = Cast(table_theme(theme, language), ())
    about = key.removesuffix(MORE)
    text = [render(say(f"page.{about}.{part}"), language, names, Html()) for part in PAGES[key]]
    if PAGES[key][0] == "title":
        text[0] = f"<b>{text[0]}</b>"
    if key == rules_key("getaway") + MORE:
        text.insert(-1, _traits(language, names))
    if key + MORE not in PAGES:
        return Message(text="\n\n".join(text))
    label = render(say("button.read_on"), language, channel=Label())
    more: Button = {"text": label, "callback_data": f"r:{key}{MORE}"}
    head = render(say(f"page.{key}.picture"), language)
    picture = rules_picture(key.removeprefix(RULES), head, names)
    return Message(text="\n\n".join(text), keyboard=((more,),), picture=picture)


def _traits(language: str, names: Cast) -> str:
    """Which cards have which trait."""
    deck = DECKS["getaway", None]
    lines = []
    for trait, held in deck.traits.items():
        named = cards(deck.sort(held), form=Form.TITLE)
        line = say("page.traits.line", trait=TraitName(trait), cards=named)
        lines.append(render(line, language, names, Html()))
    return "\n".join(lines)
