"""Who sits at a table, who may do what before the deal, and why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from gm.game.moves import End
from gm.game.reasons import Reason
from gm.master.commands import (
    Abandon,
    Accepted,
    Act,
    AddAi,
    AddLuck,
    Again,
    Begin,
    Delivered,
    Depute,
    DropAi,
    Gone,
    GoOn,
    Join,
    Leave,
    Migrate,
    MoreTime,
    OpenTable,
    Pause,
    Pick,
    Recap,
    Refused,
    Rest,
    SetOption,
    Stop,
    Strike,
    Vote,
)
from gm.master.pace import LOBBIES, Pace
from gm.master.reasons import Refusal
from gm.master.tables import Ai, Person, Phase, Place
from tests.support.table import ANN, BOB, CY, DEE, PLACE, TableTop

STRANGER = Person(id=99, name="Zed")


def lobby_of_three(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY))


def running(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))


def over(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    top.ok(Stop, ANN, admin=True)


def full(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY), ai=3)


def alone(top: TableTop) -> None:
    top.lobby((ANN, BOB))


def unreachable(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY))
    top.store.set_reachable(BOB.id, False)


def host_unreachable(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY))
    top.store.set_reachable(ANN.id, False)


def voted(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    top.ok(Stop, ANN)


def extended(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    top.ok(MoreTime, top.awaited()[0])


def hurried(top: TableTop) -> None:
    top.playing((ANN, BOB, CY), options={"more": 0})


def paused(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    top.ok(Pause, ANN)
    top.ok(Pause, BOB)


def replaced(top: TableTop) -> None:
    over(top)
    first = top.id
    top.open(DEE)
    top.id = first


def red_is_taken(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY), rules="mansion")
    top.ok(Pick, ANN, token="red")


def only_ai(top: TableTop) -> None:
    top.lobby((ANN,), ai=2)


SOMEBODY = "somebody who is not awaited"

REFUSALS: tuple[tuple[str, Callable[[TableTop], None], type, Person | str, dict[str, object]], ...]
REFUSALS = (
    (Refusal.NO_TABLE, lobby_of_three, Join, DEE, {"table": "nowhere"}),
    (Refusal.NO_TABLE, lobby_of_three, Act, DEE, {"table": "", "wait": "x", "move": End()}),
    (Refusal.TABLE_HERE, replaced, Again, ANN, {}),
    (Refusal.NOT_IN_LOBBY, running, Join, DEE, {}),
    (Refusal.NOT_IN_LOBBY, running, AddAi, ANN, {}),
    (Refusal.NOT_IN_LOBBY, running, DropAi, ANN, {}),
    (Refusal.NOT_IN_LOBBY, running, Begin, ANN, {}),
    (Refusal.NOT_IN_LOBBY, running, SetOption, ANN, {"option": "turn_seconds", "value": 60}),
    (Refusal.NOT_PLAYING, lobby_of_three, Act, ANN, {"wait": "x", "move": End()}),
    (Refusal.NOT_PLAYING, lobby_of_three, MoreTime, ANN, {}),
    (Refusal.NOT_PLAYING, over, Stop, ANN, {}),
    (Refusal.NOT_PLAYING, over, Leave, ANN, {}),
    (Refusal.NOT_OVER, running, Again, ANN, {}),
    (Refusal.NOT_OVER, lobby_of_three, Again, ANN, {}),
    (Refusal.NOT_SEATED, lobby_of_three, Leave, DEE, {}),
    (Refusal.NOT_SEATED, lobby_of_three, AddAi, DEE, {}),
    (Refusal.NOT_SEATED, lobby_of_three, DropAi, DEE, {}),
    (Refusal.NOT_SEATED, running, Act, DEE, {"wait": "x", "move": End()}),
    (Refusal.NOT_SEATED, running, Stop, DEE, {}),
    (Refusal.NOT_SEATED, running, Leave, DEE, {}),
    (Refusal.NOT_SEATED, running, MoreTime, DEE, {}),
    (Refusal.TABLE_FULL, full, Join, DEE, {}),
    (Refusal.TABLE_FULL, full, AddAi, ANN, {}),
    (Refusal.PIECE_TAKEN, red_is_taken, Pick, BOB, {"token": "red"}),
    (Refusal.NOT_SEATED, lobby_of_three, Pick, DEE, {"token": "red"}),
    (Refusal.NOT_SEATED, lobby_of_three, Vote, DEE, {"named": str(ANN.id)}),
    (Refusal.NOT_IN_LOBBY, running, Pick, ANN, {"token": "red"}),
    (Refusal.UNKNOWN_SETTING, lobby_of_three, Pick, ANN, {"token": "rope"}),
    (Refusal.UNKNOWN_SETTING, lobby_of_three, SetOption, ANN, {"option": "rules", "value": "go"}),
    (
        Refusal.UNKNOWN_SETTING,
        lobby_of_three,
        SetOption,
        ANN,
        {"option": "deck", "value": "grand"},
    ),
    (Refusal.NOT_HOST, lobby_of_three, SetOption, BOB, {"option": "rules", "value": "mansion"}),
    (Refusal.STALE, lobby_of_three, Vote, ANN, {"named": str(DEE.id)}),
    (Refusal.NO_AI, lobby_of_three, DropAi, ANN, {}),
    (Refusal.NOT_HOST, lobby_of_three, Begin, BOB, {}),
    (Refusal.NOT_HOST, lobby_of_three, Stop, BOB, {}),
    (Refusal.NOT_HOST, lobby_of_three, SetOption, BOB, {"option": "takeover", "value": "ai"}),
    (Refusal.TOO_FEW, alone, Begin, ANN, {}),
    (Refusal.UNREACHABLE, unreachable, Begin, ANN, {}),
    (Refusal.UNREACHABLE_YOU, host_unreachable, Begin, ANN, {}),
    (Refusal.NOT_IN_LOBBY, running, AddLuck, ANN, {"words": "tiger"}),
    (Refusal.NOT_SEATED, lobby_of_three, AddLuck, DEE, {"words": "tiger"}),
    (Refusal.NO_LUCK, lobby_of_three, AddLuck, ANN, {"words": " "}),
    (Refusal.NO_LUCK, lobby_of_three, AddLuck, ANN, {"words": "x" * 65}),
    (Refusal.NOT_SURE, running, Leave, ANN, {"sure": False}),
    (Refusal.NOT_SEATED, running, Leave, DEE, {"sure": False}),
    (Refusal.UNKNOWN_SETTING, lobby_of_three, SetOption, ANN, {"option": "luck", "value": 1}),
    (Refusal.UNKNOWN_SETTING, lobby_of_three, SetOption, ANN, {"option": "takeover", "value": 1}),
    (
        Refusal.UNKNOWN_SETTING,
        lobby_of_three,
        SetOption,
        ANN,
        {"option": "last_seat_wins", "value": 1},
    ),
    (
        Refusal.UNKNOWN_SETTING,
        lobby_of_three,
        SetOption,
        ANN,
        {"option": "turn_seconds", "value": 1},
    ),
    (Refusal.UNKNOWN_SETTING, lobby_of_three, SetOption, ANN, {"option": "help", "value": "all"}),
    (Refusal.UNKNOWN_SETTING, lobby_of_three, AddAi, ANN, {"level": "oracle"}),
    (Refusal.STALE, running, Act, ANN, {"wait": "AAAAAAAAAAAA", "move": End()}),
    (Refusal.STALE, running, Act, ANN, {"wait": "\ud800é", "move": End()}),
    (Refusal.NOT_AWAITED_YOU, running, MoreTime, SOMEBODY, {}),
    (Refusal.TIME_GIVEN, extended, MoreTime, "whoever is awaited", {}),
    (Refusal.NO_MORE_TIME, hurried, MoreTime, "whoever is awaited", {}),
    (Refusal.VOTED, voted, Stop, ANN, {}),
    (Refusal.NOT_SEATED, running, Pause, DEE, {}),
    (Refusal.NOT_PLAYING, lobby_of_three, Pause, ANN, {}),
    (Refusal.PAUSED, paused, Pause, ANN, {}),
    (Refusal.NOT_PAUSED, running, GoOn, ANN, {}),
    (Refusal.NOT_SEATED, paused, GoOn, DEE, {}),
    (Refusal.NOT_SLOW, running, Rest, ANN, {}),
    (Refusal.NOT_SLOW, running, Depute, ANN, {"on": True}),
    (Refusal.NOT_SEATED, running, Recap, DEE, {}),
    (Refusal.UNKNOWN_SETTING, lobby_of_three, SetOption, ANN, {"option": "waits", "value": 9}),
    (Refusal.UNKNOWN_SETTING, running, SetOption, ANN, {"option": "zone", "value": "Mars/Base"}),
    (Refusal.NOT_HOST, running, SetOption, BOB, {"option": "zone", "value": "Europe/Rome"}),
)
ELSEWHERE = {
    Refusal.NOT_YOURS,  # tests/master/test_waits.py
    Refusal.SOLO_RUNNING,  # tests/master/test_solo.py
    Refusal.NO_ADVICE,  # tests/master/test_advice.py
    Refusal.BUSY,  # tests/master/test_repeats.py
    Refusal.TOO_LATE,  # tests/master/test_absence.py
    Refusal.NOT_A_MEMBER,  # the chat is asked before the master
    Refusal.NOT_ADMIN,  # so it is here: tests/e2e/test_people.py
    Refusal.NOT_AT_TABLE,  # tests/master/test_removing.py
    Refusal.NOT_YOURSELF,
    Refusal.NOT_LATE,
    Refusal.SENT_AWAY,
    Refusal.HOST_IS_HERE,
    Refusal.HOST_ASLEEP,
    Refusal.NO_FREE_SEAT,  # tests/master/test_taking.py
    Refusal.SEAT_NOT_FREE,
    Refusal.SEAT_IS_KEPT,
    Refusal.KNOWS_CARDS,
    Refusal.SEAT_ASKED_FOR,
    Refusal.ASKED_ALREADY,
}


@pytest.mark.parametrize(("reason", "scene", "command", "who", "fields"), REFUSALS)
def test_a_refusal_has_its_reason_and_changes_nothing(
    top: TableTop,
    reason: Refusal,
    scene: Callable[[TableTop], None],
    command: type,
    who: Person | str,
    fields: dict[str, object],
) -> None:
    scene(top)
    if isinstance(who, str):
        awaited = top.awaited()[0]
        who = awaited if who != SOMEBODY else next(p for p in (ANN, BOB, CY) if p != awaited)
    assert top.refused(command, who, **fields) == reason


def test_every_reason_is_tried() -> None:
    assert {reason for reason, *_ in REFUSALS} | ELSEWHERE == set(Refusal)


def test_refusals_say_what_is_missing(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    assert top.do(Begin, ANN) == Refused(reason=Refusal.TOO_FEW, params={"least": 3})
    top.ok(AddAi, ANN)
    top.store.set_reachable(BOB.id, False)
    assert top.do(Begin, ANN) == Refused(reason=Refusal.UNREACHABLE, params={"name": BOB.name})
    for _ in range(3):
        top.ok(AddAi, BOB)
    assert top.do(Join, CY) == Refused(reason=Refusal.TABLE_FULL, params={"most": 6})


def test_one_open_table_a_place(top: TableTop) -> None:
    top.open()
    for place, free in ((PLACE, False), (replace(PLACE, thread=8), True), (Place(chat=-1), True)):
        command = OpenTable(
            id=top.command_id(),
            actor=top.command(Join, BOB).actor,  # type: ignore[union-attr]
            place=place,
            title="x",
            rules="getaway",
            language="en",
        )
        outcome = top.master.handle(command)
        assert isinstance(outcome, Accepted) == free
        if isinstance(outcome, Refused):
            assert outcome.reason == Refusal.TABLE_HERE


def test_a_game_nobody_knows_is_refused_by_the_rules(top: TableTop) -> None:
    with pytest.raises(AssertionError, match=Reason.UNKNOWN_RULES):
        top.open(rules="poker")


def test_joining_again_refreshes_the_name_and_says_so(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    renamed = replace(BOB, name="Robert", language="fr")
    assert top.ok(Join, renamed).note == "joined_already"
    assert top.table.people == (ANN, renamed)
    assert top.ok(Join, CY).note == "joined"


def test_the_next_person_becomes_host_and_the_last_one_closes(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY), ai=1)
    top.ok(Leave, ANN)
    assert top.table.host == BOB.id
    top.ok(Leave, CY)
    assert top.table.host == BOB.id
    top.ok(Gone, person=BOB.id)
    assert top.table.phase is Phase.CLOSED
    assert top.table.clocks == ()


def test_who_left_the_chat_and_does_not_sit_changes_nothing(top: TableTop) -> None:
    over(top)
    before = top.everything()
    top.ok(Gone, person=ANN.id)
    top.ok(Gone, person=DEE.id)
    top.ok(Delivered, match=1, wait=3, at=top.clock.at)
    top.ok(Abandon)
    assert top.everything() == before


def test_an_admin_may_what_the_host_may(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    top.ok(AddAi, STRANGER, admin=True)
    top.ok(SetOption, STRANGER, admin=True, option="turn_seconds", value=60)
    top.ok(SetOption, STRANGER, admin=True, option="last_seat_wins", value=True)
    assert top.table.turn_seconds == 60
    assert top.table.options == {"last_seat_wins": True}
    top.ok(Begin, STRANGER, admin=True)
    assert top.table.phase is Phase.PLAYING


def test_ai_seats_have_names_of_their_own_and_leave_from_the_end(top: TableTop) -> None:
    top.lobby((ANN,), ai=5)
    names = [o.name for o in top.table.occupants if isinstance(o, Ai)]
    assert len(set(names)) == 5
    top.ok(DropAi, ANN)
    assert [o.name for o in top.table.occupants if isinstance(o, Ai)] == names[:4]
    top.ok(Join, BOB)
    top.ok(DropAi, BOB)
    assert top.table.occupants[-1] == BOB


def test_where_ai_seats_play_they_take_over(top: TableTop) -> None:
    top.playing((ANN,), ai=2)
    match = top.scene.match
    assert match is not None
    assert match.header.options["takeover"] == "ai"
    assert [code for _, _, code in top.table.history] == ["person", "ai:rookie", "ai:rookie"]


@pytest.mark.parametrize("host_sets", [None, "ai", "answer"])
def test_who_takes_over_is_settled_anew_at_each_begin(
    top: TableTop, host_sets: str | None
) -> None:
    top.lobby((ANN, BOB, CY), ai=1)
    if host_sets is not None:
        top.ok(SetOption, ANN, option="takeover", value=host_sets)
    top.ok(Begin, ANN)
    assert _takeover(top) == "ai"
    top.ok(Stop, ANN, admin=True)
    top.ok(Again, ANN)
    top.ok(DropAi, ANN)
    top.ok(Begin, ANN)
    assert _takeover(top) == (host_sets or "answer")


def _takeover(top: TableTop) -> object:
    match = top.scene.match
    assert match is not None
    return match.header.options["takeover"]


def test_a_table_without_people_does_not_begin(top: TableTop) -> None:
    only_ai(top)
    top.ok(Join, BOB)
    # Both leave but an admin holds the lobby open: it has closed, so nothing begins.
    top.ok(Leave, ANN)
    top.ok(Leave, BOB)
    assert top.table.phase is Phase.CLOSED
    assert top.refused(Begin, ANN, admin=True) == Refusal.NOT_IN_LOBBY


def test_stopping_a_lobby_closes_it(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    top.ok(Stop, ANN)
    assert top.table.phase is Phase.CLOSED
    assert [n.args["key"] for n in top.said(PLACE) if n.kind == "say"] == ["lobby_closed"]
    top.open(BOB)
    top.ok(Stop, STRANGER, admin=True)
    assert top.table.phase is Phase.CLOSED


def test_a_chat_that_shut_us_out_loses_its_lobby(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    top.ok(Abandon)
    assert top.table.phase is Phase.CLOSED


def test_a_lobby_expires_however_many_join(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    top.pass_time(LOBBIES[Pace.LIVE] * 1000 - 1)
    top.ok(Join, CY)
    top.ok(Strike)
    assert top.table.phase is Phase.LOBBY
    top.pass_time(1)
    top.said()
    top.ok(Strike)
    assert top.table.phase is Phase.CLOSED
    assert "lobby_expired" in [n.args.get("key") for n in top.said(PLACE)]


def test_again_seats_the_people_and_ai_seats_of_the_last_match(top: TableTop) -> None:
    top.playing((ANN, BOB), ai=2, options={"last_seat_wins": True})
    seed = top.table.seed
    top.ok(Leave, BOB)  # an AI seat takes over; it does not come again, nor does Bob
    top.ok(Stop, ANN)
    top.said()
    assert top.ok(Again, ANN).note == "again"
    table = top.table
    assert (table.phase, table.match, table.host) == (Phase.LOBBY, 2, ANN.id)
    assert [type(o) for o in table.occupants] == [Person, Ai, Ai]
    assert table.seed != seed
    assert (table.idle, table.history, table.stop_votes) == ((), (), frozenset())
    assert table.options["last_seat_wins"] is True
    assert top.scene.match is None
    top.pass_time(LOBBIES[Pace.LIVE] * 1000)
    top.ok(Strike)
    assert top.table.phase is Phase.CLOSED


def test_somebody_new_may_call_for_another_match(top: TableTop) -> None:
    over(top)
    top.ok(Again, DEE)
    assert top.table.people == (DEE, ANN, BOB, CY)
    assert top.table.host == DEE.id
    top.store.set_reachable(DEE.id, True)
    top.ok(Begin, DEE)
    assert top.scene.match is not None
    assert len(top.scene.match.header.seats) == 4


def test_somebody_new_unseats_nobody(top: TableTop) -> None:
    top.playing((ANN, BOB, CY), ai=3)
    top.ok(Stop, ANN, admin=True)
    assert top.refused(Again, DEE) == Refusal.TABLE_FULL
    top.ok(Again, CY)
    assert top.table.people == (ANN, BOB, CY)


def test_one_person_at_two_tables(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    first, wait = top.id, top.waits[0]
    top.pass_time(1)
    other = replace(PLACE, thread=8)
    top.place = other
    top.playing((ANN, BOB, CY))
    assert top.store.tables_of(ANN.id) == (first, top.id)
    assert top.store.tables_at(PLACE) == (first,)
    assert top.store.tables_at(other) == (top.id,)
    top.ok(Leave, ANN)
    assert top.store.tables_of(ANN.id) == (first,)
    top.id = first
    assert top.waits == (wait,)
    assert top.table.seat_of(ANN.id) == 0


def test_a_moved_chat_moves_its_table(top: TableTop) -> None:
    top.playing()
    top.said()
    top.ok(Migrate, chat=-100_777)
    assert top.table.place == Place(chat=-100_777)
    assert top.store.tables_at(Place(chat=-100_777)) == (top.id,)
    assert top.said(PLACE) == []
    assert [n.slot for n in top.said(Place(chat=-100_777))] == ["card"]
