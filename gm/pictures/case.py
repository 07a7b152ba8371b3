"""The case as three cards, and over them how the match ended; for every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gm.game.cards import Card, Deck, Theory
from gm.pictures.colours import BRASS, NIGHT, PANEL, PAPER, SUSPECTS
from gm.pictures.lettering import Weight, fitted, initial
from gm.pictures.pieces import emblem, piece
from gm.pictures.raster import Picture
from gm.pictures.svg import Svg, moved, picture, rect, text

WIDTH, HEIGHT, MARGIN = 1080, 560, 36
HEAD = 104
"""The line over the cards."""
GAP = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What the picture shows. `head`: how it ended, in words; `names`: of the cards."""

    head: str
    case: Theory
    cards: Deck
    names: Mapping[Card, str]


def case_picture(closing: Closing) -> Picture:
    """The picture of a case."""
    head = fitted(closing.head, 48, WIDTH - 2 * MARGIN, Weight.BOLD)
    return Picture(
        picture(
            WIDTH,
            HEIGHT,
            rect(0, 0, WIDTH, HEIGHT, NIGHT),
            text(head, WIDTH / 2, MARGIN + HEAD / 2 - 8, PAPER),
            *_cards(closing),
        )
    )


def _cards(closing: Closing) -> Iterator[Svg]:
    width = (WIDTH - 2 * MARGIN - 2 * GAP) / 3
    top, height = MARGIN + HEAD, HEIGHT - 2 * MARGIN - HEAD
    for n, (card, category) in enumerate(zip(closing.case, closing.cards.categories, strict=True)):
        left, name = MARGIN + n * (width + GAP), closing.names[card]
        x = left + width / 2
        edge = SUSPECTS.get(card, BRASS) if n == 0 else BRASS
        yield rect(left, top, width, height, PANEL, r=20, stroke=edge, stroke_width=4)
        if category.name == "suspect":
            shape = piece(card, initial(name), 88)
        else:
            shape = emblem(card, category.name, 170)
        yield moved(x, top + height * 0.4, shape)
        line = fitted(name, 44, width - 32, Weight.BOLD)
        yield text(line, x, top + height * 0.82, PAPER)
