"""A match alone, at the master: begun in one step, set aside and taken up, one at a time."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gm.game.moves import Accuse
from gm.game.record.fairness import check_fairness
from gm.game.record.reading import read
from gm.game.record.replay import replay
from gm.game.rulesets import RULESETS
from gm.master.commands import (
    Again,
    AskSeat,
    Gone,
    Join,
    Leave,
    OpenSolo,
    Return,
    Stop,
)
from gm.master.notices import NoticeKind
from gm.master.reasons import Refusal
from gm.master.solo import TURN_SECONDS, seats_of
from gm.master.tables import Ai, Phase
from gm.master.waits import pause
from gm.seats import LEVELS
from tests.support.table import ANN, BOB, TableTop

RULES = tuple(RULESETS)


def alone(top: TableTop, rules: str = "getaway", level: str = "rookie", seats: int = 4) -> None:
    """Ann's own match begins."""
    top.store.set_reachable(ANN.id, True)
    opened = top.ok(OpenSolo, ANN, **asked(rules, level, seats))
    top.id = opened.table


def asked(rules: str = "getaway", level: str = "rookie", seats: int = 4) -> dict[str, object]:
    return {"rules": rules, "level": level, "seats": seats, "language": "en"}


def until_mine(top: TableTop) -> None:
    """The AI seats go on until Ann is awaited."""
    while not any(top.person(wait.seat) for wait in top.waits):
        top.strike_next()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("level", LEVELS)
def test_it_is_dealt_at_once_to_seats_of_the_level(top: TableTop, rules: str, level: str) -> None:
    for seats in seats_of(rules):
        alone(top, rules, level, seats)
        table = top.table
        assert (table.place, table.phase, table.people) == (None, Phase.PLAYING, (ANN,))
        rivals = [o for o in table.occupants if isinstance(o, Ai)]
        assert [(o.level, o.name) for o in rivals] == [
            (level, name) for name in LEVELS[level].names[: seats - 1]
        ]
        top.ok(Stop, ANN)


def test_everything_is_said_to_the_one_person(top: TableTop) -> None:
    alone(top)
    lots = Random(3)
    said = top.said()
    while top.table.phase is Phase.PLAYING:
        top.step(lots, accuse=0.1)
        said += top.said()
    assert {notice.to for notice in said} == {ANN.id}
    turns = top.scene.match.state.position.turn  # type: ignore[union-attr]
    told = [n for n in said if n.kind is NoticeKind.STORY]
    own = {n.args["turn"] for n in said if n.kind is NoticeKind.TURN}
    assert {n.args["turn"] for n in told} | own == set(range(1, turns + 1)) - (
        set() if turns in own else {turns}
    )
    assert not {n.args["turn"] for n in told} & own
    assert NoticeKind.LOOK not in {n.kind for n in said}


@pytest.mark.parametrize("rules", RULES)
def test_its_record_proves_itself(top: TableTop, rules: str) -> None:
    alone(top, rules)
    top.play(Random(1), accuse=0.1)
    record = top.store.record(top.id, 1)
    assert record is not None
    check_fairness(replay(read(record.encode())))
    top.ok(Again, ANN)
    assert (top.table.phase, top.table.match) == (Phase.PLAYING, 2)
    top.play(Random(2), accuse=0.1)
    record = top.store.record(top.id, 2)
    assert record is not None
    check_fairness(replay(read(record.encode())))


def test_there_is_one_at_a_time(top: TableTop) -> None:
    alone(top)
    first = top.id
    assert top.refused(OpenSolo, ANN, **asked("mansion")) == Refusal.SOLO_RUNNING
    top.store.set_reachable(BOB.id, True)
    assert top.ok(OpenSolo, BOB, **asked()).table != first
    top.ok(Stop, ANN)
    second = top.ok(OpenSolo, ANN, **asked("casefile")).table
    assert top.refused(Again, ANN) == Refusal.SOLO_RUNNING
    assert top.store.solo_of(ANN.id) == second


def test_the_same_tap_twice_begins_one_match(top: TableTop) -> None:
    top.store.set_reachable(ANN.id, True)
    first = top.ok(OpenSolo, ANN, id="tap", **asked())
    assert top.do(OpenSolo, ANN, id="tap", **asked()) == first


@pytest.mark.parametrize(
    "wrong",
    [{"rules": "chess"}, {"level": "oracle"}, {"seats": 1}, {"seats": 9}],
)
def test_what_is_not_there_is_refused(top: TableTop, wrong: dict[str, object]) -> None:
    top.store.set_reachable(ANN.id, True)
    assert top.refused(OpenSolo, ANN, **{**asked(), **wrong}) == Refusal.UNKNOWN_SETTING


def test_whoever_cannot_be_written_to_is_told_so(top: TableTop) -> None:
    assert top.refused(OpenSolo, ANN, **asked()) == Refusal.UNREACHABLE_YOU


def test_an_idle_match_is_set_aside_quietly_and_taken_up_by_any_move(top: TableTop) -> None:
    alone(top)
    until_mine(top)
    top.said()
    wait = next(w for w in top.waits if top.person(w.seat))
    began = top.clock.at
    top.strike_next()
    assert top.table.phase is Phase.ASIDE
    assert top.clock.at - began >= TURN_SECONDS * 1000
    assert [n.kind for n in top.said()] == [NoticeKind.CARD]
    assert top.table.seat_of(ANN.id) == 0
    assert top.store.solo_of(ANN.id) == top.id
    moves = [move for move in top.moves(wait) if not isinstance(move, Accuse)]
    top.act(wait, moves[0])
    assert top.table.phase is Phase.PLAYING
    assert top.due() is not None


def test_it_is_taken_up_by_coming_back_with_what_is_asked_as_the_newest(top: TableTop) -> None:
    alone(top)
    until_mine(top)
    top.strike_next()
    top.said()
    assert top.refused(Return, BOB) == Refusal.NOT_SEATED
    top.ok(Return, ANN)
    assert top.table.phase is Phase.PLAYING
    said = top.said()
    assert [n.fresh for n in said if n.kind is NoticeKind.CARD] == [True]
    assert {NoticeKind.TURN, NoticeKind.QUESTION} & {n.kind for n in said if n.fresh}
    assert top.store.idle(ANN.id, top.clock.at) == 0


def test_after_a_day_it_ends_and_is_said_without_a_sound(top: TableTop) -> None:
    alone(top)
    until_mine(top)
    top.strike_next()
    top.said()
    top.strike_next()
    assert top.table.phase is Phase.OVER
    assert not [n for n in top.said() if n.ring]
    assert top.store.solo_of(ANN.id) is None


def test_a_wrong_accusation_ends_it(top: TableTop) -> None:
    alone(top)
    until_mine(top)
    while True:
        wait = next((w for w in top.waits if top.person(w.seat)), None)
        if wait is None:
            top.strike_next()
            continue
        case = top.scene.match.state.case  # type: ignore[union-attr]
        wrong = [m for m in top.moves(wait) if isinstance(m, Accuse) and m.theory != case]
        if wrong:
            top.act(wait, wrong[0])
            break
        top.act(wait, top.moves(wait)[0])
    assert top.table.phase is Phase.OVER
    kinds = [n.kind for n in top.said()]
    assert NoticeKind.VERDICT in kinds
    assert NoticeKind.OUT not in kinds


def test_giving_up_opens_the_case_and_asks_first(top: TableTop) -> None:
    alone(top)
    assert top.refused(Leave, ANN, sure=False) == Refusal.NOT_SURE
    assert top.refused(Leave, BOB) == Refusal.NOT_SEATED
    top.ok(Leave, ANN)
    assert top.table.phase is Phase.OVER
    assert top.table.people == (ANN,)


def test_who_blocks_the_bot_finds_the_match_set_aside(top: TableTop) -> None:
    alone(top)
    top.ok(Gone, person=ANN.id)
    assert top.table.phase is Phase.ASIDE
    top.ok(Return, ANN)
    assert top.table.phase is Phase.PLAYING


def test_nobody_else_gets_a_seat_of_it(top: TableTop) -> None:
    alone(top)
    top.store.set_reachable(BOB.id, True)
    assert top.refused(AskSeat, BOB) == Refusal.NO_FREE_SEAT
    assert top.refused(Join, BOB) == Refusal.NOT_IN_LOBBY


def test_ai_seats_answer_briskly_whatever_they_hold(top: TableTop) -> None:
    alone(top)
    table = top.table
    times = [pause(table, wait) for wait in range(400)]
    assert min(times) >= 1_000
    assert max(times) <= 2_000
    grouped = replace(table, place=top.place)
    assert min(pause(grouped, wait) for wait in range(400)) >= 2_000
