"""What a person sees of a table, and what they may do there, request by request."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from typing import Any, cast

import pytest

from gm.game.decks import GETAWAY
from gm.game.moves import Move
from gm.game.state import State
from gm.game.view import View
from gm.master.match import Match
from gm.master.tables import Person
from gm.master.waits import wait_id
from tests.webapp.parlour import EVE, JON, MIRA, PEOPLE, Parlour, Phone
from webapp.api.snapshot import snapshot
from webapp.api.words import Cast

ROUTES = (
    ("GET", "/api/tables"),
    ("GET", "/api/board"),
    ("GET", "/api/tables/{table}"),
    ("GET", "/api/tables/{table}/stream"),
    ("POST", "/api/tables/{table}/act"),
    ("GET", "/api/tables/{table}/sheet?turn=1"),
    ("GET", "/api/tables/{table}/replay/1"),
    ("POST", "/api/tables/{table}/do/join"),
    ("PUT", "/api/tables/{table}/option"),
    ("PUT", "/api/tables/{table}/piece"),
    ("PUT", "/api/tables/{table}/vote"),
    ("POST", "/api/tables/{table}/move"),
    ("POST", "/api/tables/{table}/sure"),
    ("PUT", "/api/tables/{table}/notebook/1/red/case/mark"),
    ("GET", "/api/tables/{table}/notebook/1/red/case/why"),
)


FITTING: dict[str, dict[str, object]] = {
    "move": {"wait": "w", "move": {"move": "roll"}},
    "sure": {"wait": "w", "move": {"move": "roll"}},
    "mark": {"value": "yes"},
    "option": {"option": "help", "value": "auto"},
    "piece": {"token": "red"},
    "vote": {"chair": "x"},
    "join": {},
}
"""Bodies with which a route gets as far as its table."""


def awaited(parlour: Parlour) -> tuple[Phone, dict[str, Any]]:
    """The phone of somebody whom the table waits for, and their snapshot."""
    for person in PEOPLE:
        phone = parlour.phone(person)
        shown = phone.table(parlour.table)
        if shown["ask"]:
            return phone, shown
    raise AssertionError("nobody is awaited")


def test_ones_tables_are_listed(parlour: Parlour) -> None:
    first = parlour.begin(chat=-1)
    parlour.now += 1
    second = parlour.open((MIRA, EVE), chat=-2)
    rows = parlour.phone(MIRA).get("/api/tables").json["tables"]  # type: ignore[index]
    assert [(row["id"], row["phase"]) for row in rows] == [(first, "playing"), (second, "lobby")]
    assert "Friday <club>" in rows[0]["title"]
    assert parlour.phone(JON).get("/api/tables").json["tables"][0]["id"] == first  # type: ignore[index]


def test_a_lobby_has_no_sheet_yet(parlour: Parlour) -> None:
    table = parlour.open(ais=1)
    shown = parlour.phone(MIRA).table(table)
    assert shown["sheet"] is None
    assert [seat["kind"] for seat in shown["seats"]] == ["person", "person", "person", "ai"]


def test_a_snapshot_is_the_view_of_ones_own_seat(parlour: Parlour) -> None:
    table = parlour.begin()
    scene = parlour.scene()
    assert scene.match is not None
    for seat, person in enumerate(PEOPLE):
        shown = parlour.phone(person).table(table)
        assert shown["me"] == seat
        assert tuple(shown["hand"]) == scene.match.state.hands[seat]
        marks = shown["sheet"]["marks"]
        for card in GETAWAY.cards:
            own = card in scene.match.state.hands[seat]
            assert marks[card][str(seat)] == ("yes" if own else "no"), "own hand is crossed off"
            assert (marks[card].get("case") == "no") is own


def test_who_has_no_seat_sees_what_the_public_sees(parlour: Parlour) -> None:
    table = parlour.begin()
    parlour.play(20)
    shown = parlour.phone(EVE).table(table)
    assert shown["me"] is None
    assert shown["hand"] == shown["actions"] == shown["learned"] == shown["notebook"] == []
    assert shown["ask"] is None
    assert "yes" not in json.dumps(shown["sheet"]["marks"]), "only who was passed over"
    assert shown["log"]


class Blind:
    """A match whose state holds nothing but what is public."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self._view, self._moves = match.view(seat), () if seat is None else match.moves(seat)
        self.state = State(header=match.header, position=match.state.position)

    def view(self, seat: int | None) -> View:
        assert seat == self._view.seat
        return self._view

    def moves(self, seat: int) -> tuple[Move, ...]:
        assert seat == self._view.seat
        return self._moves


@pytest.mark.parametrize("number", range(3))
def test_a_snapshot_needs_nothing_but_the_view(parlour: Parlour, number: int) -> None:
    """The same comes out with every secret of others gone; and no other hand stands in it."""
    parlour.begin()
    for step in range(20):
        parlour.play(3, number * 100 + step)
        scene = parlour.scene()
        assert scene.match is not None
        for seat, person in enumerate((*PEOPLE, EVE)):
            own = seat if person is not EVE else None
            blind = replace(scene, match=cast("Match", Blind(scene.match, own)))
            names = Cast(scene.table, "en")
            shown = snapshot(scene, person, names)
            assert snapshot(blind, person, names) == shown
            for other, hand in enumerate(scene.match.state.hands):
                if other != own:
                    assert json.dumps(list(hand)) not in json.dumps(shown)


def test_marks_never_say_more_than_is_true(parlour: Parlour) -> None:
    parlour.begin()
    parlour.play(60, 3)
    scene = parlour.scene()
    assert scene.match is not None
    state = scene.match.state
    truth = {card: str(seat) for seat, hand in enumerate(state.hands) for card in hand}
    truth |= dict.fromkeys(state.case, "case")
    for person in PEOPLE:
        for card, cells in parlour.phone(person).table(parlour.table)["sheet"]["marks"].items():
            for place, mark in cells.items():
                assert (mark == "yes") == (truth[card] == place)


# -- playing ---------------------------------------------------------------------------------


def test_a_path_walks_the_screens_and_its_end_makes_the_move(parlour: Parlour) -> None:
    table = parlour.begin()
    phone, shown = awaited(parlour)
    ask = shown["ask"]
    before = parlour.scene().revision
    while True:
        step = ask["rows"][0][0]["step"]
        reply = phone.act(table, ask["wait"], step)
        assert reply.status_code == 200, reply.json
        assert reply.json is not None
        if "table" in reply.json:
            break
        ask = reply.json["ask"]
        assert ask["path"] == step
        assert parlour.scene().revision == before, "looking changes nothing"
    assert parlour.scene().revision == before + 1
    assert reply.json["table"]["seen"] > shown["seen"]


def test_the_same_move_twice_is_made_once(parlour: Parlour) -> None:
    table = parlour.begin()
    phone, shown = awaited(parlour)
    op, wait = str(uuid.uuid4()), shown["ask"]["wait"]
    path = whole_path(phone, table, shown["ask"])
    assert phone.act(table, wait, path, op).status_code == 200
    revision = parlour.scene().revision
    again = phone.act(table, wait, path, op)
    assert again.status_code == 200
    assert parlour.scene().revision == revision
    late = phone.act(table, wait, path)
    assert late.status_code == 409
    assert late.json
    assert late.json["reason"] == "STALE"
    assert late.json["text"]


def whole_path(phone: Phone, table: str, ask: dict[str, Any]) -> str:
    """A path that is a whole move but for its last tap, and that tap."""
    while True:
        step = str(ask["rows"][0][0]["step"])
        if len(ask["rows"][0]) == 2 and ask["rows"][-1] == ask["rows"][0]:
            return step  # Confirm
        reply = phone.act(table, ask["wait"], step)
        assert reply.json
        assert "ask" in reply.json, "the first card of a turn ends with a Confirm"
        ask = reply.json["ask"]


def test_nobody_moves_for_somebody_else(parlour: Parlour) -> None:
    table = parlour.begin()
    phone, shown = awaited(parlour)
    path = whole_path(phone, table, shown["ask"])
    before = parlour.scene()
    for person in (*PEOPLE, EVE):
        other = parlour.phone(person)
        if other.table(table)["me"] == shown["me"]:
            continue
        refused = other.act(table, shown["ask"]["wait"], path)
        assert refused.status_code in (403, 409)
        assert refused.json
        assert refused.json["reason"] in ("NOT_SEATED", "NOT_YOURS")
    forged = phone.act(table, "A" * 12, path)
    assert forged.status_code == 409
    assert parlour.scene().revision == before.revision


def test_anothers_command_id_cannot_be_spent(parlour: Parlour) -> None:
    """A command id belongs to its person: Eve's use of it does not swallow the move."""
    table = parlour.begin()
    phone, shown = awaited(parlour)
    path, op = whole_path(phone, table, shown["ask"]), str(uuid.uuid4())
    parlour.phone(EVE).act(table, shown["ask"]["wait"], path, op)
    assert phone.act(table, shown["ask"]["wait"], path, op).status_code == 200
    assert phone.table(table)["seen"] > shown["seen"]


# -- the walls -------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "route"), ROUTES)
@pytest.mark.parametrize("token", [None, "", "x", "A" * 32, "token with spaces"])
def test_nothing_without_a_session(
    parlour: Parlour, method: str, route: str, token: str | None
) -> None:
    table = parlour.begin()
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    reply = parlour.app.test_client().open(
        route.format(table=table), method=method, headers=headers, json={}
    )
    assert reply.status_code == 401
    assert reply.is_json


LUCA = Person(id=77, name="Luca", language="en")


@pytest.mark.parametrize("person", [EVE, LUCA], ids=["a stranger", "seated elsewhere"])
@pytest.mark.parametrize("phase", ["lobby", "playing"])
def test_who_has_no_seat_here_changes_nothing_here(
    parlour: Parlour, person: Person, phase: str
) -> None:
    """Every route that writes refuses; every one that reads gives the public view."""
    elsewhere = parlour.begin((LUCA, *PEOPLE[1:]), chat=-5)
    table = parlour.open() if phase == "lobby" else parlour.begin()
    before, phone = parlour.scene(), parlour.phone(person)
    wait = "A" * 12
    if before.match is not None:
        wait = wait_id(before.table, before.match.state.position.waits[0].opened)
    for path in ("", "0", "0.0", "1.0.0"):
        reply = phone.act(table, wait, path)
        assert (reply.status_code, (reply.json or {})["reason"]) == (403, "NOT_SEATED")
    for mark in ("yes", "clear"):
        assert phone.note(table, "red/case", mark).status_code == 403
    shown = phone.table(table)
    assert (shown["me"], shown["seated"], shown.get("ask"), shown.get("hand", [])) == (
        None,
        False,
        None,
        [],
    )
    assert parlour.scene() == replace(before, match=parlour.scene().match)
    assert not parlour.redis.keys(f"n:{table}:*")
    rows = (phone.get("/api/tables").json or {})["tables"]
    assert [row["id"] for row in rows] == ([elsewhere] if person is LUCA else [])


@pytest.mark.parametrize(("method", "route"), ROUTES[2:])
@pytest.mark.parametrize("table", ["nope", "x" * 65, "..", "%00", "a b", "t:1"])
def test_no_such_table(parlour: Parlour, method: str, route: str, table: str) -> None:
    phone = parlour.phone(MIRA)
    data = FITTING.get(route.rpartition("/")[2], {"wait": "w", "path": ""})
    if not route.endswith("sure"):
        data = {**data, "id": str(uuid.uuid4())}
    reply = parlour.app.test_client().open(
        route.format(table=table), method=method, headers=phone.headers, json=data
    )
    assert reply.status_code == 404
    assert reply.is_json


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        {"wait": "w", "path": "0"},
        {"wait": "w", "path": "0", "id": "1"},
        {"wait": 1, "path": "0", "id": str(uuid.uuid4())},
        {"wait": "w", "path": "0.", "id": str(uuid.uuid4())},
        {"wait": "w", "path": "A", "id": str(uuid.uuid4())},
        {"wait": "w", "path": "0" + ".0" * 16, "id": str(uuid.uuid4())},
        {"wait": "w", "path": "0", "id": str(uuid.uuid4()), "seat": 0},
    ],
)
def test_malformed_moves_are_refused(parlour: Parlour, data: object) -> None:
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    reply = parlour.app.test_client().post(
        f"/api/tables/{table}/act", headers=phone.headers, json=data
    )
    assert reply.status_code == 400
    assert reply.json
    assert reply.json["reason"] == "BAD_REQUEST"


def test_a_long_body_and_another_type_are_refused(parlour: Parlour) -> None:
    client = parlour.app.test_client()
    assert client.post("/api/session", json={"launch": "x" * 20_000}).status_code == 413
    assert client.post("/api/session", data="launch=x").status_code == 415
    assert client.get("/api/session").status_code == 405
    assert client.get("/api/nothing").status_code == 404


def test_every_answer_carries_its_guards(parlour: Parlour) -> None:
    client = parlour.app.test_client()
    page = client.get("/app")
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert "frame-ancestors 'self' https://web.telegram.org" in policy
    for reply in (page, client.get("/api/tables"), client.get("/app/static/main.js")):
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Referrer-Policy"] == "no-referrer"
        reply.close()
    assert client.get("/api/tables").headers["Cache-Control"] == "no-store"
    assert "<style" not in page.text
    assert " style=" not in page.text
    assert "onerror" not in page.text
