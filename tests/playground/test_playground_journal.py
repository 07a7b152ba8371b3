"""A restart, also after a kill, finds the same world: ids, messages, what waits for the bot."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm.botapi import Upload
from webapp.playground import journal
from webapp.playground.host import Host

TOKEN = "7000000001:TEST"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (3).to_bytes(4, "big") + (2).to_bytes(4, "big")


class Life:
    """A host with a file, and ways to end and begin it again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.time = 1_800_000_000.0
        self.hosts: list[Host] = []
        self.host = self.open()
        self.bot = self.host.act("new_bot", token=TOKEN, username="case_bot", name="Case")
        self.mira = self.host.act("new_person", first_name="Mira")
        self.group = self.host.act("new_group", title="Table", people=[self.mira])
        self.host.act("add_bot", by=self.mira, bot_id=self.bot, where=self.group)

    def now(self) -> float:
        self.time += 1
        return self.time

    def open(self) -> Host:
        self.hosts.append(Host(now=self.now, path=self.path))
        return self.hosts[-1]

    def call(self, method: str, files: dict[str, Upload] | None = None, **params: Any) -> Any:
        answer = self.host.call(TOKEN, method, params, files or {})
        assert answer.ok, answer
        return answer.result

    def play(self) -> None:
        markup = json.dumps({"inline_keyboard": [[{"text": "A", "callback_data": "a"}]]})
        card = self.call("sendMessage", chat_id=self.group, text="card", reply_markup=markup)
        self.call("sendPhoto", {"photo": Upload(name="p.png", content=PNG)}, chat_id=self.group)
        self.host.act("say", person=self.mira, where=self.group, text="/one")
        first = self.call("getUpdates")
        self.call("getUpdates", offset=first[-1]["update_id"])
        self.host.act(
            "tap", person=self.mira, where=self.group, message_id=card["message_id"], button=[0, 0]
        )
        self.call("setMyCommands", commands=[{"command": "one", "description": "One"}])

    def look(self) -> tuple[str, Any, Any]:
        """All that can be seen of the world from outside."""
        return (
            self.host.telegram.transcript(self.group),
            self.call("getUpdates"),
            self.host.telegram.screen(self.mira, self.group),
        )


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Life]:
    begun = Life(tmp_path / "playground.jsonl")
    yield begun
    for host in begun.hosts:
        host.close()


def test_a_restart_goes_on(life: Life) -> None:
    life.play()
    before = life.look()
    life.host.close()
    life.host = life.open()
    assert life.look() == before
    query = before[1][-1]["callback_query"]
    assert life.call("answerCallbackQuery", callback_query_id=query["id"], text="ok") is True
    sent = life.call("sendMessage", chat_id=life.group, text="next")
    assert sent["message_id"] == before[2]["messages"][-1]["id"] + 1


def test_a_line_cut_short_by_a_kill_is_dropped(life: Life) -> None:
    life.play()
    before = life.look()
    # No close: the process was killed in the middle of a write.
    with life.path.open("ab") as file:
        file.write(b'{"t":1,"do":"say","args":{"pers')
    life.host = life.open()
    assert life.look() == before
    life.call("sendMessage", chat_id=life.group, text="next")
    life.host = life.open()
    assert life.host.telegram.transcript(life.group).endswith("Case: next")


def test_a_large_file_becomes_a_snapshot_of_the_same_world(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    life.play()
    before = life.look()
    life.host.close()
    monkeypatch.setattr(journal, "COMPACT_BYTES", 10)
    life.host = life.open()
    life.host.close()
    assert [list(line) for line in map(json.loads, life.path.read_text().splitlines())] == [
        ["snapshot"]
    ]
    life.host = life.open()
    assert life.look() == before
    picture = before[2]["messages"][-2]["photo"]["file_id"]
    stored = life.call("getFile", file_id=picture)
    file = life.host.telegram.file(stored["file_path"])
    assert file is not None
    assert file.content == PNG


def test_refused_and_reading_calls_leave_no_line(life: Life) -> None:
    size = life.path.stat().st_size
    life.host.call(TOKEN, "sendMessage", {"chat_id": life.group}, {})
    life.call("getChat", chat_id=life.group)
    assert life.path.stat().st_size == size
