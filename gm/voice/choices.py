"""Legal moves as a tree of small choices, so that a thumb can walk it one screen at a time.

A path names a choice a level by its place among the legal ones. A wait's legal moves never
change while it is open, so a path needs no memory behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from gm.game.board import ROOMS, steps_to
from gm.game.cards import Card, Seat
from gm.game.moves import (
    Accuse,
    Agree,
    Ask,
    Decline,
    End,
    Join,
    Move,
    Order,
    Passage,
    Play,
    Refuse,
    Roll,
    Stay,
    Suggest,
    Walk,
)

TOKENS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Names of choices; no level has more than the 21 cards of a deck."""

Path: TypeAlias = tuple[str, ...]


class Level(StrEnum):
    """What is chosen at one level of the tree."""

    DEED = "deed"
    WAY = "way"
    CARD = "card"
    MARKER = "marker"
    SEAT = "seat"
    ROOM = "room"
    TOWARDS = "towards"
    SURE = "sure"


@dataclass(frozen=True, slots=True)
class Step:
    """One choice: a deed (an action card's id, `accuse`, `roll`, …), a way to play it, a card, a
    marker, a seat, a room to walk into or towards (`left`: the steps that are left to it then),
    or that one is sure.
    """

    level: Level
    value: Card | Seat
    left: int = 0


ACCUSE = Step(Level.DEED, "accuse")
END = Step(Level.DEED, "end")
ASK_HERE = Step(Level.WAY, "ask")
TAKE = Step(Level.WAY, "take")
SURE = Step(Level.SURE, "sure")
ASK = Step(Level.DEED, "ask")
JOIN = Step(Level.DEED, "join")
SUGGEST = Step(Level.DEED, "suggest")

Way: TypeAlias = tuple[Step, ...]

_BARE: dict[type[Move], Step] = {
    End: END,
    Roll: Step(Level.DEED, "roll"),
    Passage: Step(Level.DEED, "passage"),
    Stay: Step(Level.DEED, "stay"),
    Decline: Step(Level.DEED, "decline"),
    Agree: Step(Level.DEED, "agree"),
    Refuse: Step(Level.DEED, "refuse"),
}
"""Moves that one tap makes."""
DEEDS = frozenset({ACCUSE, ASK, JOIN, SUGGEST, *_BARE.values()})
"""The deeds that are no action card."""


def ways(moves: Sequence[Move]) -> tuple[tuple[Way, Move], ...]:
    """Every way of choices with the move that it leads to.

    Two cards are chosen in any order. Of all the squares that a walk may end on, a way leads
    only to those nearest to a room that cannot be reached.
    """
    walks = [move for move in moves if isinstance(move, Walk)]
    if walks:
        return tuple(_walks(walks))
    found = []
    for move in moves:
        found.append((steps(move), move))
        if isinstance(move, Ask):
            found.append((steps(Ask(cards=move.cards[::-1])), move))
    return tuple(found)


def _walks(walks: Sequence[Walk]) -> Iterable[tuple[Way, Move]]:
    within = {walk.to: walk for walk in walks if isinstance(walk.to, str)}
    outside = [walk for walk in walks if not isinstance(walk.to, str)]
    for room in ROOMS:
        if room in within:
            yield (Step(Level.ROOM, room),), within[room]
    if not outside:
        return
    ends = {walk.to: walk for walk in outside}
    ways = []
    for room in ROOMS:
        if room not in within:
            left, to = min((steps_to(walk.to, room), walk.to) for walk in outside)
            ways.append((left, (Step(Level.TOWARDS, room, left),), ends[to]))
    for _, way, walk in sorted(ways, key=lambda found: found[0]):
        yield way, walk


def steps(move: Move) -> Way:
    """The choices that lead to a move."""
    if type(move) in _BARE:
        return (_BARE[type(move)],)
    match move:
        case Accuse(theory=theory):
            return (ACCUSE, *_cards(theory), SURE)
        case Join(theory=theory):
            return (JOIN, *_cards(theory), SURE)
        case Ask(cards=cards):
            return (ASK, *_cards(cards), SURE)
        case Suggest(cards=cards):
            return (SUGGEST, *_cards(cards), SURE)
        case Order(order=order):
            return (*(Step(Level.SEAT, seat) for seat in order), SURE)
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
    left = list(ways(moves))
    taken: Way = ()
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
