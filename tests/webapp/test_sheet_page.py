"""The sheet on the page: numbers and notes, undo, groups, filters, an earlier turn, the list."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from gm.game.events import WaitKind
from tests.webapp.parlour import EVE, JON, MIRA, PEOPLE, Parlour
from tests.webapp.test_games import until
from tests.webapp.test_page import Visit, browser, cell, pytestmark, visit

__all__ = ["browser", "pytestmark", "visit"]


def noted(parlour: Parlour, table: str) -> dict[tuple[str, str, str], object]:
    """Mira's notebook as the server has it."""
    cells = parlour.phone(MIRA).table(table)["notebook"]
    return {(c["card"], c["place"], c["layer"]): c["value"] for c in cells if c["value"]}


def label(page: Page, card: str, place: str) -> str:
    return str(page.locator(cell(page, card, place)).get_attribute("aria-label"))


def test_a_number_and_a_note_lie_beside_the_mark(parlour: Parlour, visit: Visit) -> None:
    """All by taps: nothing has to be typed."""
    table = parlour.begin()
    page = visit(MIRA)
    page.tap(cell(page, "Ruby", "Case"))
    page.get_by_role("button", name="3", exact=True).tap()
    page.get_by_role("button", name="Add a note").tap()
    page.get_by_role("button", name="avoids it").tap()
    page.get_by_role("button", name="likely", exact=True).tap()
    page.get_by_role("button", name="Maybe").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert label(page, "Ruby", "Case").endswith(
        "Your mark: Maybe, Your number: 3, Your note: avoids it, likely"
    )
    expect(page.locator(".state.saved")).to_be_visible()
    assert noted(parlour, table) == {
        ("red", "case", "number"): 3,
        ("red", "case", "note"): "avoids it, likely",
        ("red", "case", "mark"): "maybe",
    }


def test_a_note_of_a_card_stands_by_its_name(parlour: Parlour, visit: Visit) -> None:
    table = parlour.begin()
    page, other = visit(MIRA), visit(MIRA)
    page.get_by_role("button", name="Pearl").tap()
    page.get_by_role("button", name="Add a note").tap()
    page.get_by_role("textbox").fill("Jon's, I think")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Close").tap()
    expect(other.get_by_role("button", name="Pearl , Your note: Jon's, I think")).to_be_visible()
    assert noted(parlour, table) == {("white", "card", "note"): "Jon's, I think"}


def test_what_one_wrote_is_undone_and_redone(parlour: Parlour, visit: Visit) -> None:
    """Step by step, over all layers; what another device changed since is left alone."""
    table = parlour.begin()
    page = visit(MIRA)
    undo, redo = (page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_be_disabled()
    page.tap(cell(page, "Ruby", "Case"))
    page.get_by_role("button", name="2", exact=True).tap()
    page.get_by_role("button", name="Star").tap()
    page.tap(cell(page, "Pearl", "Case"))
    page.get_by_role("button", name="No", exact=True).tap()
    undo.tap()
    undo.tap()
    expect(page.locator(".mark")).to_have_count(0)
    redo.tap()
    expect(page.locator(f"{cell(page, 'Ruby', 'Case')} .mark.star")).to_be_visible()
    expect(page.locator(".state.saved")).to_be_visible()
    parlour.phone(MIRA).note(table, "red/case", "maybe")
    expect(page.locator(f"{cell(page, 'Ruby', 'Case')} .mark.maybe")).to_be_visible()
    undo.tap()
    expect(page.locator(f"{cell(page, 'Ruby', 'Case')} .number")).to_have_count(0)
    expect(page.locator(f"{cell(page, 'Ruby', 'Case')} .mark.maybe")).to_be_visible()
    expect(undo).to_be_disabled()
    expect(page.locator(".state.saved")).to_be_visible()
    assert noted(parlour, table) == {("red", "case", "mark"): "maybe"}


def test_a_group_is_numbered_in_its_column_and_says_what_it_is_of(
    parlour: Parlour, visit: Visit
) -> None:
    table = parlour.begin(rules="casefile", deck="normal")
    random, groups = Random(4), []
    while not groups:
        parlour.move(random)
        groups = parlour.phone(EVE).table(table)["sheet"]["groups"]
    me = next(p for n, p in enumerate(PEOPLE) if str(n) != groups[0]["place"])
    shown = parlour.phone(me).table(table)["sheet"]
    page = visit(me)
    if not shown["groups"]:
        expect(page.locator(".cell .oneof")).to_have_count(0)
        return
    expect(page.locator(".cell .oneof")).to_have_count(
        sum(len(group["cards"]) for group in shown["groups"])
    )
    page.locator(".cell:has(.oneof)").first.tap()
    expect(page.locator(".reason")).to_contain_text("One of these:")


def test_the_sheet_goes_back_to_an_earlier_turn(parlour: Parlour, visit: Visit) -> None:
    """What is known then, without one's marks and without marking; the log goes along."""
    table = parlour.begin()
    parlour.play(40, 3)
    phone = parlour.phone(MIRA)
    phone.note(table, "red/case", "star")
    turn = phone.table(table)["turn"]
    then = phone.get(f"/api/tables/{table}/sheet?turn={turn - 3}").json
    assert then is not None
    page = visit(MIRA)
    page.get_by_role("button", name="Filter").tap()
    for back in (1, 2, 3):
        page.get_by_role("button", name="A turn earlier").tap()
        expect(page.locator("dialog output")).to_have_text(f"As of turn {turn - back}")
    page.get_by_role("button", name="Close").tap()
    expect(page.locator(".of-sheet .past")).to_contain_text(f"As of turn {turn - 3}")
    known = sum(len(row) for row in then["marks"].values())
    expect(page.locator(".cell .known")).to_have_count(known)
    expect(page.locator(".mark")).to_have_count(0)
    page.locator(".cell").first.tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Log").tap()
    expect(page.locator(".of-log .log li .chip").first).not_to_have_text(str(turn))
    page.get_by_role("button", name="Sheet").tap()
    page.get_by_role("button", name="Back to now").tap()
    expect(page.locator(".mark.star")).to_be_visible()


def test_filters_by_player_and_by_card(parlour: Parlour, visit: Visit) -> None:
    table = parlour.begin(rules="casefile", deck="normal")
    parlour.play(40, 3)
    page = visit(MIRA)
    rows = page.locator("tbody tr:not(.category)")
    every = rows.count()
    page.get_by_role("button", name="Filter").tap()
    page.get_by_role("group", name="Player").get_by_role("button", name=re.compile("Jon")).tap()
    page.get_by_role("group", name="Cards").get_by_role("button", name="May be the case").tap()
    page.get_by_role("button", name="Close").tap()
    expect(page.locator("thead .place")).to_have_count(2)
    marks = parlour.phone(MIRA).table(table)["sheet"]["marks"]
    fitting = sum(row.get("case") != "no" for row in marks.values())
    expect(rows).to_have_count(fitting)
    assert fitting < every
    page.locator("tbody .title").first.tap()
    page.get_by_role("button", name="Show only this card").tap()
    page.get_by_role("button", name="Close").tap()
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Log").tap()
    page.locator(".of-log").get_by_role("button", name="Show everything").tap()
    page.get_by_role("button", name="Sheet").tap()
    expect(rows).to_have_count(every)


@pytest.mark.parametrize("width", [320, 180])
def test_with_little_room_it_is_a_list_that_does_all_the_grid_does(
    parlour: Parlour, visit: Visit, width: int
) -> None:
    """320 px, and a phone of 360 px at 200 %."""
    table = parlour.begin()
    page = visit(MIRA, width=width, wait=".listed")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    row = page.locator(".listed li").filter(has_text="Ruby")
    row.get_by_role("button", name="Case:").tap()
    page.get_by_role("button", name="Star").tap()
    expect(row.locator(".mark.star")).to_be_visible()
    expect(page.locator(".state.saved")).to_be_visible()
    assert noted(parlour, table) == {("red", "case", "mark"): "star"}
    page.get_by_role("button", name="List").tap()
    expect(page.locator(".sheet")).to_be_visible()


def test_the_names_of_cards_belong_to_the_way_of_the_keys(parlour: Parlour, visit: Visit) -> None:
    """Every key of the grid pattern; one tab stop; Escape leads back."""
    parlour.begin()
    page = visit(MIRA, width=1280)
    grid = page.get_by_role("grid")
    assert grid.locator('[tabindex="0"]').count() == 1
    grid.locator('[tabindex="0"]').focus()

    def at() -> str:
        assert grid.locator('[tabindex="0"]').count() == 1
        return str(page.evaluate("document.activeElement.dataset.at"))

    last = page.locator("tbody tr:not(.category)").count() - 1
    for key, where in (
        ("ArrowLeft", "0.-1"),
        ("ArrowLeft", "0.-1"),
        ("PageDown", "5.-1"),
        ("ArrowRight", "5.0"),
        ("End", "5.3"),
        ("ArrowUp", "4.3"),
        ("Control+End", f"{last}.3"),
        ("ArrowDown", f"{last}.3"),
        ("Home", f"{last}.-1"),
        ("PageUp", f"{last - 5}.-1"),
        ("Control+Home", "0.-1"),
    ):
        page.keyboard.press(key)
        assert at() == where, key
    for key in ("Enter", " "):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert at() == "0.-1"


def test_arrows_follow_the_direction_of_the_writing(parlour: Parlour, visit: Visit) -> None:
    mira = type(MIRA)(id=MIRA.id, name=MIRA.name, language="en-XA")
    parlour.begin((mira, *PEOPLE[1:]))
    page = visit(mira, width=1280)
    page.locator('td[tabindex="0"]').focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.at") == "0.1"


def test_chances_are_shown_where_the_table_wants_them(parlour: Parlour, visit: Visit) -> None:
    parlour.begin(help="odds")
    until(parlour, WaitKind.TURN, 3, turn=6)
    page = visit(JON)
    expect(page.locator(".cell .chance").first).to_be_visible()
    expect(page.locator(".theories li").first).to_contain_text("%")
    page.locator(".cell:has(.chance)").first.tap()
    expect(page.locator(".reason")).to_contain_text("Chance:")


def test_without_a_network_the_sheet_can_only_be_read(parlour: Parlour, visit: Visit) -> None:
    parlour.begin()
    page = visit(MIRA)
    page.route("**/api/**", lambda route: route.abort())
    parlour.close()
    expect(page.locator(".state.offline")).to_be_visible()
    page.locator(".cell.no").first.tap()
    expect(page.get_by_text("for now the sheet can only be read")).to_be_visible()
    expect(page.get_by_role("button", name="Star")).to_be_disabled()
    page.context.close()
    visit.wrong.clear()  # the browser itself logs each broken request
