"""The lobby's pages: only those of the game that is chosen, with what still counts."""

from __future__ import annotations

import pytest
from redis import Redis

from tests.e2e.test_breaking import forge
from tests.support.evening import evening


@pytest.mark.parametrize("verb", ["piece:red", "pieces", "vote:Ada", "voting"])
def test_a_button_of_another_game_opens_no_page(redis: Redis, verb: str) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        party.start("Mira")
        party.say("Mira", "/newgame getaway")
        forge(party, "Mira", party.group, f"l:{party.table.table.id}:{verb}")
        assert "Getaway: take a seat" in party.chat("Mira")
        assert not party.table.table.picks
        assert not party.table.table.votes


def test_a_vote_on_a_page_drawn_before_somebody_left_means_whom_it_named(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Hana") as party:
        for name in party.people:
            party.start(name)
        party.say("Mira", "/newgame casefile")
        for name in ("Jonas", "Hana"):
            party.tap_latest(name, party.group, "Join")
        for label in ("Options", "First: by lot", "Back", "Who begins?"):
            party.tap_latest("Mira", party.group, label)
        page = party.screen("Mira", party.group)["messages"][-1]["keyboard"]
        (hana,) = (b["callback_data"] for row in page for b in row if "Hana" in b["text"])
        party.say("Jonas", "/leave")
        forge(party, "Mira", party.group, hana)
        assert dict(party.table.table.votes) == {
            str(party.people["Mira"]): str(party.people["Hana"])
        }


def test_whose_private_chat_is_closed_is_told_so_about_themselves(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Hana") as party:
        party.say("Mira", "/newgame casefile")
        for name in ("Jonas", "Hana"):
            party.start(name)
            party.tap_latest(name, party.group, "Join")
        party.tap_latest("Mira", party.group, "Begin")
        assert party.toast().startswith("I cannot write to you yet.")


def test_the_votes_of_those_who_left_are_not_counted(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        party.start("Mira")
        party.start("Jonas")
        party.say("Mira", "/newgame casefile")
        party.tap_latest("Jonas", party.group, "Join")
        for label in ("Options", "First: by lot", "Back", "Who begins?"):
            party.tap_latest("Mira", party.group, label)
        party.tap_latest("Jonas", party.group, "Mira")
        party.say("Jonas", "/leave")
        party.tap_latest("Mira", party.group, "Who begins?")
        assert "0 of 1" in party.chat("Mira")
