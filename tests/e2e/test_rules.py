"""Asking for the rules in a group: they come in private, and the group is told where they are."""

from __future__ import annotations

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
