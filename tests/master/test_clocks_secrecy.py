"""The time that an answer takes tells nothing: one pause for all who answer by themselves."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from random import Random
from statistics import mean

from redis import Redis

from gm.game.events import Moved, WaitKind
from gm.game.moves import Accuse
from gm.master.commands import Depute, Leave
from gm.master.hours import Hours
from gm.master.tables import Ai, Clock, ClockKind, Keeper, Person, Phase
from gm.master.waits import pause
from tests.support.table import ANN, BOB, CY, TableTop


def who(top: TableTop, seat: int) -> str:
    occupant = top.table.occupants[seat]
    return {Ai: "ai", Keeper: "keeper", Person: "deputed"}[type(occupant)]


def test_the_pause_is_of_the_tables_key_and_the_wait_alone(top: TableTop) -> None:
    top.playing((ANN, BOB, CY), options={"pace": "slow"})
    table = top.table
    other = replace(
        table,
        seed=bytes(32),
        occupants=(CY, Keeper(follows=ANN), Ai(level="rookie", name="Ada")),
        idle=(1, 1, 1),
        clocks=(),
        title="elsewhere",
    )
    for opened in range(200):
        assert 2_000 <= pause(table, opened) <= 6_000
        assert pause(other, opened) == pause(table, opened)
    assert len({pause(table, opened) for opened in range(200)}) > 180
    assert {pause(replace(table, key=bytes(32)), n) for n in range(9)} != {
        pause(table, n) for n in range(9)
    }


def test_ai_keeper_and_deputy_take_the_same_time_whatever_they_hold(redis: Redis) -> None:
    took: dict[tuple[str, int], list[int]] = defaultdict(list)
    for seed in range(2):
        redis.flushall()
        top, lots = TableTop(redis, seed=f"time{seed}"), Random(seed)
        for person in (ANN, BOB, CY):
            top.store.set_hours(person.id, Hours(quiet=(0, 0)))
        top.playing((ANN, BOB, CY), ai=1, options={"pace": "slow", "last_seat_wins": False})
        top.ok(Depute, BOB, on=True)
        for _ in range(60):
            if top.table.phase is not Phase.PLAYING:
                break
            asked = [w for w in top.waits if w.kind is WaitKind.SHOW]
            here = [w for w in top.waits if top.person(w.seat)]
            own = [w for w in here if top.running(w).kind is ClockKind.WAIT]
            for wait in asked:
                clock: Clock = top.running(wait)
                if clock.kind is ClockKind.AUTO:
                    assert clock.length == pause(top.table, wait.opened)
                    took[who(top, wait.seat), min(len(top.moves(wait)), 2)].append(clock.length)
            if own:
                moves = [m for m in top.moves(own[0]) if not isinstance(m, Accuse)]
                top.act(own[0], lots.choice(moves))
                continue
            before = top.clock.at
            top.strike_next()
            assert top.clock.at - before <= 6_000 or not asked
        match = top.scene.match
        assert match is not None
        assert any(isinstance(event, Moved) for event in match.events)
    assert {kind for kind, _ in took} >= {"ai", "deputed"}
    for lengths in took.values():
        assert len(lengths) < 8 or 3_000 <= mean(lengths) <= 5_000


def test_a_keeper_takes_the_same_pause(top: TableTop) -> None:
    top.playing((ANN, BOB, CY))
    top.ok(Leave, BOB)
    seen, lots = 0, Random(2)
    while seen < 3:
        for wait in top.waits:
            if isinstance(top.table.occupants[wait.seat], Keeper):
                assert top.running(wait).length == pause(top.table, wait.opened)
                seen += 1
        top.step(lots, accuse=0)
