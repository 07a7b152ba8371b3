"""The page in a browser: phones, taps, toasts, the private chat, the Mini App's frame."""

import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.support.telegram import serve
from webapp.playground import PlaygroundSettings, create_playground
from webapp.playground.host import Host

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MINI = """<!doctype html><title>app</title><p id="heard"></p><script>
const send = (eventType, eventData = {}) =>
  parent.postMessage(JSON.stringify({ eventType, eventData }), "*");
addEventListener("message", (event) => {
  heard.textContent += " " + JSON.parse(event.data).eventType;
  if (JSON.parse(event.data).eventType === "main_button_pressed") send("web_app_close");
});
send("iframe_ready");
send("web_app_request_viewport");
send("web_app_setup_main_button", { is_visible: true, is_active: true, text: "Save" });
</script>"""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as play:
        running = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


class Scene:
    """A playground behind HTTP, and a page on it."""

    def __init__(self, host: Host, token: str, url: str, browser: Any) -> None:
        self.host, self.token, self.url, self.browser = host, token, url, browser
        self.group = next(chat.id for chat in host.telegram.world.chats.values() if chat.id < 0)
        self.bot = next(iter(host.telegram.world.bots))
        self.people = list(host.telegram.world.people)
        self.trouble: list[str] = []

    def page(self, width: int, height: int = 800) -> Any:
        page = self.browser.new_page(viewport={"width": width, "height": height})
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on(
            "console",
            lambda line: self.trouble.append(line.text) if line.type == "error" else None,
        )
        page.on("request", self.watch)
        page.goto(self.url)
        page.locator(".phone").first.wait_for()
        return page

    def watch(self, request: Any) -> None:
        local = re.match(r"(https?://([a-z0-9]+\.)?(127\.0\.0\.1|localhost):|data:)", request.url)
        if not local:
            self.trouble.append(f"asked for {request.url}")

    def call(self, method: str, **params: Any) -> Any:
        answer = self.host.call(self.token, method, params, {})
        assert answer.ok, answer
        return answer.result

    def card(self, chat_id: int, *row: dict[str, Any], text: str = "A table") -> int:
        sent = self.call(
            "sendMessage", chat_id=chat_id, text=text, reply_markup={"inline_keyboard": [[*row]]}
        )
        return int(sent["message_id"])

    def answer(self, text: str, *, alert: bool) -> None:
        """Answers the tap that comes next."""
        with self.host.changed:
            waiting = self.host.telegram.unanswered
            assert self.host.changed.wait_for(waiting, timeout=10)
            query = waiting()[0]
        self.call("answerCallbackQuery", callback_query_id=query, text=text, show_alert=alert)


@pytest.fixture
def scene(browser: Any) -> Iterator[Scene]:
    mini = Flask("mini")
    mini.add_url_rule("/app", view_func=lambda: MINI)
    with serve(mini) as app_url:
        settings = PlaygroundSettings(mini_app=f"{app_url}/app")
        app = create_playground(settings)
        host = app.extensions["playground"]
        with serve(app) as url:
            made = Scene(host, settings.token, url, browser)
            yield made
            for context in browser.contexts:
                context.close()
            host.close()
        app.extensions["playground_carrier"].join()
    assert made.trouble == []


def test_wide_and_narrow_show_phones_without_sideways_scrolling(scene: Scene) -> None:
    wide = scene.page(1280)
    assert wide.locator(".phone").count() == 4
    narrow = scene.page(360, 740)
    assert narrow.locator(".phone").count() == 1
    narrow.locator(".chip", has_text="Jonas").click()
    assert narrow.locator(".phone").get_attribute("aria-label") == "Jonas’s phone"
    for page in (wide, narrow):
        assert page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
        nameless = page.evaluate(
            "[...document.querySelectorAll('button, textarea')]"
            ".filter(b => b.offsetParent && !(b.textContent.trim() || b.ariaLabel)).length"
        )
        assert nameless == 0


def test_taps_bring_toasts_and_alerts_to_that_phone_only(scene: Scene) -> None:
    scene.card(
        scene.group,
        {"text": "Join", "callback_data": "j"},
        {"text": "Hand", "callback_data": "h"},
    )
    page = scene.page(1280)
    jonas = page.locator(f"#phone-{scene.people[1]}")
    jonas.locator(".key", has_text="Join").click()
    scene.answer("You <b>sit</b>", alert=False)
    jonas.locator(".toast", has_text="You <b>sit</b>").wait_for()
    jonas.locator(".key", has_text="Hand").click()
    scene.answer("Your cards", alert=True)
    jonas.get_by_role("alertdialog").get_by_text("Your cards").wait_for()
    assert page.get_by_role("alertdialog").count() == 1
    jonas.get_by_role("button", name="OK").click()
    assert page.get_by_role("alertdialog").count() == 0


def test_a_deep_link_opens_the_private_chat_and_start_sends_its_payload(scene: Scene) -> None:
    scene.card(scene.group, {"text": "Sit", "url": "https://t.me/casekeeper_bot?start=t1"})
    page = scene.page(360, 740)
    page.locator(".key", has_text="Sit").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".own .text", has_text="/start t1").wait_for()
    page.get_by_role("button", name="All chats").click()
    scene.call("sendMessage", chat_id=scene.people[0], text="Your hand: <none>")
    page.locator(".list .badge", has_text="1").wait_for()
    page.locator(".list b", has_text="Casekeeper").click()
    page.locator(".text", has_text="Your hand: <none>").wait_for()


def test_a_line_typed_with_the_help_of_suggestions(scene: Scene) -> None:
    scene.call("setMyCommands", commands=[{"command": "newgame", "description": "Open a table"}])
    page = scene.page(360, 740)
    page.get_by_role("textbox").fill("/ne")
    page.get_by_role("option", name="/newgame Open a table").click()
    page.locator(".own .text", has_text="/newgame").wait_for()
    page.get_by_role("textbox").fill("hello all")
    page.keyboard.press("Enter")
    page.locator(".own .text", has_text="hello all").wait_for()
    assert "Mira: /newgame\nMira: hello all" in scene.host.telegram.transcript(scene.group)


def test_the_mini_app_opens_in_the_phone_on_its_own_origin(scene: Scene) -> None:
    scene.card(scene.group, {"text": "Sheet", "url": "https://t.me/casekeeper_bot?startapp=t1"})
    page = scene.page(360, 740)
    page.locator(".key", has_text="Sheet").click()
    frame = page.frame_locator(".app iframe")
    frame.locator("#heard", has_text="viewport_changed").wait_for()
    frame.locator("#heard", has_text="theme_changed").wait_for()
    assert page.frames[1].url.startswith("http://p1.localhost:")
    assert "tgWebAppStartParam=t1#tgWebAppData=" in page.frames[1].url
    page.get_by_role("button", name="Save").click()
    page.locator(".app").wait_for(state="detached")


def test_an_edit_redraws_the_card_in_place(scene: Scene) -> None:
    card = scene.card(scene.group, {"text": "Join", "callback_data": "j"})
    page = scene.page(360, 740)
    page.locator(".key", has_text="Join").wait_for()
    scene.call("editMessageText", chat_id=scene.group, message_id=card, text="Begun")
    page.locator(".text", has_text="Begun").wait_for()
    assert page.locator(".key").count() == 0


def chatter(scene: Scene, lines: int) -> None:
    """The bot fills the group's chat."""
    scene.host.act("flood_limits", on=False)
    for number in range(lines):
        scene.call("sendMessage", chat_id=scene.group, text=f"line {number}")


def unread(scene: Scene) -> int:
    """How many messages Mira has not read in the group."""
    return int(scene.host.telegram.screen(scene.people[0], scene.group)["unread"])


def below(log: Any) -> float:
    """How many pixels of a chat lie below what is shown."""
    return float(log.evaluate("log => log.scrollHeight - log.scrollTop - log.clientHeight"))


def test_a_chat_stays_at_its_end_whatever_the_window_does(scene: Scene) -> None:
    chatter(scene, 40)
    page = scene.page(1280)
    log = page.locator(".log").first
    log.get_by_text("line 39").wait_for()
    for width, height in ((1280, 500), (360, 740), (360, 400), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        assert below(log) < 2, (width, height)
    scene.card(scene.group, {"text": "Join", "callback_data": "j"}, text="A long card\n" * 30)
    log.locator(".key", has_text="Join").wait_for()
    assert below(log) < 2
    assert page.locator(".newer:visible").count() == 0


def test_who_has_scrolled_up_stays_there_and_is_told_of_news(scene: Scene) -> None:
    chatter(scene, 40)
    page = scene.page(360, 740)
    log, chip = page.locator(".log"), page.get_by_role("button", name="New messages")
    with scene.host.changed:
        assert scene.host.changed.wait_for(lambda: not unread(scene), timeout=10)
    log.evaluate("log => { log.scrollTop = 100; }")
    scene.call("sendMessage", chat_id=scene.group, text="news")
    chip.wait_for()
    assert log.evaluate("log => log.scrollTop") == 100
    assert unread(scene) == 1
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".phone").nth(3).wait_for()
    mira = page.locator(".log").first
    assert abs(mira.evaluate("log => log.scrollTop") - 100) < 2
    page.get_by_role("button", name="New messages").first.click()
    chip.first.wait_for(state="hidden")
    assert below(mira) < 2
    scene.call("sendMessage", chat_id=scene.group, text="more")
    mira.get_by_text("more").wait_for()
    assert below(mira) < 2
