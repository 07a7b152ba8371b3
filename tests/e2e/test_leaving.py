"""People go in every way there is, at every point of a match; it always goes on or ends well."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from redis import Redis

from gm.game.events import Moved
from gm.game.moves import Accuse, Removed
from gm.game.position import Wait
from gm.master.commands import Act, Actor
from gm.master.tables import Ai, ClockKind, Keeper, Person, Phase
from gm.master.waits import wait_id
from tests.e2e.test_absence import asleep, sits
from tests.e2e.test_breaking import forge
from tests.e2e.test_matches import begin, ended_well
from tests.support.evening import Evening, evening

Way = Callable[[Evening, str], None]


def leaves(party: Evening, name: str) -> None:
    party.server.act("leave", person=party.people[name], where=party.group)
    party.wait(3)


def kicked(party: Evening, name: str) -> None:
    party.server.act("kick", by=admin(party), person=party.people[name], where=party.group)
    party.wait(3)


def blocks(party: Evening, name: str) -> None:
    party.server.act("block", person=party.people[name], bot_id=party.bot_id)
    party.wait(3)


def deactivated(party: Evening, name: str) -> None:
    """The account is gone: no update says so, the next message to it is refused with 403."""
    party.server.act("deactivate", person=party.people[name])
    party.wait(400)


def leave_command(party: Evening, name: str) -> None:
    party.say(name, "/leave")
    party.tap_latest(name, party.bot_id, "Confirm")


def concedes(party: Evening, name: str) -> None:
    party.say(name, "/concede", private=True)
    party.tap_latest(name, party.bot_id, "Confirm")


def test_who_says_leave_in_a_match_is_asked_once(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        seat = party.table.table.seat_of(party.people["Jonas"])
        party.say("Jonas", "/leave")
        assert party.table.table.seat_of(party.people["Jonas"]) == seat
        assert "Confirm in our private chat" in party.chat("Mira")
        party.tap_latest("Jonas", party.bot_id, "Back")
        assert party.table.table.seat_of(party.people["Jonas"]) == seat
        assert "Concede?" not in party.chat("Jonas", party.bot_id)
        party.say("Jonas", "/leave")
        party.tap_latest("Jonas", party.bot_id, "Confirm")
        assert party.table.table.seat_of(party.people["Jonas"]) is None
        assert "has left; the game master answers" in party.chat("Mira")


def test_the_lobbys_leave_tapped_too_late_gives_up_no_seat(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        forge(party, "Jonas", party.group, f"l:{party.table.table.id}:leave")
        assert party.table.table.seat_of(party.people["Jonas"]) is not None
        assert "Confirm in our private chat" in party.toast()
        assert "Concede?" in party.chat("Jonas", party.bot_id)


WAYS: dict[str, Way] = {
    "leaves": leaves,
    "is kicked": kicked,
    "blocks the bot": blocks,
    "is deactivated": deactivated,
    "says leave": leave_command,
    "concedes": concedes,
}


def admin(party: Evening) -> int:
    return next(iter(party.people.values()))


def play(party: Evening, until: Callable[[Wait], bool]) -> Wait:
    """Random calm moves until a wait of this kind is open; the wait."""
    for _ in range(120):
        scene = party.table
        assert scene.match is not None
        for wait in scene.match.state.position.waits:
            if until(wait):
                return wait
        wait = scene.match.state.position.waits[0]
        occupant = scene.table.occupants[wait.seat]
        if not isinstance(occupant, Person):
            party.wait(7)
            continue
        calm = [m for m in scene.match.moves(wait.seat) if not isinstance(m, Accuse)]
        party.house.master.handle(
            Act(
                id=f"play:{party.clock()}:{wait.opened}",
                actor=Actor(person=occupant),
                table=scene.table.id,
                wait=wait_id(scene.table, wait.opened),
                move=party.lots.choice(calm),
            )
        )
        party.wait(2)
    raise AssertionError("no such wait")


def name_at(party: Evening, seat: int) -> str:
    occupant = party.table.table.occupants[seat]
    assert isinstance(occupant, Person)
    return occupant.name


def not_host(party: Evening, wait: Wait) -> bool:
    """Not the first: they are the group's owner and cannot be kicked."""
    return party.table.table.occupants[wait.seat] != party.table.table.people[0]


@pytest.mark.parametrize("ai", [0, 1])
@pytest.mark.parametrize("way", WAYS)
def test_whoever_is_gone_while_asked_is_answered_for(redis: Redis, way: str, ai: int) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", "Hana", seed=7) as party:
        begin(party, 4, ai)
        wait = play(party, lambda w: w.asker is not None and _is_person(party, w))
        if not not_host(party, wait):
            wait = play(party, lambda w: w.asker is not None and _movable(party, w))
        name, seat = name_at(party, wait.seat), wait.seat
        WAYS[way](party, name)
        party.wait(20)
        assert not sits(party, name)
        scene = party.table
        assert scene.match is not None
        assert isinstance(scene.table.occupants[seat], Ai if ai else Keeper)
        assert scene.match.state.position.wait(seat) != wait  # answered
        answers = [e for e in scene.match.events[wait.opened :] if isinstance(e, Moved)]
        assert any(e.seat == seat and not isinstance(e.move, Removed) for e in answers)
        assert scene.table.phase is Phase.PLAYING
        assert party.house.outbox.pending(party.people[name]) == []


def _is_person(party: Evening, wait: Wait) -> bool:
    return isinstance(party.table.table.occupants[wait.seat], Person)


def _movable(party: Evening, wait: Wait) -> bool:
    return _is_person(party, wait) and not_host(party, wait)


@pytest.mark.parametrize("way", ["leaves", "is deactivated", "concedes"])
def test_whoever_is_gone_on_their_turn_lets_the_next_one_play(redis: Redis, way: str) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", seed=3) as party:
        begin(party, 3, 0)
        wait = play(party, lambda w: w.asker is None and _movable(party, w))
        name = name_at(party, wait.seat)
        WAYS[way](party, name)
        party.wait(20)
        scene = party.table
        assert scene.match is not None
        (now,) = scene.match.state.position.waits
        assert now.seat != wait.seat
        assert now.seat not in scene.match.state.position.out
        assert "left the match" in party.chat("Mira")


@pytest.mark.parametrize("phase", ["lobby", "aside", "over", "again", "out"])
def test_conceding_outside_of_play(redis: Redis, phase: str) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", seed=2) as party:
        table = begin(party, 3, 0)
        if phase == "aside":
            asleep(party)
        elif phase == "out":
            wait = play(party, lambda w: w.asker is None and name_at(party, w.seat) == "Jonas")
            _accuse_wrongly(party, wait)
            concedes(party, "Jonas")
            scene = party.house.master.scene(table)
            assert scene is not None
            assert scene.match is not None
            assert scene.table.seat_of(party.people["Jonas"]) is None
            assert scene.table.phase is Phase.PLAYING
            return
        else:
            for name in ("Mira", "Jonas"):
                party.say(name, "/stop")
        if phase in ("again", "lobby"):
            party.tap_latest("Mira", party.group, "Play again")
        if phase == "lobby":
            party.say("Jonas", "/leave")
        party.say("Jonas", "/concede", private=True)
        text = party.chat("Jonas", party.bot_id)
        if phase == "aside":
            assert "You are in no match" in text
        scene = party.house.master.scene(table)
        assert scene is not None
        assert "Concede?" not in text
        if phase == "again":
            assert scene.table.seat_of(party.people["Jonas"]) is not None


def _accuse_wrongly(party: Evening, wait: Wait) -> None:
    scene = party.table
    assert scene.match is not None
    case, occupant = scene.match.state.case, scene.table.occupants[wait.seat]
    assert isinstance(occupant, Person)
    wrong = next(
        m for m in scene.match.moves(wait.seat) if isinstance(m, Accuse) and m.theory != case
    )
    party.house.master.handle(
        Act(
            id=f"wrong:{wait.opened}",
            actor=Actor(person=occupant),
            table=scene.table.id,
            wait=wait_id(scene.table, wait.opened),
            move=wrong,
        )
    )
    party.wait(5)


def test_everybody_asleep_ends_after_a_day_with_the_case_shown(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", seed=5) as party:
        table = begin(party, 3, 0)
        asleep(party)
        party.wait(60)
        before = len(party.screen("Mira", party.group)["messages"])
        party.wait(23 * 3600)
        assert len(party.screen("Mira", party.group)["messages"]) == before  # nobody is nagged
        party.wait(2 * 3600)
        scene = party.house.master.scene(table)
        assert scene is not None
        assert scene.table.phase is Phase.OVER
        text = party.chat("Mira")
        assert "nobody was left to play" in text
        assert "It was" in text
        assert party.house.database.zcard("due") == 0
        ended_well(party, table)
        party.say("Mira", "/newgame getaway")  # and the place is free again
        assert party.table.table.id != table


@pytest.mark.parametrize("ai", [0, 1])
def test_everybody_accuses_wrongly(redis: Redis, ai: int) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", seed=6) as party:
        table = begin(party, 3, ai)
        for _ in range(3):
            scene = party.house.master.scene(table)
            assert scene is not None
            if scene.table.phase is not Phase.PLAYING:
                break
            wait = play(party, lambda w: w.asker is None and _is_person(party, w))
            _accuse_wrongly(party, wait)
        party.wait(60)
        scene = party.house.master.scene(table)
        assert scene is not None
        assert scene.table.phase is (Phase.ASIDE if ai else Phase.OVER)
        if not ai:
            assert "Nobody solved the case" in party.chat("Mira")
            ended_well(party, table)
            return
        assert "still needed" in party.chat("Mira", party.bot_id)
        party.tap_latest("Jonas", party.group, "end")
        party.tap_latest("Tuấn", party.group, "end")
        party.wait(5)
        assert "The match was stopped" in party.chat("Mira")


def test_no_clock_of_a_wait_outlives_its_person(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", "Hana", seed=8) as party:
        begin(party, 4, 1)
        for name in ("Jonas", "Tuấn", "Hana"):
            leaves(party, name)
            scene = party.table
            for clock in scene.table.clocks:
                if clock.kind is ClockKind.WAIT:
                    assert clock.seat is not None
                    assert isinstance(scene.table.occupants[clock.seat], Person)
        party.wait(60)
        assert party.table.table.phase is Phase.PLAYING


def test_the_same_people_in_two_groups_at_once(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", seed=9) as party:
        first_group = party.group
        second_group = party.server.act(
            "new_group", title="Saturday", people=list(party.people.values())
        )
        party.server.act(
            "add_bot",
            by=admin(party),
            bot_id=party.bot_id,
            where=second_group,
            rights=["can_pin_messages"],
        )
        first = begin(party, 3, 0)
        party.group = second_group
        second = begin(party, 3, 0)
        assert first != second
        jonas = party.people["Jonas"]
        assert set(party.house.store.tables_of(jonas)) == {first, second}
        # a move at one table moves nothing at the other, and each message says whose it is
        for group, table, other in (
            (second_group, second, first),
            (first_group, first, second),
        ):
            party.group = group
            still = party.house.master.scene(other)
            wait = play(party, lambda w: w.asker is not None)
            assert wait.asker is not None
            moved, left_alone = party.house.master.scene(table), party.house.master.scene(other)
            assert moved is not None
            assert left_alone is not None
            assert still is not None
            assert left_alone.match is not None
            assert still.match is not None
            assert left_alone.match.events == still.match.events
        text = party.chat("Jonas", party.bot_id)
        assert "Friday" in text
        assert "Saturday" in text
        party.say("Jonas", "/hand", private=True)
        # conceding is asked for each, and gives up only the one that is confirmed
        party.say("Jonas", "/concede", private=True)
        party.tap_latest("Jonas", party.bot_id, "Confirm")
        seats = []
        for table in (first, second):
            scene = party.house.master.scene(table)
            assert scene is not None
            seats.append(scene.table.seat_of(jonas) is None)
        assert sorted(seats) == [False, True]
        # who leaves one group keeps the seat in the other
        keeps = second if seats[0] else first
        leaves_from = first_group if seats[0] else second_group
        party.server.act("leave", person=jonas, where=leaves_from)
        party.wait(5)
        scene = party.house.master.scene(keeps)
        assert scene is not None
        assert scene.table.seat_of(jonas) is not None
        # who blocks the bot gives up both
        party.server.act("block", person=party.people["Tuấn"], bot_id=party.bot_id)
        party.wait(20)
        assert party.house.store.tables_of(party.people["Tuấn"]) == ()
