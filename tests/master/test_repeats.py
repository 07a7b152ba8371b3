"""The same press ten times, two people at once, a press after a restart: one effect each."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from redis import Redis

from gm.game.events import Moved
from gm.game.moves import Show
from gm.master.commands import (
    Accepted,
    Act,
    AddAi,
    Again,
    Begin,
    Command,
    Join,
    Leave,
    MoreTime,
    OpenTable,
    Refused,
    Stop,
    Strike,
)
from gm.master.master import Master
from gm.master.ports import Change, Lost
from gm.master.reasons import Refusal
from gm.master.waits import ID_LENGTH, wait_id
from gm.store.redis_store import ANSWER_SECONDS, RedisStore
from tests.support.database import client
from tests.support.table import ANN, BOB, CY, DEE, PLACE, Seeded, TableTop, chosen


def an_act(top: TableTop, lots: Random) -> Command:
    person, wait = top.awaited()
    move = chosen(top.moves(wait), lots)
    return top.command(Act, person, wait=wait_id(top.table, wait.opened), move=move)


def repeated(top: TableTop, name: str) -> Command:
    match name:
        case "join":
            top.lobby()
            return top.command(Join, DEE)
        case "add an AI":
            top.lobby()
            return top.command(AddAi, ANN)
        case "leave":
            top.lobby()
            return top.command(Leave, BOB)
        case "begin":
            top.lobby()
            return top.command(Begin, ANN)
        case "vote":
            top.playing()
            return top.command(Stop, ANN)
        case "more time":
            top.playing()
            return top.command(MoreTime, top.awaited()[0])
        case "act":
            top.playing()
            return an_act(top, Random(2))
        case "again":
            top.playing()
            top.ok(Stop, ANN, admin=True)
            return top.command(Again, BOB)
        case _:
            return OpenTable(
                id="open",
                actor=top.command(Join, ANN).actor,  # type: ignore[union-attr]
                place=PLACE,
                title="t",
                rules="getaway",
                language="en",
            )


NAMES = ("open", "join", "add an AI", "leave", "begin", "vote", "more time", "act", "again")


@pytest.mark.parametrize("name", NAMES)
def test_a_command_ten_times_is_one_command(top: TableTop, name: str) -> None:
    command = repeated(top, name)
    answer = top.master.handle(command)
    assert isinstance(answer, Accepted)
    done = top.everything()
    for _ in range(9):
        assert top.master.handle(command) == answer
    anew = Master(RedisStore(top.redis), clock=top.clock, ids=Seeded("anew"))
    assert anew.handle(command) == answer
    assert top.everything() == done


@pytest.mark.parametrize("name", NAMES)
def test_a_command_from_eight_threads_at_once_is_one_command(
    top: TableTop, database: str, name: str
) -> None:
    command = repeated(top, name)
    log = len(top.scene.match.events) if top.id and top.scene.match else 0
    masters = [
        Master(RedisStore(client(database)), clock=top.clock, ids=Seeded(f"m{n}"))
        for n in range(4)
    ]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: masters[n // 2].handle(command), range(8)))
    assert isinstance(answers[0], Accepted)
    assert all(answer == answers[0] for answer in answers), answers
    top.id = answers[0].table
    assert top.scene.revision == (1 if name == "open" else _revision(top, name))
    if name == "act":
        match = top.scene.match
        assert match is not None
        assert sum(isinstance(e, Moved) for e in match.events[log:]) == 1
    for master in masters:  # nobody keeps a match that was not stored
        scene = master.scene(top.id)
        assert scene is not None
        assert scene.match is None or scene.match.events == top.scene.match.events  # type: ignore[union-attr]


def _revision(top: TableTop, name: str) -> int:
    """One more than the set-up made."""
    redis: Redis = top.redis
    lobby = 3  # opened, two joined
    return (
        {
            "act": lobby + 2,
            "vote": lobby + 2,
            "more time": lobby + 2,
            "again": lobby + 3,
        }.get(name, lobby + 1)
        if redis
        else 0
    )


def test_a_refusal_stays_one_though_it_would_be_allowed_by_now(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    begin = top.command(Begin, ANN)
    refused = top.master.handle(begin)
    assert refused == Refused(reason=Refusal.TOO_FEW, params={"least": 3})
    top.ok(AddAi, ANN)
    anew = Master(RedisStore(top.redis), clock=top.clock, ids=Seeded("anew"))
    assert anew.handle(begin) == refused
    assert top.master.handle(begin) == refused
    top.ok(Begin, ANN)
    move = top.command(Join, DEE, table="nowhere")
    assert top.master.handle(move) == top.master.handle(move) == Refused(reason=Refusal.NO_TABLE)
    ttl = top.redis.ttl(f"r:{begin.id}")
    assert 0 < ttl <= ANSWER_SECONDS


def test_a_refusal_that_comes_second_is_the_answer_that_came_first(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    join = top.command(Join, CY)
    taken = top.master.handle(join)
    assert top.store.refuse(join.id, Refused(reason=Refusal.TABLE_FULL)) == taken


def test_two_people_at_once_both_sit(top: TableTop, database: str) -> None:
    top.lobby((ANN, BOB))
    commands = [top.command(Join, who) for who in (CY, DEE)]
    masters = [
        Master(RedisStore(client(database)), clock=top.clock, ids=Seeded(f"m{n}"))
        for n in range(2)
    ]
    with ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(lambda n: masters[n].handle(commands[n]), range(2)))
    assert all(isinstance(outcome, Accepted) for outcome in outcomes)
    assert {p.id for p in top.table.people} == {p.id for p in (ANN, BOB, CY, DEE)}


class Rival(RedisStore):
    """A store at which somebody else is quicker a number of times."""

    def __init__(self, redis: Redis, times: int) -> None:
        super().__init__(redis)
        self.times = times

    def commit(self, change: Change) -> Accepted:
        if self.times:
            self.times -= 1
            raise Lost
        return super().commit(change)


def test_a_lost_race_is_decided_again(redis: Redis) -> None:
    top = TableTop(redis, store=Rival(redis, 5))
    top.open()
    assert top.table.people == (ANN,)


def test_who_loses_every_race_is_told_to_try_again(redis: Redis) -> None:
    top = TableTop(redis)
    top.lobby()
    busy = Master(Rival(redis, 10_000), clock=top.clock, ids=Seeded("busy"))
    assert busy.handle(top.command(Join, DEE)) == Refused(reason=Refusal.BUSY)


def test_a_cache_that_fell_behind_catches_up(top: TableTop) -> None:
    top.playing()
    other = Master(RedisStore(top.redis), clock=top.clock, ids=Seeded("other"))
    lots = Random(5)
    for n in range(12):
        handler = (top.master, other)[n // 3 % 2]
        assert isinstance(handler.handle(an_act(top, lots)), Accepted)
    mine, theirs = top.master.scene(top.id), other.scene(top.id)
    assert mine is not None
    assert theirs is not None
    assert mine.match is not None
    assert theirs.match is not None
    assert mine.match.events == theirs.match.events
    assert mine.match.view(0) == theirs.match.view(0)


def test_only_so_many_matches_are_kept(top: TableTop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm.master.master._KEPT", 2)
    ids = []
    for n in range(4):
        top.place = type(PLACE)(chat=-n - 1)
        top.playing()
        ids.append(top.id)
    for table in ids:
        assert top.master.scene(table) is not None
    assert len(top.master._matches) == 2
    assert top.master.scene("nowhere") is None


# -- waits -----------------------------------------------------------------------------------


def test_a_wait_id_says_nothing_and_fits_a_button(top: TableTop) -> None:
    top.playing()
    table = top.table
    ids = {wait_id(table, opened) for opened in range(500)}
    assert len(ids) == 500
    assert {len(given) for given in ids} == {ID_LENGTH}


def test_somebody_elses_button_is_not_yours(top: TableTop) -> None:
    top.playing()
    person, wait = top.awaited()
    other = next(p for p in (ANN, BOB, CY) if p != person)
    given = wait_id(top.table, wait.opened)
    move = top.moves(wait)[0]
    assert top.refused(Act, other, wait=given, move=move) == Refusal.NOT_YOURS


def test_an_old_button_is_stale_and_the_new_one_works(top: TableTop) -> None:
    top.playing()
    lots = Random(1)
    first = an_act(top, lots)
    assert isinstance(first, Act)
    assert isinstance(top.master.handle(first), Accepted)
    again = top.command(Act, first.actor.person, wait=first.wait, move=first.move)
    assert top.master.handle(again) == Refused(reason=Refusal.STALE)
    top.play(Random(3), most=5000)
    assert top.master.handle(
        top.command(Act, first.actor.person, wait=first.wait, move=first.move)
    ) == Refused(reason=Refusal.NOT_PLAYING)


def test_the_button_of_another_table_or_match_is_stale(top: TableTop) -> None:
    top.playing()
    person, wait = top.awaited()
    move, given = top.moves(wait)[0], wait_id(top.table, wait.opened)
    top.ok(Stop, ANN, admin=True)
    top.ok(Again, ANN)
    top.ok(Begin, ANN)
    assert top.refused(Act, person, wait=given, move=move) == Refusal.STALE
    top.place = type(PLACE)(chat=-3)
    top.playing()
    assert top.refused(Act, person, wait=given, move=move) == Refusal.STALE


def test_nobody_skips_or_removes_by_hand(top: TableTop) -> None:
    from gm.game.moves import Removed, Skipped

    top.playing()
    person, wait = top.awaited()
    given = wait_id(top.table, wait.opened)
    for move in (Skipped(), Removed()):
        assert top.refused(Act, person, wait=given, move=move) == Refusal.STALE


def test_an_illegal_move_has_the_reason_of_the_rules(top: TableTop) -> None:
    top.playing()
    person, wait = top.awaited()
    given = wait_id(top.table, wait.opened)
    assert top.refused(Act, person, wait=given, move=Show(card="train")) == "WRONG_MOVE"


def test_a_strike_without_anything_due_leaves_no_trace(top: TableTop) -> None:
    top.playing()
    before = top.everything()
    top.ok(Strike)
    assert top.everything() == before
