"""The Mansion and Case File on the page, in Chromium: walks by tap and by keyboard, cards picked
together, joining, and the end told step by step.
"""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from gm.game.board import TOKENS
from gm.game.events import WaitKind
from gm.game.moves import Accuse
from gm.master.tables import Person
from tests.webapp.parlour import EVE, JON, MIRA, PEOPLE, Parlour
from tests.webapp.test_games import legal, until
from tests.webapp.test_page import LOOKS, SIX, Visit, browser, pytestmark, shot, visit

__all__ = ["browser", "pytestmark", "visit"]


def walking(parlour: Parlour, visit: Visit, *, width: int = 360) -> tuple[Page, Person]:
    """The page of somebody who has thrown and may reach rooms and squares."""
    parlour.begin(rules="mansion")
    person = until(parlour, WaitKind.WALK, 3, turn=12)
    page = visit(person, width=width)
    if width < 880:
        page.get_by_role("button", name="The table waits for you").tap()
    page.locator(".walking").wait_for()
    return page, person


def spot(parlour: Parlour, person: Person) -> object:
    """Where somebody's token stands."""
    now = parlour.scene()
    seat = now.table.seat_of(person.id)
    assert now.match is not None
    assert now.match.state.position.board is not None
    assert seat is not None
    token = now.match.header.tokens[seat]
    return now.match.state.position.board.tokens[TOKENS.index(token)]


def named(end: Locator) -> object:
    """The spot that a lit place stands for."""
    name = str(end.get_attribute("data-spot"))
    return name if name.isalpha() else tuple(int(part) for part in name.split("."))


def test_a_walk_by_two_taps(parlour: Parlour, visit: Visit) -> None:
    page, person = walking(parlour, visit)
    before = parlour.scene().revision
    one, other = (page.locator(".end:not(.room)").nth(n) for n in (0, 2))
    expect(page.get_by_role("button", name="No place chosen yet")).to_be_disabled()
    one.tap()
    expect(one).to_have_attribute("aria-selected", "true")
    other.tap()
    expect(one).to_have_attribute("aria-selected", "false")
    label = other.get_attribute("aria-label")
    expect(page.get_by_role("button", name=f"Walk there: {label}")).to_be_enabled()
    assert parlour.scene().revision == before, "choosing is not walking"
    end = named(other)
    other.tap()
    expect(page.locator(".walking")).to_have_count(0)
    assert spot(parlour, person) == end


def test_a_thumb_beside_a_square_means_the_nearest_and_a_closed_room_nothing(
    parlour: Parlour, visit: Visit
) -> None:
    page, _ = walking(parlour, visit)
    lit = {str(named(end)) for end in page.locator(".end").all()}
    unlit = next(r for r in ("study", "conservatory", "kitchen", "ballroom") if r not in lit)
    page.locator(f".chamber:has-text('{unlit.title()}') .floor").tap(force=True)
    expect(page.locator('.end[aria-selected="true"]')).to_have_count(0)
    end = page.locator(".end:not(.room)").last
    box = end.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] - 4, box["y"] + box["height"] / 2)
    expect(end).to_have_attribute("aria-selected", "true")


def test_a_walk_into_a_room_by_keyboard(parlour: Parlour, visit: Visit) -> None:
    """One tab stop, arrows among the lit places only; Enter chooses, Enter again walks."""
    page, person = walking(parlour, visit, width=1280)
    ends = page.locator(".end")
    assert page.locator('.end[tabindex="0"]').count() == 1
    page.locator('.end[tabindex="0"]').focus()
    seen = set()
    for key in ("End", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight", "Home"):
        page.keyboard.press(key)
        seen.add(page.evaluate("document.activeElement.dataset.spot"))
        assert page.locator('.end[tabindex="0"]').count() == 1
    assert len(seen) >= 4
    first = ends.first
    assert page.evaluate("document.activeElement.dataset.spot") == named(first), "a room"
    page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-selected", "true")
    end = named(first)
    page.keyboard.press("Enter")
    expect(page.locator(".walking")).to_have_count(0)
    assert spot(parlour, person) == end
    expect(page.get_by_role("button", name="Suggest")).to_be_visible()


def test_a_walk_by_name(parlour: Parlour, visit: Visit) -> None:
    page, person = walking(parlour, visit)
    before = spot(parlour, person)
    page.get_by_role("button", name=re.compile("towards")).first.tap()
    expect(page.locator(".walking")).to_have_count(0)
    assert spot(parlour, person) != before


def test_who_does_not_walk_sees_the_board_and_can_touch_nothing(
    parlour: Parlour, visit: Visit
) -> None:
    table = parlour.begin(rules="mansion")
    until(parlour, WaitKind.WALK, 3, turn=12)
    page = visit(EVE, start_param=table)
    page.get_by_role("button", name="Now").tap()
    expect(page.get_by_role("img", name="The board")).to_be_visible()
    assert page.locator(".token").count() == 6
    assert page.locator(".end, .board [tabindex]").count() == 0
    words = page.locator(".board .unseen li").all_inner_texts()
    assert any(line.startswith("Corridor: ") for line in words)


def test_tokens_move_for_everybody_and_the_focus_stays(parlour: Parlour, visit: Visit) -> None:
    parlour.begin(rules="mansion")
    until(parlour, WaitKind.WALK, 3, turn=12)
    page = visit(JON, width=1280)
    page.locator("td[tabindex='0']").focus()
    focused = page.evaluate("document.activeElement.dataset.at")
    places = page.locator(".token").evaluate_all("all => all.map((t) => t.style.transform)")
    random = Random(2)
    for _ in range(8):
        parlour.move(random)
    page.wait_for_function(
        "(was) => [...document.querySelectorAll('.token')]"
        ".some((token, n) => token.style.transform !== was[n])",
        arg=places,
    )
    assert page.evaluate("document.activeElement.dataset.at") == focused


def test_two_cards_are_asked_for_by_tapping_them(parlour: Parlour, visit: Visit) -> None:
    parlour.begin(rules="casefile", deck="grand")
    person = until(parlour, WaitKind.TURN)
    page = visit(person)
    page.get_by_role("button", name="The table waits for you").tap()
    page.get_by_role("button", name="Ask").first.tap()
    onward = page.get_by_role("button", name="Go on")
    expect(onward).to_be_disabled()
    for card in ("Mauro", "Hall", "Rope"):
        page.locator(".cards button", has_text=card).tap()
    pressed = page.locator('.cards button[aria-pressed="true"]')
    expect(pressed).to_have_count(2)
    onward.tap()
    expect(page.locator(".ask p").first).to_contain_text("rope")
    page.get_by_role("button", name="Back").tap()
    expect(pressed).to_have_count(2)
    onward.tap()
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator(".ask")).to_have_count(0)
    page.get_by_role("button", name="Log").tap()
    expect(page.locator(".log li").first).to_contain_text("the rope or the hall")


def accused(parlour: Parlour) -> Person:
    """Somebody has sealed an accusation; who."""
    person = until(parlour, WaitKind.TURN)
    theory = next(m for m in legal(parlour, person) if isinstance(m, Accuse)).theory
    phone = parlour.phone(person)
    wait = phone.table(parlour.table)["ask"]["wait"]
    move = {"move": "accuse", "theory": list(theory)}
    assert phone.move(parlour.table, wait, move).status_code == 200
    return person


@pytest.mark.parametrize("still", [False, True], ids=["moving", "still"])
def test_joining_and_the_end_step_by_step(parlour: Parlour, visit: Visit, still: bool) -> None:
    """One joins with cards picked together; the other declines; who watches sees it opened."""
    table = parlour.begin(rules="casefile", deck="normal")
    accuser = accused(parlour)
    joins, declines = (person for person in PEOPLE if person != accuser)
    page, watching = visit(joins), visit(EVE, width=1280, start_param=table)
    watching.emulate_media(reduced_motion="reduce" if still else "no-preference")
    page.get_by_role("button", name="The table waits for you").tap()
    page.get_by_role("button", name="Join with my own").tap()
    for group in range(3):
        page.locator(".cards").nth(group).locator("button").nth(1).tap()
    page.get_by_role("button", name="Go on").tap()
    page.get_by_role("button", name="Yes").tap()
    expect(page.locator(".ask")).to_have_count(0)
    expect(watching.locator(".verdict")).to_have_count(0)
    expect(watching.locator(".card", has_text="Awaited").locator("li")).to_have_count(2)

    watching.clock.install()
    watching.clock.pause_at(2_000_000_000)
    other = parlour.phone(declines)
    wait = other.table(table)["ask"]["wait"]
    assert other.move(table, wait, {"move": "decline"}).status_code == 200
    opened = watching.locator(".verdict")
    expect(opened.locator(".theory")).to_have_count(2)
    told = opened.get_by_role("status")
    for step in range(0 if still else 4):
        expect(opened).to_have_attribute("data-step", str(step))
        expect(opened.locator(".turned .up")).to_have_count(min(step, 3))
        expect(told).to_have_text("")
        watching.clock.run_for(1_400)
    expect(opened).to_have_attribute("data-step", "4")
    expect(opened.locator(".turned .up")).to_have_count(3)
    expect(told).not_to_have_text("")
    late = visit(MIRA, start_param=table)
    late.get_by_role("button", name="The case is open").tap()
    assert late.locator(".verdict").get_attribute("data-step") == "4", "at once"


GAMES = {
    "mansion-walk": ({"rules": "mansion"}, WaitKind.WALK),
    "mansion-suggest": ({"rules": "mansion"}, WaitKind.AFTER),
    "casefile-turn": ({"rules": "casefile", "deck": "advanced"}, WaitKind.TURN),
    "casefile-join": ({"rules": "casefile", "deck": "advanced"}, WaitKind.JOIN),
}


@pytest.mark.parametrize("people", [PEOPLE, SIX[:5]], ids=["three", "five"])
@pytest.mark.parametrize("game", GAMES)
def test_it_fits_every_screen(
    parlour: Parlour, visit: Visit, game: str, people: tuple[Person, ...]
) -> None:
    """No sideways scrolling, nothing to tap too small; screenshots are kept to look at."""
    options, kind = GAMES[game]
    parlour.begin(people, **options)  # type: ignore[arg-type]
    person = until(parlour, kind, 3, accuse=0.1 if kind is WaitKind.JOIN else 0)
    page = visit(person)
    page.get_by_role("button", name="The table waits for you").tap()
    for step in range(3):
        fits(page, f"{game}-{len(people)}-{step}")
        if page.locator(".walking").count():
            return
        before = page.locator(".ask > p").first.inner_text()
        if page.locator(".cards").count():
            for group in page.locator(".group").all()[: 2 if "turn" in game else 3]:
                group.locator("button").first.click()
            page.get_by_role("button", name="Go on").click()
        else:
            page.locator(".ask .row button").first.click()
        if step < 2:
            page.wait_for_function(
                "(was) => document.querySelector('.ask > p')?.innerText !== was", arg=before
            )
            if page.locator(".ask").count() == 0:
                return


def fits(page: Page, name: str) -> None:
    """The page as it is, at each width; it stays at 360."""
    for width in (320, 1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        for scheme in LOOKS if width == 360 else LOOKS[:1]:
            page.emulate_media(color_scheme=scheme)
            shot(page, f"{name}-{width}-{scheme}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sizes = page.locator(".ask button").evaluate_all(
            "all => all.map((b) => b.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 48
        if page.locator(".walking").count():
            board = page.locator(".walking").bounding_box()
            assert board is not None
            assert board["width"] <= width
            assert board["width"] / 24 >= (13.5 if width >= 360 else 11.5)


def test_rows_of_the_sheet_can_be_tapped_too(parlour: Parlour, visit: Visit) -> None:
    parlour.begin(rules="casefile", deck="normal")
    page = visit(until(parlour, WaitKind.TURN))
    assert page.locator(".pickable").count() == 0
    page.get_by_role("button", name="The table waits for you").tap()
    page.get_by_role("button", name="Ask").first.tap()
    expect(page.get_by_role("button", name="Go on")).to_be_disabled()
    page.get_by_role("navigation").get_by_role("button", name="Sheet").tap()
    for card in ("Mauro", "Rope"):
        page.locator(".pickable button", has_text=card).tap()
    expect(page.locator('.pickable [aria-pressed="true"]')).to_have_count(2)
    assert page.locator('.sheet [tabindex="0"]').count() == 1, "one tab stop"
    page.get_by_role("button", name="The table waits for you").tap()
    page.get_by_role("button", name="Go on").tap()
    expect(page.locator(".ask p").first).to_contain_text("rope")


def test_the_focus_follows_what_one_does_by_keyboard(parlour: Parlour, visit: Visit) -> None:
    parlour.begin(rules="mansion")
    page = visit(until(parlour, WaitKind.TURN), width=1280)
    page.get_by_role("button", name="Roll").focus()
    page.keyboard.press("Enter")
    page.locator(".walking").wait_for()
    page.wait_for_function("document.activeElement.classList.contains('ask')")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.spot"), "on to the board"
