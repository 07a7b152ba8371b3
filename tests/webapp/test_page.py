"""The page itself, in Chromium, at the sizes and in the looks people have."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright
from redis import Redis

from gm.master.tables import Person
from gm.store.notebook import Scribble
from tests.webapp.parlour import EVE, JON, MIRA, PEOPLE, Parlour
from webapp.deps import TELEGRAM_SCRIPT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SHOTS = Path(__file__).parents[2] / "var" / "screenshots"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install the package chromium"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


FOCUSED = "document.activeElement.getAttribute('aria-label')"


class Visit:
    """A person's page on a table, and everything that went wrong on it."""

    def __init__(self, parlour: Parlour, browser: Browser, address: str) -> None:
        self._parlour, self._browser, self.address = parlour, browser, address
        self.wrong: list[str] = []

    def __call__(
        self,
        person: Person,
        *,
        width: int = 360,
        height: int = 740,
        dark: bool = False,
        theme: str = "{}",
        wait: str = ".sheet",
        script: str | None = None,
        bypass: bool = False,
        **launch: object,
    ) -> Page:
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=width < 600,
            bypass_csp=bypass,
        )
        page = context.new_page()
        page.set_default_timeout(8_000)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on(
            "console",
            lambda message: self.wrong.append(message.text) if message.type == "error" else None,
        )
        page.route(
            TELEGRAM_SCRIPT,
            lambda route: (
                route.abort()
                if script is None
                else route.fulfill(content_type="text/javascript", body=script)
            ),
        )
        fragment = self._parlour.launch_fragment(person, theme=theme, **launch)
        page.goto(f"{self.address}/app#{fragment}")
        page.locator(wait).first.wait_for()
        return page


@pytest.fixture
def visit(parlour: Parlour, browser: Browser) -> Iterator[Visit]:
    with parlour.serving() as address:
        visit = Visit(parlour, browser, address)
        yield visit
        for context in browser.contexts:
            context.close()
        parlour.close()
    assert visit.wrong == []


def cell(page: Page, card: str, place: str) -> str:
    """The selector of a cell, by the names on its row and column."""
    label = f"{card}, {place}:"
    page.locator(f'[aria-label^="{label}"]').wait_for()
    return f'[aria-label^="{label}"]'


def test_a_mark_takes_two_taps_and_is_saved(parlour: Parlour, visit: Visit) -> None:
    table = parlour.begin()
    page, other = visit(MIRA), visit(MIRA)
    page.tap(cell(page, "Ruby", "Case"))
    page.get_by_role("button", name="Maybe").tap()
    expect(page.locator(cell(page, "Ruby", "Case"))).to_have_attribute(
        "aria-label", re.compile(r"^Ruby, Case: .+, Your mark: Maybe$")
    )
    expect(page.locator(".state.saved")).to_be_visible()
    assert parlour.phone(MIRA).table(table)["noted"] == 1
    expect(other.locator(f"{cell(other, 'Ruby', 'Case')} .mark.maybe")).to_be_visible()


def test_a_tap_on_a_known_cell_tells_why(parlour: Parlour, visit: Visit) -> None:
    parlour.begin()
    page = visit(MIRA)
    page.locator(".cell.yes").first.tap()
    reason = page.get_by_role("dialog").locator(".reason")
    expect(reason).to_have_text(re.compile(r"^known: yes\s+You hold .+ yourself\.$"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_mark_that_cannot_be_right_is_told_so_and_stays(parlour: Parlour, visit: Visit) -> None:
    """By keyboard alone: the warning is read out, nothing is blocked, the mark stays."""
    table = parlour.begin()
    page = visit(MIRA, width=1280)
    page.locator(".cell.yes").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="No", exact=True).focus()
    page.keyboard.press("Enter")
    reason = page.get_by_role("dialog").locator(".reason")
    expect(reason).to_contain_text("Your mark does not fit this. It stays until you change it.")
    expect(reason).to_contain_text("yourself.")
    expect(reason).to_have_attribute("aria-live", "polite")
    page.keyboard.press("Escape")
    expect(page.locator(":focus")).to_have_attribute(
        "aria-label", re.compile("Your mark: No, does not fit what is known$")
    )
    expect(page.locator(".known.misfit")).to_have_count(1)
    assert parlour.phone(MIRA).table(table)["notebook"][0]["value"] == "no"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".known.misfit")).to_have_count(0)


def test_a_reason_is_fetched_again_until_it_arrives(parlour: Parlour, visit: Visit) -> None:
    parlour.begin()
    page = visit(MIRA)
    broken = ["abort"]
    page.route(
        "**/why*", lambda route: route.abort() if broken and broken.pop() else route.continue_()
    )
    page.locator(".cell.no").first.tap()
    expect(page.locator(".reason")).to_contain_text("known: no")
    expect(page.locator(".reason")).to_contain_text(re.compile("yourself|do not hold"))
    visit.wrong.clear()  # the browser itself logs each broken request


def test_a_mark_without_a_network_is_sent_until_it_arrives(parlour: Parlour, visit: Visit) -> None:
    table = parlour.begin()
    page = visit(MIRA)
    broken = ["abort", "lost answer", "500"]

    def stumble(route: Route) -> None:
        if not broken:
            route.continue_()
            return
        match broken.pop(0):
            case "abort":
                route.abort()
            case "lost answer":
                route.fetch()
                route.abort()
            case _:
                route.fulfill(status=502, body="<html>proxy</html>")

    page.route("**/notebook/**", stumble)
    page.tap(cell(page, "Pearl", "Case"))
    page.get_by_role("button", name="Star").tap()
    expect(page.locator(".state.saving")).to_be_visible()
    expect(page.locator(".state.saved")).to_be_visible()
    shown = parlour.phone(MIRA).table(table)
    assert (shown["noted"], shown["notebook"][0]["value"]) == (1, "star"), "once, in the end"
    visit.wrong.clear()  # the browser itself logs each broken request


def test_the_page_follows_the_match_and_never_moves_the_focus(
    parlour: Parlour, visit: Visit
) -> None:
    parlour.begin()
    page = visit(JON, width=1280)
    page.locator(cell(page, "Basil", "Case")).focus()
    random = Random(4)
    for _ in range(12):
        parlour.move(random)
    turn = parlour.scene().match.state.position.turn  # type: ignore[union-attr]
    expect(page.locator("header .chip")).to_have_text(f"Turn {turn}")
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused.startswith("Basil, Case:")


def test_a_whole_turn_by_keyboard(parlour: Parlour, visit: Visit) -> None:
    """Walks the sheet by arrows, marks, then plays one's turn, without a pointer."""
    table = parlour.begin()
    person = next(p for p in PEOPLE if parlour.phone(p).table(table)["ask"])
    page = visit(person, width=1280)
    page.locator('td[tabindex="0"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    focused = str(page.evaluate(FOCUSED))
    while not focused.endswith("Case: open"):  # what is known already would be a misfit
        page.keyboard.press("ArrowDown")
        focused = str(page.evaluate(FOCUSED))
    card = focused.partition(",")[0]
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Enter")  # the first choice has the focus
    expect(page.locator(f"{cell(page, card, 'Case')} .mark.yes")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert str(page.evaluate(FOCUSED)).startswith(f"{card}, Case:"), "back where it was"
    before = parlour.scene().revision
    for _ in range(12):
        first = page.locator(".ask button").first
        first.focus()
        label = page.locator(".ask").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(was) => document.querySelector('.ask')?.innerText !== was", arg=label
        )
        if parlour.scene().revision > before:
            break
    assert parlour.scene().revision > before


def test_the_private_question_is_answered_with_one_tap(parlour: Parlour, visit: Visit) -> None:
    table = parlour.begin()
    random = Random(2)
    while True:
        asked = [
            person
            for person in PEOPLE
            if (ask := parlour.phone(person).table(table)["ask"])
            and ask["kind"] in ("show", "answer")
        ]
        if asked:
            break
        parlour.move(random)
    page = visit(asked[0])
    page.get_by_role("button", name="The table waits for you").tap()
    question = page.locator(".ask p").first.inner_text()
    page.locator(".ask button").first.tap()
    expect(page.locator(".ask p", has_text=question)).to_have_count(0)
    after = parlour.phone(asked[0]).table(table)["ask"]
    assert after is None or after["kind"] in ("turn", "after", "show", "answer")


def test_who_watches_cannot_mark(parlour: Parlour, visit: Visit) -> None:
    table = parlour.begin()
    page = visit(EVE, start_param=table)
    expect(page.get_by_text("You are watching.")).to_be_visible()
    assert page.locator(".known.yes, .mark").count() == 0
    page.tap(cell(page, "Ruby", "Case"))
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_several_tables_have_a_switcher(parlour: Parlour, visit: Visit) -> None:
    parlour.open((MIRA, EVE), chat=-7)
    parlour.now += 1
    parlour.begin()
    page = visit(MIRA)
    page.get_by_role("button", name="Your tables").tap()
    page.locator(".tables button").first.tap()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def test_forged_launch_data_is_told_plainly(parlour: Parlour, visit: Visit) -> None:
    parlour.begin()
    page = visit(MIRA)
    page.goto(f"{visit.address}/app#tgWebAppData=user%3D1")
    page.reload()
    expect(page.get_by_role("alert")).to_have_text(
        "Telegram did not open this page. Open it from the chat."
    )
    visit.wrong.clear()  # the browser itself logs the 401


def test_telegrams_colours_are_followed_in_a_frame(parlour: Parlour, visit: Visit) -> None:
    """The page speaks the frame protocol of Telegram's web clients by itself."""
    parlour.begin()
    page = visit(MIRA)
    fragment = parlour.launch_fragment(MIRA)
    page.route(
        "**/outside",
        lambda route: route.fulfill(
            content_type="text/html",
            body=f"""<script>window.heard = []; addEventListener("message", (e) => {{
                heard.push(JSON.parse(e.data).eventType) }});</script>
                <iframe src="/app#{fragment}" width=360 height=640></iframe>""",
        ),
    )
    page.goto(f"{visit.address}/outside")
    frame = page.frame_locator("iframe")
    frame.locator(".sheet").wait_for()
    assert "web_app_ready" in page.evaluate("heard")
    message = {
        "eventType": "theme_changed",
        "eventData": {"theme_params": {"bg_color": "#101010"}},
    }
    page.evaluate(
        "(text) => document.querySelector('iframe').contentWindow.postMessage(text, '*')",
        json.dumps(message),
    )
    expect(frame.locator("html")).to_have_attribute("data-scheme", "dark")
    frame.locator(cell_in_frame("Ruby, Case:")).click()
    expect(frame.get_by_role("dialog")).to_be_visible()
    page.evaluate(
        "(text) => document.querySelector('iframe').contentWindow.postMessage(text, '*')",
        json.dumps({"eventType": "back_button_pressed", "eventData": None}),
    )
    expect(frame.get_by_role("dialog")).to_have_count(0)


def cell_in_frame(label: str) -> str:
    return f'[aria-label^="{label}"]'


@pytest.mark.parametrize("there", [True, False], ids=["there", "missing"])
def test_telegrams_script_is_used_where_it_can_be_had(
    redis: Redis, browser: Browser, there: bool
) -> None:
    parlour = Parlour(redis, script=TELEGRAM_SCRIPT)
    parlour.begin()
    with parlour.serving() as address:
        visit = Visit(parlour, browser, address)
        page = visit(MIRA, script=SHIM if there else None)
        page.tap(cell(page, "Ruby", "Case"))
        page.get_by_role("button", name="Star").tap()
        expect(page.locator(".state.saved")).to_be_visible()
        if there:
            assert page.evaluate("calls") == ["ready", "back+", "light", "back-"]
            assert visit.wrong == []
        page.context.close()
        parlour.close()


def test_telegrams_large_button_does_what_the_page_offers(redis: Redis, browser: Browser) -> None:
    """Begin in the lobby, and nothing once there is nothing to do; in old clients as well."""
    for version in ("8.0", "6.7"):
        redis.flushdb()
        parlour = Parlour(redis, script=TELEGRAM_SCRIPT)
        parlour.open()
        with parlour.serving() as address:
            visit = Visit(parlour, browser, address)
            shim = SHIM.replace("() => true", f"(v) => parseFloat(v) <= {version}")
            page = visit(MIRA, script=shim, wait=".lobby")
            page.wait_for_function("window.main?.is_visible")
            assert page.evaluate("[main.text, main.is_active]") == ["Begin", True]
            page.evaluate("press()")
            page.locator(".sheet").wait_for()
            page.wait_for_function("!main.is_visible")
            assert visit.wrong == []
            page.context.close()
            parlour.close()


SHIM = """
window.calls = [];
const calls = window.calls;
window.Telegram = { WebApp: {
  themeParams: {}, ready: () => calls.push("ready"), expand: () => {}, onEvent: () => {},
  isVersionAtLeast: () => true, BackButton: { onClick: () => {}, show: () => calls.push("back+"),
  hide: () => calls.push("back-") }, MainButton: { onClick: (act) => { window.press = act; },
  setParams: (given) => { window.main = given; } },
  HapticFeedback: { impactOccurred: (how) => calls.push(how) },
} };
"""

SIX = (
    *PEOPLE,
    Person(id=44, name="Bartholomew Longname", language="en"),
    Person(id=55, name="Ada", language="en"),
    Person(id=66, name="🦊", language="en-XA"),
)


LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def shot(page: Page, name: str) -> None:
    """A picture to look at."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")


@pytest.mark.parametrize("people", [PEOPLE, SIX], ids=["three", "six"])
def test_it_fits_every_screen(parlour: Parlour, visit: Visit, people: tuple[Person, ...]) -> None:
    """No sideways scrolling, cells and buttons large enough; screenshots are kept to look at."""
    table = parlour.begin(people)
    parlour.play(40, 3)
    me = people[parlour.scene().match.state.position.waits[0].seat]  # type: ignore[union-attr]
    for n, mark in enumerate((Scribble.STAR, Scribble.MAYBE, Scribble.NO, Scribble.YES)):
        card = ("red", "blue", "balloon", "train")[n]
        parlour.notebook.write(
            table, 1, me.id, op=str(n), card=card, place=("case", "0")[n % 2], value=mark
        )
    page = visit(me)
    for width in (360, 1280, 768, 320):
        page.set_viewport_size({"width": width, "height": 740})
        for n in range(page.locator("nav button").count() if width < 880 else 1):
            if width < 880:
                page.locator("nav button").nth(n).click()
            for look in LOOKS if width in (360, 1280) else LOOKS[:1]:
                page.emulate_media(color_scheme=look)
                shot(page, f"{len(people)}-{n}-{width}-{look}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width < 880:
            page.locator("nav button").first.click()
        if width == 320:
            heights = page.locator(".spot").evaluate_all("all => all.map((b) => b.offsetHeight)")
            assert min(heights) >= 48
            page.locator(".tools [aria-pressed]").click()
            if people is PEOPLE:
                room = page.locator(".scroll").evaluate("(s) => s.scrollWidth - s.clientWidth")
                assert room == 0, "no column is out of sight"
        box = page.locator(".cell").first.bounding_box()
        assert box is not None
        assert box["width"] >= 36
        assert box["height"] >= (40 if width < 880 else 38)
        page.locator(".cell").nth(3).click()
        sizes = page.evaluate(
            "[...document.querySelectorAll('.choices button, .numbers button')]"
            ".map((b) => b.getBoundingClientRect()).map((r) => Math.min(r.width, r.height))"
        )
        shot(page, f"{len(people)}-mark-{width}")
        assert min(sizes) >= 48
        page.keyboard.press("Escape")
