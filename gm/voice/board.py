"""Where everything is on the board of the mansion, in words: what its picture shows."""

from __future__ import annotations

from gm.game.board import ROOMS, TOKENS, WEAPONS, steps_to
from gm.game.cards import Spot
from gm.game.view import View
from gm.voice.labels import card_label
from gm.voice.lines import CardName, Form, Line, SeatName, say


def board_title(view: View) -> Line:
    """Which turn it is."""
    return say("board.turn", turn=view.position.turn)


def board_lines(view: View, *, players: bool = True) -> tuple[Line, ...]:
    """A line a piece and a line a weapon; () where there is no board.

    `players`: say who plays which piece.
    """
    board = view.position.board
    if board is None:
        return ()
    lines = []
    for token, spot in zip(TOKENS, board.tokens, strict=True):
        if players and token in view.header.tokens:
            seat = SeatName(view.header.tokens.index(token))
            lines.append(say("board.piece", piece=card_label(token), seat=seat, at=_at(spot)))
        else:
            lines.append(say("board.thing", thing=card_label(token), at=_at(spot)))
    for weapon, room in zip(WEAPONS, board.weapons, strict=True):
        lines.append(say("board.thing", thing=card_label(weapon), at=_at(room)))
    return tuple(lines)


def _at(spot: Spot) -> Line:
    """A room, or how far from the nearest one in the corridor."""
    if isinstance(spot, str):
        return say("board.in", room=CardName(spot, Form.TITLE))
    near = min(ROOMS, key=lambda room: steps_to(spot, room))
    return say("board.near", count=steps_to(spot, near), room=CardName(near))
