"""rookie: plays legal moves and rules out what it has seen; accuses when one theory is left."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gm.game.cards import UNKNOWN, Card, Theory
from gm.game.decks import ACTIONS, ActionKind
from gm.game.events import Looked, Moved, Passed, QuestionPut, WaitKind
from gm.game.moves import Accuse, Answer, Move, Play, Show
from gm.game.view import View

VERSION = 1


def choose(view: View, moves: Sequence[Move], lots: Random) -> Move:
    """One of the legal moves: accuse when sure, else ask about cards not yet ruled out."""
    if view.seat is None:
        raise ValueError("the public does not move")
    possible = still_possible(view)
    sure = [move for move in moves if isinstance(move, Accuse) and _settled(move.theory, possible)]
    if sure:
        return sure[0]
    calm = [move for move in moves if not isinstance(move, Accuse)]
    wait = view.position.wait(view.seat)
    if wait is not None and wait.kind is WaitKind.TURN:
        plays = [move for move in calm if isinstance(move, Play)]
        action = lots.choice(sorted({play.action for play in plays}))
        same = [play for play in plays if play.action == action]
        return lots.choice([play for play in same if _asks_open(play, possible)] or same)
    return lots.choice(calm)


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


def _settled(theory: Theory, possible: tuple[frozenset[Card], ...]) -> bool:
    return all(cards == {card} for card, cards in zip(theory, possible, strict=True))


def _asks_open(play: Play, possible: tuple[frozenset[Card], ...]) -> bool:
    """Whether every card that the play names may still be the case, or be learned at all."""
    if play.cards is None:
        return ACTIONS[play.action].kind is not ActionKind.PRESENT
    return all(card in cards for card, cards in zip(play.cards, possible, strict=False))
