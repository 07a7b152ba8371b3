"""The board of the mansion as it stands: who is where, what lies where, the throw, whose turn.

Nothing here knows a language: every word comes in. Nothing secret can: it is drawn from what
the whole table sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gm.game.board import ROOMS, TOKENS, WEAPONS
from gm.game.cards import Card
from gm.game.position import Board
from gm.pictures.colours import BRASS, DUST, NIGHT, PANEL, PAPER
from gm.pictures.floor import CELL, COLUMNS, HEAD, INSIDE, MARGIN, MIDDLE, ROWS, Box, cells, floor
from gm.pictures.lettering import Weight, drawable, fitted, initial
from gm.pictures.pieces import dice, dimmed, emblem, labelled, piece
from gm.pictures.raster import Picture
from gm.pictures.svg import Svg, moved, picture, rect, text

WIDTH = COLUMNS * CELL + 2 * MARGIN
LEGEND_ROW = 84
HEIGHT = ROWS * CELL + 2 * MARGIN + 2 * LEGEND_ROW
TOKEN = 25
"""Half the size of a piece in the corridor: it stands out over its square."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the picture shows.

    `names`: of suspects, weapons and rooms; `turn`: which turn it is, in words; `active`: whose
    piece moves; `players`: who plays which piece; `gone`: pieces that play no more; `before`: the
    last throw of an earlier turn, shown dimmed until this turn has one.
    """

    board: Board
    names: Mapping[Card, str]
    turn: str
    active: Card | None
    players: Mapping[Card, str]
    gone: frozenset[Card] = frozenset()
    before: tuple[int, ...] = ()


def board_picture(standing: Standing) -> Picture:
    """The picture of a board."""
    rooms = tuple(standing.names[room] for room in ROOMS)
    return Picture(
        picture(
            WIDTH,
            HEIGHT,
            rect(0, 0, WIDTH, HEIGHT, NIGHT),
            floor(rooms),
            *_middle(standing),
            *(_inside(standing, room) for room in ROOMS),
            *_walking(standing),
            *_legend(standing),
        )
    )


def _piece(standing: Standing, token: Card, r: float) -> Svg:
    return piece(
        token,
        initial(standing.names[token]),
        r,
        lit=token == standing.active,
        dim=token in standing.gone,
    )


def _middle(standing: Standing) -> Iterator[Svg]:
    """Which turn it is, whose, and what was thrown."""
    box = cells(*MIDDLE)
    x, width = box.middle[0], box.w - 20
    yield text(fitted(standing.turn, 30, width), x, box.y + 36, DUST)
    if standing.active is not None:
        yield moved(x, box.y + 112, _piece(standing, standing.active, 40))
        name = fitted(standing.names[standing.active], 34, width, Weight.BOLD)
        yield text(name, x, box.y + 190, PAPER)
    thrown = dice(standing.board.dice or standing.before, 58)
    yield moved(x, box.y + 250, thrown if standing.board.dice else dimmed(thrown))


def _walking(standing: Standing) -> Iterator[Svg]:
    """The pieces in the corridor."""
    for token, spot in zip(TOKENS, standing.board.tokens, strict=True):
        if not isinstance(spot, str):
            x, y = cells(*spot, 1, 1).middle
            yield moved(x, y, _piece(standing, token, TOKEN))


def _inside(standing: Standing, room: Card) -> Svg:
    """What is in a room, under its name: weapons with theirs, then pieces in a row."""
    board = standing.board
    weapons = [w for w, at in zip(WEAPONS, board.weapons, strict=True) if at == room]
    tokens = [t for t, at in zip(TOKENS, board.tokens, strict=True) if at == room]
    whole = cells(*INSIDE[room])
    box = Box(whole.x + 8, whole.y + HEAD, whole.w - 16, whole.h - HEAD - 6)
    columns = 1 if len(weapons) + bool(tokens) <= box.h // 33 else 2
    rows = -(-len(weapons) // columns) + bool(tokens)
    if rows == 0:
        return ""
    height = min(58.0, box.h / rows)
    top = box.y + (box.h - rows * height) / 2 + height / 2
    found = [
        _weapon(standing, weapon, box, top + n // columns * height, height, (n % columns, columns))
        for n, weapon in enumerate(weapons)
    ]
    return "".join((*found, *_row(standing, tokens, box, top + (rows - 1) * height, height)))


def _weapon(
    standing: Standing, weapon: Card, box: Box, y: float, height: float, column: tuple[int, int]
) -> Svg:
    n, columns = column
    width = box.w / columns
    side = min(46.0, height - 6)
    shape = emblem(weapon, "weapon", side)
    words = labelled(shape, side, standing.names[weapon], min(28.0, side * 0.7), width - 8, PAPER)
    return moved(box.x + width * (n + 0.5), y, words)


def _row(
    standing: Standing, tokens: list[Card], box: Box, y: float, height: float
) -> Iterator[Svg]:
    if not tokens:
        return
    step = min(height * 1.16, box.w / len(tokens))
    left = box.x + (box.w - step * (len(tokens) - 1)) / 2
    for n, token in enumerate(tokens):
        yield moved(
            left + n * step, y, _piece(standing, token, min(26.0, min(step, height) * 0.43))
        )


def _legend(standing: Standing) -> Iterator[Svg]:
    """Every piece with its name and who plays it."""
    top = ROWS * CELL + MARGIN * 2 - 8
    width = (WIDTH - 2 * MARGIN) / 3
    for n, token in enumerate(TOKENS):
        x, y = MARGIN + n % 3 * width, top + n // 3 * LEGEND_ROW
        edge = {"stroke": BRASS, "stroke_width": 3} if token == standing.active else {}
        yield rect(x + 5, y, width - 10, LEGEND_ROW - 10, PANEL, r=12, **edge)
        middle = y + (LEGEND_ROW - 10) / 2
        token_piece = piece(token, initial(standing.names[token]), 24, dim=token in standing.gone)
        yield moved(x + 42, middle, token_piece)
        player = drawable(standing.players.get(token, ""))
        name = fitted(standing.names[token], 31, width - 90, Weight.BOLD)
        shade = DUST if token in standing.gone else PAPER
        yield text(name, x + 76, middle - (17 if player else 0), shade, 0)
        yield text(fitted(player, 26, width - 90), x + 76, middle + 19, DUST, 0)
