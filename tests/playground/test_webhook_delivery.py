"""Webhooks over real HTTP: the secret, a failure and another try, a method in the reply."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, request

from tests.support.telegram import TOKEN, TelegramServer, VirtualClock, serve, telegram_server
from webapp.playground.host import Host


class Hook:
    """A bot's side of a webhook: answers come from a list, posts are kept."""

    def __init__(self) -> None:
        self.posts: list[tuple[str | None, dict[str, Any]]] = []
        self.answers: list[Any] = []
        self.came = threading.Semaphore(0)
        self.app = Flask("hook")
        self.app.add_url_rule("/hook", view_func=self.take, methods=["POST"])

    def take(self) -> Any:
        secret = request.headers.get("X-Telegram-Bot-Api-Secret-Token")
        self.posts.append((secret, request.get_json()))
        answer = self.answers.pop(0) if self.answers else ""
        self.came.release()
        return answer


@pytest.fixture
def hook() -> Iterator[tuple[Hook, str]]:
    taken = Hook()
    with serve(taken.app) as url:
        yield taken, f"{url}/hook"


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def server(clock: VirtualClock) -> Iterator[TelegramServer]:
    with telegram_server(Host(now=clock, keep=None)) as running:
        yield running


def wait_until(server: TelegramServer, done: Any) -> None:
    with server.host.changed:
        assert server.host.changed.wait_for(done, timeout=10)


def test_delivery_retry_and_reply(
    hook: tuple[Hook, str], server: TelegramServer, clock: VirtualClock
) -> None:
    taken, url = hook
    bot = server.act("new_bot", token=TOKEN, username="case_bot", name="Case")
    mira = server.act("new_person", first_name="Mira")
    group = server.act("new_group", title="Table", people=[mira])
    server.act("add_bot", by=mira, bot_id=bot, where=group)
    queue = server.telegram.world.bots[bot].queue
    queue.clear()
    server.host.call(TOKEN, "setWebhook", {"url": url, "secret_token": "s3"}, {})
    taken.answers = [
        ("busy", 503),
        {"method": "sendMessage", "chat_id": group, "text": "at once"},
    ]
    server.act("say", person=mira, where=group, text="/a")
    assert taken.came.acquire(timeout=10)
    wait_until(server, lambda: queue and queue[0].tries == 1)
    assert server.host.call(TOKEN, "getWebhookInfo", {}, {}).result["last_error_message"] == (
        "Wrong response from the webhook: 503 SERVICE UNAVAILABLE"
    )
    clock.advance(1)
    server.act("read", person=mira, where=group)
    assert taken.came.acquire(timeout=10)
    wait_until(server, lambda: not queue)
    assert [secret for secret, _ in taken.posts] == ["s3", "s3"]
    assert taken.posts[0] == taken.posts[1]
    assert server.transcript(group).endswith("Case: at once")
