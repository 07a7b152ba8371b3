"""What a seat's view says about the cards (§4), read off its seen events and nothing else.

Each fact names the event of the log that it comes from, so every mark can be traced back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gm.deduction.facts import (
    CaseIs,
    Fact,
    Has,
    HasExactly,
    HasNot,
    HasOneOf,
    NotCase,
    Problem,
)
from gm.game.cards import UNKNOWN, Card, Seat, Theory
from gm.game.decks import ACTIONS
from gm.game.events import (
    Awaited,
    CaseSeen,
    Dealt,
    Ended,
    Looked,
    Moved,
    Passed,
    SeenEvent,
    WaitKind,
)
from gm.game.moves import Accuse, Answer, Play, Show
from gm.game.position import Position
from gm.game.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """How far the log is read: the position before the next event, the last accusation."""

    position: Position
    accused: tuple[int, Theory] | None = None


def problem(view: View) -> Problem | None:
    """All that the seat knows, as a problem for the solver; None before the deal.

    For a view of the public (`seat` None): what everybody knows.
    """
    position = view.position
    if not position.sizes:
        return None
    return Problem(
        categories=tuple(category.cards for category in view.header.cards.categories),
        sizes=position.sizes,
        up=position.up,
        aside=sum(len(event.aside) for event in view.log if isinstance(event, Dealt)),
        facts=tuple(facts(view)),
    )


def facts(view: View) -> Iterator[Fact]:
    """The facts of the log, in order; `source` is the place of their event in `view.log`."""
    reading = _Reading(position=Position())
    for source, event in enumerate(view.log):
        for fact in _facts(view.seat, reading, event):
            own_hand = isinstance(event, Dealt)
            yield fact if own_hand else replace(fact, source=source)
        if isinstance(event, Moved) and isinstance(event.move, Accuse):
            reading = replace(reading, accused=(source, event.move.theory))
        reading = replace(reading, position=reading.position.apply(event))


def _facts(seat: Seat | None, reading: _Reading, event: SeenEvent) -> Iterator[Fact]:
    question = reading.position.question
    match event:
        case Dealt() if seat is not None:
            yield from (Has(place=seat, card=card) for card in event.hands[seat])
        case Passed() if question is not None:
            yield from (HasNot(place=event.seat, card=card) for card in question.cards)
        case Awaited(kind=WaitKind.SHOW) if question is not None:
            yield HasOneOf(place=event.seat, cards=question.cards)
        case Moved(move=Show(card=card)) if card != UNKNOWN:
            yield Has(place=event.seat, card=card)
        case Looked(card=card) if card != UNKNOWN:
            yield Has(place=event.target, card=card)
        case Moved(move=Answer(cards=cards)) if cards is not None:
            yield from _tip(event.seat, reading.position.played, cards)
        case CaseSeen() if reading.accused is not None:
            if UNKNOWN not in reading.accused[1]:
                yield NotCase(theory=reading.accused[1])
            if UNKNOWN not in event.case:
                yield CaseIs(theory=event.case)
        case Ended():
            yield CaseIs(theory=event.case)
        case _:
            return


def _tip(seat: Seat, played: Moved | None, cards: tuple[Card, ...]) -> Iterator[Fact]:
    """What the answer to a tip says: all that the target has of a category, or one, or none."""
    assert played is not None
    assert isinstance(played.move, Play)
    action = ACTIONS[played.move.action]
    if action.whole or not cards:
        yield HasExactly(place=seat, among=tuple(sorted(action.asks)), cards=cards)
    else:
        yield from (Has(place=seat, card=card) for card in cards)
