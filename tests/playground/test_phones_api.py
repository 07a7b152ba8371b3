"""The page's own interface: one long poll with resume, acts of the people, files."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from gm.botapi import Upload
from webapp.playground import PlaygroundSettings, create_playground
from webapp.playground.host import Host

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (3).to_bytes(4, "big") + (2).to_bytes(4, "big")


class Page:
    """A browser's view of the app."""

    def __init__(self, client: FlaskClient, host: Host, settings: PlaygroundSettings) -> None:
        self.client, self.host, self.settings = client, host, settings
        self.group = next(chat.id for chat in host.telegram.world.chats.values() if chat.id < 0)
        self.people = list(host.telegram.world.people)

    def world(
        self, after: int = 0, toast: int = 0, wait: float = 0, epoch: str | None = None
    ) -> Any:
        epoch = self.host.epoch if epoch is None else epoch
        return self.client.get(
            f"/playground/api/world?after={after}&toast={toast}&wait={wait}&epoch={epoch}"
        ).get_json()

    def act(self, name: str, expect: int = 200, **args: Any) -> Any:
        answer = self.client.post("/playground/api/act", json={"do": name, "args": args})
        assert answer.status_code == expect, answer.get_json()
        return answer.get_json()

    def call(self, method: str, files: dict[str, Upload] | None = None, **params: Any) -> Any:
        answer = self.host.call(self.settings.token, method, params, files or {})
        assert answer.ok, answer
        return answer.result


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    settings = PlaygroundSettings(mini_app="http://localhost:9/app", data_dir=tmp_path)
    app = create_playground(settings)
    host = app.extensions["playground"]
    yield Page(app.test_client(), host, settings)
    host.close()
    app.extensions["playground_carrier"].join()


def test_a_new_playground_has_people_a_group_and_the_bot(page: Page) -> None:
    world = page.world()
    assert len(world["people"]) == 6
    (chat,) = world["chats"]
    assert {member["status"] for member in chat["members"]} == {
        "creator",
        "member",
        "administrator",
    }


def test_only_what_changed_comes_again(page: Page) -> None:
    seen = page.world()["revision"]
    assert page.world(after=seen)["chats"] == []
    page.act("start", person=page.people[0], bot_id=7000000001, payload="x")
    news = page.world(after=seen)
    assert [chat["person"] for chat in news["chats"]] == [page.people[0]]
    assert page.world(after=seen, epoch="older")["chats"], (
        "a page from an older world gets everything"
    )


def test_the_poll_wakes_when_something_happens(page: Page) -> None:
    seen = page.world()["revision"]
    speaker = threading.Thread(
        target=lambda: page.host.act("say", person=page.people[0], where=page.group, text="hello")
    )
    speaker.start()
    news = page.world(after=seen, wait=10)
    speaker.join()
    assert news["chats"][0]["messages"][-1]["text"] == "hello"


def test_taps_toasts_and_the_mini_app(page: Page) -> None:
    rows = [
        [{"text": "A", "callback_data": "a"}],
        [{"text": "Sheet", "url": "https://t.me/casekeeper_bot?startapp=t1"}],
    ]
    card = page.call(
        "sendMessage", chat_id=page.group, text="x", reply_markup={"inline_keyboard": rows}
    )["message_id"]
    where = {"person": page.people[1], "where": page.group, "message_id": card}
    query = page.act("tap", **where, button=[0, 0])["result"]["value"]
    page.call("answerCallbackQuery", callback_query_id=query, text="yes")
    (toast,) = page.world()["toasts"]
    assert (toast["person"], toast["text"]) == (page.people[1], "yes")
    assert page.world(toast=toast["id"])["toasts"] == []
    opened = page.act("tap", **where, button=[1, 0])["result"]
    assert opened["value"].startswith("http://p2.localhost:9/app?tgWebAppStartParam=t1#")
    assert page.act("tap", expect=409, **where, button=[5, 5]) == {"reason": "no_such_button"}


def test_what_the_page_may_not_do(page: Page) -> None:
    page.act("new_person", expect=400, first_name="Eve")
    page.act("say", expect=400, person=page.people[0])
    foreign = {"Origin": "https://evil.example"}
    body = {"do": "say", "args": {}}
    assert page.client.post("/playground/api/act", json=body, headers=foreign).status_code == 403
    assert page.client.post("/playground/api/act", data="{}").status_code == 415


def test_pictures_are_served_and_other_files_only_for_download(page: Page) -> None:
    sent = page.call("sendPhoto", {"photo": Upload(name="p.png", content=PNG)}, chat_id=page.group)
    shown = page.world()["chats"][0]["messages"][-1]["photo"]
    assert shown["file_id"] == sent["photo"][0]["file_id"]
    answer = page.client.get(f"/playground/api/file/{shown['path']}")
    assert (answer.data, answer.mimetype) == (PNG, "image/png")
    sent = page.call(
        "sendDocument",
        {"document": Upload(name="a.html", content=b"<script>")},
        chat_id=page.group,
    )
    path = page.world()["chats"][0]["messages"][-1]["document"]["path"]
    answer = page.client.get(f"/playground/api/file/{path}")
    assert answer.headers["Content-Disposition"] == "attachment"


def test_a_second_start_finds_the_world_and_the_new_app_address(
    page: Page, tmp_path: Path
) -> None:
    page.act("say", person=page.people[0], where=page.group, text="before")
    moved = PlaygroundSettings(mini_app="http://localhost:10/app", data_dir=tmp_path)
    app = create_playground(moved)
    host = app.extensions["playground"]
    assert "before" in host.telegram.transcript(page.group)
    assert host.telegram.launch(page.people[0], 7000000001).value == "http://localhost:10/app"
    host.close()
    app.extensions["playground_carrier"].join()
