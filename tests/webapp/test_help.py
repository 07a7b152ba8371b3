"""How much the sheet works out is the table's choice: the same for all, and held on the server."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gm.deduction.explain import why as reason_of
from gm.deduction.facts import HasOneOf
from gm.deduction.knowledge import problem
from gm.master.tables import Help
from tests.webapp.parlour import EVE, PEOPLE, Parlour, Phone
from webapp.api import marks

LEVELS = tuple(level.value for level in Help)
GAMES = ({"rules": "getaway"}, {"rules": "casefile", "deck": "normal"}, {"rules": "mansion"})


def cells(sheet: dict[str, Any]) -> set[tuple[str, str, str]]:
    """Every settled cell of a sheet."""
    return {
        (card, place, mark) for card, row in sheet["marks"].items() for place, mark in row.items()
    }


def at_every_level(parlour: Parlour, game: dict[str, Any], moves: int) -> list[dict[str, Any]]:
    """The sheets of the first seat after the same match at each level."""
    scene = played(parlour, game, moves)
    assert scene.match is not None
    return [vars_of(marks.sheet(scene.match.view(0), level)) for level in Help]


def played(parlour: Parlour, game: dict[str, Any], moves: int) -> Any:
    parlour.begin(**game)
    parlour.play(moves, 3)
    return parlour.scene()


def vars_of(sheet: marks.Sheet) -> dict[str, Any]:
    return {
        "marks": sheet.marks,
        "groups": sheet.groups,
        "odds": sheet.odds,
        "theories": sheet.theories,
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["rules"])
@pytest.mark.parametrize("moves", [0, 25, 70])
def test_each_level_shows_what_the_one_below_shows_and_more(
    parlour: Parlour, game: dict[str, Any], moves: int
) -> None:
    manual, auto, logic, odds = at_every_level(parlour, game, moves)
    assert cells(manual) <= cells(auto) <= cells(logic) == cells(odds)
    assert not manual["groups"]
    assert not logic["odds"]
    assert not logic["theories"]
    if moves == 70:
        assert len(cells(manual)) < len(cells(auto))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["rules"])
def test_manual_crosses_off_own_and_face_up_cards_and_nothing_more(
    parlour: Parlour, game: dict[str, Any]
) -> None:
    table = parlour.begin(help="manual", **game)
    first = parlour.phone(PEOPLE[0]).table(table)
    parlour.play(50, 3)
    shown = parlour.phone(PEOPLE[0]).table(table)
    assert shown["sheet"]["marks"] == first["sheet"]["marks"]
    open_ = {*shown["hand"], *shown["up"]}
    for card, row in shown["sheet"]["marks"].items():
        settled = set(shown["sheet"]["places"]) if card in open_ else {"0"} | ({"up"} & set(row))
        assert set(row) == settled
    assert shown["help"] == "manual"


def test_auto_notes_the_cells_that_events_name_and_resolves_groups_by_themselves(
    parlour: Parlour,
) -> None:
    """Where a group has but one card left, that card is it; and every group was truly shown."""
    parlour.begin(rules="casefile", deck="normal")
    random, resolved = Random(8), 0
    for _ in range(120):
        if parlour.move(random) is None:
            break
        scene = parlour.scene()
        assert scene.match is not None
        view = scene.match.view(0)
        known, sheet = problem(view), marks.sheet(view, Help.AUTO)
        assert known is not None
        for group in sheet.groups:
            assert len(group.cards) > 1
            assert all(sheet.marks[card].get(str(group.place)) is None for card in group.cards)
            facts = [f for f in known.facts if isinstance(f, HasOneOf) and f.place == group.place]
            assert set(group.cards) <= set(facts[group.number - 1].cards)
        for fact in known.facts:
            if isinstance(fact, HasOneOf):
                here = [sheet.marks[card].get(str(fact.place)) for card in fact.cards]
                assert here.count("no") < len(here), "somebody shows one of them"
                resolved += here.count("yes") == 1 and here.count("no") == len(here) - 1
    assert resolved > 0


def test_odds_add_up_and_name_the_likeliest_theories(parlour: Parlour) -> None:
    table = parlour.begin(help="odds")
    parlour.play(30, 3)
    sheet = parlour.phone(PEOPLE[1]).table(table)["sheet"]
    for card, row in sheet["odds"].items():
        assert not set(row) & set(sheet["marks"][card]), "only open cells have odds"
        if row:
            assert abs(sum(row.values()) - 100) <= len(row)
    theories = [(each["percent"], tuple(each["cards"])) for each in sheet["theories"]]
    assert 1 <= len(theories) <= marks.BEST
    assert [percent for percent, _ in theories] == sorted((p for p, _ in theories), reverse=True)
    for _, cards in theories:
        assert all(sheet["marks"][card].get("case") != "no" for card in cards)


def asked(phone: Phone, table: str, sheet: dict[str, Any]) -> dict[tuple[str, str], Any]:
    """The answers to why, for every cell and every mark."""
    return {
        (f"{card}/{place}", mark): phone.why(table, f"{card}/{place}", mark).json
        for card in sheet["marks"]
        for place in sheet["places"]
        for mark in ("yes", "no")
    }


@pytest.mark.parametrize("level", ["manual", "auto"])
def test_no_reason_and_no_warning_tells_more_than_the_level(parlour: Parlour, level: str) -> None:
    """Also where the cell is settled for whoever thinks: that is left to the player."""
    table = parlour.begin(help=level)
    parlour.play(60, 3)
    phone = parlour.phone(PEOPLE[0])
    shown = phone.table(table)["sheet"]
    view = parlour.scene().match.view(0)  # type: ignore[union-attr]
    known, withheld = problem(view), 0
    assert known is not None
    for (cell, mark), answer in asked(phone, table, shown).items():
        card, place = cell.split("/")
        settled = shown["marks"][card].get(place)
        if settled is None:
            assert answer == {"text": None, "fits": True}
            withheld += reason_of(known, card, marks.places(view)[place]) is not None
        else:
            assert answer["text"]
            assert answer["fits"] is (mark == settled)
    assert withheld > 0, "the test has seen something that is held back"


@pytest.mark.parametrize("level", LEVELS)
def test_all_who_look_get_the_same_help(parlour: Parlour, level: str) -> None:
    table = parlour.begin(help=level)
    parlour.play(40, 3)
    for person in (*PEOPLE, EVE):
        shown = parlour.phone(person).table(table)
        assert shown["help"] == level
        assert bool(shown["sheet"]["odds"]) is (level == "odds")
    watched = parlour.phone(EVE).table(table)["sheet"]
    assert bool(cells(watched)) is (level != "manual")


@pytest.mark.parametrize("level", LEVELS)
def test_the_sheet_of_a_turn_is_as_it_was_when_the_turn_ended(
    parlour: Parlour, level: str
) -> None:
    table = parlour.begin(help=level)
    phone, random = parlour.phone(PEOPLE[0]), Random(5)
    ended: dict[int, Any] = {}
    turn = 0
    before = phone.table(table)
    for _ in range(40):
        if parlour.move(random) is None:
            break
        now = phone.table(table)
        if now["turn"] != turn and turn:
            known = {key: now["sheet"][key] for key in ("marks", "groups", "odds", "theories")}
            ended[turn] = known
        turn = now["turn"]
    assert len(ended) > 3
    for each, known in ended.items():
        past = phone.get(f"/api/tables/{table}/sheet?turn={each}").json
        assert past == {"turn": each, **known}
    first = phone.get(f"/api/tables/{table}/sheet?turn=0").json
    assert first is not None
    assert first["turn"] == 0
    assert first["marks"] == before["sheet"]["marks"]


@pytest.mark.parametrize("turn", ["", "-1", "x", "1.5", "99999"])
def test_there_is_no_such_turn(parlour: Parlour, turn: str) -> None:
    table = parlour.begin()
    reply = parlour.phone(PEOPLE[0]).get(f"/api/tables/{table}/sheet?turn={turn}")
    assert reply.status_code == 400


def test_a_sheet_of_the_past_needs_a_match(parlour: Parlour) -> None:
    table = parlour.open()
    assert parlour.phone(PEOPLE[0]).get(f"/api/tables/{table}/sheet?turn=1").status_code == 409


def test_the_story_says_whom_and_what_it_names(parlour: Parlour) -> None:
    table = parlour.begin(rules="casefile", deck="normal")
    parlour.play(30, 3)
    log = parlour.phone(PEOPLE[0]).table(table)["log"]
    assert all(turn["seats"] for turn in log)
    assert any(turn["cards"] for turn in log)
