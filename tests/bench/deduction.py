"""How long an answer and a reason take over complete games of every deck.

Run `python -m tests.bench.deduction` (`--help` for the options). Times are CPU milliseconds of
one cold call each; work counts are transitions of the sweep and do not depend on the machine.
The same positions go to a SAT sheet that says yes, no or maybe only.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import TypeVar

from gm.deduction.explain import Why, why
from gm.deduction.facts import CASE, Card, Problem, Theory
from gm.deduction.solver import Answer, Mark, marks, solve
from tests.bench.deduction_games import DECKS, Deck, play
from tests.bench.engine_games import header, positions
from tests.deduction.satsheet import sat_marks

T = TypeVar("T")


@dataclass
class Row:
    """Everything measured for one deck and number of seats."""

    answer: list[float] = field(default_factory=list)
    work: list[int] = field(default_factory=list)
    sat: list[float] = field(default_factory=list)
    reason: list[float] = field(default_factory=list)
    reasons: list[Why] = field(default_factory=list)
    differ: int = 0


def timed(into: list[float], call: Callable[[], T]) -> T:
    """The result; its CPU time in milliseconds is added to the list."""
    start = process_time()
    result = call()
    into.append((process_time() - start) * 1e3)
    return result


def measure(row: Row, problem: Problem, random: Random, whys: int, *, sat: bool) -> Answer:
    """One position: the answer, the SAT sheet, and some reasons that take an event or more."""
    answer = timed(row.answer, lambda: solve(problem))
    row.work.append(answer.work)
    found = marks(answer)
    if sat:
        row.differ += timed(row.sat, lambda: sat_marks(problem)) != found
    settled = [cell for cell, mark in found.items() if mark is not Mark.MAYBE]
    random.shuffle(settled)
    wanted = whys
    for card, place in settled:
        if wanted == 0:
            break
        took: list[float] = []
        reason = timed(took, lambda c=card, p=place: why(problem, c, p))
        if reason is not None and reason.events:
            row.reason += took
            row.reasons.append(reason)
            wanted -= 1
    return answer


def run(deck: Deck, seats: int, arguments: argparse.Namespace) -> Row:
    """Complete games: every position of the seat to move, and a seat picked by lot."""
    row = Row()
    if arguments.engine:
        rules, _, name = deck.name.partition(" ")
        for number in range(arguments.games):
            for problem, _ in positions(header(rules, name or None, seats), number):
                measure(row, problem, Random(number), arguments.whys, sat=arguments.sat)
        return row
    for number in range(arguments.games):
        chance = Random(f"{deck.name} {seats} {number}")
        look = Random(number)

        def think(problem: Problem, look: Random = look) -> tuple[dict[Card, bool], Theory | None]:
            answer = measure(row, problem, look, arguments.whys, sat=arguments.sat)
            named = {card: answer.cells[card, CASE] > 0 for card in problem.cards}
            sure = next(iter(answer.theories)) if len(answer.theories) == 1 else None
            return ({} if arguments.any_card else named), sure

        game = play(deck, seats, chance, think)
        for upto in range(0, len(game.events) + 1, 3):
            seat = None if arguments.spectator else look.randrange(seats)
            measure(row, game.problem(seat, upto), look, arguments.whys, sat=arguments.sat)
    return row


def figures(values: list[float] | list[int], form: str) -> str:
    """Median / 99th percentile / worst."""
    if not values:
        return "-"
    ordered = sorted(values)
    chosen = (ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1])
    return " / ".join(format(value, form) for value in chosen)


def main() -> None:
    """Print one table row for each deck and number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25, help="games a row")
    parser.add_argument("--deck", choices=[deck.name for deck in DECKS])
    parser.add_argument("--seats", type=int)
    parser.add_argument("--whys", type=int, default=1, help="reasons a position")
    parser.add_argument("--any-card", action="store_true", help="seats name cards at random")
    parser.add_argument("--engine", action="store_true", help="real matches, played by rookies")
    parser.add_argument("--spectator", action="store_true", help="sampled views have no hand")
    parser.add_argument("--no-sat", dest="sat", action="store_false")
    arguments = parser.parse_args()
    print("Every figure is median / 99th percentile / worst; times in CPU milliseconds.\n")
    print("| deck | seats | positions | answer | work | SAT marks | why | events | smallest |")
    print("|" + "---|" * 9)
    for deck in DECKS[:-1] if arguments.engine else DECKS:
        for seats in deck.seats:
            if arguments.deck in (None, deck.name) and arguments.seats in (None, seats):
                row = run(deck, seats, arguments)
                proved = sum(reason.smallest for reason in row.reasons)
                sizes = [len(reason.events) for reason in row.reasons]
                print(
                    f"| {deck.name} | {seats} | {len(row.answer)} | {figures(row.answer, '.2f')} "
                    f"| {figures(row.work, 'd')} | {figures(row.sat, '.1f')} "
                    f"| {figures(row.reason, '.1f')} | {figures(sizes, 'd')} "
                    f"| {proved} of {len(sizes)} |",
                    flush=True,
                )
                if row.differ:
                    raise SystemExit(f"{row.differ} positions differ from SAT")


if __name__ == "__main__":
    main()
