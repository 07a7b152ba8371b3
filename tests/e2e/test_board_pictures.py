"""The board over a match: a picture on the table card, one message edited in place."""

from __future__ import annotations

from typing import Any

import pytest
from redis import Redis

from gm.botapi import chats
from gm.botapi.telegram import Call
from gm.game.board import TOKENS, WEAPONS
from gm.game.events import WaitKind
from gm.game.position import Position
from gm.master.tables import Phase
from gm.store import keys
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


def cards(party: Evening) -> list[Any]:
    """The table cards in the group."""
    shown = party.screen("Mira", party.group)["messages"]
    return [m for m in shown if m["text"].startswith("The Mansion · turn")]


def calls(party: Evening, *methods: str) -> list[Call]:
    return [call for call in party.server.telegram.journal if call.method in methods]


def position(party: Evening) -> Position:
    match = party.table.match
    assert match is not None
    return match.state.position


def test_the_lobby_becomes_the_card_with_the_board_and_is_edited_in_place(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=5) as party:
        begin(party)
        play(party, 40)
        (card,) = cards(party)
        (lobby,) = (
            c for c in calls(party, "sendMessage") if "Join" in str(c.params.get("reply_markup"))
        )
        assert lobby.answer.result["message_id"] == card["id"]
        assert calls(party, "sendPhoto") == []
        edits = calls(party, "editMessageMedia")
        assert {int(call.params["message_id"]) for call in edits} == {card["id"]}
        turn = position(party).turn
        check_journal(party.server.telegram)
        assert party.server.telegram.refused() == []
        in_group = [c for c in party.server.telegram.journal if _to_group(party, c)]
        assert len(in_group) <= 3 * turn + 12
        assert sum(call.method.startswith("send") for call in in_group) <= turn + 12
        times = [call.at for call in in_group]
        assert all(late - early >= 60 for early, late in zip(times, times[18:], strict=False))


def test_the_card_is_right_as_each_turn_begins(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=5) as party:
        begin(party)
        seen: set[int] = set()
        for _ in range(24):
            _tap(party)
            now = events(party)
            party.wait(12)
            if events(party) != now or position(party).waits[0].kind is not WaitKind.TURN:
                continue
            seen.add(position(party).turn)
            (card,) = cards(party)
            assert "photo" in card
            title, *lines = card["text"].split("\n")
            assert title == f"The Mansion · turn {position(party).turn}"
            on = position(party).board
            assert on is not None
            played = (*tokens(party), *WEAPONS)
            for thing, spot in zip((*TOKENS, *WEAPONS), (*on.tokens, *on.weapons), strict=True):
                about = [line for line in lines[2:] if _about(WORDS[thing], line)]
                if thing not in played and not isinstance(spot, str):
                    assert not about  # it stands where it began
                    continue
                (line,) = about
                where = line.split(WORDS[thing])[1].lstrip(" :·").split(" ·")[0]
                assert where == WORDS[spot] if isinstance(spot, str) else " from the " in where
        assert len(seen) > 3


def tokens(party: Evening) -> tuple[str, ...]:
    """The pieces that somebody plays."""
    match = party.table.match
    assert match is not None
    return match.header.tokens


def events(party: Evening) -> int:
    match = party.table.match
    assert match is not None
    return len(match.events)


def _about(thing: str, line: str) -> bool:
    return f"{thing} · " in line or f"{thing}: " in line


def _to_group(party: Evening, call: Call) -> bool:
    return int(call.params.get("chat_id", 0)) == party.group


def test_a_picture_that_telegram_has_is_sent_by_its_id(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=6) as party:
        begin(party)
        party.wait(30)
        uploaded = calls(party, "editMessageMedia")
        assert uploaded[0].files
        party.say("Mira", "/table")
        (again,) = calls(party, "sendPhoto")
        assert again.files == ()
        (card,) = cards(party)
        assert again.params["photo"] == card["photo"]["file_id"]


def test_an_id_that_telegram_has_forgotten_is_uploaded_anew(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=6) as party:
        begin(party)
        party.wait(30)
        known = redis.keys("f:*")
        for key in known:
            redis.set(key, "photo-of-another-time")
        party.say("Mira", "/table")
        refused, upload = calls(party, "sendPhoto")
        assert "file identifier" in str(refused.answer.description)
        assert upload.files == ("photo",)
        (card,) = cards(party)
        assert card["photo"]["file_id"] in [redis.get(key).decode() for key in known]
        play(party, 4)
        assert len(cards(party)) == 1


def test_a_group_that_takes_no_pictures_is_told_once_and_plays_on_in_words(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=7) as party:
        mute(party)
        begin(party)
        play(party, 30)
        (card,) = cards(party)
        assert "photo" not in card
        assert all(WORDS[thing] in card["text"] for thing in WEAPONS)
        assert all(WORDS[token] in card["text"] for token in tokens(party))
        assert party.chat("Mira").count(SORRY) == 1
        assert len(calls(party, "editMessageMedia")) == 1
        assert party.house.outbox.pending(party.group) == []
        redis.delete(keys.shut(party.group))  # a day later, pictures are allowed again
        party.server.act(
            "promote", by=party.people["Mira"], user=party.bot_id, where=party.group, rights=[]
        )
        play(party, 12)
        (shown,) = cards(party)
        assert "photo" in shown
        assert shown["id"] == card["id"]


def test_a_right_taken_during_the_match_makes_the_card_a_text(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=8) as party:
        begin(party)
        play(party, 10)
        (photo,) = cards(party)
        assert "photo" in photo
        mute(party)
        play(party, 20)
        (card,) = cards(party)
        assert "photo" not in card
        shown = party.screen("Mira", party.group)["messages"]
        assert photo["id"] not in [message["id"] for message in shown]
        assert party.chat("Mira").count(SORRY) == 1
        assert "no text in the message" in str(
            [call.answer.description for call in party.server.telegram.refused()]
        )


def test_a_card_too_old_to_be_taken_away_loses_its_buttons(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chats, "DELETABLE", 60)
    with evening(redis, "Mira", "Jonas", seed=8) as party:
        begin(party)
        play(party, 4)
        (photo,) = cards(party)
        mute(party)
        party.say("Mira", "/table")
        old, new = cards(party)
        assert old["id"] == photo["id"]
        assert old["keyboard"] == []
        assert new["keyboard"] != []
        assert "photo" not in new


def test_the_board_stays_on_the_card_at_the_end_and_the_next_lobby_is_words(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", seed=9) as party:
        begin(party)
        play(party, 6)
        (card,) = cards(party)
        for name in party.people:
            party.say(name, "/stop")
        party.wait(30)
        shown = {m["id"]: m for m in party.screen("Mira", party.group)["messages"]}
        assert "The match is over" in shown[card["id"]]["text"]
        assert "photo" in shown[card["id"]]
        party.tap_latest("Jonas", party.group, "again")
        *_, lobby = party.screen("Mira", party.group)["messages"]
        assert "photo" not in lobby
        assert "Join" in str(lobby["keyboard"])
        assert party.server.telegram.refused() == []


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
