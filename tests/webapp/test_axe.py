"""No screen of the Mini App has a fault that axe-core finds, in either look and direction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from random import Random

import pytest
from playwright.sync_api import Browser, Page
from redis import Redis

from gm.game.events import WaitKind
from gm.master.tables import Person
from gm.store.notebook import Layer, Scribble
from tests.webapp.parlour import EVE, MIRA, Parlour
from tests.webapp.test_games import until
from tests.webapp.test_page import LOOKS, SIX, Visit, browser, pytestmark

__all__ = ["browser", "pytestmark"]

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice")
RUN = """async (tags) => {
    const found = await axe.run(document, {
        runOnly: { type: "tag", values: tags },
        rules: { "target-size": { enabled: true } },
        resultTypes: ["violations"],
    });
    return found.violations.map((each) =>
        each.id + ": " + each.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)
            + " " + (n.any[0]?.message ?? n.all[0]?.message ?? "")).join(" | "));
}"""


@dataclass
class Room:
    """A parlour with its server and one page that goes from screen to screen."""

    parlour: Parlour
    visit: Visit
    seats: int
    faults: list[str] = field(default_factory=list)

    def clean(self, page: Page, screen: str) -> None:
        """Looks for faults in either look; they are told together, in the end."""
        for look in LOOKS:
            page.emulate_media(color_scheme=look, reduced_motion="reduce")
            found = page.evaluate(RUN, list(TAGS))
            self.faults += [f"{screen}, {look}: {fault}" for fault in found]


WAYS = (
    ("ltr", 3),
    ("rtl", 6),
    pytest.param(("ltr", 6), marks=pytest.mark.long),
    pytest.param(("rtl", 3), marks=pytest.mark.long),
)
"""Direction and seats: both of each in every run, all four in the long one."""


@pytest.fixture(params=WAYS, ids=lambda way: f"{way[0]}-{way[1]}")
def room(redis: Redis, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Room]:
    parlour = Parlour(redis)
    direction, seats = request.param
    parlour.language = "en" if direction == "ltr" else "en-XA"
    with parlour.serving() as address:
        room = Room(parlour, Visit(parlour, browser, address), seats)
        yield room
        for context in browser.contexts:
            context.close()
        parlour.close()
    assert not room.faults, "\n".join(room.faults)


def people(parlour: Parlour, seats: int) -> tuple[Person, ...]:
    """So many people, all of one language."""
    some = SIX[:seats]
    return tuple(Person(id=p.id, name=p.name, language=parlour.language) for p in some)


def opened(room: Room, person: Person, wait: str, height: int = 1_600, **launch: object) -> Page:
    # So tall that the bar at the bottom lies over nothing: one scrolls what it would cover.
    page = room.visit(person, wait=wait, bypass=True, height=height, **launch)
    page.evaluate(AXE)
    return page


def tab(page: Page, number: int) -> None:
    page.locator("nav button").nth(number).click()


def test_the_lobby_has_no_fault(room: Room) -> None:
    some = people(room.parlour, room.seats)
    room.parlour.open(some, chat=-3, rules="casefile", first="vote")
    page = opened(room, some[0], ".lobby", 3_000)
    room.clean(page, "lobby with a vote")
    page.context.close()
    room.parlour.now += 1
    table = room.parlour.open(some, rules="mansion")
    page = opened(room, some[0], ".lobby", 3_000)
    room.clean(page, "lobby of the host")
    room.parlour.store.set_reachable(some[1].id, False)
    page.context.close()
    room.clean(opened(room, some[1], ".lobby", 3_000), "lobby of a guest without a private chat")
    room.clean(opened(room, EVE, ".lobby", 3_000, start_param=table), "lobby of a stranger")


def test_the_sheet_and_its_drawers_have_no_fault(room: Room) -> None:
    parlour, some = room.parlour, people(room.parlour, room.seats)
    table = parlour.begin(some, rules="casefile", deck="advanced", help="odds")
    parlour.play(20, 3)
    me = some[0]
    cells: tuple[tuple[str, str, Layer, Scribble | int | str], ...] = (
        ("red", "case", Layer.MARK, Scribble.STAR),
        ("blue", "1", Layer.MARK, Scribble.MAYBE),
        ("white", "case", Layer.NUMBER, 3),
        ("white", "case", Layer.NOTE, "asked twice"),
        ("green", "card", Layer.NOTE, "never shown"),
    )
    for n, (card, place, layer, value) in enumerate(cells):
        parlour.notebook.write(
            table, 1, me.id, op=str(n), card=card, place=place, layer=layer, value=value
        )
    page = opened(room, me, ".sheet")
    room.clean(page, "sheet")
    page.locator(".tools button:not([aria-label])").first.click()
    room.clean(page, "filter")
    page.locator(".stepper button").first.click()
    page.locator(".past").first.wait_for()
    page.locator("dialog .shut").click()
    room.clean(page, "an earlier turn")
    page.locator(".past button").first.click()
    page.locator("tbody th button").first.click()
    room.clean(page, "a card")
    page.locator("dialog .shut").click()
    page.locator(".cell:has(.note, .number)").first.click()
    room.clean(page, "a cell")
    page.locator("dialog .shut").click()
    page.locator(".tools [aria-pressed]").click()
    page.set_viewport_size({"width": 360, "height": 7_000})
    room.clean(page, "list")
    page.set_viewport_size({"width": 360, "height": 1_600})
    for number, name in ((2, "hand"), (3, "log")):
        tab(page, number)
        room.clean(page, name)


SCREENS: dict[str, tuple[dict[str, object], WaitKind, Callable[[Page], None]]] = {
    "a walk": ({"rules": "mansion"}, WaitKind.WALK, lambda _page: None),
    "a question": ({"rules": "casefile", "deck": "normal"}, WaitKind.SHOW, lambda _page: None),
    "cards to ask for": (
        {"rules": "casefile", "deck": "normal"},
        WaitKind.TURN,
        lambda page: page.locator(".ask .row button").first.click(),
    ),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_what_one_is_asked_has_no_fault(room: Room, screen: str) -> None:
    game, kind, step = SCREENS[screen]
    if game.get("deck") == "normal" and room.seats == 6:
        game = {**game, "deck": "advanced"}
    room.parlour.begin(people(room.parlour, room.seats), **game)  # type: ignore[arg-type]
    person = until(room.parlour, kind, 3)
    page = opened(room, person, ".sheet")
    tab(page, 1)
    room.clean(page, screen)
    step(page)
    room.clean(page, f"{screen}, one step on")


def test_the_end_and_the_replay_have_no_fault(room: Room) -> None:
    some = people(room.parlour, room.seats)
    table = room.parlour.begin(some, rules="mansion")
    random = Random(3)
    while room.parlour.move(random, accuse=0.2) is not None:
        pass
    page = opened(room, some[0], ".sheet", start_param=table)
    tab(page, 1)
    room.clean(page, "the end")
    page.locator(".again").first.click()
    page.locator(".replay .quick button").nth(1).click()
    page.locator(".replay .own").first.wait_for()
    room.clean(page, "replay")


def test_what_is_said_without_a_table_has_no_fault(room: Room) -> None:
    page = opened(room, Person(id=MIRA.id, name="M", language=room.parlour.language), ".whole")
    room.clean(page, "no table")
    page.route("**/api/session", lambda route: route.fulfill(status=401, json={"text": "No"}))
    page.reload()
    page.locator('[role="alert"]').wait_for()
    page.evaluate(AXE)
    room.clean(page, "refused")
