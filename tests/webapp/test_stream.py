"""Live tables over real HTTP: resumed without gap or repeat, private, and alive."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from redis import Redis

from gm.store.sessions import LIFE
from tests.webapp.parlour import EVE, JON, MIRA, PEOPLE, Parlour, Phone
from webapp.api import stream as streams


@dataclass
class Message:
    id: str
    event: str
    data: Any


class Live:
    """One open stream, read as a page reads it."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.response = response
        self.last = ""

    def messages(self) -> Iterator[Message]:
        fields: dict[str, str] = {}
        while line := self.response.readline().decode().rstrip("\n"):
            if line.startswith(":"):
                self.response.readline()
                yield Message(self.last, "comment", None)
                continue
            while line:
                name, _, value = line.partition(": ")
                fields[name] = value
                line = self.response.readline().decode().rstrip("\n")
            self.last = fields["id"]
            yield Message(fields["id"], fields["event"], json.loads(fields["data"]))

    def until(self, event: str) -> list[Message]:
        """What comes up to the next message of this kind, that one included."""
        found = []
        for message in self.messages():
            found.append(message)
            if message.event == event:
                return found
        raise AssertionError("the stream ended")


@contextmanager
def live(
    address: str, phone: Phone, table: str, last: str | None = None, match: int = 1
) -> Iterator[Live]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    headers = dict(phone.headers)
    if last is not None:
        headers["Last-Event-ID"] = last
    connection.request("GET", f"/api/tables/{table}/stream?match={match}", headers=headers)
    response = connection.getresponse()
    assert response.status == 200, response.read()
    try:
        yield Live(response)
    finally:
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)
        connection.close()


def test_a_stream_begins_with_a_sign_of_life_and_the_state(parlour: Parlour) -> None:
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    with parlour.serving() as address, live(address, phone, table) as page:
        first, state = page.until("state")
        assert first.event == "comment"
        assert state.data["hand"] == phone.table(table)["hand"]
        assert state.id == f"{phone.table(table)['seen']}.0"
        assert page.response.headers["X-Accel-Buffering"] == "no"
        assert page.response.headers["Cache-Control"] == "no-cache, no-transform"
        assert page.response.headers["Content-Type"].startswith("text/event-stream")


def test_what_happens_arrives_and_what_is_private_stays_so(parlour: Parlour) -> None:
    table = parlour.begin()
    phones = [parlour.phone(person) for person in (*PEOPLE, EVE)]
    random = Random(5)
    with parlour.serving() as address:
        for _ in range(6):
            for phone in phones:
                seen = phone.table(table)["seen"]
                with live(address, phone, table, f"{seen}.0") as page:
                    page.until("state")
                    parlour.move(random)
                    state = page.until("state")[-1].data
                    there = phone.table(table)
                    assert state == {k: there[k] for k in state}


@pytest.mark.parametrize("breaks", [100, pytest.param(1_000, marks=pytest.mark.long)])
def test_a_stream_resumes_without_gap_or_repeat(parlour: Parlour, breaks: int) -> None:
    """However often and wherever it breaks, each seen event and each mark comes once, in order."""
    table = parlour.begin()
    phone = parlour.phone(JON)
    shown = phone.table(table)
    random, last = Random(9), f"{shown['seen']}.0"
    seen: list[int] = []
    cells: list[int] = []

    def taken(messages: list[Message]) -> None:
        nonlocal last
        for message in messages:
            if message.event == "seen":
                seen.append(int(message.id.partition(".")[0]))
            if message.event == "cell":
                cells.append(message.data["index"])
            if message.event != "comment":
                last = message.id

    with parlour.serving() as address:
        for n in range(breaks):
            if n % 2 == 0:
                parlour.move(random)
            if n % 3 == 0:
                phone.note(
                    table, f"{('red', 'train', 'fort')[n % 9 // 3]}/case", n % 9, layer="number"
                )
            with live(address, phone, table, last) as page:
                # Cut off after a message at random, often before the state.
                taken([next(page.messages()) for _ in range(random.randrange(1, 4))])
        with live(address, phone, table, last) as page:
            taken(page.until("state"))
    assert seen == list(range(shown["seen"] + 1, int(last.partition(".")[0]) + 1))
    assert len(seen) > breaks // 8
    assert cells == sorted(set(cells))
    assert phone.table(table)["noted"] == cells[-1]


def test_ones_own_other_page_follows_and_nobody_elses_does(parlour: Parlour) -> None:
    table = parlour.begin()
    mira, other = parlour.phone(MIRA), parlour.phone(MIRA)
    jon = parlour.phone(JON)
    with (
        parlour.serving() as address,
        live(address, other, table) as page,
        live(address, jon, table) as elsewhere,
    ):
        page.until("state")
        elsewhere.until("state")
        mira.note(table, "red/case", "star")
        cell = page.until("cell")[-1]
        assert cell.data == {
            "card": "red",
            "place": "case",
            "layer": "mark",
            "value": "star",
            "index": 1,
        }
        parlour.move(Random(1))
        assert all(message.event != "cell" for message in elsewhere.until("state"))


def test_a_change_one_cannot_see_sends_nothing(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the heartbeat follows; the feed alone says nothing to a page."""
    monkeypatch.setattr(streams, "HEARTBEAT", 0.2)
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    with parlour.serving() as address, live(address, phone, table) as page:
        page.until("state")
        parlour.redis.xadd("feed", {"table": table})
        assert [message.event for message in page.until("comment")] == ["comment"]


def signed_out(parlour: Parlour, phone: Phone) -> None:
    parlour.app.test_client().delete("/api/session", headers=phone.headers)


def worn_out(parlour: Parlour, _: Phone) -> None:
    parlour.now += LIFE * 1000


@pytest.mark.parametrize("ended", [signed_out, worn_out])
def test_a_stream_ends_with_its_session(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, ended: Callable[[Parlour, Phone], None]
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.05)
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    with parlour.serving() as address, live(address, phone, table) as page:
        page.until("state")
        ended(parlour, phone)
        assert all(message.event == "comment" for message in page.messages())


@pytest.mark.parametrize("ended", [signed_out, worn_out])
def test_an_event_after_the_end_of_a_session_is_not_told(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, ended: Callable[[Parlour, Phone], None]
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 60)
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    with parlour.serving() as address, live(address, phone, table) as page:
        page.until("state")
        ended(parlour, phone)
        parlour.move(Random(1))
        assert list(page.messages()) == []


def test_an_open_stream_does_not_keep_its_session_alive(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.02)
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    with parlour.serving() as address, live(address, phone, table) as page:
        page.until("state")
        (key,) = parlour.redis.keys("s:*")
        parlour.redis.expire(key, 60)
        for _ in range(3):
            page.until("comment")
        assert parlour.redis.ttl(key) <= 60
        phone.table(table)
        assert parlour.redis.ttl(key) > 60


def test_an_event_id_of_another_match_or_of_nonsense_begins_anew(parlour: Parlour) -> None:
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    seen = phone.table(table)["seen"]
    with parlour.serving() as address:
        for last, match in (("3.0", 7), ("x", 1), ("-1.0", 1), ("9" * 12 + ".0", 1)):
            with live(address, phone, table, last, match) as page:
                assert [m.event for m in page.until("state")] == ["comment", "state"]
        with live(address, phone, table, "999999.0") as page:
            assert page.until("state")[-1].id == f"{seen}.0"


def test_a_full_house_refuses_and_stays_answering(redis: Redis) -> None:
    parlour = Parlour(redis, streams=2)
    table = parlour.begin()
    phone = parlour.phone(MIRA)
    with (
        parlour.serving() as address,
        live(address, phone, table) as one,
        live(address, parlour.phone(JON), table) as two,
    ):
        one.until("state")
        two.until("state")
        refused = parlour.phone(EVE).get(f"/api/tables/{table}/stream")
        assert refused.status_code == 503
        assert refused.json
        assert refused.json["text"]
        assert phone.table(table)["seen"]
    parlour.close()


def test_one_thread_reads_the_feed_for_all(parlour: Parlour) -> None:
    import threading

    table = parlour.begin()
    with parlour.serving() as address:
        before = [t.name for t in threading.enumerate()].count("feed")
        with (
            live(address, parlour.phone(MIRA), table) as one,
            live(address, parlour.phone(JON), table) as two,
        ):
            one.until("state")
            two.until("state")
            assert [t.name for t in threading.enumerate()].count("feed") == before + 1
