"""Every reason is enough by itself, has nothing to spare, and is as small as can be."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from gm.deduction import explain
from gm.deduction.explain import Why, clash, grounds, why
from gm.deduction.facts import CASE, SET_UP, Card, Has, HasNot, HasOneOf, Place, Problem
from gm.deduction.solver import Mark, marks, solve
from tests.deduction.positions import full_positions, small_position


def only(problem: Problem, events: tuple[int, ...]) -> Problem:
    """The problem with these events alone, and the deal."""
    kept = {SET_UP, *events}
    return replace(problem, facts=tuple(fact for fact in problem.facts if fact.source in kept))


def settles(problem: Problem, cell: tuple[Card, Place], mark: Mark) -> bool:
    """Whether the facts give the cell this mark (or clash, which allows any)."""
    return marks(solve(problem)).get(cell, mark) is mark


def check(problem: Problem, cell: tuple[Card, Place], mark: Mark) -> Why:
    """The reason of a settled cell, checked with the counter."""
    reason = why(problem, *cell)
    assert reason is not None
    assert reason.holds == (mark is Mark.YES)
    assert settles(only(problem, reason.events), cell, mark)
    for event in reason.events:
        fewer = tuple(other for other in reason.events if other != event)
        assert not settles(only(problem, fewer), cell, mark)
    check_grounds(problem, cell, mark, reason)
    return reason


def check_grounds(problem: Problem, cell: tuple[Card, Place], mark: Mark, reason: Why) -> None:
    """The facts that matter are enough without the others, and none can be left out."""
    facts = grounds(problem, *cell, reason.events)
    assert {fact.source for fact in facts} == set(reason.events)
    dealt = tuple(fact for fact in problem.facts if fact.source == SET_UP)
    assert settles(replace(problem, facts=dealt + facts), cell, mark)
    for fact in facts:
        fewer = tuple(other for other in facts if other is not fact)
        assert not settles(replace(problem, facts=dealt + fewer), cell, mark)


def sweep_of_reasons(seeds: range, each: int) -> list[Why]:
    """Reasons of some settled cells of full positions, all checked."""
    random = Random(seeds.start)
    reasons = []
    for seed in seeds:
        for _, problem in full_positions(seed, 1):
            found = marks(solve(problem))
            settled = [cell for cell, mark in found.items() if mark is not Mark.MAYBE]
            chosen = random.sample(settled, min(each, len(settled)))
            reasons += [check(problem, cell, found[cell]) for cell in chosen]
    return reasons


def test_reasons_in_full_positions() -> None:
    reasons = sweep_of_reasons(range(2), 4)
    assert len(reasons) > 150
    assert sum(reason.smallest for reason in reasons) >= 0.95 * len(reasons)


@pytest.mark.long
@pytest.mark.parametrize("block", range(10))
def test_reasons_in_many_full_positions(block: int) -> None:
    reasons = sweep_of_reasons(range(100 + 10 * block, 110 + 10 * block), 12)
    assert sum(reason.smallest for reason in reasons) >= 0.95 * len(reasons)


def sources(problem: Problem) -> tuple[int, ...]:
    """The events that taught something."""
    return tuple(sorted({fact.source for fact in problem.facts} - {SET_UP}))


def test_no_reason_is_smaller_in_small_positions() -> None:
    sizes = set()
    for seed in range(60):
        problem = small_position(seed)
        found = marks(solve(problem))
        for cell, mark in found.items():
            if mark is Mark.MAYBE:
                assert why(problem, *cell) is None
                continue
            reason = check(problem, cell, mark)
            assert reason.smallest
            size = len(reason.events)
            sizes.add(size)
            assert not any(
                settles(only(problem, fewer), cell, mark)
                for fewer in combinations(sources(problem), max(size - 1, 0))
                if size
            )
    assert sizes >= {0, 1, 2, 3}


def test_a_clash_is_a_smallest_one() -> None:
    sizes = set()
    for seed in range(0, 900, 3):
        problem = small_position(seed)
        reason = clash(problem)
        if solve(problem).deals:
            assert reason is None
            continue
        assert reason is not None
        assert reason.smallest
        assert not reason.holds
        assert all(why(problem, problem.cards[0], place) is None for place in problem.places)
        sizes.add(len(reason.events))
        assert not solve(only(problem, reason.events)).deals
        for fewer in combinations(sources(problem), len(reason.events) - 1):
            assert solve(only(problem, fewer)).deals
    assert sizes >= {1, 2, 3}


def test_an_impossible_deal_clashes_without_any_event() -> None:
    problem = Problem(
        categories=(("a", "b"), ("x", "y")),
        sizes=(1, 1),
        facts=(
            Has(place=0, card="a"),
            Has(place=1, card="a"),
            HasNot(place=0, card="x", source=3),
        ),
    )
    assert clash(problem) == Why(holds=False, events=(), smallest=True)


def test_a_mark_made_by_hand_is_answered_like_an_event() -> None:
    """The mark is a fact with a number of its own; the clash names it and what it denies."""
    problem = Problem(
        categories=(("a", "b", "c"), ("x", "y", "z")),
        sizes=(2, 2),
        facts=(
            HasNot(place=1, card="x", source=4),
            HasNot(place=0, card="y", source=5),
            HasOneOf(place=0, cards=("x", "y"), source=6),
            HasNot(place=1, card="a", source=7),
        ),
    )
    assert why(problem, "x", 0) == Why(holds=True, events=(5, 6), smallest=True)
    marked = replace(problem, facts=(*problem.facts, Has(place=CASE, card="x", source=99)))
    assert clash(marked) == Why(holds=False, events=(5, 6, 99), smallest=True)


def test_out_of_effort_a_reason_still_has_nothing_to_spare(monkeypatch) -> None:
    monkeypatch.setattr(explain, "CHECKS", 0)
    unproved = [reason for reason in sweep_of_reasons(range(1), 2) if not reason.smallest]
    assert unproved
    monkeypatch.setattr(explain, "CHECKS", 100)
    monkeypatch.setattr(explain, "BRANCHES", 0)
    assert any(not reason.smallest for reason in sweep_of_reasons(range(1), 2))
