"""Free seats of a running match: who may have them, who decides, and what comes with them."""

from __future__ import annotations

from random import Random

from gm.game.moves import Accuse
from gm.master.commands import (
    Again,
    AskSeat,
    Begin,
    Consent,
    Gone,
    Leave,
    Return,
    SetOption,
    Stop,
)
from gm.master.notices import NoticeKind
from gm.master.reasons import Refusal
from gm.master.tables import Ai, ClockKind, Person, Phase
from tests.master.test_clocks import idle_out, keys
from tests.support.table import ANN, BOB, CY, DEE, TableTop

EVE = Person(id=7_000_000_005, name="Eve", language="en")


def begun(top: TableTop, *people: Person, ai: int = 1) -> None:
    """A match with AI seats, whose leavers' seats AI seats play on."""
    top.playing(people, ai=ai)
    for person in (*people, DEE, EVE):
        top.store.set_reachable(person.id, True)


def mark(top: TableTop) -> str:
    (ballot,) = top.table.ballots
    return ballot.mark


def test_a_newcomer_gets_the_seat_its_hand_its_story_and_its_question(top: TableTop) -> None:
    begun(top, ANN, BOB, CY)
    top.ok(Leave, BOB)
    while not any(w.seat == 1 for w in top.waits):
        top.step(Random(4), accuse=0)
    before = top.scene.match
    assert before is not None
    assert top.ok(AskSeat, EVE).note == "asked_for_seat"
    assert top.table.seat_of(EVE.id) is None
    top.said()
    top.ok(Consent, ANN, mark=mark(top))
    assert top.table.seat_of(EVE.id) is None  # one of two is no majority
    top.ok(Consent, CY, mark=mark(top))
    assert top.table.occupants[1] == EVE
    assert top.table.ballots == ()
    wait = next(w for w in top.waits if w.seat == 1)
    assert top.running(wait).kind is ClockKind.WAIT
    told = top.said()
    mine = [n.kind for n in told if n.to == EVE.id]
    panel = NoticeKind.TURN if wait.asker is None else NoticeKind.QUESTION
    assert sorted(mine) == sorted([NoticeKind.HAND, NoticeKind.LOG, NoticeKind.SAY, panel])
    assert "seat_taken" in [n.args.get("key") for n in told]
    after = top.scene.match
    assert after is not None
    assert after.events == before.events  # the match itself does not notice
    assert after.view(1) == before.view(1)
    assert top.store.tables_of(EVE.id) == (top.id,)
    assert top.table.history[-1][1:] == (1, "person")
    assert isinstance(top.act(wait, top.moves(wait)[0]), object)
    top.play(Random(1))


def test_one_person_decides_at_once_and_none_need_not(top: TableTop) -> None:
    begun(top, ANN, ai=2)
    top.ok(AskSeat, EVE)
    top.ok(Consent, ANN, mark=mark(top))
    assert top.table.seat_of(EVE.id) == 1  # no person was there: any AI seat is free
    top.ok(AskSeat, DEE)
    top.ok(Consent, EVE, mark=mark(top))
    assert top.table.seat_of(DEE.id) is None
    top.ok(Leave, EVE)
    top.ok(Leave, ANN)
    assert top.table.phase is Phase.ASIDE
    assert top.table.ballots == ()
    assert top.refused(AskSeat, DEE) == Refusal.NOT_PLAYING


def test_where_only_ai_seats_play_on_a_seat_is_had_at_once(top: TableTop) -> None:
    top.lobby((ANN,), ai=2, options={"ai_playout": True})
    top.ok(Begin, ANN)
    top.store.set_reachable(EVE.id, True)
    top.ok(Leave, ANN)
    top.ok(AskSeat, EVE)
    assert top.table.seat_of(EVE.id) == 0


def test_a_seat_that_is_kept_is_not_free_until_its_time_is_over(top: TableTop) -> None:
    begun(top, ANN, BOB, CY, ai=1)
    idle_out(top, 1)
    assert top.refused(AskSeat, EVE, seat=1) == Refusal.SEAT_NOT_FREE
    assert top.refused(AskSeat, BOB) == Refusal.SEAT_IS_KEPT
    grace = next(c for c in top.table.clocks if c.kind is ClockKind.GRACE)
    top.clock.at = grace.start + grace.length
    while any(c.kind is ClockKind.GRACE for c in top.table.clocks):
        top.strike_next()
    top.ok(AskSeat, EVE, seat=1)
    for person in (ANN, CY):
        top.ok(Consent, person, mark=mark(top))
    assert top.table.occupants[1] == EVE
    assert top.refused(Return, BOB) == Refusal.TOO_LATE


def test_who_has_seen_another_seats_cards_gets_none_but_may_have_their_own_again(
    top: TableTop,
) -> None:
    begun(top, ANN, BOB, CY)
    top.ok(Leave, BOB)
    assert top.refused(AskSeat, BOB, seat=3) == Refusal.KNOWS_CARDS
    top.ok(AskSeat, EVE, seat=1)
    for person in (ANN, CY):
        top.ok(Consent, person, mark=mark(top))
    assert top.refused(AskSeat, BOB) == Refusal.KNOWS_CARDS  # theirs is not free any more
    top.ok(Leave, EVE)
    top.ok(AskSeat, BOB)
    assert top.table.ballots[0].seat == 1
    for person in (ANN, CY):
        top.ok(Consent, person, mark=mark(top))
    assert top.table.occupants[1] == BOB
    assert top.refused(AskSeat, EVE, seat=3) == Refusal.KNOWS_CARDS


def test_who_is_out_and_goes_gets_no_seat_and_theirs_is_none(top: TableTop) -> None:
    begun(top, ANN, BOB, CY)
    lots = Random(2)
    while not any(w.seat == 1 and w.asker is None for w in top.waits):
        top.step(lots, accuse=0)
    wait = next(w for w in top.waits if w.seat == 1)
    match = top.scene.match
    assert match is not None
    wrong = (m for m in top.moves(wait) if isinstance(m, Accuse) and m.theory != match.state.case)
    top.act(wait, next(wrong))
    top.ok(Leave, BOB)
    assert isinstance(top.table.occupants[1], Ai)
    assert top.refused(AskSeat, BOB) == Refusal.KNOWS_CARDS
    assert top.refused(AskSeat, EVE, seat=1) == Refusal.SEAT_NOT_FREE


def test_every_other_refusal_has_its_reason(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    top.store.set_reachable(EVE.id, True)
    assert top.refused(AskSeat, EVE) == Refusal.NO_FREE_SEAT
    top.ok(Leave, BOB)  # the keeper answers for good: nothing to take
    assert top.refused(AskSeat, EVE) == Refusal.NO_FREE_SEAT
    top.ok(Stop, ANN, admin=True)
    assert top.refused(AskSeat, EVE) == Refusal.NOT_PLAYING


def test_one_asks_for_one_seat_and_a_seat_is_asked_for_by_one(top: TableTop) -> None:
    begun(top, ANN, BOB, CY, ai=1)
    assert top.ok(AskSeat, ANN).note == "joined_already"
    top.store.set_reachable(EVE.id, False)
    assert top.refused(AskSeat, EVE) == Refusal.UNREACHABLE_YOU
    top.store.set_reachable(EVE.id, True)
    top.ok(AskSeat, EVE)
    assert top.refused(AskSeat, EVE) == Refusal.ASKED_ALREADY
    assert top.refused(AskSeat, DEE) == Refusal.SEAT_ASKED_FOR
    assert top.refused(Consent, EVE, mark=mark(top)) == Refusal.NOT_YOURSELF
    assert top.refused(Consent, DEE, mark=mark(top)) == Refusal.NOT_SEATED
    top.ok(Gone, person=EVE.id)  # who asked has left the group
    assert top.table.ballots == ()
    top.ok(AskSeat, DEE)
    while top.table.ballots:
        top.strike_next()
    assert "ballot_over_seat" in keys(top)


def test_a_new_match_forgets_who_saw_what(top: TableTop) -> None:
    begun(top, ANN, BOB, CY)
    top.ok(Leave, BOB)
    top.ok(Stop, ANN, admin=True)
    top.ok(Again, ANN)
    assert (top.table.sat, top.table.ballots, top.table.barred) == ({}, (), frozenset())
    top.ok(SetOption, ANN, option="pace", value="slow")


def test_who_is_gone_from_the_chat_is_kept_no_seat(top: TableTop) -> None:
    begun(top, ANN, BOB, CY)
    idle_out(top, 1)
    assert BOB.id in top.table.kept
    top.ok(Gone, person=BOB.id)
    assert top.table.kept == {}
    assert top.refused(Return, BOB) == Refusal.TOO_LATE


def test_who_is_gone_takes_up_no_match_set_aside(top: TableTop) -> None:
    top.playing((ANN, BOB), rules="mansion")
    for _ in range(200):
        if top.table.phase is Phase.ASIDE:
            break
        top.strike_next()
    top.ok(Gone, person=BOB.id)
    assert set(top.table.kept) == {ANN.id}
    top.ok(Gone, person=ANN.id)
    assert top.table.kept == {}
    assert top.table.phase is Phase.ASIDE
    assert top.due() is not None
    top.strike_next()
    assert top.table.phase is Phase.OVER
