"""The database is killed and started again under a bot that goes on running."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.master.tables import Phase
from gm.store.connection import connect
from tests.e2e.test_leaving import play
from tests.e2e.test_matches import begin, ended_well
from tests.support.evening import evening
from tests.support.killing import MortalDatabase


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[MortalDatabase]:
    made = MortalDatabase(tmp_path)
    yield made
    made.close()


def test_a_match_goes_on_when_the_database_comes_back(mortal: MortalDatabase) -> None:
    redis = connect(mortal.url)
    with evening(redis, "Mira", "Jonas", "Tuấn", seed=4) as party:
        for name in party.people:
            party.start(name)
        mortal.kill()
        table = begin(party, 3, 0)
        for _ in range(3):
            wait = play(party, lambda w: w.asker is not None)
            before = party.table.match
            mortal.kill()
            after = party.table.match
            assert before is not None
            assert after is not None
            assert after.events == before.events
            party.wait(200)  # the clock that ran when it died still runs out
            now = party.table.match
            assert now is not None
            assert now.state.position.wait(wait.seat) != wait
        party.say("Mira", "/stop")
        mortal.kill()
        party.say("Jonas", "/stop")
        party.wait(30)
        scene = party.house.master.scene(table)
        assert scene is not None
        assert scene.table.phase is Phase.OVER
        assert party.chat("Mira").count("The match was stopped") == 1
        ended_well(party, table)
