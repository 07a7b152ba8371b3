"""The board of the mansion for the page: what is printed on it, what stands on it, and where one's
own walk may end, in words too. The page has no board of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint
from flask.typing import ResponseReturnValue

from gm.game.board import DOORS, GRID, LETTERS, PASSAGES, ROOMS, STARTS, TOKENS, WEAPONS, steps_to
from gm.game.cards import Spot
from gm.game.moves import Move, Walk
from gm.game.view import View
from gm.voice.lines import CardName, Form, say
from webapp.api.words import Cast, Json
from webapp.auth import signed_in

printed = Blueprint("board", __name__)


@printed.get("/board")
@signed_in
def board() -> ResponseReturnValue:
    """What never changes: squares by row and column, rooms by letter, doors, passages, starts."""
    return {
        "grid": list(GRID),
        "rooms": dict(LETTERS),
        "doors": [{"room": room, "cell": cell, "front": front} for room, cell, front in DOORS],
        "passages": dict(PASSAGES),
        "starts": dict(zip(TOKENS, STARTS, strict=True)),
    }


def placed(view: View) -> Json | None:
    """Tokens with the seats that play them, weapons, this turn's throw; None without a board."""
    board = view.position.board
    if board is None:
        return None
    played = {token: seat for seat, token in enumerate(view.header.tokens)}
    return {
        "tokens": [
            {"id": token, "at": spot, "seat": played.get(token)}
            for token, spot in zip(TOKENS, board.tokens, strict=True)
        ],
        "weapons": [
            {"id": weapon, "at": room} for weapon, room in zip(WEAPONS, board.weapons, strict=True)
        ],
        "dice": list(board.dice),
    }


def reach(moves: Sequence[Move], cast: Cast) -> list[Json]:
    """Every end of the walk that one is asked to make, with its name in words; [] else."""
    return [
        {"to": move.to, "label": _named(move.to, cast)} for move in moves if isinstance(move, Walk)
    ]


def _named(spot: Spot, cast: Cast) -> str:
    if isinstance(spot, str):
        return cast.card(spot, Form.TITLE)
    row, column = spot
    room = min(ROOMS, key=lambda room: steps_to(spot, room))
    near = say("app.square.near", count=steps_to(spot, room), room=CardName(room, Form.TITLE))
    return cast.text(say("app.square", row=row + 1, column=column + 1, near=near))
