"""What people and Telegram did to the bot, and what must not come of it."""

from __future__ import annotations

from typing import Any

import pytest
from redis import Redis

from gm.botapi import Fault
from gm.botapi.settlement import Impossible
from gm.master.tables import Phase
from gm.master.waits import wait_id
from gm.telegram.sender import TRIES
from tests.e2e.test_matches import begin
from tests.support.evening import Evening, evening


def forge(party: Evening, name: str, where: int, data: str) -> None:
    """Somebody's client sends made-up data for the newest message of the bot."""
    for message in reversed(party.screen(name, where)["messages"]):
        try:
            party.server.act(
                "tap",
                person=party.people[name],
                where=where,
                message_id=message["id"],
                data=data,
            )
        except Impossible:  # not a message of the bot
            continue
        party.wait(2.5)
        return
    raise AssertionError("the bot said nothing there")


def newcomer(party: Evening, name: str) -> None:
    """Somebody whom no group knows opens the private chat."""
    party.people[name] = party.server.act("new_person", first_name=name)
    party.start(name)


def test_a_forged_tap_in_private_seats_nobody(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        newcomer(party, "Xeno")
        party.start("Mira")
        party.say("Mira", "/newgame getaway")
        table = party.table.table.id
        for verb in ("join", "lobby", "ai+", "again"):
            forge(party, "Xeno", party.bot_id, f"l:{table}:{verb}")
        assert [p.name for p in party.table.table.people] == ["Mira"]
        assert len(party.table.table.occupants) == 1


def test_a_bare_start_shows_the_lobbies_of_ones_own_groups(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        newcomer(party, "Xeno")
        party.start("Jonas")
        assert "Join Friday" not in str(party.screen("Jonas", party.bot_id))
        party.say("Mira", "/newgame getaway")
        link = f"start={party.table.table.id}"
        for name, shown in (("Jonas", True), ("Xeno", False)):
            party.start(name)
            hello = party.screen(name, party.bot_id)["messages"][-1]
            assert (link in str(hello["keyboard"])) is shown, name
        party.start("Jonas", party.table.table.id)
        assert [p.name for p in party.table.table.people] == ["Mira", "Jonas"]
        party.start("Mira")
        party.tap_latest("Mira", party.group, "+ AI")
        party.tap_latest("Mira", party.group, "Begin")
        assert party.house.store.lobbies(9) == ()


def test_a_game_that_nobody_knows_is_refused_in_words(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        party.say("Mira", "/newgame chess")
        assert "I do not know that game" in party.chat("Mira")
        party.say("Mira", "/newgame getaway")
        assert party.table.table.phase is Phase.LOBBY


def test_a_notice_that_cannot_be_drawn_does_not_silence_the_chat(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        drawn = party.sender._draw

        def draw(notice: Any, now: int) -> Any:
            if notice.args.get("key") == "help_group":
                raise LookupError(notice.args["key"])
            return drawn(notice, now)

        party.sender._draw = draw
        party.say("Mira", "/help")
        party.say("Jonas", "/newgame getaway")
        party.wait(10 * TRIES)
        assert party.house.outbox.pending(party.group) == []
        assert "Join" in str(party.screen("Mira", party.group)["messages"][-1]["keyboard"])


def test_votes_count_anew_when_somebody_leaves(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn", "Hana") as party:
        table = begin(party, 4, 0)
        for name in ("Jonas", "Hana"):
            party.say(name, "/stop")
        party.say("Tuấn", "/leave")
        party.tap_latest("Tuấn", party.bot_id, "Confirm")
        scene = party.house.master.scene(table)
        assert scene is not None
        assert scene.table.phase is Phase.OVER


def test_the_log_of_no_match_is_answered_in_a_lobby(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        party.start("Mira")
        party.say("Mira", "/newgame getaway")
        party.say("Mira", "/log", private=True)
        assert "You are in no match" in party.chat("Mira", party.bot_id)


@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
@pytest.mark.parametrize("fault", [Fault.HTTP_500, Fault.TOO_MANY, Fault.RESET])
def test_a_tap_is_answered_though_the_first_answer_is_lost(redis: Redis, fault: Fault) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        party.say("Mira", "/newgame getaway")
        party.server.fault("answerCallbackQuery", fault)
        party.tap_latest("Jonas", party.group, "Join")
        assert party.server.telegram.unanswered() == []


def test_a_panel_that_its_reader_deleted_comes_back_with_the_hand(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        scene = party.table
        assert scene.match is not None
        (wait,) = scene.match.state.position.waits
        name = scene.table.people[wait.seat].name
        for message in list(party.screen(name, party.bot_id)["messages"]):
            party.server.act(
                "erase",
                person=party.people[name],
                where=party.bot_id,
                message_id=message["id"],
            )
        party.say(name, "/hand", private=True)
        data = [
            button.get("callback_data", "")
            for message in party.screen(name, party.bot_id)["messages"]
            for row in message["keyboard"]
            for button in row
        ]
        assert any(found.startswith(wait_id(scene.table, wait.opened)) for found in data)


def test_a_card_that_could_not_be_sent_again_is_forgotten(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        party.start("Mira")
        party.say("Mira", "/newgame getaway")
        mute = {"by": party.people["Mira"], "user": party.bot_id, "where": party.group}
        party.server.act("mute", **mute)
        party.say("Mira", "/table")
        party.server.act("promote", **mute, rights=["can_pin_messages"])
        party.say("Mira", "/table")
        asked = [c.answer.description for c in party.server.telegram.refused()]
        assert len(asked) == 1
        assert "Join" in str(party.screen("Mira", party.group)["messages"][-1]["keyboard"])
