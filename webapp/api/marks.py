"""The automatic marks of a seat's sheet: what its view says of each card in each place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from gm.game.cards import UNKNOWN, Card
from gm.game.events import Dealt, Looked, Moved, Passed, QuestionPut
from gm.game.moves import Answer, Show
from gm.game.view import View

CASE, UP = "case", "up"
Marks: TypeAlias = dict[Card, dict[str, str]]


def places(view: View) -> tuple[str, ...]:
    """The columns of the sheet: the seats, what lies face up if anything does, the case."""
    up = (UP,) if view.position.up else ()
    return (*map(str, range(len(view.header.seats))), *up, CASE)


def marks(view: View) -> Marks:
    """Each card's places that are known, as `yes` or `no`; open ones are left out."""
    if view.seat is None and not view.position.over:
        return {}
    has = dict(_where(view))
    lacks = set(_not_there(view))
    found: Marks = {}
    for card in view.header.cards.cards:
        cells = {}
        for place in places(view):
            if card in has:
                cells[place] = "yes" if has[card] == place else "no"
            elif (card, place) in lacks:
                cells[place] = "no"
        found[card] = cells
    return found


def _where(view: View) -> Iterator[tuple[Card, str]]:
    """Cards whose place was seen."""
    for card in view.hand:
        yield card, str(view.seat)
    for card in view.position.up:
        yield card, UP
    for card in view.case or ():
        yield card, CASE
    for event in view.log:
        match event:
            case Looked(target=target, card=card) if card != UNKNOWN:
                yield card, str(target)
            case Moved(seat=seat, move=Show(card=card)) if card != UNKNOWN:
                yield card, str(seat)
            case Moved(seat=seat, move=Answer(cards=cards)) if cards is not None:
                yield from ((card, str(seat)) for card in cards)
            case _:
                continue


def _not_there(view: View) -> Iterator[tuple[Card, str]]:
    """Cells that a seat was passed over for, and the places that are full."""
    asked: tuple[Card, ...] = ()
    for event in view.log:
        match event:
            case QuestionPut(cards=cards):
                asked = cards
            case Passed(seat=seat):
                yield from ((card, str(seat)) for card in asked)
            case Dealt(up=up):
                for card in view.header.cards.cards:
                    if card not in view.hand:
                        yield card, str(view.seat)
                    if card not in up:
                        yield card, UP
            case _:
                continue
