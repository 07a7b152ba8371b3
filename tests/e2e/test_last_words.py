"""What was to be said when somebody already opened the next match."""

from __future__ import annotations

import pytest
from redis import Redis

from gm.botapi import Fault
from gm.master.commands import Actor, Again, Stop
from gm.master.tables import Person, Phase
from tests.e2e.test_matches import begin
from tests.support.evening import Evening, evening


def stop_and_play_again(party: Evening, table: str) -> None:
    """Both in one breath, before the sender had time to say anything."""
    mira = Actor(person=Person(id=party.people["Mira"], name="Mira"), admin=True)
    party.house.master.handle(Stop(id="stop", actor=mira, table=table))
    party.house.master.handle(Again(id="again", actor=mira, table=table))


def test_the_verdict_of_the_last_match_is_said_though_the_next_is_open(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        table = begin(party, 3, 0)
        match = party.table.match
        assert match is not None
        asked = match.state.position.waits[0].seat
        name = party.table.table.people[asked].name
        stop_and_play_again(party, table)
        assert party.table.table.phase is Phase.LOBBY
        party.wait(30)
        group = party.chat("Mira")
        assert "The match was stopped" in group
        assert f"{table}.1" in group
        assert "take a seat" in group
        assert party.table.table.match == 2
        assert party.house.outbox.pending(party.group) == []
        panel = party.screen(name, party.bot_id)["messages"][-1]
        assert panel["keyboard"] == []  # the old panel is closed
        record = party.house.store.record(table, 1)
        assert record is not None


@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
def test_a_verdict_that_waited_out_a_flood_is_said(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Tuấn") as party:
        table = begin(party, 3, 0)
        party.server.fault("sendMessage", Fault.TOO_MANY, times=3, retry_after=30)
        stop_and_play_again(party, table)
        party.wait(200)
        assert party.chat("Mira").count("The match was stopped") == 1
