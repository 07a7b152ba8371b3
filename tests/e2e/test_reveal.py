"""A joint accusation of casefile: sealed until the last has chosen, then a small drama."""

from __future__ import annotations

import json
from typing import Any

from redis import Redis

from gm.game.events import WaitKind
from gm.master.tables import Phase
from tests.e2e.test_matches import begin
from tests.support.evening import Evening, evening

NAMES = ("Mira", "Jonas", "Tuấn")


def accuse(party: Evening, name: str, first: str) -> None:
    """Somebody names the first card of every list, and is sure."""
    party.tap_latest(name, party.bot_id, first)
    for label in ("Ruby", "Knife", "Kitchen", "Yes, I accuse"):
        party.tap_latest(name, party.bot_id, label)


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def opened(party: Evening) -> str:
    """The active person has accused; their name."""
    match = party.table.match
    assert match is not None
    active = match.state.position.active
    assert active is not None
    name = party.table.table.people[active].name
    accuse(party, name, "Accuse")
    party.wait(15)
    return name


def _media(given: Any) -> Any:
    return json.loads(given) if isinstance(given, str) else given


def group_calls(party: Evening) -> list[str]:
    calls = party.server.telegram.journal
    said = ("sendMessage", "editMessageText", "editMessageMedia")
    return [
        str(c.params.get("text") or _media(c.params["media"])["caption"])
        for c in calls
        if c.method in said and int(c.params["chat_id"]) == party.group
    ]


def test_nothing_in_the_group_tells_who_has_chosen(redis: Redis) -> None:
    with evening(redis, *NAMES, seed=5) as party:
        begin(party, 3, 0, "casefile")
        active = opened(party)
        others = [name for name in NAMES if name != active]
        before = group_calls(party)
        assert all(name in plain(before[-1]) for name in NAMES)
        party.tap_latest(others[0], party.bot_id, "Not this time")
        party.wait(40)
        assert group_calls(party) == before
        assert "Time runs out" not in before[-1]


def test_the_reveal_comes_in_three_steps_in_one_message(redis: Redis) -> None:
    with evening(redis, *NAMES, seed=5) as party:
        table = begin(party, 3, 0, "casefile")
        active = opened(party)
        before = len(group_calls(party))
        one, two = (name for name in NAMES if name != active)
        party.tap_latest(two, party.bot_id, "Not this time")
        accuse(party, one, "Join with my own")
        party.wait(20)
        scene = party.house.master.scene(table)
        assert scene is not None
        assert scene.table.phase is Phase.OVER
        told = [plain(text) for text in group_calls(party)[before:]]
        steps = [text for text in told if f"{active} accused and {one} joined" in text]
        assert [("Opening them" in t, "the case is …" in t) for t in steps] == [
            (True, False),
            (False, True),
            (False, False),
        ]
        theory = "Ruby, with the knife, in the kitchen"
        assert [f"{one}: {theory}" in t for t in steps] == [False, True, True]
        assert [f"{table}.1" in t for t in steps] == [False, False, True]
        messages = party.screen("Mira", party.group)["messages"]
        assert sum("accused and" in plain(str(m)) for m in messages) <= 2  # the turn, the verdict


def test_alone_and_wrong_stays_sealed(redis: Redis) -> None:
    with evening(redis, *NAMES, seed=5) as party:
        begin(party, 3, 0, "casefile")
        match = party.table.match
        assert match is not None
        assert match.state.case != ("red", "knife", "kitchen")
        active = opened(party)
        for name in NAMES:
            if name != active:
                party.tap_latest(name, party.bot_id, "Not this time")
        party.wait(20)
        text = plain(party.chat("Mira"))
        assert f"{active} accused alone and was wrong" in text
        assert "Ruby" not in text
        assert party.table.match is not None
        assert party.table.match.state.position.waits[0].kind is WaitKind.TURN
