"""One person and AI seats, played in Chromium on the playground's page to the verdict."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from gm.game.cards import Theory
from gm.themes import theme
from gm.voice.lines import Form
from tests.support.evening import TOKEN, Evening
from tests.support.telegram import TelegramServer, VirtualClock, serve
from webapp.playground import PlaygroundSettings, create_playground

sync_api = pytest.importorskip("playwright.sync_api")
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


class Street:
    """A playground page behind HTTP, and an evening whose clock races on."""

    def __init__(self, redis: Redis, held: ExitStack) -> None:
        self.clock = VirtualClock()
        settings = PlaygroundSettings(token=TOKEN)
        playground = create_playground(settings, now=self.clock)
        host = playground.extensions["playground"]
        held.callback(host.close)
        self.url = held.enter_context(serve(playground))
        # The clock races on while a slow machine draws the page: a turn needs all it can get.
        telegram = TelegramServer(host, self.url)
        self.party = Evening(telegram, redis, self.clock, seed=3, turn_seconds=600)
        held.callback(self.party.close)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._race)

    def __enter__(self) -> Street:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _race(self) -> None:
        while not self._stop.wait(0.02):
            self.party.wait(0.15)


@pytest.fixture
def street(redis: Redis) -> Iterator[Street]:
    with ExitStack() as held, Street(redis, held) as running:
        yield running


def names(theory: Theory) -> list[str]:
    """What the cards of a theory are called on buttons."""
    return [theme("default", "en").card(card, Form.TITLE) for card in theory]


WIDE, PHONE = (1280, 900), (360, 740)
GAMES = {"getaway": "Getaway", "casefile": "Case File", "mansion": "The Mansion"}


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("getaway", WIDE),
        ("getaway", PHONE),
        ("casefile", PHONE),
        ("mansion", PHONE),
        pytest.param("casefile", WIDE, marks=pytest.mark.long),
        pytest.param("mansion", WIDE, marks=pytest.mark.long),
    ],
)
def test_one_person_plays_a_match_on_the_page(
    street: Street, game: str, size: tuple[int, int]
) -> None:
    width, height = size
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(20_000)
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(street.url)
        phone = page.locator(".phone").first
        phone.locator("textarea").fill("/newgame")
        phone.locator("textarea").press("Enter")
        button(phone, GAMES[game]).wait_for()
        shot(page, f"{game}-games-{width}")
        button(phone, GAMES[game]).click()
        for ai in ("Ada", "Bruno", "Chandra"):
            button(phone, "+ AI").click()
            phone.get_by_text(f"{ai} ").last.wait_for()
        shot(page, f"{game}-lobby-{width}")
        button(phone, "Join").click()
        button(phone, "Start").click()
        phone.get_by_text("You sit at the table").first.wait_for()
        to_group(phone)
        button(phone, "Begin").click()
        button(phone, "My cards").click()
        button(phone, "OK").wait_for()
        shot(page, f"{game}-table-{width}")
        button(phone, "OK").click()
        to_private(phone)
        phone.get_by_text("Your hand", exact=True).wait_for()
        case = names(street.party.table.match.state.case)  # type: ignore[union-attr]
        turn(phone)
        shot(page, f"{game}-turn-{width}")
        _TURNS[game](phone, f"{game}-{width}")
        button(phone, "Accuse").click()
        for card in case:
            button(phone, card).click()
        shot(page, f"{game}-accuse-{width}")
        button(phone, "Yes, I accuse").click()
        to_group(phone)
        button(phone, "Play again").wait_for()
        shot(page, f"{game}-verdict-{width}")
        assert wrong == []
        browser.close()
    assert street.party.server.telegram.refused() == []
    assert street.party.server.telegram.unanswered() == []


def button(phone: Any, label: str) -> Any:
    """The newest button with this label."""
    return phone.get_by_role("button", name=label).last


_NO_ANSWER = re.compile("Open sheet|More time|Accuse|Ask for|Roll|End turn")


def turn(phone: Any) -> None:
    """Answer whatever is asked until it is the person's own turn."""
    for _ in range(60):
        if button(phone, "Accuse").count():
            return
        # The panel may change between look and click: what is clicked is never another button.
        cards = phone.locator(".keyboard button, .keys button").filter(has_not_text=_NO_ANSWER)
        if cards.count():
            with suppress(sync_api.TimeoutError):  # it has gone meanwhile
                cards.last.click(timeout=1_000)
        phone.page.wait_for_timeout(150)
    raise AssertionError(phone.inner_text())


def ask(phone: Any, name: str) -> None:
    """Ask for two cards and wait for another turn."""
    button(phone, "Ask for two cards").click()
    button(phone, "Ruby").click()
    phone.get_by_text("So far: Ruby").wait_for()
    button(phone, "Knife").click()
    button(phone, "Confirm").wait_for()
    shot(phone.page, f"ask-{name}")
    button(phone, "Confirm").click()
    phone.get_by_text("You asked").first.wait_for()
    turn(phone)


def walk(phone: Any, name: str) -> None:
    """Roll and walk."""
    button(phone, "Roll").click()
    phone.get_by_text("Where do you go?").wait_for()
    shot(phone.page, f"walk-{name}")
    phone.get_by_role("button", name="towards").first.click()
    button(phone, "End turn").wait_for()


_TURNS: dict[str, Callable[[Any, str], None]] = {
    "getaway": lambda phone, name: None,
    "casefile": ask,
    "mansion": walk,
}
"""What is done before the accusation."""


def to_group(phone: Any) -> None:
    """Open the group on the phone."""
    open_chat(phone, "Friday table")


def to_private(phone: Any) -> None:
    """Open the private chat with the bot on the phone."""
    open_chat(phone, "Casekeeper")


def open_chat(phone: Any, title: str) -> None:
    """Go by the list of chats to the one of this title."""
    phone.get_by_role("button", name="All chats").click()
    phone.locator("li button").filter(has=phone.page.locator("b", has_text=title)).click()


def shot(page: Any, name: str) -> None:
    """Keep a picture, to be looked at."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"playground-{name}.png")
