"""People about people, as phones show it: votes, free seats, a sleeping host, who is gone."""

from __future__ import annotations

import pytest
from redis import Redis

from gm.master.hosting import ASLEEP
from gm.master.tables import Ai, Phase
from gm.themes import theme
from gm.voice.lines import Form
from tests.e2e.test_absence import asleep, sits
from tests.e2e.test_breaking import forge
from tests.e2e.test_leaving import play
from tests.e2e.test_matches import begin, ended_well
from tests.support.evening import Evening, evening


def read(party: Evening, name: str, where: int | None = None) -> str:
    """A chat without the marks that keep names apart from what is around them."""
    text = party.chat(name, where)
    for mark in "\u2066\u2067\u2068\u2069":
        text = text.replace(mark, "")
    return text


def mention(party: Evening, name: str, text: str, about: str) -> None:
    """Somebody writes to the group and names a person who needs no username for it."""
    party.server.act(
        "say",
        person=party.people[name],
        where=party.group,
        text=text,
        mentions=[party.people[about]],
    )
    party.wait(3)


def reply(party: Evening, name: str, text: str, to: str) -> None:
    """Somebody answers to what another one writes."""
    said = party.server.act("say", person=party.people[to], where=party.group, text="hm")
    party.server.act("say", person=party.people[name], where=party.group, text=text, reply_to=said)
    party.wait(3)


def plain_member(party: Evening) -> None:
    """The bot is no admin any more, so Telegram tells it of leavers only in words, if at all."""
    with party.server.host.changed:
        chat = next(c for c in party.server.telegram.world.chats.values() if c.id == party.group)
        chat.members[party.bot_id].status = "member"


def late(party: Evening) -> str:
    """Somebody keeps the others waiting; who."""
    wait = play(party, lambda w: w.asker is None and _person(party, w.seat))
    party.wait(150)
    return _name(party, wait.seat)


def _person(party: Evening, seat: int) -> bool:
    return party.table.table.occupants[seat] in party.table.table.people


def _name(party: Evening, seat: int) -> str:
    return next(p.name for p in [party.table.table.occupants[seat]] if hasattr(p, "id"))


# -- taking somebody off ---------------------------------------------------------------------


def test_a_vote_begun_from_the_card_names_nobody_who_voted(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", "Hana", seed=4) as party:
        begin(party, 4, 1)
        who = late(party)
        others = [n for n in ("Jonas", "Tuấn", "Hana", "Mira") if n != who]
        first, second, third = others[:3]
        party.tap_latest(first, party.group, "is late")
        assert "Nobody sees who voted" in party.toast()
        text = read(party, third)
        assert f"🗳 Shall {who} leave the match?" in text
        assert "1 of 2 votes" in text
        party.tap_latest(first, party.group, "Yes, leave")
        assert "counted already" in party.toast()
        party.tap_latest(who, party.group, "Yes, leave")
        assert "about you" in party.toast()
        party.tap_latest(second, party.group, "Yes, leave")
        text = read(party, third)
        assert f"{who} is no longer in the match; an AI plays on" in text
        assert "Shall" not in text  # the vote is off the table
        assert not sits(party, who)
        private = read(party, who, party.bot_id)
        assert "Nothing is held against you" in private
        assert party.house.store.idle(party.people[who], int(party.clock() * 1000)) == 0


@pytest.mark.parametrize("way", ["mention", "reply", "name", "username", "list"])
def test_every_way_to_say_whom(redis: Redis, way: str) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", "Hana") as party:
        begin(party, 4, 0)
        match way:
            case "mention":
                mention(party, "Tuấn", "/remove Jonas", "Jonas")
            case "reply":
                reply(party, "Tuấn", "/remove", "Jonas")
            case "name":
                party.say("Tuấn", "/remove jonas")
            case "username":
                party.server.telegram.world.people[party.people["Jonas"]].username = "jo"
                party.say("Tuấn", "/remove @Jo")
            case _:
                party.say("Tuấn", "/remove", private=True)
                assert "Who shall leave the match?" in read(party, "Tuấn", party.bot_id)
                party.tap_latest("Tuấn", party.bot_id, "Jonas")
        text = read(party, "Hana")
        assert "Shall Jonas leave the match?" in text
        assert "1 of 2 votes" in text
        party.tap_latest("Hana", party.group, "Yes, leave")
        assert not sits(party, "Jonas")
        assert "Jonas is no longer in the match; the game master answers" in read(party, "Hana")


def test_admins_at_once_and_others_hear_why_not(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", "Hana") as party:
        begin(party, 3, 0)
        party.say("Jonas", "/remove Nobody")
        assert "Nobody of that name plays here" in read(party, "Mira")
        party.say("Hana", "/remove Tuấn")
        assert "no seat at this table" in read(party, "Mira")
        party.say("Jonas", "/remove Jonas")
        assert "To go yourself, say /leave" in read(party, "Mira")
        party.say("Jonas", "/remove Tuấn")
        party.tap_latest("Jonas", party.group, "At once")
        assert "Only a group admin" in party.toast()
        assert sits(party, "Tuấn")
        party.tap_latest("Mira", party.group, "At once")  # she made the group
        assert not sits(party, "Tuấn")
        mention(party, "Mira", "/remove Jonas", "Jonas")
        assert not sits(party, "Jonas")
        assert party.server.telegram.unanswered() == []


def test_the_host_sends_somebody_from_the_lobby(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        party.start("Jonas")
        party.say("Jonas", "/newgame getaway")
        party.tap_latest("Tuấn", party.group, "Join")
        party.say("Jonas", "/remove")
        party.tap_latest("Tuấn", party.group, "Jonas")
        assert "Only the host or a group admin" in party.toast()
        party.tap_latest("Jonas", party.group, "Tuấn")
        assert "The host has taken Tuấn off the table" in read(party, "Mira")
        party.tap_latest("Tuấn", party.group, "Join")
        assert "join the next match" in party.toast()
        assert not sits(party, "Tuấn")


def test_a_vote_nobody_decides_is_forgotten(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", "Hana") as party:
        begin(party, 4, 0)
        party.say("Tuấn", "/remove Jonas")
        party.say("Hana", "/stop")
        assert "1 of 3 votes" in read(party, "Mira")
        party.wait(310)
        text = read(party, "Mira")
        assert "Too few agreed in time: Jonas plays on" in text
        assert "Too few votes to stop came in time" in text
        assert "Shall Jonas" not in text
        assert party.table.table.stop_votes == frozenset()


# -- a free seat -----------------------------------------------------------------------------


def test_a_newcomer_takes_the_seat_of_somebody_who_left(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", "Hana", seed=6) as party:
        table = begin(party, 3, 1)
        play(party, lambda w: w.asker is not None)
        seat = party.table.table.seat_of(party.people["Jonas"])
        assert seat is not None
        party.say("Jonas", "/leave")
        party.tap_latest("Jonas", party.bot_id, "Confirm")
        party.wait(4)  # the card of a running match may wait a little
        party.tap_latest("Jonas", party.group, "Take a free seat")
        party.tap_latest("Mira", party.group, "Welcome")  # his own again, if they like
        party.tap_latest("Tuấn", party.group, "Welcome")
        assert sits(party, "Jonas")
        assert "Jonas is back" in read(party, "Mira")
        party.say("Jonas", "/leave")
        party.tap_latest("Jonas", party.bot_id, "Confirm")
        party.wait(20)
        party.tap_latest("Hana", party.group, "Take a free seat")
        journal = party.server.telegram.journal
        answers = [c.params for c in journal if c.method == "answerCallbackQuery"]
        assert f"seat-{table}" in answers[-1]["url"]  # her private chat is closed: led there
        party.start("Hana", f"seat-{table}")
        party.wait(15)  # so much was said that the group's minute is full
        assert "Hana would like the seat of Jonas" in read(party, "Mira")
        party.tap_latest("Hana", party.group, "Welcome")
        assert "about you" in party.toast()
        party.tap_latest("Mira", party.group, "Welcome")
        party.tap_latest("Tuấn", party.group, "Welcome")
        assert party.table.table.seat_of(party.people["Hana"]) == seat
        assert "Hana takes over the seat of Jonas" in read(party, "Mira")
        private = read(party, "Hana", party.bot_id)
        assert "You have a seat in Friday" in private
        assert "Your hand" in private
        match = party.table.match
        assert match is not None
        words = theme("default", "en")
        for card in match.view(seat).hand:
            assert words.card(card, Form.TITLE) in private
        party.tap_latest("Jonas", party.group, "My cards")
        assert "no seat at this table" in party.toast()
        party.say("Jonas", "/takeseat")
        party.wait(15)
        assert "seen the cards of another seat" in read(party, "Mira")


def test_takeseat_in_words(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 1, 2)
        party.say("Jonas", "/takeseat")
        assert "Tap below and then Start" in read(party, "Mira")
        party.start("Jonas")
        party.say("Jonas", "/takeseat 1")
        assert "That seat is not free" in read(party, "Mira")
        party.say("Jonas", "/takeseat 3")
        party.tap_latest("Mira", party.group, "Welcome")
        assert party.table.table.seat_of(party.people["Jonas"]) == 2
        party.start("Tuấn")
        party.say("Tuấn", "/takeseat")
        party.say("Tuấn", "/takeseat")
        assert "You have asked for a seat already" in read(party, "Mira")
        assert isinstance(party.table.table.occupants[1], Ai)


# -- who is gone -----------------------------------------------------------------------------


def test_who_left_unnoticed_is_gone_with_the_next_tap(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        wait = play(party, lambda w: w.asker is None and _name(party, w.seat) == "Jonas")
        assert wait.asker is None
        party.wait(5)
        plain_member(party)
        party.server.act("leave", person=party.people["Jonas"], where=party.group, quiet=True)
        party.wait(60)
        assert sits(party, "Jonas")  # nobody told the bot
        message = party.screen("Jonas", party.bot_id)["messages"][-1]
        button = message["keyboard"][0][0]["text"]
        party.tap("Jonas", party.bot_id, message["id"], button)
        assert "a group you are not in" in party.toast()
        assert not sits(party, "Jonas")


def test_check_says_what_works_and_what_to_do(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        party.wait(200)
        party.say("Tuấn", "/check")
        text = read(party, "Mira")
        assert "✅ Mira · last here 3 minutes ago" in text
        assert "I can pin" in text
        assert "I am told at once" in text
        plain_member(party)
        party.server.act("leave", person=party.people["Jonas"], where=party.group, quiet=True)
        party.say("Tuấn", "/check")
        text = read(party, "Mira")
        assert "I cannot pin the table's card" in text
        assert "I may learn late" in text
        assert "Jonas has left" in text  # the check itself found out
        assert not sits(party, "Jonas")


# -- a sleeping host, and the end of things --------------------------------------------------


def test_a_sleeping_host_passes_the_lobby_on(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        for name in ("Jonas", "Tuấn", "Mira"):
            party.start(name)
        party.say("Jonas", "/newgame getaway")
        for name in ("Tuấn", "Mira"):
            party.tap_latest(name, party.group, "Join")
        party.tap_latest("Tuấn", party.group, "Begin")
        assert "Only the host or a group admin" in party.toast()
        forge(party, "Tuấn", party.group, f"l:{party.table.table.id}:host")
        assert "hosting this table just now" in party.toast()
        party.wait(ASLEEP / 1000)
        party.tap_latest("Tuấn", party.group, "Begin")
        assert "is away" in party.toast()
        party.tap_latest("Tuấn", party.group, "I'll host")
        assert "Tuấn hosts the table now" in read(party, "Mira")
        assert "I'll host" not in str(party.screen("Mira", party.group)["messages"][-1])
        party.tap_latest("Tuấn", party.group, "Begin")
        assert party.table.table.phase is Phase.PLAYING


def test_resume_in_the_group_and_in_private(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", "Hana", seed=5) as party:
        table = begin(party, 3, 0)
        asleep(party)
        party.say("Hana", "/resume")
        assert "You have no seat at this table" in read(party, "Mira")
        party.say("Jonas", "/resume")
        assert sits(party, "Jonas")
        assert party.table.table.phase is Phase.PLAYING
        party.say("Tuấn", "/resume", private=True)
        assert sits(party, "Tuấn")
        party.say("Tuấn", "/resume", private=True)
        assert "No seat is kept for you" in read(party, "Tuấn", party.bot_id)
        for name in ("Jonas", "Tuấn"):
            party.say(name, "/stop")
        party.wait(5)
        ended_well(party, table)


def test_a_bot_that_was_thrown_out_and_let_in_again_goes_on(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        by, bot = party.people["Mira"], party.bot_id
        party.server.act("remove_bot", by=by, bot_id=bot, where=party.group)
        party.wait(10)
        assert party.table.table.phase is Phase.ASIDE
        private = read(party, "Jonas", party.bot_id)
        assert "I am no longer in Friday" in private
        party.tap_latest("Jonas", party.bot_id, "I'm back")
        assert "a group you are not in" in party.toast()  # nobody can say so while it is out
        party.server.act("add_bot", by=by, bot_id=bot, where=party.group)
        party.wait(10)
        assert "The match is set aside" in read(party, "Mira")
        party.say("Jonas", "/resume")
        assert party.table.table.phase is Phase.PLAYING
        assert sits(party, "Jonas")


def test_who_blocks_the_bot_is_kept_no_seat(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        asleep(party)
        jonas = party.people["Jonas"]
        assert jonas in party.table.table.kept
        party.server.act("block", person=jonas, bot_id=party.bot_id)
        party.wait(3)
        assert jonas not in party.table.table.kept
        party.say("Jonas", "/resume")
        assert "no longer" in read(party, "Mira")
