"""Who was idle comes back to their seat: in time, with all that was theirs, and only they."""

from __future__ import annotations

from random import Random

import pytest

from gm.master.clocks import ASIDE
from gm.master.commands import Begin, Gone, Join, Leave, Return, SetOption, Stop
from gm.master.notices import NoticeKind
from gm.master.pace import LADDERS, Pace
from gm.master.reasons import Refusal
from gm.master.tables import Ai, ClockKind, Keeper, Person, Phase
from tests.master.test_clocks import idle_out, keys, kinds
from tests.support.table import ANN, BOB, CY, DEE, PLACE, TableTop

GRACE = LADDERS[Pace.LIVE].grace * 1000


@pytest.mark.parametrize("ai", [0, 1])
def test_who_comes_back_in_time_has_the_seat_the_hand_and_the_question_again(
    top: TableTop, ai: int
) -> None:
    top.playing((ANN, BOB, CY), ai=ai)
    match = top.scene.match
    assert match is not None
    hand = match.view(1).hand
    idle_out(top, 1)
    assert isinstance(top.table.occupants[1], Ai if ai else Keeper)
    told = [n.kind for n in top.said(BOB)]
    assert told.count(NoticeKind.KEPT) == 1
    assert top.store.tables_kept(BOB.id) == (top.id,)
    while not any(w.seat == 1 for w in top.waits):
        top.step(Random(3), accuse=0)
    top.said()
    assert top.ok(Return, BOB).note == "back"
    assert top.table.occupants[1] == BOB
    assert top.table.idle[1] == 0
    assert all(c.kind is not ClockKind.GRACE for c in top.table.clocks)
    assert top.store.tables_of(BOB.id) == (top.id,)
    assert top.store.tables_kept(BOB.id) == ()
    wait = next(w for w in top.waits if w.seat == 1)
    assert top.running(wait).kind is ClockKind.WAIT
    notices = top.said()
    mine = {n.kind: n for n in notices if n.to == BOB.id}
    panel = NoticeKind.TURN if wait.asker is None else NoticeKind.QUESTION
    assert set(mine) == {NoticeKind.HAND, NoticeKind.KEPT, panel}
    assert mine[panel].fresh
    assert "back" in [n.args.get("key") for n in notices if n.to == PLACE]
    match = top.scene.match
    assert match is not None
    assert match.view(1).hand == hand
    assert 1 not in match.state.position.out
    assert top.table.history[-1][1:] == (1, "person")
    assert top.ok(Return, BOB).note == "joined_already"


def test_after_the_grace_time_it_is_too_late(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    idle_out(top, 1)
    end = top.clock.at + GRACE
    while any(c.kind is ClockKind.GRACE for c in top.table.clocks):
        asked = [w for w in top.waits if top.person(w.seat)]
        if asked:
            calm = [m for m in top.moves(asked[0]) if type(m).__name__ != "Accuse"]
            top.act(asked[0], calm[0])
        else:
            top.strike_next()
    assert top.clock.at >= end
    assert kinds(top, BOB).count("kept") == 1  # told that it is over
    assert top.refused(Return, BOB) == Refusal.TOO_LATE


def test_an_ai_keeps_the_seat_when_the_grace_time_is_over(top: TableTop) -> None:
    top.playing((ANN, BOB, CY), ai=1)
    idle_out(top, 1)
    grace = next(c for c in top.table.clocks if c.kind is ClockKind.GRACE)
    top.clock.at = grace.start + GRACE
    while any(c.kind is ClockKind.GRACE for c in top.table.clocks):
        top.strike_next()
    assert isinstance(top.table.occupants[1], Ai)
    assert top.refused(Return, BOB) == Refusal.TOO_LATE
    match = top.scene.match
    assert match is not None
    assert match.state.position.removed == frozenset()


def test_only_whose_seat_it_was_can_take_it(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    idle_out(top, 1)
    assert top.refused(Return, DEE) == Refusal.NOT_SEATED
    assert top.ok(Return, CY).note == "joined_already"
    top.store.set_reachable(BOB.id, False)
    assert top.refused(Return, BOB) == Refusal.UNREACHABLE_YOU


def test_who_left_for_good_cannot_come_back(top: TableTop) -> None:
    top.playing((ANN, BOB, CY, DEE))
    top.ok(Leave, BOB)
    top.ok(Gone, person=CY.id)
    assert top.refused(Return, BOB) == Refusal.TOO_LATE
    assert top.refused(Return, CY) == Refusal.TOO_LATE
    assert "kept" not in kinds(top)


def everybody_idle(top: TableTop) -> None:
    for _ in range(200):
        if top.table.phase is not Phase.PLAYING:
            return
        top.strike_next()
    raise AssertionError("never set aside")


@pytest.mark.parametrize("ai", [0, 1])
def test_a_match_set_aside_goes_on_when_somebody_comes_back(top: TableTop, ai: int) -> None:
    top.playing((ANN, BOB, CY), ai=ai)
    everybody_idle(top)
    assert top.table.phase is Phase.ASIDE
    assert set(top.table.kept) == {ANN.id, BOB.id, CY.id}
    match = top.scene.match
    assert match is not None
    assert match.state.position.removed == frozenset()
    top.pass_time(ASIDE - 1)
    top.ok(Return, BOB)
    assert (top.table.phase, top.table.occupants[1]) == (Phase.PLAYING, BOB)
    assert set(top.table.kept) == {ANN.id, CY.id}
    grace = [c for c in top.table.clocks if c.kind is ClockKind.GRACE]
    assert {(c.start, c.length) for c in grace} == {(top.clock.at, GRACE)}
    assert all(any(c.wait == w.opened for c in top.table.clocks) for w in top.waits)
    top.ok(Return, ANN)
    lots, events = Random(1), len(match.events)
    for _ in range(12):
        top.step(lots, accuse=0)
    match = top.scene.match
    assert match is not None
    assert top.table.phase is Phase.PLAYING
    assert len(match.events) > events + 12


def test_a_match_set_aside_that_nobody_takes_up_ends_after_a_day(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    everybody_idle(top)
    assert "set_aside" in keys(top)
    top.strike_next()
    assert top.table.phase is Phase.OVER
    assert top.refused(Return, ANN) == Refusal.TOO_LATE
    assert "kept" in kinds(top, ANN)


def test_those_who_may_come_back_may_end_a_match_set_aside(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    everybody_idle(top)
    assert top.refused(Stop, DEE) == Refusal.NOT_SEATED
    top.ok(Stop, ANN)
    top.ok(Stop, CY)
    assert top.table.phase is Phase.OVER


def test_who_is_out_cannot_take_up_a_match_alone(top: TableTop) -> None:
    top.lobby((ANN, BOB), ai=1)
    top.ok(SetOption, ANN, option="last_seat_wins", value=False)
    top.ok(Begin, ANN)
    lots = Random(2)
    while not any(top.person(w.seat) == BOB and w.asker is None for w in top.waits):
        top.step(lots, accuse=0)
    wait = next(w for w in top.waits if top.person(w.seat) == BOB)
    match = top.scene.match
    assert match is not None
    wrong = next(
        m
        for m in top.moves(wait)
        if type(m).__name__ == "Accuse" and m.theory != match.state.case  # type: ignore[union-attr]
    )
    top.act(wait, wrong)
    idle_out(top, 0)
    assert top.table.phase is Phase.ASIDE
    assert set(top.table.kept) == {ANN.id}
    assert isinstance(top.table.occupants[1], Person)
    top.ok(Return, ANN)
    assert top.table.phase is Phase.PLAYING


def test_a_seat_can_change_hands_any_number_of_times(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    for _ in range(3):
        idle_out(top, 1)
        top.ok(Return, BOB)
    assert top.refused(Join, BOB) == Refusal.NOT_IN_LOBBY
    assert [who for _, seat, who in top.table.history if seat == 1] == [
        "person",
        *(["keeper", "person"] * 3),
    ]
