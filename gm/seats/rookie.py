"""rookie: plays legal moves and rules out what it has seen; accuses when one theory is left."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gm.game.cards import ASIDE, UNKNOWN, Card
from gm.game.events import Dealt, Looked, Moved, Passed, QuestionPut, SeenEvent
from gm.game.moves import Answer, Move, Show
from gm.game.view import View
from gm.seats.plain import plain, settled

VERSION = 1


def choose(view: View, moves: Sequence[Move], lots: Random) -> Move:
    """One of the legal moves: accuse when sure, else ask about cards not yet ruled out."""
    if view.seat is None:
        raise ValueError("the public does not move")
    possible = still_possible(view)
    sure = tuple(card for cards in possible if len(cards) == 1 for card in cards)
    return settled(moves, sure) or plain(moves, possible, lots)


def still_possible(view: View) -> tuple[frozenset[Card], ...]:
    """By category, the cards that may be the case as far as this seat has simply seen them.

    Ruled out: its own, those face up, and every card shown to it. Of its own questions, a
    suggestion that nobody could answer leaves just those named cards that it does not hold.
    """
    seen = set(view.hand) | set(view.position.up)
    for event in view.log:
        match event:
            case Looked(card=card):
                seen.add(card)
            case Moved(move=Show(card=card)):
                seen.add(card)
            case Moved(move=Answer(cards=cards)) if cards is not None:
                seen.update(cards)
    seen.discard(UNKNOWN)
    unanswered = _unanswered(view)
    return tuple(
        frozenset(category.cards) & named
        if (named := unanswered - seen).intersection(category.cards)
        else frozenset(category.cards) - seen
        for category in view.header.cards.categories
    )


def _unanswered(view: View) -> frozenset[Card]:
    """The cards of this seat's own suggestions on which everybody passed."""
    cards: set[Card] = set()
    aside = sum(len(event.aside) for event in view.log if isinstance(event, Dealt))
    looks = sum(_is_own_look_aside(view, event) for event in view.log)
    if looks < aside:
        return frozenset()  # they may also lie among the cards laid aside
    question: QuestionPut | None = None
    passed = 0
    for event in view.log:
        match event:
            case QuestionPut():
                question, passed = event, 0
            case Passed() if question is not None and question.asker == view.seat:
                passed += 1
                if passed == len(question.order) and not question.every:
                    cards.update(question.cards)
    return frozenset(cards)


def _is_own_look_aside(view: View, event: SeenEvent) -> bool:
    return isinstance(event, Looked) and event.target == ASIDE and event.seat == view.seat
