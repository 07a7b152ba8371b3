"""A sheet by SAT: each cell asked of a solver, hand sizes as cardinality constraints."""

from itertools import product

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from gm.deduction.facts import (
    CASE,
    Card,
    CaseIs,
    Has,
    HasExactly,
    HasNot,
    HasOneOf,
    NotCase,
    Place,
    Problem,
)

Cell = tuple[Card, Place]


def sat_marks(problem: Problem) -> dict[Cell, str]:
    """Every cell as yes, no or maybe by entailment; empty when the facts clash."""
    cells = {cell: i + 1 for i, cell in enumerate(product(problem.cards, problem.places))}
    clauses: list[list[int]] = []
    top = len(cells)

    def exactly(variables: list[int], size: int) -> None:
        nonlocal top
        if size == 0:
            clauses.extend([-v] for v in variables)
            return
        encoded = CardEnc.equals(variables, size, top_id=top, encoding=EncType.seqcounter)
        clauses.extend(encoded.clauses)
        top = max(top, encoded.nv)

    for card in problem.cards:
        exactly([cells[card, place] for place in problem.places], 1)
    for category in problem.categories:
        exactly([cells[card, CASE] for card in category], 1)
    for seat, size in enumerate(problem.sizes):
        exactly([cells[card, seat] for card in problem.cards], size)
    if problem.aside:
        exactly([cells[card, "aside"] for card in problem.cards], problem.aside)
    if problem.up:
        clauses.extend(
            [cells[card, "up"] if card in problem.up else -cells[card, "up"]]
            for card in problem.cards
        )
    for fact in problem.facts:
        match fact:
            case Has(place=place, card=card):
                clauses.append([cells[card, place]])
            case HasNot(place=place, card=card):
                clauses.append([-cells[card, place]])
            case HasOneOf(place=place, cards=cards):
                clauses.append([cells[card, place] for card in cards])
            case HasExactly(place=place, among=among, cards=cards):
                clauses.extend(
                    [cells[card, place] if card in cards else -cells[card, place]]
                    for card in {*among, *cards}
                )
            case CaseIs(theory=theory):
                clauses.extend([cells[card, CASE]] for card in theory)
            case NotCase(theory=theory):
                clauses.append([-cells[card, CASE] for card in theory])
    return _ask(cells, clauses)


def _ask(cells: dict[Cell, int], clauses: list[list[int]]) -> dict[Cell, str]:
    """Entailment of every cell; models found on the way answer many cells at once."""
    with Solver(name="glucose4", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return {}
        can_hold: set[int] = set()
        can_lack: set[int] = set()

        def learn() -> None:
            for literal in solver.get_model()[: len(cells)]:
                (can_hold if literal > 0 else can_lack).add(abs(literal))

        learn()
        for variable in cells.values():
            if variable not in can_hold and solver.solve(assumptions=[variable]):
                learn()
            if variable not in can_lack and solver.solve(assumptions=[-variable]):
                learn()
    return {
        cell: "maybe" if v in can_hold and v in can_lack else "yes" if v in can_hold else "no"
        for cell, v in cells.items()
    }
