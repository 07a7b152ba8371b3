"""The picture of the board over a match: one message in the group, edited in place."""

from __future__ import annotations

from typing import Any

import pytest
from redis import Redis

from gm.botapi.telegram import Call
from gm.game.board import TOKENS, WEAPONS
from gm.game.position import Position
from gm.master.tables import Phase
from gm.store import keys
from gm.telegram.showing import CAPTION
from gm.themes import theme
from tests.support.evening import Evening, evening
from tests.support.oracle import check_journal

WORDS = theme("default", "en").titles
SORRY = "I may not send pictures here"


def begin(party: Evening, *, rules: str = "mansion") -> None:
    """A match of everybody and one AI seat."""
    first, *others = party.people
    for name in party.people:
        party.start(name)
    party.say(first, f"/newgame {rules}")
    for name in others:
        party.tap_latest(name, party.group, "Join")
    party.tap_latest(first, party.group, "+ AI")
    party.tap_latest(first, party.group, "Begin")
    assert party.table.table.phase is Phase.PLAYING


def play(party: Evening, taps: int) -> None:
    """So many taps of whoever is awaited, who accuse nobody; then all is said."""
    for _ in range(taps):
        _tap(party)
    party.wait(70)


def _tap(party: Evening) -> None:
    for name in party.people:
        for message in reversed(party.screen(name, party.bot_id)["messages"]):
            labels = [
                button["text"]
                for row in message["keyboard"]
                for button in row
                if "callback_data" in button
            ]
            labels = [t for t in labels if not any(w in t for w in ("Accuse", "Back", "cards"))]
            if labels:
                party.tap(name, party.bot_id, message["id"], party.lots.choice(labels))
                return
    party.wait(20)


def boards(party: Evening) -> list[Any]:
    """The messages in the group with a picture of the board."""
    shown = party.screen("Mira", party.group)["messages"]
    return [m for m in shown if "photo" in m and m["text"].startswith("Turn")]


def calls(party: Evening, *methods: str) -> list[Call]:
    return [call for call in party.server.telegram.journal if call.method in methods]


def position(party: Evening) -> Position:
    match = party.table.match
    assert match is not None
    return match.state.position


def test_one_board_stands_in_the_group_and_is_edited_in_place(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=5) as party:
        begin(party)
        play(party, 60)
        (board,) = boards(party)
        assert len(calls(party, "sendPhoto")) == 1
        edits = calls(party, "editMessageMedia")
        assert {int(call.params["message_id"]) for call in edits} == {board["id"]}
        turn, on = position(party).turn, position(party).board
        assert on is not None
        assert 5 < len(edits) <= turn
        party.say("Mira", "/table")  # within a turn the picture is as the turn began
        (board,) = boards(party)
        title, *lines = board["text"].split("\n")
        assert title == f"Turn {turn}"
        for card, line in zip((*TOKENS, *WEAPONS), lines, strict=True):
            assert WORDS[card] in line
        for weapon, room, line in zip(WEAPONS, on.weapons, lines[6:], strict=True):
            assert line.endswith(f"{WORDS[weapon]}: {WORDS[room]}")
        for spot, line in zip(on.tokens, lines, strict=False):
            assert line.endswith(f": {WORDS[spot]}" if isinstance(spot, str) else "room") or (
                "step" in line
            )
        assert len(board["text"]) <= CAPTION
        check_journal(party.server.telegram)
        assert party.server.telegram.refused() == []
        in_group = [c for c in party.server.telegram.journal if _to_group(party, c)]
        assert len(in_group) <= 3 * turn + 30
        times = [call.at for call in in_group]
        assert all(late - early >= 60 for early, late in zip(times, times[18:], strict=False))


def _to_group(party: Evening, call: Call) -> bool:
    return int(call.params.get("chat_id", 0)) == party.group


def test_a_picture_that_telegram_has_is_sent_by_its_id(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=6) as party:
        begin(party)
        party.wait(30)
        (sent,) = calls(party, "sendPhoto")
        assert sent.files == ("photo",)
        party.say("Mira", "/table")
        _, again = calls(party, "sendPhoto")
        assert again.files == ()
        assert again.params["photo"] == boards(party)[0]["photo"]["file_id"]
        assert len(boards(party)) == 1


def test_an_id_that_telegram_has_forgotten_is_uploaded_anew(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=6) as party:
        begin(party)
        party.wait(30)
        (known,) = redis.keys("f:*")
        redis.set(known, "photo-of-another-time")
        party.say("Mira", "/table")
        refused, upload = calls(party, "sendPhoto")[1:]
        assert "file identifier" in str(refused.answer.description)
        assert upload.files == ("photo",)
        assert redis.get(known).decode() == boards(party)[0]["photo"]["file_id"]
        play(party, 4)
        assert len(boards(party)) == 1


def test_a_group_that_takes_no_pictures_is_told_once_and_plays_on_in_words(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=7) as party:
        mute(party)
        begin(party)
        play(party, 30)
        assert boards(party) == []
        chat = party.chat("Mira")
        assert chat.count(SORRY) == 1
        assert len(calls(party, "sendPhoto")) == 1
        assert calls(party, "editMessageMedia") == []
        shown = party.screen("Mira", party.group)["messages"]
        (card,) = [m for m in shown if "· turn" in m["text"]]
        assert all(WORDS[weapon] in card["text"] for weapon in WEAPONS)
        assert party.house.outbox.pending(party.group) == []
        redis.delete(keys.shut(party.group))  # a day later, pictures are allowed again
        party.server.act(
            "promote", by=party.people["Mira"], user=party.bot_id, where=party.group, rights=[]
        )
        play(party, 12)
        assert len(boards(party)) == 1


def test_a_right_taken_during_the_match_takes_the_board_away(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=8) as party:
        begin(party)
        play(party, 10)
        assert len(boards(party)) == 1
        mute(party)
        play(party, 20)
        assert boards(party) == []
        assert party.chat("Mira").count(SORRY) == 1


def mute(party: Evening) -> None:
    party.server.act(
        "mute", by=party.people["Mira"], user=party.bot_id, where=party.group, media=True
    )


@pytest.mark.parametrize("rules", ["getaway", "casefile", "mansion"])
@pytest.mark.parametrize("pictures", [True, False])
def test_the_verdict_shows_the_case_in_the_same_one_message(
    redis: Redis, rules: str, pictures: bool
) -> None:
    with evening(redis, "Mira", "Jonas", seed=9) as party:
        begin(party, rules=rules)
        if not pictures:
            mute(party)
        for name in party.people:
            party.say(name, "/stop")
        party.wait(30)
        shown = party.screen("Mira", party.group)["messages"]
        (verdict,) = [m for m in shown if "The match was stopped" in m["text"]]
        assert ("photo" in verdict) is pictures
        assert "It was" in verdict["text"]
        assert [b["text"] for row in verdict["keyboard"] for b in row if "again" in b["text"]]
        check_journal(party.server.telegram)
