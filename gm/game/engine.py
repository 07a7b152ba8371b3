"""The referee's four questions: what may happen, what comes of it, what it leads to.

`decide` never changes anything: refused entries leave the state as it was.
"""

from __future__ import annotations

from functools import cache
from typing import assert_never

from gm.game.cards import Seat, Theory
from gm.game.events import (
    Awaited,
    Dealt,
    Entry,
    Event,
    FirstDrawn,
    Looked,
    MarkersDealt,
    Moved,
    Passed,
    PileShuffled,
    Rolled,
    Stopped,
    Told,
    WaitKind,
    WeaponsPlaced,
)
from gm.game.header import Header
from gm.game.moves import Accuse, Move
from gm.game.rulesets import ruleset
from gm.game.rulesets.ruleset import Course
from gm.game.state import State


def start(header: Header) -> tuple[Event, ...]:
    """The events that a match of this header begins with."""
    course = Course(State(header=header))
    ruleset(header.rules).start(course)
    return tuple(course.events)


def decide(state: State, entry: Entry | Told) -> tuple[Event, ...]:
    """The entry and its consequences, as events in order.

    Errors: Illegal where the rules refuse the entry.
    """
    return advance(state, entry)[0]


def advance(state: State, entry: Entry | Told) -> tuple[tuple[Event, ...], State]:
    """The events of `decide`, and the state after them. Errors: Illegal."""
    course = Course(state)
    rules = ruleset(state.header.rules)
    match entry:
        case Moved():
            rules.move(course, entry)
        case Stopped():
            rules.stop(course, entry)
        case Passed() | Awaited():
            rules.told(course, entry)
        case (
            Dealt()
            | MarkersDealt()
            | PileShuffled()
            | Looked()
            | FirstDrawn()
            | WeaponsPlaced()
            | Rolled()
        ):
            rules.chance(course, entry)
        case _:
            assert_never(entry)
    return tuple(course.events), course.state


def verify(state: State, seat: Seat, move: Move) -> None:
    """Refuse a move that the rules do not allow now. Errors: Illegal with its reason."""
    ruleset(state.header.rules).check_move(state, seat, move)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All that this seat may do now, each once; never `skipped` or `removed`.

    () for a seat that is not awaited, at chance, at set-up and when the match is over.
    """
    wait = state.position.wait(seat)
    if wait is None or state.due:
        return ()
    rules = ruleset(state.header.rules)
    if wait.asker is not None:
        return tuple(rules.answers(state, wait))
    moves = (*rules.turn_moves(state, seat, wait.kind),)
    if not rules.may_accuse(wait.kind):
        return moves
    return (*moves, *_accusations(state.header.cards.theories))


@cache
def _accusations(theories: tuple[Theory, ...]) -> tuple[Move, ...]:
    return tuple(Accuse(theory=theory) for theory in theories)


def phase(state: State) -> str:
    """The phase as `record check` names it."""
    if state.position.over:
        return "over"
    if state.due:
        return "setup" if state.position.turn == 0 else "chance"
    question = state.position.question
    if question is not None and question.left:
        return "chance"
    kind = state.position.waits[0].kind
    return (WaitKind.ORDER if kind is WaitKind.AGREE else kind).value


__all__ = ["advance", "decide", "legal_moves", "phase", "start", "verify"]
