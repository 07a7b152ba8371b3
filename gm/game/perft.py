"""Counts every legal sequence of moves and draws: a checksum over all of the rules.

Positions that differ in nothing that rules can see are counted once (`_key`), and the last ply
is counted without being played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from gm.game.engine import advance, legal_moves
from gm.game.events import Chance, Entry, Moved, WaitKind
from gm.game.rulesets import ruleset
from gm.game.state import State

Known: TypeAlias = dict[tuple[object, ...], int]


def entries(state: State) -> Iterator[Entry]:
    """All that may come next. Questions asked of several seats at once are answered in one
    order only, that in which they were asked: clockwise.
    """
    if state.position.over:
        return
    if state.due:
        yield from _draws(state)
        return
    seat = state.position.waits[0].seat
    for move in legal_moves(state, seat):
        yield Moved(seat=seat, move=move)


def _draws(state: State) -> Iterator[Chance]:
    return ruleset(state.header.rules).outcomes(state)


def perft(state: State, depth: int, known: Known | None = None) -> int:
    """The number of sequences of exactly this length from here; set-up must be complete."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in entries(state))
    known = {} if known is None else known
    key = (depth, *_key(state))
    if key not in known:
        known[key] = sum(count for _, count in split(state, depth, known))
    return known[key]


def split(state: State, depth: int, known: Known | None = None) -> Iterator[tuple[Entry, int]]:
    """The count of `perft` for each first entry; depth at least 1."""
    known = {} if known is None else known
    for entry in entries(state):
        after = advance(state, entry)[1] if depth > 1 else state
        yield entry, perft(after, depth - 1, known)


def _key(state: State) -> tuple[object, ...]:
    """All of a state that the rules look at, within one match."""
    position = state.position
    answering = any(wait.kind is WaitKind.ANSWER for wait in position.waits)
    return (
        tuple((wait.seat, wait.kind, wait.asker) for wait in position.waits),
        position.active,
        position.out,
        position.markers,
        position.discards,
        position.question,
        position.accusation,
        position.board,
        position.played if answering else None,
        position.over,
        state.due,
        state.actions,
        state.pile,
        state.looked,
        state.theories,
    )
