"""Where everything is on the board of the mansion, in words: what its picture shows."""

from __future__ import annotations

from gm.game.board import ROOMS, TOKENS, WEAPONS, steps_to
from gm.game.cards import Card, Spot
from gm.game.view import View
from gm.voice.labels import card_label
from gm.voice.lines import CardName, Form, Line, say


def board_title(view: View) -> Line:
    """Which turn it is."""
    return say("board.turn", turn=view.position.turn)


def lying(view: View) -> tuple[tuple[Line, ...], ...]:
    """Where the pieces lie that nobody plays, and the weapons; () where there is no board."""
    board = view.position.board
    if board is None:
        return ()
    pieces = zip(TOKENS, board.tokens, strict=True)
    weapons = zip(WEAPONS, board.weapons, strict=True)
    return (
        tuple(_lies(token, spot) for token, spot in pieces if token not in view.header.tokens),
        tuple(_lies(weapon, room) for weapon, room in weapons),
    )


def _lies(thing: Card, spot: Spot) -> Line:
    return say("board.thing", thing=card_label(thing), at=at(spot))


def at(spot: Spot) -> Line:
    """A room, or how far from the nearest one in the corridor."""
    if isinstance(spot, str):
        return say("board.in", room=CardName(spot, Form.TITLE))
    near = min(ROOMS, key=lambda room: steps_to(spot, room))
    return say("board.near", count=steps_to(spot, near), room=CardName(near))
