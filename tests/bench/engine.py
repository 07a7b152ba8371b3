"""Whole random matches on one core: the engine's speed per rule set, and its parts in the mansion.

    python -m tests.bench.engine --seconds 5

A move is drawn from all legal ones, an accusation one time in fifty, so that matches last.
CPU time is counted, with setting up and drawing; nothing is stored and nothing is said.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from gm.game.board import BESIDE, reach
from gm.game.dealing import draw
from gm.game.engine import advance, legal_moves
from gm.game.events import Moved
from gm.game.moves import Accuse, Move
from gm.game.rulesets import RULESETS
from gm.game.state import State
from tests.game.matches import any_header, begun

TURNS = 150
"""A match is left after so many turns."""


def states(rules: str, number: int) -> Iterator[State]:
    """The states of a random match before each of its moves."""
    luck = random.Random(number)
    seed = luck.randbytes(32)
    state = begun(any_header(rules, luck, seed))
    while not state.position.over and state.position.turn < TURNS:
        if state.due:
            state = advance(state, draw(state, seed))[1]
            continue
        yield state
        seat = state.position.waits[0].seat
        theories = len(state.header.cards.theories)
        moved = Moved(seat=seat, move=_any(legal_moves(state, seat), theories, luck))
        state = advance(state, moved)[1]


def _any(moves: Sequence[Move], theories: int, luck: random.Random) -> Move:
    """One of the moves; accusations, which stand last, one time in fifty."""
    end = len(moves)
    if isinstance(moves[-1], Accuse) and luck.random() >= 0.02:
        end -= theories
    return moves[int(luck.random() * end)]


def matches(rules: str, seconds: float) -> tuple[int, int, float]:
    """So many matches and moves in so much CPU time."""
    begin, moves, number = time.process_time(), 0, 0
    while time.process_time() - begin < seconds:
        moves += sum(1 for _ in states(rules, number))
        number += 1
    return number, moves, time.process_time() - begin


def each(calls: Sequence[Callable[[], object]], seconds: float) -> float:
    """Calls a second, going round these."""
    begin, done = time.process_time(), 0
    while time.process_time() - begin < seconds:
        for call in calls:
            call()
        done += len(calls)
    return done / (time.process_time() - begin)


def main() -> None:
    """Print the table that deploy/docs/engine.md quotes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    seconds = parser.parse_args().seconds
    for rules in RULESETS:
        played, moves, took = matches(rules, seconds)
        print(f"{rules:9} {played / took:8.0f} matches/s {moves / took:8.0f} moves/s")
    found = [state for number in range(20) for state in states("mansion", number)]
    asked = [(state, state.position.waits[0].seat) for state in found]
    looks = [partial(legal_moves, state, seat) for state, seat in asked]
    print(f"legal_moves in the mansion: {each(looks, seconds):8.0f} calls/s")
    luck = random.Random(1)
    for dice in (1, 2):
        walks = [_walk(luck, dice) for _ in range(500)]
        print(f"reach with {dice} dice, nothing remembered: {each(walks, seconds):8.0f} calls/s")


def _walk(luck: random.Random, dice: int) -> Callable[[], object]:
    """A reach from anywhere in the corridor, the other five tokens anywhere else."""
    spot, *others = luck.sample(sorted(BESIDE), 6)
    throw = sum(luck.choices(range(1, 7), k=dice))
    return partial(reach.__wrapped__, spot, throw, frozenset(others))


if __name__ == "__main__":
    main()
