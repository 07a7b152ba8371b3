"""One end of a wait, wherever it is read."""

from __future__ import annotations

import re

from redis import Redis

from tests.e2e.test_matches import begin
from tests.support.evening import evening


def untils(text: str) -> set[str]:
    return set(re.findall(r"(\d+ \w+) left", text))


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
            private = untils(party.chat(name, party.bot_id))
            assert len(private) == 1
            assert untils(party.chat("Mira")) == private
