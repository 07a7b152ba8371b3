"""People who fall asleep, wake up, leave, and what their phones show of it."""

from __future__ import annotations

from redis import Redis

from gm.botapi.settlement import Impossible
from gm.game.position import Wait
from gm.master.pace import LADDERS, Pace
from gm.master.tables import Person, Phase, followed
from gm.master.waits import wait_id
from tests.e2e.test_breaking import forge
from tests.e2e.test_matches import begin
from tests.support.evening import Evening, evening

GRACE = LADDERS[Pace.LIVE].grace * 1000


def asleep(party: Evening) -> None:
    """Nobody does anything until the match is set aside."""
    for _ in range(60):
        if party.table.table.phase is Phase.ASIDE:
            return
        party.wait(60)
    raise AssertionError("never set aside")


def away(party: Evening) -> str:
    """Nobody does anything until the first of them has lost the seat; who that is."""
    for _ in range(200):
        table = party.table.table
        if table.kept:
            (number,) = table.kept
            person = table.known(number)
            assert person is not None
            return person.name
        party.wait(10)
    raise AssertionError("never away")


def buttons(party: Evening, name: str, where: int) -> list[str]:
    return [
        button.get("callback_data", "")
        for message in party.screen(name, where)["messages"]
        for row in message["keyboard"]
        for button in row
    ]


def sits(party: Evening, name: str) -> bool:
    return any(p.name == name for p in party.table.table.people)


def test_who_slept_taps_in_private_and_has_hand_and_panel_again(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        name = away(party)
        assert "Time runs out in 10 minutes" in party.chat(name, party.bot_id)
        party.tap_latest(name, party.bot_id, "I'm back")
        assert sits(party, name)
        text = party.chat(name, party.bot_id)
        assert "kept for you until" not in text
        assert "Your hand" in text
        assert f"{name} is back" in party.chat("Mira").replace("\u2068", "").replace("\u2069", "")
        wait = next((w for w in _waits(party) if _sitter(party, w.seat) == name), None)
        if wait is not None:
            given = wait_id(party.table.table, wait.opened)
            assert any(d.startswith(given) for d in buttons(party, name, party.bot_id))


def test_join_and_the_groups_button_and_the_hand_bring_back_too(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        asleep(party)
        assert party.table.table.people == ()
        party.say("Jonas", "/join")
        assert sits(party, "Jonas")
        assert party.table.table.phase is Phase.PLAYING
        party.tap_latest("Mira", party.group, "I'm back")
        assert sits(party, "Mira")
        party.say("Tuấn", "/hand", private=True)
        party.tap_latest("Tuấn", party.bot_id, "I'm back")
        assert sits(party, "Tuấn")
        assert party.table.table.kept == {}
        assert "wait" in str([c.kind.value for c in party.table.table.clocks])


def test_a_tap_on_ones_old_question_leads_back_to_the_seat(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        asleep(party)
        (wait,) = _waits(party)
        person = followed(party.table.table.occupants[wait.seat])
        assert person is not None
        given = wait_id(party.table.table, wait.opened)
        message = party.screen(person.name, party.bot_id)["messages"][-1]
        party.server.act(
            "tap",
            person=person.id,
            where=party.bot_id,
            message_id=message["id"],
            data=f"{given}.0",
        )
        party.wait(3)
        assert "I'm back" in party.toast()


def test_a_stranger_and_a_latecomer_are_told_why_not(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", "Hana") as party:
        begin(party, 3, 0)
        name = away(party)
        party.tap_latest("Hana", party.group, "I'm back")
        assert "no seat" in party.toast()
        others = [n for n in ("Mira", "Jonas", "Tuấn") if n != name]
        end = party.clock() + GRACE / 1000 + 60
        while party.clock() < end and party.table.table.phase is Phase.PLAYING:
            for other in others:
                _end_turn(party, other)
            party.wait(20)
        party.tap_latest(name, party.group, "I'm back")
        assert "no longer" in party.toast()
        assert "no longer kept" in party.chat(name, party.bot_id)


def test_who_was_thrown_out_of_the_group_cannot_come_back_in_private(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        asleep(party)
        name = "Jonas"
        party.server.act(
            "kick", by=party.people["Mira"], person=party.people[name], where=party.group
        )
        party.wait(3)
        assert "no longer kept for you" in party.chat(name, party.bot_id)
        forge(party, name, party.bot_id, f"l:{party.table.table.id}:back")
        assert "group you are not in" in party.toast()
        assert party.table.table.phase is Phase.ASIDE


def test_who_left_unnoticed_cannot_come_back_in_private_either(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        asleep(party)
        with party.server.host.changed:  # no admin, so nobody tells the bot who leaves
            chat = next(c for c in party.server.telegram.world.chats.values() if c.id < 0)
            chat.members[party.bot_id].status = "member"
        party.server.act("leave", person=party.people["Jonas"], where=party.group, quiet=True)
        party.tap_latest("Jonas", party.bot_id, "I'm back")
        assert "group you are not in" in party.toast()
        assert party.table.table.phase is Phase.ASIDE


def _waits(party: Evening) -> tuple[Wait, ...]:
    match = party.table.match
    assert match is not None
    return match.state.position.waits


def _sitter(party: Evening, seat: int) -> str | None:
    occupant = party.table.table.occupants[seat]
    return occupant.name if isinstance(occupant, Person) else None


def _end_turn(party: Evening, name: str) -> None:
    """Ask for more time, which is the least that keeps one's seat, or play on."""
    scene = party.table
    match = scene.match
    if match is None or scene.table.phase is not Phase.PLAYING:
        return
    seat = scene.table.seat_of(party.people[name])
    if seat is None or match.state.position.wait(seat) is None:
        return
    for label in ("End turn", "Nothing", "Hand over"):
        try:
            party.tap_latest(name, party.bot_id, label)
        except (AssertionError, Impossible):
            continue
        return
    _any(party, name, seat)


def _any(party: Evening, name: str, seat: int) -> None:
    """Tap whatever is offered, deeper and deeper, never an accusation."""
    for _ in range(8):
        scene = party.table
        if scene.match is None or (wait := scene.match.state.position.wait(seat)) is None:
            return
        given = wait_id(scene.table, wait.opened)
        for message in reversed(party.screen(name, party.bot_id)["messages"]):
            offered = [
                button["text"]
                for row in message["keyboard"]
                for button in row
                if button.get("callback_data", "").startswith(given)
                and "Accuse" not in button["text"]
                and "Back" not in button["text"]
            ]
            if offered:
                party.tap(name, party.bot_id, message["id"], offered[0])
                break
        else:
            return


def test_conceding_is_asked_once_and_confirmed(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", "Hana") as party:
        begin(party, 4, 0)
        party.say("Jonas", "/concede", private=True)
        assert sits(party, "Jonas")
        assert "your hand goes on answering" in party.chat("Jonas", party.bot_id)
        party.tap_latest("Jonas", party.bot_id, "Back")
        assert sits(party, "Jonas")
        assert "Concede?" not in party.chat("Jonas", party.bot_id)
        party.say("Jonas", "/concede", private=True)
        party.tap_latest("Jonas", party.bot_id, "Confirm")
        assert not sits(party, "Jonas")
        assert "You have left the match" in party.chat("Jonas", party.bot_id)
        assert "Concede?" not in party.chat("Jonas", party.bot_id)
        match = party.table.match
        assert match is not None
        assert match.state.position.removed == {1}
        party.say("Jonas", "/concede", private=True)
        assert "You are in no match" in party.chat("Jonas", party.bot_id)


def test_conceding_alone_among_ai_seats_says_so_and_can_be_thought_over(redis: Redis) -> None:
    with evening(redis, "Mira") as party:
        begin(party, 1, 2)
        party.say("Mira", "/concede", private=True)
        assert "an AI plays on" in party.chat("Mira", party.bot_id)
        party.tap_latest("Mira", party.bot_id, "Confirm")
        assert party.table.table.phase is Phase.ASIDE
        assert "You have left the match" in party.chat("Mira", party.bot_id)
        party.tap_latest("Mira", party.group, "I'm back")
        assert party.table.table.phase is Phase.PLAYING


def test_in_a_lobby_there_is_nothing_to_concede(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        party.start("Mira")
        party.say("Mira", "/newgame getaway")
        party.say("Mira", "/concede", private=True)
        assert sits(party, "Mira")
        assert "You are in no match" in party.chat("Mira", party.bot_id)
