"""Asking for the rules in a group: they come in private, and the group is told where they are."""

from __future__ import annotations

import pytest
from redis import Redis

from tests.support.evening import evening

PAGE = "Getaway in a minute"


def test_the_group_is_told_where_the_rules_went(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        party.start("Mira")
        party.say("Mira", "/rules")
        said = party.screen("Jonas", party.group)["messages"][-1]
        assert said["text"].endswith("the rules are in our private chat.")
        assert said["keyboard"] == []
        assert PAGE in party.chat("Mira", party.bot_id)
        assert PAGE not in party.chat("Mira")


def test_who_cannot_be_reached_is_shown_the_way_to_the_rules(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas") as party:
        party.say("Mira", "/rules")
        said = party.screen("Mira", party.group)["messages"][-1]
        assert said["text"].endswith("the rules wait in our private chat.")
        ((button,),) = said["keyboard"]
        assert PAGE not in party.chat("Mira")
        link = party.server.act(
            "follow", person=party.people["Mira"], where=party.group, url=button["url"]
        )
        assert link.kind == "start"
        party.start("Mira")
        private = party.chat("Mira", party.bot_id)
        assert PAGE in private
        assert "no table" not in private


def test_a_private_command_in_the_group_is_told_where_it_works(redis: Redis) -> None:
    with evening(redis, "Mira") as party:
        party.say("Mira", "/hand")
        assert "that works in our private chat" in party.chat("Mira")


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ("getaway", "Getaway in a minute", "The blue vehicles"),
        ("casefile", "Case File in a minute", "Accuse in secret"),
        ("mansion", "The Mansion in a minute", "you may stay there"),
    ],
)
def test_the_rules_come_in_two_short_pages_the_first_with_a_picture(
    redis: Redis, game: str, first: str, second: str
) -> None:
    with evening(redis, "Mira") as party:
        party.start("Mira")
        party.say("Mira", f"/rules {game}", private=True)
        assert first in party.chat("Mira", party.bot_id)
        assert second.lower() not in party.chat("Mira", party.bot_id).lower()
        assert any(c.method == "sendPhoto" for c in party.server.telegram.journal)
        party.tap_latest("Mira", party.bot_id, "Read on")
        assert second.lower() in party.chat("Mira", party.bot_id).lower()
        assert party.server.telegram.refused() == []
        assert party.server.telegram.unanswered() == []


def test_a_page_that_is_none_is_refused(redis: Redis) -> None:
    with evening(redis, "Mira") as party:
        party.start("Mira")
        party.say("Mira", "/rules mansion", private=True)
        message = party.screen("Mira", party.bot_id)["messages"][-1]
        for key in ("rules_chess", "hello", ""):
            party.server.act(
                "tap",
                person=party.people["Mira"],
                where=party.bot_id,
                message_id=message["id"],
                data=f"r:{key}",
            )
            party.wait(3)
            assert "settled" in party.toast() or "gone" in party.toast()
