"""Messages with a picture: table card, verdict, rules. The caption says what it shows."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from gm.game.board import ROOMS, STARTS, TOKENS, WEAPONS
from gm.game.cards import Card, Theory
from gm.game.decks import DECKS
from gm.game.events import Rolled
from gm.game.position import Board
from gm.game.rulesets import ruleset
from gm.game.view import View
from gm.i18n.channels import visible
from gm.pictures.board import Standing, board_picture
from gm.pictures.case import Closing, case_picture
from gm.pictures.raster import Picture
from gm.telegram.message import Message
from gm.telegram.scene import Cast, Scene, name_of
from gm.voice.board import board_title
from gm.voice.lines import Form
from gm.voice.narrate import verdict

CAPTION = 1024
"""So long may a caption be, in UTF-16 units without its markup (Bot API, sendPhoto)."""


def with_board(message: Message, scene: Scene, shorter: Iterable[str] = ()) -> Message:
    """The message with the board, where there is one and pictures may be sent.

    `shorter`: texts to fall back to, each shorter than the one before, as a caption holds less
    than a message. Where none fits, the message stays without a picture.
    """
    view = scene.view
    if view is None or view.position.board is None or not scene.pictures:
        return message
    text = next(filter(fits, (message.text, *shorter)), None)
    if text is None:
        return message
    return replace(message, text=text, picture=board_picture(_standing(scene, view)))


def fits(text: str) -> bool:
    """Whether this HTML may be a caption."""
    bare = html.unescape(re.sub(r"<[^>]+>", "", text))
    return len(bare.encode("utf-16-le")) // 2 <= CAPTION


def _standing(scene: Scene, view: View) -> Standing:
    position, tokens = view.position, view.header.tokens
    assert position.board is not None
    playing = position.active is not None and not position.over
    return Standing(
        board=position.board,
        names=_titles(scene, view),
        turn=scene.plain(board_title(view)),
        active=tokens[position.active] if playing and position.active is not None else None,
        players={
            t: visible(name_of(o)) for t, o in zip(tokens, scene.table.occupants, strict=True)
        },
        before=next((e.dice for e in reversed(view.log) if isinstance(e, Rolled)), ()),
        gone=frozenset(tokens[seat] for seat in position.out | position.removed),
    )


def with_case(message: Message, scene: Scene) -> Message:
    """The verdict with the picture of the case, where it may have one."""
    view = scene.view
    if view is None or view.position.case is None:
        return message
    if not scene.pictures or not fits(message.text):
        return message
    closing = Closing(
        head=scene.plain(verdict(view)[0]),
        case=view.position.case,
        cards=view.header.cards,
        names=_titles(scene, view),
    )
    return replace(message, picture=case_picture(closing))


def _titles(scene: Scene, view: View) -> dict[Card, str]:
    return {card: scene.names.card(card, Form.TITLE) for card in view.header.cards.cards}


EXAMPLES: Mapping[str, Theory] = MappingProxyType(
    {"getaway": ("red", "train", "fort"), "casefile": ("white", "rope", "kitchen")}
)
"""The cards in the pictures of the rules, for the games without a board."""


def rules_picture(rules: str, head: str, names: Cast) -> Picture:
    """The picture beside a game's rules: three cards, or the board as a match begins."""
    deck = DECKS[rules, next(iter(ruleset(rules).decks))]
    titles = {card: names.card(card, Form.TITLE) for card in deck.cards}
    if rules in EXAMPLES:
        return case_picture(Closing(head=head, case=EXAMPLES[rules], cards=deck, names=titles))
    board = Board(tokens=STARTS, weapons=ROOMS[: len(WEAPONS)])
    return board_picture(
        Standing(board=board, names=titles, turn=head, active=TOKENS[0], players={})
    )
