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
    """Which pieces that nobody plays were called into a room, and where the weapons lie.

    () where there is no board. The other pieces stand where they began and matter to nobody.
    """
    board = view.position.board
    if board is None:
        return ()
    pieces = zip(TOKENS, board.tokens, strict=True)
    weapons = zip(WEAPONS, board.weapons, strict=True)
    called = [(t, at) for t, at in pieces if t not in view.header.tokens and isinstance(at, str)]
    return (
        tuple(say("board.thing", thing=card_label(token), at=_in(room)) for token, room in called),
        tuple(say("board.thing", thing=_title(weapon), at=_in(room)) for weapon, room in weapons),
    )


def _title(card: Card) -> CardName:
    return CardName(card, Form.TITLE)


def _in(room: Card) -> Line:
    return say("board.in", room=_title(room))


def at(spot: Spot) -> Line:
    """A room, or how far from the nearest one in the corridor."""
    if isinstance(spot, str):
        return _in(spot)
    near = min(ROOMS, key=lambda room: steps_to(spot, room))
    return say("board.near", count=steps_to(spot, near), room=CardName(near))
