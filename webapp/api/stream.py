"""Live tables: server-sent events for one person and one table, resumed without gap or repeat.

An id is `seen.noted`: how many events this seat has seen of the match, how many writes its
notebook has taken. A stream looks again whenever the feed names its table and tells what is new
to this person; a change they cannot see sends nothing. One thread a process reads the feed.

A stream ends with its session: that is looked up before every event and every heartbeat, and an
open stream does not keep it alive.
"""

from __future__ import annotations

import json
import os
import queue
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from flask import Blueprint, Response, current_app, g, request, stream_with_context
from flask.typing import ResponseReturnValue

from gm.master.master import Scene
from gm.master.reasons import Refusal
from gm.master.tables import Person, Phase
from gm.store.connection import DatabaseError
from gm.store.feed import Feed
from gm.voice.narrate import learned
from webapp.api.errors import Refused
from webapp.api.snapshot import noted, snapshot
from webapp.api.tables import cast_for, found
from webapp.api.words import Cast, Json
from webapp.auth import person, signed_in, still_signed_in
from webapp.deps import deps

HEARTBEAT = 5.0
"""Seconds between signs of life on a quiet stream."""
EACH = 8
"""So many streams one person may have open in a process."""
_BLOCK_MS = 500
"""How long the reader waits for news before it looks whether it should stop."""
_KEPT = 256
"""So many snapshots a process remembers."""

stream = Blueprint("stream", __name__)


class Crowded(Exception):  # noqa: N818 - an answer, not a fault
    """No more streams can be opened here."""


class Hub:
    """Wakes the open streams of a process when the feed names their table."""

    def __init__(self, feed: Feed, *, most: int) -> None:
        self._feed = feed
        self._most = most
        self._lock = threading.Lock()
        self._open: dict[queue.Queue[None], tuple[str, int]] = {}
        self._people: Counter[int] = Counter()
        self._reader: threading.Thread | None = None
        self._process: int | None = None
        self._drawing = threading.Lock()
        self._drawn: dict[tuple[object, ...], Json] = {}
        self.closed = False

    @contextmanager
    def subscribed(self, table: str, person: int) -> Iterator[queue.Queue[None]]:
        """A queue that has something in it whenever there is something new. Errors: Crowded."""
        wake: queue.Queue[None] = queue.Queue(maxsize=1)
        with self._lock:
            if self.closed or len(self._open) >= self._most or self._people[person] >= EACH:
                raise Crowded
            self._open[wake] = (table, person)
            self._people[person] += 1
            self._start()
        try:
            yield wake
        finally:
            with self._lock:
                del self._open[wake]
                self._people[person] -= 1
                self._people += Counter()

    def drawn(self, scene: Scene, me: Person, cast: Cast) -> Json:
        """The snapshot, drawn once for all who see the same of the table."""
        key = self._key(scene, me, cast)
        with self._drawing:
            if key not in self._drawn:
                self._drawn[key] = snapshot(scene, me, cast, deps().store.reachable)
                while len(self._drawn) > _KEPT:
                    del self._drawn[next(iter(self._drawn))]
            return {**self._drawn[key], "now": scene.now + scene.outage}

    @staticmethod
    def _key(scene: Scene, me: Person, cast: Cast) -> tuple[object, ...]:
        """What two snapshots have in common that are the same."""
        table = scene.table
        key = (table.id, scene.revision, scene.outage, table.seat_of(me.id), cast.language)
        if table.phase is not Phase.LOBBY:
            return key
        # Who can be written to is no part of the table, and a lobby is drawn for each by itself.
        return (*key, me.id, *(deps().store.reachable(person.id) for person in table.people))

    def close(self) -> None:
        """End every stream, and the reader with them: the process is about to stop."""
        self.closed = True
        self._wake(None, None)
        if self._reader is not None:
            self._reader.join(2 * _BLOCK_MS / 1000)

    def _start(self) -> None:
        """Start the reader in the process that needs it: threads do not survive a fork."""
        if self._process != os.getpid():
            self._process = os.getpid()
            self._reader = threading.Thread(target=self._read, name="feed", daemon=True)
            self._reader.start()

    def _read(self) -> None:
        place: str | None = None
        pause = threading.Event()
        while not self.closed:
            try:
                if place is None:
                    place = self._feed.newest()
                    self._wake(None, None)
                place, changes = self._feed.read(place, _BLOCK_MS)
            except DatabaseError:
                place = None  # entries may be gone by then: everybody looks again
                pause.wait(0.5)
                continue
            for change in changes:
                self._wake(change.table, change.person)

    def _wake(self, table: str | None, person: int | None) -> None:
        with self._lock:
            due = [
                wake
                for wake, (at, who) in self._open.items()
                if table in (None, at) and person in (None, who)
            ]
        for wake in due:
            with suppress(queue.Full):
                wake.put_nowait(None)


@dataclass(frozen=True, slots=True)
class At:
    """How far a page has got: events seen of a match, notebook writes."""

    match: int
    seen: int
    noted: int


@stream.get("/tables/<table>/stream")
@signed_in
def live(table: str) -> ResponseReturnValue:
    """The stream of one table from `Last-Event-ID` on; `match` says which match that was of."""
    scene, me = found(table), person()
    at = _resumed(scene.table.match)
    hub = _hub()
    told = _told(hub, table, me, at, str(g.token))
    try:
        first = next(told)
    except Crowded:
        raise Refused(503, Refusal.BUSY) from None
    return Response(
        stream_with_context(_after(first, told)),
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"},
    )


def _hub() -> Hub:
    hub = current_app.extensions["casekeeper.hub"]
    assert isinstance(hub, Hub)
    return hub


def _resumed(match: int) -> At | None:
    """Where the page says it is; None where it has nothing yet."""
    last = request.headers.get("Last-Event-ID") or request.args.get("last", "")
    numbers = re.fullmatch(r"([0-9]{1,9})\.([0-9]{1,9})", last)
    if numbers is None or request.args.get("match") != str(match):
        return None
    return At(match, int(numbers[1]), int(numbers[2]))


def _after(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _told(hub: Hub, table: str, me: Person, at: At | None, token: str) -> Iterator[str]:
    with hub.subscribed(table, me.id) as wake:
        yield ": here\n\n"
        beat = time.monotonic() + HEARTBEAT
        shown: Json = {}
        while not hub.closed and still_signed_in(token):
            try:
                at, shown, messages = _look(hub, table, me, at, shown)
            except Refused:
                return
            yield from messages
            try:
                # At its own pace: a change that one cannot see must not even delay a heartbeat.
                wake.get(timeout=max(0.0, beat - time.monotonic()))
            except queue.Empty:
                beat += HEARTBEAT
                if still_signed_in(token):
                    yield ": here\n\n"


def _look(
    hub: Hub, table: str, me: Person, at: At | None, shown: Json
) -> tuple[At, Json, tuple[str, ...]]:
    """What is new to this person since `at`, and since they were shown `shown`."""
    scene = found(table)
    match = scene.table.match
    cast = cast_for(scene, me)
    if at is None or at.match != match:
        # From here on; what came before is in the state that follows.
        at = At(match, -1, 0)
    cells = deps().notebook.cells(table, match, me.id, since=at.noted)
    view = None if scene.match is None else scene.match.view(scene.table.seat_of(me.id))
    log = () if view is None else view.log
    begin = len(log) if at.seen < 0 else min(at.seen, len(log))
    messages = []
    for index in range(begin, len(log)):
        assert view is not None
        at = At(match, index + 1, at.noted)
        lines = learned(replace(view, log=view.log[: index + 1]), index)
        messages.append(_message("seen", at, {"learned": cast.texts(lines)}))
    at = At(match, len(log), at.noted)
    for cell in cells:
        at = At(match, at.seen, cell.index)
        messages.append(_message("cell", at, noted([cell])[0]))
    now = hub.drawn(scene, me, cast)
    changed = {**now, "now": 0} != {**shown, "now": 0}
    if changed:
        messages.append(_message("state", at, now))
    return at, now, tuple(messages)


def _message(event: str, at: At, data: Json) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"id: {at.seen}.{at.noted}\nevent: {event}\ndata: {text}\n\n"
