"""Marks: saved at once, once however often sent, the last writer's, and nobody else's business."""

from __future__ import annotations

import json
import uuid

import pytest

from gm.master.commands import Accepted, Actor, Stop
from gm.store import keys
from gm.store import notebook as notebook_store
from gm.store.redis_store import FINISHED_SECONDS
from tests.webapp.parlour import EVE, JON, MIRA, Parlour


def test_a_mark_is_saved_at_once(parlour: Parlour) -> None:
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    assert phone.note(table, "red/case", "star").json == {"index": 1}
    assert phone.note(table, "train/1", "maybe").json == {"index": 2}
    again = parlour.phone(MIRA).table(table)
    assert again["noted"] == 2
    assert again["notebook"] == [
        {"card": "red", "place": "case", "layer": "mark", "value": "star", "index": 1},
        {"card": "train", "place": "1", "layer": "mark", "value": "maybe", "index": 2},
    ]


def test_the_last_writer_wins_and_a_late_repeat_does_not(parlour: Parlour) -> None:
    table = parlour.begin()
    phone, op = parlour.phone(MIRA), str(uuid.uuid4())
    phone.note(table, "red/case", "yes", op)
    phone.note(table, "red/case", "no")
    assert phone.note(table, "red/case", "yes", op).json == {"index": 1}
    [cell] = phone.table(table)["notebook"]
    assert (cell["value"], cell["index"]) == ("no", 2)


def test_a_cleared_cell_is_told_as_such(parlour: Parlour) -> None:
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    phone.note(table, "red/case", "yes")
    phone.note(table, "red/case", "clear")
    [cell] = phone.table(table)["notebook"]
    assert (cell["value"], cell["index"]) == (None, 2)


def test_manual_marks_leave_automatic_ones_alone(parlour: Parlour) -> None:
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    before = phone.table(table)["sheet"]
    card = phone.table(table)["hand"][0]
    phone.note(table, f"{card}/0", "no")
    assert phone.table(table)["sheet"] == before


def test_a_notebook_is_nobody_elses(parlour: Parlour) -> None:
    table = parlour.begin()
    revision = parlour.scene().revision
    parlour.phone(MIRA).note(table, "red/case", "star")
    assert parlour.scene().revision == revision, "marks never enter the match"
    for person in (JON, EVE):
        shown = parlour.phone(person).table(table)
        assert shown["notebook"] == []
        assert "star" not in json.dumps(shown)


def test_who_watches_has_no_notebook(parlour: Parlour) -> None:
    table = parlour.begin()
    assert parlour.phone(EVE).note(table, "red/case", "yes").status_code == 403


@pytest.mark.parametrize("cell", ["pink/case", "red/3", "red/up", "red/-1", "red/aside", "??/0"])
def test_there_is_no_such_cell(parlour: Parlour, cell: str) -> None:
    table = parlour.begin()
    assert parlour.phone(MIRA).note(table, cell, "yes").status_code == 404


def test_malformed_marks_are_refused(parlour: Parlour) -> None:
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    assert phone.note(table, "red/case", "YES").status_code == 400
    assert phone.note(table, "red/case", '"}').status_code == 400
    assert phone.note(table, "red/case", "yes", "1").status_code == 400
    assert phone.note(table, "red/case", "yes", match=2).status_code == 409
    assert phone.table(table)["notebook"] == []


def test_a_full_notebook_says_so(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook_store, "OPERATIONS", 2)
    table = parlour.begin()
    phone, op = parlour.phone(MIRA), str(uuid.uuid4())
    phone.note(table, "red/case", "yes", op)
    phone.note(table, "red/case", "no")
    assert phone.note(table, "red/case", "star").status_code == 409
    assert phone.note(table, "red/case", "yes", op).status_code == 200, "a repeat is no new write"


def test_a_notebook_goes_a_week_after_its_match(parlour: Parlour) -> None:
    table = parlour.begin()
    phone, key = parlour.phone(MIRA), keys.notebook(table, 1, MIRA.id)
    phone.note(table, "red/case", "yes")
    assert parlour.redis.ttl(key) > FINISHED_SECONDS
    stop = Stop(id="stop", actor=Actor(person=MIRA, admin=True), table=table)
    assert isinstance(parlour.master.handle(stop), Accepted)
    assert 0 < parlour.redis.ttl(key) <= FINISHED_SECONDS
    phone.note(table, "red/case", "no")
    assert 0 < parlour.redis.ttl(key) <= FINISHED_SECONDS


def test_a_mark_a_number_and_a_note_lie_over_one_another(parlour: Parlour) -> None:
    """Each is written by itself and stays as the others change."""
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    written: tuple[tuple[str, str | int], ...] = (("mark", "maybe"), ("number", 3))
    for layer, value in (*written, ("note", "asked twice 🤨")):
        assert phone.note(table, "red/case", value, layer=layer).status_code == 200
    phone.note(table, "red/case", "clear")
    phone.note(table, "red/case", 0, layer="number")
    phone.note(table, "red/card", "Jon's?", layer="note")
    cells = parlour.phone(MIRA).table(table)["notebook"]
    assert [(c["place"], c["layer"], c["value"]) for c in cells] == [
        ("case", "note", "asked twice 🤨"),
        ("case", "mark", None),
        ("case", "number", None),
        ("card", "note", "Jon's?"),
    ]


@pytest.mark.parametrize(
    ("layer", "value"),
    [
        ("mark", 1),
        ("number", "3"),
        ("number", 10),
        ("number", -1),
        ("number", True),
        ("note", 5),
        ("note", "x" * 121),
        ("note", "two\nlines"),
        ("note", "\x00"),
    ],
)
def test_what_no_layer_takes_is_refused(parlour: Parlour, layer: str, value: str | int) -> None:
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    assert phone.note(table, "red/case", value, layer=layer).status_code == 400
    assert phone.note(table, "red/case", "yes", layer="picture").status_code == 404
    assert phone.table(table)["notebook"] == []
