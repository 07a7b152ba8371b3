"""The page stays in step: a dead line is noticed, a page that was put away is back at once."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, Route, expect

from tests.webapp.parlour import JON, MIRA, Parlour
from tests.webapp.test_page import Visit, browser, cell, pytestmark, visit

__all__ = ["browser", "pytestmark", "visit"]


SHIFT = """() => new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries()
        .filter((entry) => !entry.hadRecentInput).reduce((sum, entry) => sum + entry.value, 0)))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(0), 300);
})"""


LISTEN = """() => {
    window.told = [];
    const region = document.querySelector(".said");
    const all = { childList: true, characterData: true, subtree: true };
    const watch = (node, act) => new MutationObserver(act).observe(node, all);
    watch(region, () => region.textContent && told.push(region.textContent));
    watch(document.querySelector("main"), () => requestAnimationFrame(() => console.log("taken")));
}"""


def held(page: Page) -> list[Route]:
    """Streams that are opened from now on hang without a word."""
    routes: list[Route] = []
    page.route("**/stream*", lambda route: routes.append(route))
    return routes


def test_a_line_that_says_nothing_is_given_up(parlour: Parlour, visit: Visit) -> None:
    """No close event comes; the missing sign of life is noticed 2.5 s after it was due."""
    parlour.begin()
    page = visit(JON)
    routes = held(page)
    page.clock.install()
    page.reload()
    page.locator(".sheet").wait_for()
    assert len(routes) >= 1, "this page's line hangs"
    parlour.move(Random(4))
    page.unroute("**/stream*")
    page.clock.run_for(7_600)
    page.clock.run_for(400)
    turn = parlour.phone(JON).table(parlour.table)["log"]
    page.get_by_role("button", name="Log").tap()
    expect(page.locator(".of-log .log li")).to_have_count(len(turn))
    expect(page.locator(".state.offline")).to_have_count(0)


def test_a_page_that_was_put_away_is_back_within_three_seconds(
    parlour: Parlour, visit: Visit
) -> None:
    """No visibility event fires: the jump of the clock is enough."""
    parlour.begin()
    page = visit(JON)
    page.clock.install()
    with page.expect_request("**/stream*"):
        page.reload()
    page.locator(".sheet").wait_for()
    with page.expect_request("**/stream*"):
        page.clock.fast_forward(60_000)
        page.clock.run_for(3_000)
    expect(page.locator(".state.offline")).to_have_count(0)


def test_devices_of_one_person_follow_each_other(parlour: Parlour, visit: Visit) -> None:
    parlour.begin()
    one, other = visit(MIRA), visit(MIRA, width=1280)
    one.tap(cell(one, "Ruby", "Case"))
    one.get_by_role("button", name="2", exact=True).tap()
    expect(other.locator(f"{cell(other, 'Ruby', 'Case')} .number")).to_have_text("2")
    one.get_by_role("button", name="Close").tap()
    one.get_by_role("button", name="Undo").tap()
    expect(other.locator(f"{cell(other, 'Ruby', 'Case')} .number")).to_have_count(0)


def test_one_announcement_at_most_for_what_happens_at_once(parlour: Parlour, visit: Visit) -> None:
    """However much a move brings, the polite region changes once."""
    parlour.begin(rules="casefile", deck="normal")
    page = visit(JON, width=1280)
    page.evaluate(LISTEN)
    random, moves = Random(4), 6
    for _ in range(moves):
        before = page.evaluate("told.length")
        with page.expect_event("console", lambda message: message.text == "taken"):
            parlour.move(random)
        assert page.evaluate("told.length") <= before + 1
    assert page.evaluate("told.length") >= 1


def test_the_page_loads_within_its_budget(parlour: Parlour, visit: Visit) -> None:
    """Requests and the shift of what is already drawn."""
    parlour.begin()
    page = visit(MIRA)
    requests = page.evaluate(
        "performance.getEntriesByType('resource').map((r) => new URL(r.name).pathname)"
    )
    assert len(requests) == len(set(requests)), "nothing is fetched twice"
    assert sum(1 for path in requests if path.startswith("/api/")) <= 5
    assert len(requests) <= 40
    page.wait_for_timeout(200)
    shift = page.evaluate(SHIFT)
    assert shift < 0.1
