"""How long each level takes to decide, over whole matches of every game.

    python -m tests.bench.seats --games 3

Milliseconds of CPU time of one decision, cold: median, 99th percentile, worst. Showing a card is
left out; it takes no thought.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from time import process_time

from gm.cli.simulate import new_header, play_out
from gm.game.moves import Answer, Move, Show
from gm.game.rulesets import RULESETS
from gm.game.view import View
from gm.seats import LEVELS, Level


def timed(level: Level, into: list[float]) -> Level:
    """The level, its decisions' times added to the list."""

    def choose(view: View, moves: Sequence[Move], lots: Random) -> Move:
        begin = process_time()
        move = level.choose(view, moves, lots)
        if not isinstance(move, Show | Answer):
            into.append((process_time() - begin) * 1e3)
        return move

    return replace(level, choose=choose)


def measure(name: str, rules: str, deck: str | None, seats: int, games: int) -> list[float]:
    """The times of all decisions in so many matches among equals."""
    times: list[float] = []
    for number in range(games):
        seed = hashlib.sha256(f"{name}/{rules}/{deck}/{seats}/{number}".encode()).digest()
        header = new_header(rules, deck, seats, seed)
        for _ in play_out(header, [timed(LEVELS[name], times)] * seats, seed):
            pass
    return sorted(times)


def main() -> None:
    """Print the table that deploy/docs/seats.md quotes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--level", choices=LEVELS, action="append")
    args = parser.parse_args()
    print("| level | game | seats | decisions | median | p99 | worst |")
    print("|" + "---|" * 7)
    for name in args.level or LEVELS:
        for rules, game in RULESETS.items():
            deck = list(game.decks)[-1]
            seats = max(game.decks[deck])
            times = measure(name, rules, deck, seats, args.games)
            p99 = times[len(times) * 99 // 100]
            print(
                f"| {name} | {rules}{' ' + deck if deck else ''} | {seats} | {len(times)} "
                f"| {times[len(times) // 2]:.1f} | {p99:.1f} | {times[-1]:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
