"""What people say and tap about time, over HTTP: pauses, own hours, being away, what happened."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from redis import Redis

from gm.master.hours import LONGEST_NIGHT, Hours, length_of
from gm.master.tables import ClockKind
from gm.telegram.own_time import QUIET
from tests.e2e.test_breaking import forge
from tests.e2e.test_matches import begin
from tests.support.evening import Evening, evening

HOUR, DAY = 3_600, 86_400


@pytest.fixture
def live(redis: Redis) -> Iterator[Evening]:
    with evening(redis, "Mira", "Jonas", "Tuấn", seed=3) as party:
        begin(party, 3, 0)
        yield party


@pytest.fixture
def slow(redis: Redis) -> Iterator[Evening]:
    with evening(redis, "Mira", "Jonas", "Tuấn", seed=3) as party:
        begin(party, 3, 0, "getaway", "Time", "Pace: live")
        yield party


def own(party: Evening, name: str) -> Hours:
    return party.house.store.hours(party.people[name])


def text(party: Evening, name: str) -> str:
    """The last message of somebody's private chat."""
    return str(party.screen(name, party.bot_id)["messages"][-1]["text"])


def awaited(party: Evening) -> str:
    scene = party.table
    assert scene.match is not None
    (wait,) = scene.match.state.position.waits
    return scene.table.people[wait.seat].name


def test_a_pause_by_agreement_is_ended_by_a_tap(live: Evening) -> None:
    live.say("Mira", "/pause")
    assert "Mira asks for a pause: 1 of 2" in live.chat("Mira").replace("\u2068", "").replace(
        "\u2069", ""
    )
    assert "You asked" not in live.chat("Mira")
    live.tap_latest("Jonas", live.group, "Agree to a pause")
    live.wait(5)
    assert "A pause: no clock runs" in live.chat("Mira")
    assert "Time runs out" not in live.chat("Mira").split("⏳")[-1]
    live.wait(DAY / 4)
    assert live.table.table.idle == (0, 0, 0)
    live.tap_latest("Tuấn", live.group, "Go on")
    live.wait(5)
    assert live.table.table.paused is None
    assert "Time runs out" in live.chat("Mira")
    live.say("Tuấn", "/unpause")
    assert "not paused" in live.chat("Mira")


def test_own_hours_are_set_in_one_message(slow: Evening) -> None:
    slow.say("Mira", "/zone", private=True)
    assert "not known yet" in text(slow, "Mira")
    said = len(slow.screen("Mira", slow.bot_id)["messages"])
    slow.tap_latest("Mira", slow.bot_id, "Time zone")
    slow.tap_latest("Mira", slow.bot_id, "Tokyo")
    slow.tap_latest("Mira", slow.bot_id, "Quiet hours")
    slow.tap_latest("Mira", slow.bot_id, "Reminders")
    assert own(slow, "Mira") == Hours(
        zone="Asia/Tokyo", chosen=True, quiet=(23 * 60, 7 * 60), spacing=2 * HOUR
    )
    assert len(slow.screen("Mira", slow.bot_id)["messages"]) == said
    assert "Tokyo" in text(slow, "Mira")
    assert "23:00 to 07:00" in text(slow, "Mira")
    slow.say("Mira", "/zone ho chi minh", private=True)
    assert own(slow, "Mira").zone == "Asia/Ho_Chi_Minh"
    for forged in ("o:zone:Mars/Base", "o:away:never", "o:", "o:quiet2"):
        before = own(slow, "Mira")
        forge(slow, "Mira", slow.bot_id, forged)
        assert own(slow, "Mira") == before


def test_no_quiet_hours_are_longer_than_half_a_day() -> None:
    assert max(map(length_of, QUIET)) <= LONGEST_NIGHT


def test_a_slow_wait_ends_at_a_time_of_its_reader(slow: Evening) -> None:
    name = awaited(slow)
    slow.say("Mira", "/zone Seoul")
    assert slow.table.table.zone == "Asia/Seoul"
    slow.say(name, "/zone lagos", private=True)
    slow.say(name, "/hand", private=True)
    slow.say("Mira", "/table")
    scene = slow.table
    (clock,) = (c for c in scene.table.clocks if c.kind is ClockKind.WAIT)
    group, private = slow.chat("Mira"), slow.chat(name, slow.bot_id)
    until = clock.start + clock.length
    seoul, lagos = (until // 60_000 + ahead * 60 for ahead in (9, 1))
    assert f"{seoul // 60 % 24:02}:{seoul % 60:02} (Seoul)" in group
    assert f"{lagos // 60 % 24:02}:{lagos % 60:02}." in private
    assert "UTC" not in group.split("⏳")[-1]


def test_a_chats_zone_is_kept_for_its_next_table(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        party.say("Jonas", "/zone Rome")
        assert party.house.store.zone_in(party.group) is None
        party.say("Mira", "/zone nowhere")
        assert "do not know" in party.chat("Mira")
        party.say("Mira", "/zone Rome")  # she made the group
        party.say("Mira", "/newgame getaway")
        assert party.table.table.zone == "Europe/Rome"


def test_who_is_away_says_so_with_a_tap_and_the_group_is_told(slow: Evening) -> None:
    name = awaited(slow)
    slow.say(name, "/away", private=True)
    slow.tap_latest(name, slow.bot_id, "In 3 days")
    assert "is away until" in slow.chat("Mira")
    slow.wait(2 * DAY)
    assert awaited(slow) == name
    assert not [n for n in slow.chat(name, slow.bot_id).split("\n") if "🔔" in n]
    slow.tap_latest(name, slow.bot_id, "I'm here")
    assert "is back" in slow.chat("Mira")
    assert own(slow, name).away is None
    slow.wait(2 * DAY)
    assert awaited(slow) != name


def test_questions_are_answered_for_whoever_asked(slow: Evening) -> None:
    slow.say("Jonas", "/answerforme", private=True)
    assert "I answer questions for you" in text(slow, "Jonas")
    assert slow.table.table.deputed == {slow.people["Jonas"]}
    slow.say("Jonas", "/answerforme", private=True)
    assert slow.table.table.deputed == frozenset()


def test_what_happened_is_told_in_private(live: Evening) -> None:
    live.say("Jonas", "/recap")
    assert "in private" in live.chat("Mira")
    assert "what happened" in text(live, "Jonas")
    assert "to play" in text(live, "Jonas")
    live.say("Jonas", "/recap", private=True)
    assert "Nothing new" in text(live, "Jonas")


def test_the_day_is_told_in_the_morning_instead_of_a_stream(slow: Evening) -> None:
    slow.wait(3 * DAY)
    journal = slow.server.telegram.journal
    sent = [
        str(c.params.get("text", ""))
        for c in journal
        if c.method == "sendMessage" and int(c.params["chat_id"]) == slow.group
    ]
    assert sum("what happened" in said for said in sent) in (2, 3)
    assert not [said for said in sent if "ran out of time" in said and "what happened" not in said]


def test_idle_matches_are_shown(live: Evening) -> None:
    live.say("Mira", "/idle")
    assert "Mira 0" in live.chat("Mira").replace("\u2068", "").replace("\u2069", "")
    live.say("Jonas", "/idle", private=True)
    assert "took your seat: 0." in text(live, "Jonas")
    live.wait(2 * HOUR)
    live.say("Jonas", "/idle", private=True)
    assert "took your seat: 1." in text(live, "Jonas")
