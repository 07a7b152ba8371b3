"""rookie: plays legal moves and rules out what it has seen; accuses when one theory is left."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gm.game.board import steps_to
from gm.game.cards import ASIDE, UNKNOWN, Card, Theory
from gm.game.decks import ACTIONS, ActionKind
from gm.game.events import Dealt, Looked, Moved, Passed, QuestionPut, SeenEvent
from gm.game.moves import (
    Accuse,
    Agree,
    Answer,
    Ask,
    Join,
    Move,
    Order,
    Play,
    Show,
    Suggest,
    Walk,
)
from gm.game.view import View

VERSION = 1


def choose(view: View, moves: Sequence[Move], lots: Random) -> Move:
    """One of the legal moves: accuse when sure, else ask about cards not yet ruled out."""
    if view.seat is None:
        raise ValueError("the public does not move")
    possible = still_possible(view)
    for move in moves:
        if isinstance(move, Accuse | Join) and _settled(move.theory, possible):
            return move
    calm = [move for move in moves if not isinstance(move, Accuse | Join)]
    for kind in (Play, Ask, Suggest, Walk, Agree, Order):
        some = [move for move in calm if isinstance(move, kind)]
        if some:
            return _one(some, possible, lots)
    return lots.choice(calm)


def _one(moves: Sequence[Move], possible: tuple[frozenset[Card], ...], lots: Random) -> Move:
    """One of these moves of a kind: of an action card drawn first, then such as ask about cards
    that may still be the case, or lead to a room that may be.
    """
    match moves[0]:
        case Play():
            action = lots.choice(sorted({m.action for m in moves if isinstance(m, Play)}))
            same = [m for m in moves if isinstance(m, Play) and m.action == action]
            return lots.choice([play for play in same if _asks_open(play, possible)] or same)
        case Ask() | Suggest():
            asked = [m for m in moves if _all_open(m, possible)]
            return lots.choice(asked or moves)
        case Walk():
            return _walk([m for m in moves if isinstance(m, Walk)], possible[2], lots)
        case Order():
            return moves[0]
        case _:
            return lots.choice(moves)


def _all_open(move: Move, possible: tuple[frozenset[Card], ...]) -> bool:
    assert isinstance(move, Ask | Suggest)
    return all(any(card in cards for cards in possible) for card in move.cards)


def _walk(walks: Sequence[Walk], rooms: frozenset[Card], lots: Random) -> Walk:
    """Into a room that may be the case, else as near as may be to one."""
    wanted = [walk for walk in walks if walk.to in rooms]
    if wanted:
        return lots.choice(wanted)
    nearest = min(min(steps_to(walk.to, room) for room in rooms) for walk in walks)
    return lots.choice(
        [w for w in walks if min(steps_to(w.to, room) for room in rooms) == nearest]
    )


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


def _settled(theory: Theory, possible: tuple[frozenset[Card], ...]) -> bool:
    return all(cards == {card} for card, cards in zip(theory, possible, strict=True))


def _asks_open(play: Play, possible: tuple[frozenset[Card], ...]) -> bool:
    """Whether every card that the play names may still be the case, or be learned at all."""
    if play.cards is None:
        return ACTIONS[play.action].kind is not ActionKind.PRESENT
    return all(card in cards for card, cards in zip(play.cards, possible, strict=False))
