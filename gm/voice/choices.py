"""Legal moves as a tree of small choices, so that a thumb can walk it one screen at a time.

A path names a choice a level by its place among the legal ones. A wait's legal moves never
change while it is open, so a path needs no memory behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from gm.game.cards import Card, Seat
from gm.game.moves import Accuse, End, Move, Play

TOKENS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Names of choices; no level has more than nine."""

Path: TypeAlias = tuple[str, ...]


class Level(StrEnum):
    """What is chosen at one level of the tree."""

    DEED = "deed"
    WAY = "way"
    CARD = "card"
    MARKER = "marker"
    SEAT = "seat"
    SURE = "sure"


@dataclass(frozen=True, slots=True)
class Step:
    """One choice: a deed (an action card's id, `accuse`, `end`), a way to play it, a card, a
    marker, a seat, or that one is sure.
    """

    level: Level
    value: Card | Seat


ACCUSE = Step(Level.DEED, "accuse")
END = Step(Level.DEED, "end")
ASK_HERE = Step(Level.WAY, "ask")
TAKE = Step(Level.WAY, "take")
SURE = Step(Level.SURE, "sure")


def steps(move: Move) -> tuple[Step, ...]:
    """The choices that lead to a move; an answer to a question is a single one."""
    match move:
        case Accuse(theory=theory):
            return (ACCUSE, *_cards(theory), SURE)
        case End():
            return (END,)
        case Play(action=action, cards=cards, go=go, target=target):
            deed = Step(Level.DEED, action)
            if target is not None:
                return (deed, Step(Level.SEAT, target), SURE)
            if go is not None:
                return (deed, TAKE, Step(Level.MARKER, go), SURE)
            if cards is None:
                return (deed, SURE)
            if len(cards) == 2:
                return (deed, ASK_HERE, *_cards(cards), SURE)
            *others, destination = cards
            return (deed, *_cards(others), Step(Level.MARKER, destination), SURE)
        case _:
            raise ValueError(type(move).__name__)


def _cards(cards: Iterable[Card]) -> tuple[Step, ...]:
    return tuple(Step(Level.CARD, card) for card in cards)


@dataclass(frozen=True, slots=True)
class Branch:
    """A place in the tree: how one got there, what can be chosen, and the move it is, if any."""

    path: Path
    taken: tuple[Step, ...]
    options: tuple[tuple[str, Step], ...]
    move: Move | None


def branch(moves: Sequence[Move], path: Path) -> Branch:
    """The place that a path leads to, or its longest part that leads anywhere."""
    left = [(steps(move), move) for move in moves]
    taken: tuple[Step, ...] = ()
    while True:
        depth = len(taken)
        ends = next((move for way, move in left if len(way) == depth), None)
        options = dict.fromkeys(way[depth] for way, _ in left if len(way) > depth)
        named = tuple(zip(TOKENS, options, strict=False))
        step = dict(named).get(path[depth]) if depth < len(path) else None
        if step is None:
            return Branch(path[:depth], taken, named, ends)
        taken = (*taken, step)
        left = [(way, move) for way, move in left if way[: depth + 1] == taken]
