"""The table card stands at the top of its group while a match is played."""

from __future__ import annotations

import pytest
from redis import Redis

from tests.e2e.test_matches import begin
from tests.support.evening import Evening, evening


def pinned(party: Evening) -> list[int]:
    with party.server.host.changed:
        chats = party.server.telegram.world.chats.values()
        return next(list(chat.pinned) for chat in chats if chat.id == party.group)


def cards(party: Evening) -> list[int]:
    """The messages that carry the table card's button."""
    return [
        message["id"]
        for message in party.screen("Mira", party.group)["messages"]
        if "My cards" in str(message["keyboard"])
    ]


def test_the_table_card_is_pinned_while_the_match_runs(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        begin(party, 3, 0)
        party.wait(10)
        assert pinned(party) == cards(party)
        assert len(cards(party)) == 1
        calls = [c for c in party.server.telegram.journal if c.method == "pinChatMessage"]
        assert len(calls) == 1
        assert calls[0].params["disable_notification"] in (True, "true", "True")
        party.say("Jonas", "/table")
        party.wait(10)
        assert pinned(party) == cards(party)
        assert len(cards(party)) == 1
        party.say("Mira", "/stop")
        party.say("Jonas", "/stop")
        party.wait(10)
        assert pinned(party) == []
        assert party.server.telegram.refused() == []


@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
def test_a_bot_that_may_not_pin_lets_it_be(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        party.server.act(
            "promote",
            by=party.people["Mira"],
            user=party.bot_id,
            where=party.group,
            rights=["can_delete_messages"],
        )
        begin(party, 3, 0)
        party.wait(200)
        refused = [c.method for c in party.server.telegram.refused()]
        assert refused == ["pinChatMessage"]
        assert len(cards(party)) == 1
        assert "Nothing" not in party.chat("Mira")
