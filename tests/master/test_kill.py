"""Whatever dies, and when: what was acknowledged is there once, and a repeat says the same.

A command is killed at every one of its database calls, before and after the call took place,
and delivered again to a new process. Then real processes are killed under load. What is sent to
Telegram is the sender's; its one marked send is tested with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, get_args

import pytest
from redis import Redis

from gm.game.events import Moved
from gm.game.moves import Move
from gm.master.commands import (
    Abandon,
    Accepted,
    Act,
    AddAi,
    AddLuck,
    Advise,
    Again,
    AskSeat,
    Begin,
    Command,
    Consent,
    Delivered,
    Depute,
    DropAi,
    Gone,
    GoOn,
    HostInstead,
    Join,
    Leave,
    Migrate,
    MoreTime,
    Mute,
    OpenSolo,
    OpenTable,
    Pause,
    Pick,
    Recap,
    Remove,
    Rest,
    Return,
    SetOption,
    Stop,
    Strike,
    Vote,
)
from gm.master.hosting import ASLEEP
from gm.master.hours import Hours
from gm.master.master import Master
from gm.master.tables import Person, Place
from gm.master.waits import wait_id
from gm.store.redis_store import RedisStore
from gm.store.timers import CLAIM, Timers
from tests.support.database import client
from tests.support.killing import (
    Killed,
    MortalDatabase,
    Unreachable,
    When,
    Worker,
    fragile,
    restore,
    snapshot,
)
from tests.support.table import ANN, BOB, CY, DEE, PLACE, Seeded, TableTop, chosen

Made = Callable[[TableTop], Command]


def opening(top: TableTop) -> Command:
    return OpenTable(
        id="k",
        actor=top.command(Join, ANN).actor,  # type: ignore[union-attr]
        place=PLACE,
        title="t",
        rules="getaway",
        language="en",
    )


def in_lobby(kind: type, who: Person | None = None, **fields: Any) -> Made:
    def make(top: TableTop) -> Command:
        top.lobby((ANN, BOB, CY), ai=1)
        return top.command(kind, who, id="k", **fields)

    return make


def choosing(kind: type, rules: str, **fields: Any) -> Made:
    def make(top: TableTop) -> Command:
        top.lobby((ANN, BOB), rules=rules)
        if rules == "casefile":
            top.ok(SetOption, ANN, option="first", value="vote")
        return top.command(kind, ANN, id="k", **fields)

    return make


def in_match(kind: type, who: Person | None = None, *, ai: int = 0, **fields: Any) -> Made:
    def make(top: TableTop) -> Command:
        top.playing((ANN, BOB, CY), ai=ai)
        return top.command(kind, who, id="k", **fields)

    return make


def acting(top: TableTop) -> Command:
    top.playing((ANN, BOB, CY))
    person, wait = top.awaited()
    move = chosen(top.moves(wait), Random(1))
    return top.command(Act, person, id="k", wait=wait_id(top.table, wait.opened), move=move)


def more_time(top: TableTop) -> Command:
    top.playing((ANN, BOB, CY))
    return top.command(MoreTime, top.awaited()[0], id="k")


def delivered(top: TableTop) -> Command:
    top.playing((ANN, BOB, CY))
    return top.command(Delivered, id="k", match=1, wait=top.awaited()[1].opened, at=top.clock.at)


def striking(steps: int, **how: Any) -> Made:
    def make(top: TableTop) -> Command:
        top.playing((ANN, BOB, CY), **how)
        for _ in range(steps):
            top.strike_next()
        due = top.due()
        assert due is not None
        top.clock.at = due
        return top.command(Strike, id="k")

    return make


def lobby_expiring(top: TableTop) -> Command:
    top.lobby()
    top.pass_time(3_600_000)
    return top.command(Strike, id="k")


def paused(top: TableTop) -> Command:
    top.playing((ANN, BOB, CY))
    top.ok(Pause, ANN)
    top.ok(Pause, BOB)
    return top.command(GoOn, CY, id="k")


def slowly(kind: type, who: Person, *, away: bool = False, **fields: Any) -> Made:
    def make(top: TableTop) -> Command:
        top.playing((ANN, BOB, CY), options={"pace": "slow"})
        if away:
            top.store.set_hours(who.id, Hours(away=top.clock.at + 86_400_000))
        return top.command(kind, who, id="k", **fields)

    return make


def once_more(top: TableTop) -> Command:
    top.playing()
    top.ok(Stop, ANN, admin=True)
    return top.command(Again, BOB, id="k")


def coming_back(top: TableTop) -> Command:
    top.playing((ANN, BOB, CY))
    while not top.table.kept:
        top.strike_next()
    (person,) = top.table.kept
    who = next(p for p in (ANN, BOB, CY) if p.id == person)
    return top.command(Return, who, id="k")


def agreeing(top: TableTop) -> Command:
    top.playing((ANN, BOB, CY))
    top.ok(Remove, ANN, person=CY.id)
    return top.command(Consent, BOB, id="k", mark=top.table.ballots[0].mark)


def seated(top: TableTop) -> Command:
    top.playing((ANN, BOB), ai=1)
    top.store.set_reachable(DEE.id, True)
    top.ok(AskSeat, DEE)
    top.ok(Consent, ANN, mark=top.table.ballots[0].mark)
    return top.command(Consent, BOB, id="k", mark=top.table.ballots[0].mark)


def asking(top: TableTop) -> Command:
    top.playing((ANN, BOB), ai=1)
    top.store.set_reachable(DEE.id, True)
    return top.command(AskSeat, DEE, id="k")


def hosting(top: TableTop) -> Command:
    top.lobby((ANN, BOB))
    top.pass_time(ASLEEP)
    return top.command(HostInstead, BOB, id="k")


def alone(top: TableTop) -> Command:
    top.store.set_reachable(ANN.id, True)
    how = {"rules": "getaway", "level": "rookie", "seats": 3, "language": "en"}
    return top.command(OpenSolo, ANN, id="k", **how)


def advised(top: TableTop) -> Command:
    top.playing(options={"learning": True})
    person, _ = top.awaited()
    return top.command(Advise, person, id="k")


COMMANDS: dict[str, Made] = {
    "begin alone": alone,
    "advise": advised,
    "open": opening,
    "join": in_lobby(Join, DEE),
    "leave the lobby": in_lobby(Leave, ANN),
    "add an AI": in_lobby(AddAi, ANN),
    "drop an AI": in_lobby(DropAi, ANN),
    "set an option": in_lobby(SetOption, ANN, option="takeover", value="ai"),
    "pick a piece": choosing(Pick, "mansion", token="red"),
    "luck": in_lobby(AddLuck, BOB, words="tiger"),
    "vote": choosing(Vote, "casefile", named=str(BOB.id)),
    "begin": in_lobby(Begin, ANN),
    "close the lobby": in_lobby(Stop, ANN),
    "the lobby expires": lobby_expiring,
    "leave the match": in_match(Leave, ANN),
    "leave to an AI": in_match(Leave, ANN, ai=1),
    "come back": coming_back,
    "vote to stop": in_match(Stop, BOB),
    "stop": in_match(Stop, BOB, admin=True),
    "again": once_more,
    "act": acting,
    "more time": more_time,
    "delivered": delivered,
    "ask for a pause": in_match(Pause, BOB),
    "go on": paused,
    "be away": slowly(Rest, ANN, away=True),
    "have answered": slowly(Depute, ANN, on=True),
    "recap": in_match(Recap, ANN),
    "mute": in_match(Mute, person=BOB.id, on=True),
    "nudge": striking(0),
    "mention": striking(1),
    "default": striking(2),
    "idle out": striking(5),
    "send away": in_lobby(Remove, ANN, person=CY.id),
    "vote to remove": in_match(Remove, ANN, person=CY.id),
    "agree and remove": agreeing,
    "ask for a seat": asking,
    "agree and seat": seated,
    "host instead": hosting,
    "gone": in_match(Gone, person=CY.id),
    "abandoned": in_match(Abandon),
    "migrate": in_match(Migrate, chat=-55),
}


def process(top: TableTop, redis: Redis) -> Master:
    """A new process on the same database."""
    return Master(RedisStore(redis), clock=top.clock, ids=Seeded("later"))


def test_every_kind_of_command_is_killed(redis: Redis) -> None:
    kinds = set()
    for make in COMMANDS.values():
        redis.flushall()
        kinds.add(type(make(TableTop(redis))))
    assert kinds == set(get_args(Command))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_killed_anywhere_is_taken_once(redis: Redis, top: TableTop, name: str) -> None:
    command = COMMANDS[name](top)
    start = snapshot(redis)
    process(top, redis).handle(command)  # the scripts are loaded now
    restore(redis, start)
    sound = fragile(redis, -1, When.BEFORE)
    answer = process(top, sound).handle(command)
    assert isinstance(answer, Accepted)
    done = top.everything()
    assert sound.calls >= 2
    for at in range(sound.calls):
        for when in When:
            restore(redis, start)
            with pytest.raises(Killed):
                process(top, fragile(redis, at, when)).handle(command)
            again = process(top, redis)
            assert again.handle(command) == answer
            assert top.everything() == done
            assert again.handle(command) == answer
            assert top.everything() == done


@pytest.mark.parametrize("when", When)
def test_a_pump_killed_at_a_claim_or_a_heartbeat_loses_no_time(redis: Redis, when: When) -> None:
    Timers(redis).claim(0)  # the script is loaded now
    redis.zadd("due", {"a": 10})
    with pytest.raises(Killed):
        Timers(fragile(redis, 0, when)).claim(10)
    claimed = [] if when is When.AFTER else ["a"]
    assert Timers(redis).claim(10) == claimed
    assert Timers(redis).claim(10 + CLAIM) == ["a"]

    Timers(redis).beat(1_000)
    with pytest.raises(Killed):
        Timers(fragile(redis, 0, when)).beat(101_000)
    Timers(redis).beat(101_000)
    assert Timers(redis).outage() == 100_000


# -- whole processes -------------------------------------------------------------------------


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[MortalDatabase]:
    database = MortalDatabase(tmp_path / "db")
    yield database
    database.close()


def an_act(top: TableTop, lots: Random) -> tuple[Command, int, Move] | None:
    """The next move of a person, if the match goes on."""
    scene = top.scene
    assert scene.match is not None
    if scene.match.state.position.over:
        return None
    wait = lots.choice(scene.match.state.position.waits)
    person = scene.table.occupants[wait.seat]
    assert isinstance(person, Person)
    move = chosen(scene.match.moves(wait.seat), lots, accuse=0)
    command = top.command(Act, person, wait=wait_id(scene.table, wait.opened), move=move)
    return command, wait.seat, move


def moves_of(top: TableTop) -> list[tuple[int, Move]]:
    """What the log says was done, read anew."""
    anew = TableTop(top.redis)
    anew.id = top.id
    match = anew.scene.match
    assert match is not None
    return [(e.seat, e.move) for e in match.events if isinstance(e, Moved)]


def test_killed_workers_lose_and_double_nothing(redis: Redis, database: str) -> None:
    lots = Random(7)
    top = TableTop(redis)
    top.playing((ANN, BOB, CY, DEE))
    done: list[tuple[int, Move]] = []
    worker, kills = Worker(database), 0
    while len(done) < 60 and (act := an_act(top, lots)) is not None:
        command, seat, move = act
        outcome = None
        while outcome is None:
            worker.send(command)
            if kills < 12 and lots.random() < 0.5:
                outcome = worker.answer(lots.random() * 0.004)
                worker.kill()
                worker, kills = Worker(database), kills + 1
            else:
                outcome = worker.answer() or "no answer"
        assert outcome == "Accepted"
        done.append((seat, move))
    worker.kill()
    assert kills == 12
    assert moves_of(top) == done


def test_a_killed_database_loses_and_doubles_nothing(mortal: MortalDatabase) -> None:
    lots = Random(3)
    tables = [TableTop(client(mortal.url), seed=str(n), place=Place(chat=-n)) for n in (1, 2, 3)]
    done: list[list[tuple[int, Move]]] = [[] for _ in tables]
    for top in tables:
        top.playing((ANN, BOB, CY, DEE))
    stop: list[bool] = []

    def play(n: int) -> None:
        top, mine = tables[n], Random(n)
        waiting: tuple[Command, int, Move] | None = None
        while not stop:
            try:
                waiting = waiting or an_act(top, mine)
                if waiting is None:
                    return
                outcome = top.master.handle(waiting[0])
            except Unreachable:
                continue
            assert isinstance(outcome, Accepted), outcome
            done[n].append(waiting[1:])
            waiting = None

    threads = [Thread(target=play, args=(n,)) for n in range(len(tables))]
    for thread in threads:
        thread.start()
    for _ in range(6):
        goal = sum(map(len, done)) + lots.randrange(5, 15)
        while sum(map(len, done)) < goal and any(t.is_alive() for t in threads):
            threads[0].join(0.002)
        mortal.kill()
    stop.append(True)
    for thread in threads:
        thread.join()
    for top, acknowledged in zip(tables, done, strict=True):
        stored = moves_of(top)
        # the last command may be stored while its answer was still under way
        assert stored[: len(acknowledged)] == acknowledged
        assert len(stored) <= len(acknowledged) + 1
    assert sum(map(len, done)) >= 30
