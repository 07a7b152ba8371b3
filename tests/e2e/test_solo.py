"""One person alone: a match in the private chat against AI seats, over the emulated Telegram."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from gm.game.record.fairness import check_fairness
from gm.game.record.reading import read
from gm.game.record.replay import replay
from gm.master.master import Scene
from gm.master.tables import Ai, Phase
from gm.master.waits import wait_id
from tests.e2e.test_breaking import forge
from tests.e2e.test_matches import begin as begin_in_group
from tests.support.evening import Evening, evening
from tests.support.oracle import check_journal

HOUR = 3_600
RESTS = ("Accuse", "Back", "Back ‹", "My cards")


@pytest.fixture
def party(redis: Redis) -> Iterator[Evening]:
    with evening(redis, "Mira", seed=5) as here:
        here.start("Mira")
        yield here


def solo(party: Evening) -> Scene:
    """Mira's own table as it stands."""
    table = party.house.store.solo_of(party.people["Mira"])
    assert table is not None
    return again(party, table)


def again(party: Evening, table: str) -> Scene:
    scene = party.house.master.scene(table)
    assert scene is not None
    return scene


def begin(party: Evening, game: str = "Getaway", level: str = "Sharp") -> str:
    """Two taps after /solo; the table."""
    party.say("Mira", "/solo", private=True)
    tap(party, game)
    tap(party, level)
    return solo(party).table.id


def tap(party: Evening, label: str) -> None:
    party.tap_latest("Mira", party.bot_id, label)


def messages(party: Evening) -> list[Any]:
    found: list[Any] = party.screen("Mira", party.bot_id)["messages"]
    return found


def panel(party: Evening, scene: Scene) -> Any:
    """The message whose buttons answer Mira's open wait, if there is one."""
    assert scene.match is not None
    wait = scene.match.state.position.wait(0)
    if wait is None:
        return None
    mine = wait_id(scene.table, wait.opened)
    for message in reversed(messages(party)):
        buttons = [b for row in message["keyboard"] for b in row]
        if any(str(b.get("callback_data", "")).startswith(mine) for b in buttons):
            return message, [b for b in buttons if b.get("callback_data", "").startswith(mine)]
    return None


def own_turn(party: Evening, table: str) -> bool:
    """Whether Mira is to play."""
    scene = again(party, table)
    assert scene.match is not None
    wait = scene.match.state.position.wait(0)
    return wait is not None and wait.asker is None


def play(party: Evening, table: str, *, turns: int = 200) -> None:
    """Tap what can be tapped, but accuse nobody, until the match or so many turns are over."""
    for _ in range(3_000):
        scene = again(party, table)
        assert scene.match is not None
        if scene.table.phase is not Phase.PLAYING or scene.match.state.position.turn > turns:
            return
        found = panel(party, scene)
        if found is None:
            party.wait(2)
            continue
        message, buttons = found
        calm = [b for b in buttons if not any(word in b["text"] for word in RESTS)]
        button = party.lots.choice(calm or buttons)
        party.server.act(
            "tap",
            person=party.people["Mira"],
            where=party.bot_id,
            message_id=message["id"],
            button=button["text"],
        )
        party.wait(1)
    raise AssertionError("the match does not end")


def sent(party: Evening) -> list[Any]:
    """The new messages that came to Mira, as calls."""
    calls = party.server.telegram.journal
    new = [c for c in calls if c.method in ("sendMessage", "sendPhoto")]
    return [c for c in new if int(c.params["chat_id"]) == party.people["Mira"]]


@pytest.mark.parametrize("game", ["Getaway", "Case File", "The Mansion"])
def test_a_whole_match_is_played_alone(party: Evening, game: str) -> None:
    table = begin(party, game)
    before = len(sent(party))
    began = party.clock()
    play(party, table)
    party.wait(10)
    scene = again(party, table)
    assert scene.table.place is None
    assert scene.match is not None
    position = scene.match.state.position
    assert position.winner not in (None, 0)
    # one message a turn; what is asked within a turn is told in the message that asked it
    chat = party.chat("Mira", party.bot_id)
    assert len(sent(party)) - before <= position.turn + 4, chat
    minutes = (party.clock() - began) / 60
    assert minutes < 15, minutes
    assert not re.search(r"\bgroup\b|/newgame|host", chat.split("Your hand", 1)[1])
    telegram = party.server.telegram
    check_journal(telegram)
    assert [(c.method, c.answer.description) for c in telegram.refused()] == []
    assert telegram.unanswered() == []
    record = party.house.store.record(table, 1)
    assert record is not None
    check_fairness(replay(read(record.encode())))
    tap(party, "Play again")
    scene = solo(party)
    assert (scene.table.id, scene.table.match, scene.table.phase) == (table, 2, Phase.PLAYING)
    assert [o.level for o in scene.table.occupants if isinstance(o, Ai)] == ["sharp"] * 3


def test_advice_stands_on_the_panel_until_the_next_tap(party: Evening) -> None:
    table = begin(party, level="Rookie")
    for turn in range(1, 9):
        if own_turn(party, table):
            break
        play(party, table, turns=turn)
    before = len(sent(party))
    tap(party, "What would you ask?")
    shown = messages(party)[-1]["text"]
    assert "💡" in shown
    assert "cases" in shown
    assert len(sent(party)) == before


def test_an_idle_match_waits_and_solo_offers_to_go_on_or_begin_anew(party: Evening) -> None:
    table = begin(party, level="Rookie")
    before = len(sent(party))
    party.wait(3 * HOUR)
    assert again(party, table).table.phase is Phase.ASIDE
    assert "Set aside" in party.chat("Mira", party.bot_id)
    assert "🔔" not in party.chat("Mira", party.bot_id)
    quiet = len(sent(party)) - before
    party.wait(3 * HOUR)
    assert len(sent(party)) - before == quiet
    party.say("Mira", "/solo casefile", private=True)
    assert "you are in the middle of a match" in messages(party)[-1]["text"]
    tap(party, "Go on")
    assert again(party, table).table.phase is Phase.PLAYING
    assert panel(party, again(party, table)) is not None
    party.say("Mira", "/solo", private=True)
    tap(party, "Begin anew")
    assert again(party, table).table.phase is Phase.OVER
    assert "You gave this case up" in party.chat("Mira", party.bot_id)
    tap(party, "Case File")
    tap(party, "Steady")
    other = solo(party).table
    assert (other.rules, other.id != table) == ("casefile", True)
    check_journal(party.server.telegram)


def test_giving_up_asks_once_and_shows_the_case(party: Evening) -> None:
    table = begin(party, level="Rookie")
    party.say("Mira", "/concede", private=True)
    assert "Give up?" in party.chat("Mira", party.bot_id)
    tap(party, "Confirm")
    party.wait(5)
    assert again(party, table).table.phase is Phase.OVER
    assert "It was" in party.chat("Mira", party.bot_id)
    tap(party, "Another game")
    assert "which game?" in party.chat("Mira", party.bot_id)


@pytest.mark.parametrize(
    "data", ["s:chess", "s:getaway:99", "s:getaway:x:sharp", "s:getaway:4:oracle", "s:on", "s::"]
)
def test_forged_buttons_begin_nothing(party: Evening, data: str) -> None:
    party.say("Mira", "/solo", private=True)
    forge(party, "Mira", party.bot_id, data)
    party.wait(3)
    assert party.house.store.solo_of(party.people["Mira"]) is None


def test_a_learning_table_says_so_in_its_lobby_and_advises(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", "Hana", seed=4) as here:
        begin_in_group(here, 3, 0, "getaway", "Learning table")
        (wait,) = here.table.match.state.position.waits  # type: ignore[union-attr]
        name = here.table.table.people[wait.seat].name
        here.tap_latest(name, here.bot_id, "What would you ask?")
        assert "cases" in here.screen(name, here.bot_id)["messages"][-1]["text"]
        assert "cases" not in here.chat("Mira")
    redis.flushall()
    with evening(redis, "Mira", "Jonas", "Hana", seed=4) as here:
        table = begin_in_group(here, 3, 0, "getaway")
        (wait,) = here.table.match.state.position.waits  # type: ignore[union-attr]
        name = here.table.table.people[wait.seat].name
        assert "What would you ask?" not in here.chat(name, here.bot_id)
        forge(here, name, here.bot_id, f"l:{table}:advise")
        assert "no advice" in here.toast()
