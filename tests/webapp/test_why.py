"""Why a mark stands: told to the seat whose sheet it is, from what that seat has seen."""

from __future__ import annotations

from itertools import islice

import pytest

from gm.game.decks import GETAWAY
from gm.voice.lines import Line
from tests.webapp.parlour import EVE, JON, MIRA, PEOPLE, Parlour
from webapp.api import marks


def test_every_mark_of_ones_sheet_can_be_asked_for_its_reason(parlour: Parlour) -> None:
    table = parlour.begin()
    parlour.play(60, 3)
    for person in PEOPLE:
        phone = parlour.phone(person)
        sheet = phone.table(table)["sheet"]
        told = set()
        for card in GETAWAY.cards:
            for place in sheet["places"]:
                known = sheet["marks"][card].get(place)
                reply = phone.why(table, f"{card}/{place}").json
                assert reply is not None
                assert reply["fits"] is True
                assert (reply["text"] is None) == (known is None)
                told.add(reply["text"])
        assert len(told) > 20


def test_a_contrary_mark_is_told_so_with_its_reason_and_stays(parlour: Parlour) -> None:
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    card = phone.table(table)["hand"][0]
    for place, fitting, contrary in (("0", "yes", "no"), ("case", "no", "yes")):
        assert phone.note(table, f"{card}/{place}", contrary).status_code == 200
        reply = phone.why(table, f"{card}/{place}", contrary).json
        assert reply == phone.why(table, f"{card}/{place}").json | {"fits": False}  # type: ignore[operator]
        assert phone.why(table, f"{card}/{place}", fitting).json["fits"] is True  # type: ignore[index]
    assert [cell["value"] for cell in phone.table(table)["notebook"]] == ["no", "yes"]


def test_a_mark_on_an_open_cell_fits(parlour: Parlour) -> None:
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    card = next(c for c in GETAWAY.cards if c not in phone.table(table)["hand"])
    for mark in ("yes", "no", ""):
        assert phone.why(table, f"{card}/case", mark).json == {"text": None, "fits": True}


@pytest.mark.parametrize("number", range(2))
def test_a_reason_needs_nothing_but_the_view(
    parlour: Parlour, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is asked, only one's own seat's view is handed on."""
    table = parlour.begin()
    parlour.play(30, number)
    scene = parlour.scene()
    assert scene.match is not None
    handed = []

    def watched(view: object, *cell: object) -> tuple[Line | None, bool]:
        handed.append(view)
        return None, True

    monkeypatch.setattr(marks, "why", watched)
    for seat, person in enumerate(PEOPLE):
        assert parlour.phone(person).why(table, "red/case").status_code == 200
        assert handed.pop() == scene.match.view(seat)


def test_nobody_else_is_told(parlour: Parlour) -> None:
    table = parlour.begin()
    assert parlour.phone(EVE).why(table, "red/case").status_code == 403


@pytest.mark.parametrize("cell", ["pink/case", "red/3", "red/up", "red/aside", "??/0", "red/-1"])
def test_there_is_no_such_cell(parlour: Parlour, cell: str) -> None:
    table = parlour.begin()
    assert parlour.phone(JON).why(table, cell).status_code == 404


def test_malformed_questions_are_refused(parlour: Parlour) -> None:
    table = parlour.begin()
    phone = parlour.phone(JON)
    for mark in ("maybe", "star", "clear", "YES", "%00", "yes&mark=no"):
        expected = 200 if mark.startswith("yes") else 400
        assert phone.why(table, "red/case", mark).status_code == expected
    assert phone.why(table, "red/case", match=2).status_code == 409
    lobby = parlour.open((JON, EVE), chat=-9)
    assert parlour.phone(JON).why(lobby, "red/case", match=0).status_code == 409


def test_names_stand_isolated(parlour: Parlour) -> None:
    table = parlour.begin()
    parlour.play(60, 3)
    phone = parlour.phone(MIRA)
    sheet = phone.table(table)["sheet"]
    cells = (f"{card}/1" for card in GETAWAY.cards if sheet["marks"][card].get("1"))
    texts = [phone.why(table, cell).json["text"] for cell in islice(cells, 12)]  # type: ignore[index]
    assert any("\u2068Jon <b>\u2069" in text for text in texts)
