"""People taken off a table: by vote, by a host or an admin; nobody is harmed by it."""

from __future__ import annotations

import pytest

from gm.master.commands import (
    AddAi,
    Begin,
    Consent,
    Gone,
    HostInstead,
    Join,
    Leave,
    Remove,
    Return,
    SetOption,
    Stop,
)
from gm.master.hosting import ASLEEP
from gm.master.notices import NoticeKind
from gm.master.pace import Pace
from gm.master.reasons import Refusal
from gm.master.tables import Ai, Ballot, ClockKind, Keeper, Phase
from gm.master.voting import LENGTH
from tests.master.test_clocks import idle_out, keys
from tests.support.table import ANN, BOB, CY, DEE, PEOPLE, TableTop


def ballot(top: TableTop) -> Ballot:
    (running,) = top.table.ballots
    return running


def idle_record(top: TableTop, person: int) -> int:
    return top.store.idle(person, top.clock.at)


# -- a vote ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ai", [0, 1])
def test_the_majority_of_the_others_takes_somebody_off(top: TableTop, ai: int) -> None:
    top.playing(PEOPLE, ai=ai)
    assert top.ok(Remove, ANN, person=BOB.id).note == "voted_secretly"
    assert top.table.seat_of(BOB.id) == 1
    top.ok(Consent, CY, mark=ballot(top).mark)
    assert top.table.ballots == ()
    assert isinstance(top.table.occupants[1], Ai if ai else Keeper)
    match = top.scene.match
    assert match is not None
    assert match.state.position.removed == (frozenset() if ai else {1})
    assert top.table.kept == {}
    assert idle_record(top, BOB.id) == 0
    assert f"removed_to_{'ai' if ai else 'keeper'}" in keys(top)
    assert "you_removed" in [n.args.get("key") for n in top.said(BOB)]
    assert not any(c.kind is ClockKind.BALLOT for c in top.table.clocks)


def test_a_second_remove_is_a_vote_and_nobody_votes_twice_or_on_themselves(top: TableTop) -> None:
    top.playing(PEOPLE)
    top.ok(Remove, ANN, person=BOB.id)
    assert top.refused(Remove, ANN, person=BOB.id) == Refusal.VOTED
    mark = ballot(top).mark
    assert top.refused(Consent, ANN, mark=mark) == Refusal.VOTED
    assert top.refused(Consent, BOB, mark=mark) == Refusal.NOT_YOURSELF
    assert top.refused(Remove, BOB, person=BOB.id) == Refusal.NOT_YOURSELF
    assert top.refused(Remove, ANN, person=999) == Refusal.NOT_AT_TABLE
    assert top.refused(Consent, CY, mark="A" * 12) == Refusal.STALE
    top.ok(Remove, CY, person=BOB.id)
    assert top.table.seat_of(BOB.id) is None
    assert top.refused(Consent, DEE, mark=mark) == Refusal.STALE


def test_a_stranger_has_no_vote(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    assert top.refused(Remove, DEE, person=BOB.id) == Refusal.NOT_SEATED
    top.ok(Remove, ANN, person=BOB.id)
    assert top.refused(Consent, DEE, mark=ballot(top).mark) == Refusal.NOT_SEATED


def test_nothing_that_is_said_tells_who_voted(top: TableTop) -> None:
    top.playing(PEOPLE)
    top.said()
    top.ok(Remove, ANN, person=BOB.id)
    first = top.said()
    assert NoticeKind.BALLOT in [n.kind for n in first]
    assert not any("Ann" in str(n) or str(ANN.id) in str(n.args) for n in first)
    assert str(ANN.id) not in repr(ballot(top)).replace(str(BOB.id), "")
    top.ok(Consent, CY, mark=ballot(top).mark)
    assert not any("Cy" in str(n.args) for n in top.said())


def test_a_vote_runs_out_and_says_so(top: TableTop) -> None:
    top.playing(PEOPLE)
    top.ok(Remove, ANN, person=BOB.id)
    clock = next(c for c in top.table.clocks if c.kind is ClockKind.BALLOT)
    assert clock.length == LENGTH[Pace.LIVE]
    mark = ballot(top).mark
    while top.table.ballots:
        top.strike_next()
    assert top.clock.at == clock.start + clock.length
    assert top.table.seat_of(BOB.id) == 1
    assert "ballot_over_remove" in keys(top)
    assert top.refused(Consent, CY, mark=mark) == Refusal.STALE
    top.ok(Remove, ANN, person=BOB.id)  # and may be asked for again
    assert ballot(top).mark != mark


def test_votes_of_who_is_gone_do_not_count_and_fewer_may_decide(top: TableTop) -> None:
    top.playing(PEOPLE)
    top.ok(Remove, ANN, person=BOB.id)
    top.ok(Leave, ANN)  # of two others none agrees now
    assert top.table.seat_of(BOB.id) == 1
    top.ok(Consent, CY, mark=ballot(top).mark)
    assert top.table.seat_of(BOB.id) == 1
    top.ok(Leave, DEE)  # one is left, and agrees
    assert top.table.seat_of(BOB.id) is None


def test_a_vote_ends_when_whom_it_is_about_goes_or_nobody_is_left_to_vote(top: TableTop) -> None:
    top.playing(PEOPLE)
    top.ok(Remove, ANN, person=BOB.id)
    top.ok(Leave, BOB)
    assert top.table.ballots == ()
    top.ok(Remove, ANN, person=CY.id)
    top.ok(Gone, person=ANN.id)
    top.ok(Leave, DEE)
    assert top.table.ballots == ()
    assert top.table.seat_of(CY.id) == 2


def test_of_two_one_takes_off_only_who_is_late(top: TableTop) -> None:
    top.playing((ANN, BOB), rules="mansion")
    late = top.person(top.waits[0].seat)
    assert late is not None
    other = ANN if late == BOB else BOB
    assert top.refused(Remove, other, person=late.id) == Refusal.NOT_LATE
    assert top.refused(Remove, late, person=other.id) == Refusal.NOT_LATE
    top.strike_next()  # half the wait is over
    assert top.refused(Remove, late, person=other.id) == Refusal.NOT_LATE
    top.ok(Remove, other, person=late.id)
    assert top.table.seat_of(late.id) is None


def test_who_is_away_is_kept_no_seat_when_the_others_say_so(top: TableTop) -> None:
    top.playing((ANN, BOB, CY), ai=1)
    idle_out(top, 1)
    assert BOB.id in top.table.kept
    top.ok(Remove, ANN, person=BOB.id)
    top.ok(Remove, CY, person=BOB.id)
    assert top.table.kept == {}
    assert top.refused(Return, BOB) == Refusal.TOO_LATE
    assert idle_record(top, BOB.id) == 1  # for having been idle, not for the vote


def test_an_admin_takes_off_at_once_and_a_seated_one_may_merely_vote(top: TableTop) -> None:
    top.playing(PEOPLE)
    top.ok(Remove, ANN, admin=True, person=BOB.id)
    assert ballot(top).seat == 1
    top.ok(Remove, ANN, admin=True, at_once=True, person=BOB.id)
    assert top.table.seat_of(BOB.id) is None
    assert top.table.ballots == ()
    outside = type(ANN)(id=77, name="Boss")
    top.ok(Remove, outside, admin=True, person=CY.id)
    assert top.table.seat_of(CY.id) is None


@pytest.mark.parametrize("way", ["leave", "gone", "voted out"])
def test_going_is_held_against_nobody(top: TableTop, way: str) -> None:
    top.playing(PEOPLE)
    if way == "leave":
        top.ok(Leave, BOB)
    elif way == "gone":
        top.ok(Gone, person=BOB.id)
    else:
        top.ok(Remove, ANN, person=BOB.id)
        top.ok(Remove, CY, person=BOB.id)
    assert top.table.seat_of(BOB.id) is None
    assert idle_record(top, BOB.id) == 0


def test_whom_the_host_sends_from_the_lobby_comes_back_with_the_next_match_only(
    top: TableTop,
) -> None:
    top.lobby((ANN, BOB, CY))
    assert top.refused(Remove, BOB, person=CY.id) == Refusal.NOT_HOST
    assert top.refused(Remove, ANN, person=DEE.id) == Refusal.NOT_AT_TABLE
    top.ok(Remove, ANN, person=CY.id)
    assert "sent_away" in keys(top)
    assert top.refused(Join, CY) == Refusal.SENT_AWAY
    top.ok(Remove, BOB, admin=True, person=ANN.id)
    assert top.table.host == BOB.id
    assert top.table.people == (BOB,)


# -- stopping --------------------------------------------------------------------------------


def test_votes_to_stop_run_out_too(top: TableTop) -> None:
    top.playing(PEOPLE)
    top.ok(Stop, ANN)
    assert top.refused(Stop, ANN) == Refusal.VOTED
    while top.table.stop_votes:
        top.strike_next()
    assert "stop_vote_over" in keys(top)
    for person in (BOB, CY):
        top.ok(Stop, person)
    assert top.table.phase is Phase.PLAYING  # two of four, Ann's is forgotten
    top.ok(Stop, DEE)
    assert top.table.phase is Phase.OVER
    assert top.table.clocks == ()


def test_who_left_stops_no_match(top: TableTop) -> None:
    top.playing(PEOPLE)
    top.ok(Stop, ANN)
    top.ok(Leave, ANN)
    top.ok(Stop, BOB)
    assert top.table.phase is Phase.PLAYING  # one of three
    assert top.refused(Stop, ANN) == Refusal.NOT_SEATED
    top.ok(Stop, CY)
    assert top.table.phase is Phase.OVER


# -- a sleeping host -------------------------------------------------------------------------


def test_whoever_sits_there_may_host_while_the_host_sleeps(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY))
    assert top.refused(HostInstead, BOB) == Refusal.HOST_IS_HERE
    top.pass_time(ASLEEP - 1)
    assert top.refused(SetOption, BOB, option="pace", value="slow") == Refusal.NOT_HOST
    top.pass_time(1)
    assert top.refused(SetOption, BOB, option="pace", value="slow") == Refusal.HOST_ASLEEP
    assert top.refused(SetOption, DEE, option="pace", value="slow") == Refusal.NOT_HOST
    assert top.refused(HostInstead, DEE) == Refusal.NOT_SEATED
    top.ok(HostInstead, BOB)
    assert top.table.host == BOB.id
    assert "hosts_now" in keys(top)
    assert top.refused(HostInstead, CY) == Refusal.HOST_IS_HERE  # Bob has just done something
    top.ok(SetOption, BOB, option="pace", value="slow")


def test_a_host_who_does_something_is_awake(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    top.pass_time(ASLEEP - 1)
    top.ok(AddAi, ANN)
    top.pass_time(ASLEEP - 1)
    assert top.refused(HostInstead, BOB) == Refusal.HOST_IS_HERE


def test_who_hosts_in_a_match_passes_it_on_by_going(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    top.ok(Leave, ANN)
    assert top.table.host == BOB.id
    assert top.refused(HostInstead, CY) == Refusal.NOT_IN_LOBBY


def test_joining_keeps_no_dead_lobby_alive(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    end = top.due()
    top.pass_time(3_000_000)
    top.ok(Join, CY)
    top.ok(Leave, CY)
    assert top.due() == end
    top.strike_next()
    assert top.table.phase is Phase.CLOSED
    assert "lobby_expired" in keys(top)


# -- who is heard ----------------------------------------------------------------------------


def test_a_choice_to_join_an_accusation_makes_nobody_heard(top: TableTop) -> None:
    """Else who has not chosen yet would show."""
    top.lobby((ANN, BOB, CY), rules="casefile")
    top.ok(Begin, ANN)
    wait = top.waits[0]
    accuser = top.person(wait.seat)
    accusation = next(m for m in top.moves(wait) if type(m).__name__ == "Accuse")
    top.act(wait, accusation)
    before = dict(top.table.heard)
    asked = top.waits[0]
    top.pass_time(5_000)
    decline = next(m for m in top.moves(asked) if type(m).__name__ == "Decline")
    top.act(asked, decline)
    assert accuser is not None
    assert dict(top.table.heard) == before
