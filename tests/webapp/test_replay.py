"""A match that is over is opened turn by turn; before its end, nothing of it is."""

from __future__ import annotations

import uuid
from pathlib import Path
from random import Random
from typing import Any

import pytest
from werkzeug.test import TestResponse

from gm.game.record.reading import dump, read
from gm.game.record.redacted import redacted
from gm.game.record.replay import replay
from gm.master.commands import Actor, Again
from gm.master.records import record_text
from tests.webapp.parlour import EVE, MIRA, PEOPLE, Parlour, Phone
from webapp.api.replay import LARGEST

GOLDEN = Path(__file__).parents[1] / "records" / "golden"
GAMES = ({"rules": "getaway"}, {"rules": "casefile", "deck": "normal"}, {"rules": "mansion"})


def over(parlour: Parlour, **game: Any) -> str:
    table = parlour.begin(**game)
    random = Random(3)
    while parlour.move(random, accuse=0.05) is not None:
        pass
    return table


def look(phone: Phone, table: str, query: str = "", match: int = 1) -> TestResponse:
    return phone.get(f"/api/tables/{table}/replay/{match}?{query}")


def file(parlour: Parlour, data: bytes, query: str = "") -> TestResponse:
    phone = parlour.phone(EVE)
    return parlour.app.test_client().post(
        f"/api/replay?{query}",
        headers=phone.headers,
        data=data,
        content_type="application/x-ndjson",
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["rules"])
def test_every_turn_of_every_seat_is_as_that_seat_saw_it(
    parlour: Parlour, game: dict[str, Any]
) -> None:
    """Whoever looks: what was public, and each hand with what its seat had learned by then."""
    table = over(parlour, **game)
    match = parlour.scene().match
    assert match is not None
    phone = parlour.phone(EVE)
    last = look(phone, table).json
    assert last is not None
    assert last["turn"] == last["turns"] == match.state.position.turn
    assert last["verdict"]
    for turn in {0, 1, last["turns"] // 2, last["turns"]}:
        for seat, hand in enumerate(match.state.hands):
            shown = look(phone, table, f"turn={turn}&seat={seat}").json
            assert shown is not None
            assert shown["turn"] == turn
            if turn == 0:
                assert len(shown["hand"]) == shown["seats"][seat]["size"]
            for card in shown["hand"]:
                assert shown["sheet"]["marks"][card][str(seat)] == "yes"
            if turn == last["turns"]:
                assert tuple(shown["hand"]) == match.view(seat).hand
                assert hand is not None


def test_a_running_match_is_not_opened(parlour: Parlour) -> None:
    table = parlour.begin()
    for query in ("", "seat=1", "turn=0&seat=2"):
        assert look(parlour.phone(MIRA), table, query).status_code == 409
    assert look(parlour.phone(MIRA), table, match=7).status_code == 404
    lobby = parlour.open((MIRA, EVE), chat=-8)
    assert look(parlour.phone(MIRA), lobby).status_code == 404


def test_the_last_match_can_be_watched_when_the_next_lobby_is_open(parlour: Parlour) -> None:
    table = over(parlour, rules="casefile", deck="normal")
    parlour.did(Again(id=str(uuid.uuid4()), actor=Actor(person=MIRA), table=table))
    assert look(parlour.phone(MIRA), table).status_code == 200
    assert look(parlour.phone(MIRA), table, match=2).status_code == 404


@pytest.mark.parametrize(
    "query", ["turn=x", "turn=-1", "seat=3", "seat=", "seat=１", "turn=99999"]
)
def test_there_is_no_such_look(parlour: Parlour, query: str) -> None:
    table = over(parlour, rules="casefile", deck="normal")
    assert look(parlour.phone(MIRA), table, query).status_code == 400


def record(parlour: Parlour) -> bytes:
    """The table's record as it is kept."""
    scene = parlour.scene()
    assert scene.match is not None
    return record_text(scene.table, scene.match).encode()


def test_a_file_says_what_its_table_said(parlour: Parlour) -> None:
    table = over(parlour, rules="casefile", deck="normal")
    data, phone = record(parlour), parlour.phone(EVE)
    turns = look(phone, table).json["turns"]  # type: ignore[index]
    for query in ("", "turn=0&seat=1", f"turn={turns - 1}&seat=2"):
        one, other = look(phone, table, query).json, file(parlour, data, query).json
        assert one is not None
        assert other is not None
        for key in ("turn", "turns", "hand", "up"):
            assert one[key] == other[key]
        for key in ("marks", "groups", "odds", "theories"):
            assert one["sheet"][key] == other["sheet"][key]


@pytest.mark.parametrize(
    "name", sorted(path.name for path in GOLDEN.glob("*.jsonl"))[::12], ids=lambda name: name
)
def test_every_record_is_replayed_or_refused_with_its_line(parlour: Parlour, name: str) -> None:
    reply = file(parlour, (GOLDEN / name).read_bytes())
    assert reply.status_code in (200, 422)
    assert reply.status_code == 200 or "Line" in (reply.json or {})["text"]


def test_a_seats_own_record_opens_no_other_seat(parlour: Parlour) -> None:
    over(parlour, rules="casefile", deck="normal")
    own = dump(redacted(replay(read(record(parlour))), 1)).encode()
    assert file(parlour, own, "seat=1").status_code == 200
    for query in ("", "seat=0", "seat=2"):
        assert file(parlour, own, query).status_code == 422


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe", b"[]\n[]", b"{" * 5000])
def test_what_is_no_record_is_refused(parlour: Parlour, data: bytes) -> None:
    assert file(parlour, data).status_code == 422


def test_a_file_too_large_is_not_read(parlour: Parlour) -> None:
    assert file(parlour, b"x" * (LARGEST + 1)).status_code == 413
    assert len(PEOPLE) == 3
