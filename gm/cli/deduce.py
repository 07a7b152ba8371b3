"""`casekeeper deduce FILE --seat N`: what follows from all that a seat knows, in exact numbers."""

from __future__ import annotations

import argparse
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from gm.cli.files import answer, takes_record
from gm.deduction.explain import clash
from gm.deduction.facts import ASIDE, CASE, UP, Place, Problem
from gm.deduction.knowledge import problem
from gm.deduction.solver import Answer, Mark, marks, solve
from gm.game.audience import redact
from gm.game.cards import Seat
from gm.game.header import Header
from gm.game.reasons import Reason
from gm.game.record.lines import Object
from gm.game.record.reading import BadRecord
from gm.game.record.redacted import view
from gm.game.record.replay import Replay
from gm.game.rulesets import ruleset
from gm.game.view import View


def main(argv: Sequence[str]) -> int:
    """Run `casekeeper deduce`; returns the exit status."""
    parser = argparse.ArgumentParser(prog="casekeeper deduce", description=__doc__)
    takes_record(parser)
    parser.add_argument("--seat", type=int, required=True, metavar="N", help="from 0")
    parser.add_argument("--exact", action="store_true", help='fractions "a/b", not decimals')
    args = parser.parse_args(argv)
    return answer(
        args.file,
        lambda played: deduce_object(played, args.seat, exact=args.exact),
        seat=args.seat,
    )


def deduce_object(played: Replay, seat: Seat, *, exact: bool) -> Object:
    """The count of deals, the chance of each cell and of each theory that can still be the case.

    Errors: BadRecord CHANCE_DUE before the deal, IMPOSSIBLE at the first line that contradicts
    those before it (a redacted record can), REDACTED where it is another seat's.
    """
    seen = view(played, seat)
    answered = _solved(played, seen)
    if answered is None:
        raise BadRecord(_last_line(played), Reason.CHANCE_DUE)
    deck = seen.header.cards

    def number(chance: Fraction) -> object:
        return f"{chance.numerator}/{chance.denominator}" if exact else float(chance)

    cells: dict[str, dict[str, object]] = {card: {} for card in deck.cards}
    for card, place in answered.cells:
        cells[card][str(place)] = number(answered.chance(card, place))
    likely = sorted(
        answered.theories,
        key=lambda theory: (-answered.theories[theory], [deck.order[card] for card in theory]),
    )
    theories = [[list(theory), number(answered.theory_chance(theory))] for theory in likely]
    return {"seat": seat, "deals": str(answered.deals), "cells": cells, "theories": theories}


def sheet(played: Replay, seen: View) -> Object:
    """Each card at each place: yes, no or maybe. Errors: BadRecord IMPOSSIBLE."""
    answered = _solved(played, seen)
    deck = seen.header.cards
    if answered is None:
        places = _places(seen.header)
        return {card: {str(place): Mark.MAYBE.value for place in places} for card in deck.cards}
    cells: dict[str, dict[str, str]] = {card: {} for card in deck.cards}
    for (card, place), mark in marks(answered).items():
        cells[card][str(place)] = mark.value
    return dict(cells)


def _places(header: Header) -> list[Place]:
    """Where a card may lie once it is dealt."""
    sizes, up = ruleset(header.rules).sizes(header)
    aside = len(header.cards.cards) - len(header.cards.categories) - sum(sizes) - up
    places: list[Place] = [*range(len(sizes))]
    if aside:
        places.append(ASIDE)
    if up:
        places.append(UP)
    return [*places, CASE]


def _solved(played: Replay, seen: View) -> Answer | None:
    known = problem(seen)
    if known is None:
        return None
    answered = solve(known)
    if not answered.deals:
        raise _contradiction(played, known, seen.seat)
    return answered


def _contradiction(played: Replay, known: Problem, seat: Seat | None) -> BadRecord:
    """The first line that cannot be; `lines` are as few as cannot be together, it among them."""

    def until(source: int) -> Problem:
        return replace(known, facts=tuple(f for f in known.facts if f.source <= source))

    sources = sorted({fact.source for fact in known.facts})
    first = bisect_left(sources, True, key=lambda source: not solve(until(source)).deals)
    conflict = clash(until(sources[first]))
    assert conflict is not None
    steps = [(1, played.opening), *((step.number, step.events) for step in played.steps)]
    line_of = [number for number, events in steps for e in events if redact(e, seat) is not None]
    lines = [line_of[source] for source in conflict.events]
    # Each line was played by the rules, so the deal by itself is possible.
    return BadRecord(lines[-1], Reason.IMPOSSIBLE, lines=" ".join(map(str, lines)))


def _last_line(played: Replay) -> int:
    return len(played.steps) + 1
