"""People who take their time: what the group hears stays within what Telegram takes."""

from __future__ import annotations

import pytest
from redis import Redis

from gm.botapi.telegram import Call
from gm.game.moves import Accuse
from gm.master.commands import Act, Actor
from gm.master.tables import Person
from gm.master.waits import wait_id
from tests.e2e.test_matches import NAMES, begin
from tests.support.evening import Evening, evening

TURNS = 10


@pytest.mark.parametrize("game", ["getaway", "casefile", "mansion"])
def test_a_turn_costs_the_group_three_calls(redis: Redis, game: str) -> None:
    with evening(redis, *NAMES, seed=11) as party:
        begin(party, 4, 0, game)
        party.wait(60)
        before = len(calls(party))
        while turn(party) <= TURNS:
            party.wait(party.lots.choice((20, 30, 40)))
            calmly(party)
        party.wait(60)
        made = calls(party)[before:]
        assert len(made) <= 3 * TURNS
        assert sum(call.method.startswith("send") for call in made) <= TURNS
        at = [call.at for call in made]
        assert all(late - early >= 60 for early, late in zip(at, at[18:], strict=False))


def calls(party: Evening) -> list[Call]:
    """What the group was sent, and what of it was edited."""
    journal = party.server.telegram.journal
    return [c for c in journal if int(c.params.get("chat_id", 0)) == party.group]


def turn(party: Evening) -> int:
    match = party.table.match
    assert match is not None
    return match.state.position.turn


def calmly(party: Evening) -> None:
    """Somebody who is awaited makes any move but an accusation."""
    scene = party.table
    assert scene.match is not None
    wait = party.lots.choice(scene.match.state.position.waits)
    person = scene.table.occupants[wait.seat]
    assert isinstance(person, Person)
    calm = [move for move in scene.match.moves(wait.seat) if not isinstance(move, Accuse)]
    party.house.master.handle(
        Act(
            id=f"calm:{party.clock()}",
            actor=Actor(person=person),
            table=scene.table.id,
            wait=wait_id(scene.table, wait.opened),
            move=party.lots.choice(calm),
        )
    )
