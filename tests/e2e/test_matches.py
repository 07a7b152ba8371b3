"""Whole matches over HTTP against the emulated Telegram: people, AI seats, and a monkey."""

from __future__ import annotations

import pytest
from redis import Redis

from gm.game.record.fairness import check_fairness
from gm.game.record.reading import read
from gm.game.record.replay import replay
from gm.master.tables import Phase
from tests.support.evening import Evening, evening
from tests.support.monkey import Monkey
from tests.support.oracle import check_journal

NAMES = ("Mira", "Jonas", "Tuấn", "Hana")


def begin(party: Evening, people: int, ai: int, *game: str) -> str:
    """A match begins with so many people and AI seats; its table.

    `game`: the game, and the labels of the options to tap before Begin.
    """
    rules, *switches = game or ("getaway",)
    names = list(party.people)[:people]
    for name in names:
        party.start(name)
    party.say(names[0], f"/newgame {rules}")
    for name in names[1:]:
        party.tap_latest(name, party.group, "Join")
    for _ in range(ai):
        party.tap_latest(names[0], party.group, "+ AI")
    if switches:
        party.tap_latest(names[0], party.group, "Options")
        for label in switches:
            party.tap_latest(names[0], party.group, label)
        party.tap_latest(names[0], party.group, "Back")
    party.tap_latest(names[0], party.group, "Begin")
    scene = party.table
    assert scene.table.phase is Phase.PLAYING
    return scene.table.id


def ended_well(party: Evening, table: str) -> None:
    """Nothing was refused, no tap is open, and the record proves the match."""
    telegram = party.server.telegram
    check_journal(telegram)
    assert [(c.method, c.answer.description) for c in telegram.refused()] == []
    assert telegram.unanswered() == []
    record = party.house.store.record(table, 1)
    assert record is not None
    check_fairness(replay(read(record.encode())))


AGREED, GRAND, TWO_DICE = "Several accuse", "Deck: normal", "Dice: one"


@pytest.mark.parametrize(
    ("people", "ai", "game"),
    [
        (4, 0, ("getaway",)),
        (1, 3, ("getaway",)),
        (4, 0, ("casefile", AGREED)),
        (1, 2, ("casefile",)),
        (2, 2, ("casefile", GRAND, "Deck: advanced")),
        (4, 0, ("mansion",)),
        (1, 2, ("mansion",)),
        (2, 0, ("mansion", TWO_DICE)),
    ],
)
def test_a_whole_match_is_played_to_the_verdict(
    redis: Redis, people: int, ai: int, game: tuple[str, ...]
) -> None:
    with evening(redis, *NAMES[:people], seed=people) as party:
        table = begin(party, people, ai, *game)
        report = Monkey(party, calm=1.0).play(table)
        assert report.leaks == []
        ended_well(party, table)
        assert "Play again" in party.chat("Mira")
        in_group(party, report.turns)


def in_group(party: Evening, turns: int) -> None:
    """The group hears one message a turn, by three calls at most, never above 18 a minute."""
    calls = [
        call
        for call in party.server.telegram.journal
        if int(call.params.get("chat_id", 0)) == party.group
        and call.method != "getChatMember"  # asks, and is heard by nobody
    ]
    new = [call for call in calls if call.method == "sendMessage"]
    reminders = [call for call in new if "🔔" in call.params["text"]]
    comings = [call for call in new if "away, so" in call.params["text"]]
    comings += [call for call in new if "is back and" in call.params["text"]]
    comings += [call for call in new if "🗳 Shall" in call.params["text"]]  # and so is a vote
    told = len(new) - len(reminders) - len(comings)
    assert told <= turns + 12  # the lobby, the table card, the verdict, answers to commands
    assert len(calls) <= 3 * turns + 30 + 3 * len(comings)
    times = [call.at for call in calls]
    assert all(late - early >= 60 for early, late in zip(times, times[18:], strict=False))


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 40))]
)
@pytest.mark.parametrize("game", [("casefile", AGREED), ("mansion",)])
def test_a_monkey_breaks_the_other_games_no_more(
    redis: Redis, game: tuple[str, ...], seed: int
) -> None:
    people = 1 + seed % 4
    with evening(redis, *NAMES[:people], seed=400 + seed) as party:
        table = begin(party, people, max(0, 3 - people) + seed % 2, *game)
        report = Monkey(party).play(table)
        assert report.leaks == []
        ended_well(party, table)


@pytest.mark.parametrize(
    "seed",
    [*range(20), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(20, 200))],
)
def test_a_monkey_breaks_nothing(redis: Redis, seed: int) -> None:
    people = 1 + seed % 4
    with evening(redis, *NAMES[:people], seed=100 + seed) as party:
        table = begin(party, people, max(0, 3 - people) + seed % 2)
        report = Monkey(party).play(table)
        assert report.leaks == []
        ended_well(party, table)
