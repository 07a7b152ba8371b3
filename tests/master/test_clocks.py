"""Every wait has an end: reminder, mention, default, and then somebody else sits there."""

from __future__ import annotations

from random import Random

import pytest
from redis import Redis

from gm.game.events import Ended, Moved, Stopped, WaitKind
from gm.game.events import Stop as Why
from gm.game.moves import Accuse, Decline, Removed, Skipped
from gm.master.clocks import ASIDE, SEND_CAP
from gm.master.commands import (
    Abandon,
    Begin,
    Delivered,
    Gone,
    Leave,
    MoreTime,
    Return,
    SetOption,
    Stop,
    Strike,
)
from gm.master.notices import NoticeKind
from gm.master.pace import LADDERS, Pace
from gm.master.reasons import Refusal
from gm.master.tables import Ai, ClockKind, Keeper, Person, Phase
from gm.master.waits import pause
from gm.store.timers import Timers
from tests.support.table import ANN, BOB, CY, DEE, PLACE, START, TableTop

TURN = 180_000
GRACE = LADDERS[Pace.LIVE].grace * 1000


def kinds(top: TableTop, to: object = None) -> list[str]:
    return [n.kind.value for n in top.said(to)]  # type: ignore[arg-type]


def keys(top: TableTop) -> list[object]:
    return [n.args["key"] for n in top.said(PLACE) if n.kind is NoticeKind.SAY]


def idle(top: TableTop, waits: int) -> None:
    """Let whoever is awaited run out of time, so often."""
    for _ in range(3 * waits):
        top.strike_next()


# -- the ladder ------------------------------------------------------------------------------


def test_the_ladder_of_a_wait(top: TableTop) -> None:
    top.playing()
    person, wait = top.awaited()
    top.said()
    start = START + SEND_CAP
    assert top.due() == start + TURN // 2
    for step, told in ((TURN // 2, "private"), (TURN * 3 // 4, "group")):
        top.clock.at = start + step - 1
        top.ok(Strike)
        assert kinds(top) == []
        top.pass_time(1)
        top.ok(Strike)
        if told == "private":
            assert [(n.kind, n.ring) for n in top.said(person)] == [(NoticeKind.NUDGE, False)]
            assert kinds(top, PLACE) == ["card"]
        else:
            assert [(n.kind, n.args.get("person")) for n in top.said(PLACE)] == [
                (NoticeKind.MENTION, person.id),
                (NoticeKind.CARD, None),
            ]
            assert kinds(top, person) == []
    top.clock.at = start + TURN
    top.ok(Delivered, match=1, wait=wait.opened, at=top.clock.at)
    top.ok(Strike)
    match = top.scene.match
    assert match is not None
    assert Moved(seat=wait.seat, move=Skipped()) in match.events
    assert top.awaited()[0] != person
    assert top.table.idle[wait.seat] == 1


def test_who_idles_out_of_a_sealed_choice_leaves_when_all_have_chosen(top: TableTop) -> None:
    top.playing((ANN, BOB, CY, DEE), rules="casefile")
    while (wait := top.awaited()[1]).kind is not WaitKind.TURN or wait.seat != 2:
        top.act(wait, top.moves(wait)[0])
    idle(top, 1)
    person, turn = top.awaited()
    accusation = next(move for move in top.moves(turn) if isinstance(move, Accuse))
    top.act(turn, accusation)
    asked = next(wait for wait in top.waits if wait.seat == 2)
    top.ok(Delivered, match=1, wait=asked.opened, at=top.clock.at)  # the first to run out
    top.said()
    while any(wait.seat == 2 for wait in top.waits):
        top.strike_next()
    others = [wait for wait in top.waits if wait.seat != 2]
    assert len(others) == 2
    assert top.table.occupants[2] == CY
    assert kinds(top, PLACE) == ["card"]
    for wait in others:
        top.act(wait, Decline())
    assert isinstance(top.table.occupants[2], Keeper)
    assert "seat_to_keeper" in keys(top)
    assert person != CY


def test_the_mention_names_who_is_awaited_and_rings(top: TableTop) -> None:
    top.playing()
    person, wait = top.awaited()
    top.strike_next()
    top.said()
    top.strike_next()
    mention = next(n for n in top.said(PLACE) if n.kind is NoticeKind.MENTION)
    assert mention.ring
    assert (mention.args["person"], mention.args["wait"]) == (person.id, wait.opened)


def test_a_late_worker_takes_all_steps_that_are_due_once(top: TableTop) -> None:
    top.playing()
    first = top.awaited()[0]
    top.clock.at = START + SEND_CAP + TURN
    top.ok(Strike)
    assert top.awaited()[0] != first
    before = top.everything()
    for _ in range(5):
        top.ok(Strike)
    assert top.everything() == before


def test_the_clock_starts_when_the_message_was_sent(top: TableTop) -> None:
    top.playing()
    wait = top.awaited()[1]
    top.pass_time(4_000)
    top.ok(Delivered, match=1, wait=wait.opened, at=top.clock.at)
    assert top.due() == START + 4_000 + TURN // 2
    top.pass_time(50_000)
    top.ok(Delivered, match=1, wait=wait.opened, at=top.clock.at)
    assert top.due() == START + 4_000 + TURN // 2


def test_the_clock_starts_after_half_a_minute_at_the_latest(top: TableTop) -> None:
    top.playing()
    wait = top.awaited()[1]
    top.pass_time(SEND_CAP + 9_000)
    top.ok(Delivered, match=1, wait=wait.opened, at=top.clock.at)
    assert top.due() == START + SEND_CAP + TURN // 2


def test_more_time_starts_the_clock_anew_once(top: TableTop) -> None:
    top.playing()
    person, wait = top.awaited()
    top.strike_next()
    assert top.ok(MoreTime, person).note == "more_time"
    clock = top.running(wait)
    assert (clock.start, clock.step, clock.extended) == (top.clock.at, 0, True)
    assert top.refused(MoreTime, person) == Refusal.TIME_GIVEN


def test_the_lobbys_length_of_a_wait_counts(top: TableTop) -> None:
    top.playing(options={"turn_seconds": 60})
    assert top.due() == START + SEND_CAP + 30_000


# -- seats that change hands -----------------------------------------------------------------


def idle_out(top: TableTop, seat: int) -> None:
    """Let one person be idle and the others play, until somebody else sits there."""
    lots = Random(4)
    for _ in range(400):
        if not isinstance(top.table.occupants[seat], Person):
            return
        asked = [w for w in top.waits if w.seat != seat and top.person(w.seat)]
        if asked:
            move = top.moves(asked[0])[-1 if asked[0].asker is not None else 0]
            calm = [m for m in top.moves(asked[0]) if type(m).__name__ != "Accuse"]
            assert top.act(asked[0], lots.choice(calm or [move])).__class__.__name__ == "Accepted"
        else:
            top.strike_next()
    raise AssertionError("never idled out")


def test_two_idle_waits_in_a_row_and_an_ai_sits_there(top: TableTop) -> None:
    top.playing((ANN, BOB, CY), ai=1)
    idle_out(top, 0)
    occupant = top.table.occupants[0]
    assert isinstance(occupant, Ai)
    assert occupant.follows == ANN
    assert "seat_to_ai" in keys(top)
    match = top.scene.match
    assert match is not None
    assert match.state.position.removed == frozenset()
    assert top.refused(Leave, ANN) == Refusal.NOT_SEATED
    assert top.store.tables_of(ANN.id) == ()


def test_or_the_keeper_and_after_the_grace_time_the_seat_is_removed(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    idle_out(top, 1)
    assert top.table.occupants[1] == Keeper(follows=BOB)
    assert "seat_to_keeper" in keys(top)
    grace = next(c for c in top.table.clocks if c.kind is ClockKind.GRACE)
    assert (grace.seat, grace.length) == (1, GRACE)
    match = top.scene.match
    assert match is not None
    assert 1 not in match.state.position.out
    while any(c.kind is ClockKind.GRACE for c in top.table.clocks):
        assert top.table.phase is Phase.PLAYING
        top.strike_next()
    match = top.scene.match
    assert match is not None
    assert top.clock.at >= grace.start + GRACE
    assert match.events.count(Moved(seat=1, move=Removed())) == 1


def test_a_move_in_between_forgives_an_idle_wait(top: TableTop) -> None:
    top.playing()
    person, wait = top.awaited()
    idle(top, 1)
    assert top.table.idle[wait.seat] == 1
    lots = Random(0)
    for _ in range(200):
        mine = next((w for w in top.waits if w.seat == wait.seat), None)
        top.step(lots, accuse=0)
        if mine is not None and not any(w == mine for w in top.waits):
            break
    assert top.table.idle[wait.seat] == 0
    assert person in top.table.people


def test_who_leaves_is_removed_at_once(top: TableTop) -> None:
    top.playing((ANN, BOB, CY, DEE))
    assert top.ok(Leave, BOB).note == "conceded"
    match = top.scene.match
    assert match is not None
    assert match.state.position.removed == {1}
    assert top.table.occupants[1] == Keeper(follows=BOB)
    top.ok(Gone, person=CY.id)
    match = top.scene.match
    assert match is not None
    assert match.state.position.removed == {1, 2}
    assert (top.table.history[-1][1:], top.table.phase) == ((2, "keeper"), Phase.PLAYING)


def test_the_match_goes_on_when_any_of_them_leaves_at_any_time(redis: Redis) -> None:
    for seed in range(6):
        redis.flushall()
        top = TableTop(redis, seed=f"leave{seed}")
        lots = Random(seed)
        top.playing((ANN, BOB, CY, DEE), options={"takeover": lots.choice(("ai", "answer"))})
        for who in lots.sample((ANN, BOB, CY, DEE), 3):
            for _ in range(lots.randrange(6)):
                if top.table.phase is Phase.PLAYING:
                    top.step(lots, accuse=0)
            if top.table.phase is Phase.PLAYING and who in top.table.people:
                top.ok(Gone, person=who.id)
            match = top.scene.match
            assert match is not None
            waits = match.state.position.waits
            assert top.table.phase is not Phase.PLAYING or waits
            running = {c.wait for c in top.table.clocks if c.wait is not None}
            assert top.table.phase is not Phase.PLAYING or running == {w.opened for w in waits}


# -- nobody left, stopping -------------------------------------------------------------------


def test_without_people_a_match_is_set_aside_and_after_a_day_over(top: TableTop) -> None:
    top.playing((ANN,), ai=2)
    top.said()
    top.ok(Leave, ANN)
    assert top.table.phase is Phase.ASIDE
    assert keys(top) == ["left_to_ai", "set_aside"]
    assert top.due() == START + ASIDE
    before = top.everything()
    top.clock.at = START + ASIDE - 1
    top.ok(Strike)
    assert top.everything() == before
    top.pass_time(1)
    top.ok(Strike)
    match = top.scene.match
    assert match is not None
    assert top.table.phase is Phase.OVER
    assert match.events[-2:] == (
        Stopped(why=Why.NO_PEOPLE),
        Ended(winner=None, case=match.state.case),
    )
    assert "verdict" in kinds(top, PLACE)
    assert top.due() is None


def test_with_playout_the_ai_seats_go_on(top: TableTop) -> None:
    top.playing((ANN,), ai=2, options={"ai_playout": True})
    top.ok(Leave, ANN)
    assert top.table.phase is Phase.PLAYING
    top.play(Random(1))
    assert top.table.phase is Phase.OVER


def test_stopping_takes_the_majority_of_those_who_still_sit(top: TableTop) -> None:
    top.playing((ANN, BOB, CY, DEE))
    assert top.ok(Stop, ANN).note == "stop_voted"
    say = next(n for n in top.said(PLACE) if n.args.get("key") == "stop_vote")
    assert (say.args["votes"], say.args["needed"], say.args["name"]) == (1, 3, ANN.name)
    top.ok(Leave, ANN)
    top.ok(Stop, BOB)
    assert top.table.phase is Phase.PLAYING
    top.ok(Stop, CY)
    match = top.scene.match
    assert match is not None
    assert top.table.phase is Phase.OVER
    assert match.state.position.stopped is Why.STOPPED
    assert top.store.record(top.id, 1)


@pytest.mark.parametrize("how", ["vote", "admin", "day"])
def test_a_match_set_aside_can_still_be_ended(top: TableTop, how: str) -> None:
    top.lobby((ANN, BOB), ai=1)
    top.ok(SetOption, ANN, option="last_seat_wins", value=False)
    top.ok(Begin, ANN)
    # Bob accuses wrongly and is out; Ann leaves: nobody is left who plays.
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
    top.ok(Leave, ANN)
    assert top.table.phase is Phase.ASIDE
    assert top.refused(Leave, BOB) == Refusal.NOT_PLAYING
    match how:
        case "vote":
            top.ok(Stop, BOB)
        case "admin":
            top.ok(Stop, CY, admin=True)
        case _:
            top.strike_next()
    assert top.table.phase is Phase.OVER
    assert top.due() is None


@pytest.mark.parametrize("ai", [0, 1])
def test_a_match_in_a_chat_that_shut_us_out_waits_a_day_for_our_return(
    top: TableTop, ai: int
) -> None:
    top.playing((ANN, BOB, CY), ai=ai)
    before = top.scene.match
    top.ok(Abandon)
    assert top.table.phase is Phase.ASIDE
    assert set(top.table.kept) == {ANN.id, BOB.id, CY.id}
    told = [n.args.get("key") for n in top.said(BOB)]
    assert "you_abandoned" in told
    top.ok(Abandon)  # told twice
    assert top.table.phase is Phase.ASIDE
    top.ok(Return, BOB)
    assert top.table.phase is Phase.PLAYING
    assert set(top.table.kept) == {ANN.id, CY.id}
    assert before is not None
    assert top.scene.match is not None
    assert top.scene.match.view(1) == before.view(1)


def test_a_match_abandoned_for_a_day_ends(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    top.ok(Abandon)
    start = top.clock.at
    top.strike_next()
    assert top.clock.at == start + ASIDE
    match = top.scene.match
    assert match is not None
    assert (top.table.phase, match.state.position.stopped) == (Phase.OVER, Why.NO_PEOPLE)


def test_a_chat_that_shut_us_out_ends_a_match_that_nobody_could_take_up(top: TableTop) -> None:
    top.playing((ANN,), ai=2, options={"ai_playout": True})
    top.ok(Leave, ANN)
    top.ok(Abandon)
    match = top.scene.match
    assert match is not None
    assert (top.table.phase, match.state.position.stopped) == (Phase.OVER, Why.ABANDONED)


# -- AI seats --------------------------------------------------------------------------------


def test_an_ai_seat_answers_after_an_unhurried_pause(redis: Redis) -> None:
    for seed in range(3):
        redis.flushall()
        top = TableTop(redis, seed=f"ai{seed}")
        top.playing((ANN,), ai=3)
        for _ in range(12):
            auto = [c for c in top.table.clocks if c.kind is ClockKind.AUTO]
            for clock in auto:
                assert clock.wait is not None
                assert clock.length == pause(top.table, clock.wait)
                assert 2_000 <= clock.length <= 6_000
            if top.table.phase is Phase.PLAYING:
                top.step(Random(seed), accuse=0)


# -- outages ---------------------------------------------------------------------------------


@pytest.mark.parametrize("gap", [31_000, 8 * 3_600_000, -3_600_000])
def test_deadlines_move_by_our_own_outage_and_by_leaps_of_the_wall_clock(
    top: TableTop, gap: int
) -> None:
    timers = Timers(top.redis)
    timers.beat(top.clock.at)
    top.playing()
    due = top.due()
    assert due is not None
    top.pass_time(gap)
    assert timers.beat(top.clock.at) == gap
    assert timers.claim(top.master.now()) == []
    while top.clock.at < due + gap - 1:
        assert timers.claim(top.master.now()) == []
        top.clock.at = min(top.clock.at + 20_000, due + gap - 1)
        assert timers.beat(top.clock.at) == 0
    assert timers.claim(top.master.now()) == []
    top.pass_time(1)
    assert timers.claim(top.master.now()) == [top.id]
    top.ok(Strike)
    assert top.running(top.awaited()[1]).step == 1


def test_a_wait_opened_before_an_outage_was_noticed_is_not_longer(top: TableTop) -> None:
    timers = Timers(top.redis)
    timers.beat(top.clock.at)
    top.lobby()
    top.pass_time(8 * 3_600_000)
    top.ok(Begin, ANN)  # the backlog comes first, the pump a moment later
    timers.beat(top.clock.at)
    due = top.due()
    assert due is not None
    assert due - top.master.now() <= 2 * SEND_CAP + TURN // 2


def test_nothing_fires_twice_when_claims_and_strikes_are_repeated(top: TableTop) -> None:
    timers = Timers(top.redis)
    top.playing()
    due = top.due()
    assert due is not None
    top.clock.at = due
    assert timers.claim(due) == [top.id]
    assert timers.claim(due) == []
    top.pass_time(3_000)
    assert timers.claim(due + 3_000) == [top.id]  # whoever claimed it first is slow
    top.said()
    top.ok(Strike)
    assert "nudge" in kinds(top)
    top.ok(Strike)
    assert kinds(top) == []
    assert timers.claim(top.clock.at) == []
    after = top.due()
    assert after is not None
    assert after > top.clock.at
