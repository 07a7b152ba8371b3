"""One end of a wait, wherever it is read."""

from __future__ import annotations

from redis import Redis

from tests.e2e.test_matches import begin
from tests.support.evening import Evening, evening


def untils(party: Evening, name: str, where: int) -> set[int]:
    """The moments, as UTC, that a chat names; each reader's own clock shows them."""
    return {
        entity["unix_time"]
        for message in party.screen(name, where)["messages"]
        for entity in message["entities"]
        if entity["type"] == "date_time"
    }


def test_the_group_and_the_private_chat_name_the_same_end(redis: Redis) -> None:
    for late in range(0, 60, 7):  # wherever within a minute the match begins
        redis.flushall()
        with evening(redis, "Mira", "Jonas", "Tuấn", seed=late) as party:
            party.wait(late)
            begin(party, 3, 0)
            party.wait(10)
            scene = party.table
            assert scene.match is not None
            (wait,) = scene.match.state.position.waits
            name = scene.table.people[wait.seat].name
            private = untils(party, name, party.bot_id)
            assert len(private) == 1
            assert untils(party, "Mira", party.group) == private
