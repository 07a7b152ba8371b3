"""What stands on a button."""

from __future__ import annotations

from collections.abc import Sequence

from gm.game.board import PASSAGES, TOKENS
from gm.game.cards import Card, Seat
from gm.game.moves import Answer, Move, Show
from gm.game.view import View
from gm.voice.choices import ACCUSE, ASK_HERE, DEEDS, JOIN, Level, Step
from gm.voice.lines import ActionName, CardName, Form, Line, SeatName, say


def label(view: View, step: Step, taken: Sequence[Step]) -> Line:
    """The label of one choice; `taken` are the choices before it."""
    match step.level:
        case Level.DEED if step.value == "passage":
            return say("choice.passage", room=CardName(_through(view)))
        case Level.DEED if step in DEEDS:
            return say(f"choice.{step.value}")
        case Level.DEED:
            return say("choice.play", action=ActionName(str(step.value)))
        case Level.WAY if step == ASK_HERE:
            assert view.seat is not None
            marker = view.position.markers[view.seat]
            return say("choice.ask_here", card=CardName(marker, Form.TITLE))
        case Level.WAY:
            return say("choice.take")
        case Level.CARD:
            return card_label(str(step.value), own=str(step.value) in view.hand)
        case Level.MARKER:
            return _marker_label(view, str(step.value))
        case Level.SEAT:
            return say("choice.seat", seat=SeatName(int(step.value)))
        case Level.ROOM:
            return card_label(str(step.value))
        case Level.TOWARDS:
            return say("choice.towards", room=CardName(str(step.value)), count=step.left)
        case Level.SURE:
            final = ACCUSE in taken or JOIN in taken
            return say("choice.confirm_accuse" if final else "choice.confirm")


def _through(view: View) -> Card:
    """Where the passage of one's room leads to."""
    room = whereabouts(view)
    assert isinstance(room, str)
    return PASSAGES[room]


def whereabouts(view: View) -> object:
    """Where one's token stands: a room, or a square."""
    assert view.seat is not None
    assert view.position.board is not None
    token = view.header.tokens[view.seat]
    return view.position.board.tokens[TOKENS.index(token)]


def card_label(card: Card, *, own: bool = False) -> Line:
    """A card on a button; one's own carries a small mark."""
    key = "choice.own_card" if own else "choice.card"
    return say(key, card=CardName(card, Form.TITLE), icon=CardName(card, Form.ICON))


def _marker_label(view: View, marker: Card) -> Line:
    markers, me = view.position.markers, view.seat
    card, icon = CardName(marker, Form.TITLE), CardName(marker, Form.ICON)
    own = "own_" if marker in view.hand else ""
    if marker not in markers:
        return say(f"choice.{own}marker.middle", card=card, icon=icon)
    owner: Seat = markers.index(marker)
    if owner == me:
        return say(f"choice.{own}marker.here", card=card, icon=icon)
    return say(f"choice.{own}marker.seat", card=card, icon=icon, seat=SeatName(owner))


def answer_label(move: Move) -> Line:
    """The label of an answer to a question."""
    match move:
        case Show(card=card):
            return card_label(card)
        case Answer(cards=()):
            return say("choice.nothing")
        case Answer(cards=(card,)):
            return card_label(card)
        case Answer(cards=cards) if cards is not None:
            return say("choice.hand_over", count=len(cards))
        case _:
            raise ValueError(type(move).__name__)
