"""Which card to show: one that tells the asker nothing new, or that others have seen already."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gm.game.cards import Card
from gm.game.events import Looked, Moved
from gm.game.moves import Answer, Move, Show
from gm.game.view import View


def show(view: View, moves: Sequence[Move], lots: Random) -> Move:
    """A card that the asker has seen here; else one that most others have; else by lot."""
    assert view.seat is not None
    wait = view.position.wait(view.seat)
    assert wait is not None
    seen: dict[Card, set[int]] = {}
    for event in view.log:
        match event:
            case Moved(move=Show(card=card), to=int(to)) if event.seat == view.seat:
                seen.setdefault(card, set()).add(to)
            case Moved(move=Answer(cards=cards), to=int(to)) if event.seat == view.seat:
                for card in cards or ():
                    seen.setdefault(card, set()).add(to)
            case Looked():
                continue
            case _:
                continue

    def known(move: Move) -> tuple[bool, int, float]:
        cards = move.cards if isinstance(move, Answer) else (_card(move),)
        by = [seen.get(card, set()) for card in cards or ()]
        told = all(wait.asker in seats for seats in by)
        return told, sum(map(len, by)), lots.random()

    return max(moves, key=known)


def _card(move: Move) -> Card:
    assert isinstance(move, Show)
    return move.card
