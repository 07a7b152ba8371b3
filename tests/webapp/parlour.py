"""A table in a real database, people who sit at it, and the Mini App's server around it."""

from __future__ import annotations

import hashlib
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from gm.botapi.initdata import sign_init_data
from gm.game.moves import Accuse, Move
from gm.master.commands import Accepted, Act, Actor, AddAi, Begin, Join, OpenTable, SetOption
from gm.master.master import Master, Scene
from gm.master.tables import Person, Place
from gm.master.waits import wait_id
from gm.secret import Secret
from gm.store.feed import Feed
from gm.store.notebook import Notebook
from gm.store.redis_store import RedisStore
from gm.store.sessions import Sessions
from webapp import Deps, create_app

TOKEN = "7000000001:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
START = 1_800_000_000_000
MIRA = Person(id=11, name="Mira", language="en")
JON = Person(id=22, name="Jon <b>", language="en")
NOOR = Person(id=33, name="نور", language="en")
EVE = Person(id=99, name="Eve", language="en")
PEOPLE = (MIRA, JON, NOOR)


class Phone:
    """Requests of one session."""

    def __init__(self, client: FlaskClient, token: str) -> None:
        self._client = client
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str) -> TestResponse:
        return self._client.get(path, headers=self.headers)

    def table(self, table: str) -> dict[str, Any]:
        """A snapshot that must be given."""
        reply = self.get(f"/api/tables/{table}")
        assert reply.status_code == 200, reply.json
        return dict(reply.json or {})

    def do(self, table: str, verb: str, op: str | None = None) -> TestResponse:
        return self.put(f"do/{verb}", table, {}, op, method="POST")

    def put(
        self,
        what: str,
        table: str,
        data: dict[str, Any],
        op: str | None = None,
        method: str = "PUT",
    ) -> TestResponse:
        """Something one does at the table beside one's moves."""
        return self._client.open(
            f"/api/tables/{table}/{what}",
            method=method,
            headers=self.headers,
            json={**data, "id": op or str(uuid.uuid4())},
        )

    def act(self, table: str, wait: str, path: str, op: str | None = None) -> TestResponse:
        return self._client.post(
            f"/api/tables/{table}/act",
            headers=self.headers,
            json={"wait": wait, "path": path, "id": op or str(uuid.uuid4())},
        )

    def move(
        self, table: str, wait: str, move: dict[str, Any], op: str | None = None
    ) -> TestResponse:
        return self._client.post(
            f"/api/tables/{table}/move",
            headers=self.headers,
            json={"wait": wait, "move": move, "id": op or str(uuid.uuid4())},
        )

    def sure(self, table: str, wait: str, move: dict[str, Any]) -> TestResponse:
        return self._client.post(
            f"/api/tables/{table}/sure", headers=self.headers, json={"wait": wait, "move": move}
        )

    def note(
        self,
        table: str,
        cell: str,
        value: str | int,
        op: str | None = None,
        match: int = 1,
        layer: str = "mark",
    ) -> TestResponse:
        return self._client.put(
            f"/api/tables/{table}/notebook/{match}/{cell}/{layer}",
            headers=self.headers,
            json={"id": op or str(uuid.uuid4()), "value": value},
        )

    def why(self, table: str, cell: str, mark: str = "", match: int = 1) -> TestResponse:
        return self.get(f"/api/tables/{table}/notebook/{match}/{cell}/why?mark={mark}")


class Parlour:
    """A group's table, and a client for each person."""

    def __init__(self, redis: Redis, *, streams: int = 16, script: str | None = None) -> None:
        self.now = START
        self._drawn = 0
        self.redis = redis
        self.language = "en"
        self.members: dict[tuple[int, int], str] = {}
        """What chats say of people, by chat and person."""
        self.store = RedisStore(redis)
        self.master = Master(self.store, clock=lambda: self.now, ids=self.ids)
        self.notebook = Notebook(redis)
        self.deps = Deps(
            master=self.master,
            store=self.store,
            notebook=self.notebook,
            sessions=Sessions(redis),
            feed=Feed(redis),
            bot_token=Secret(TOKEN),
            clock=lambda: self.now,
            ids=self.ids,
            streams=streams,
            telegram_script=script,
            member=lambda chat, person: self.members.get((chat, person)),
        )
        self.app: Flask = create_app(self.deps)
        self.table = ""

    def close(self) -> None:
        """End every stream, so that nothing outlives the test."""
        self.redis.xadd("feed", {"table": ""})
        self.app.extensions["casekeeper.hub"].close()

    def ids(self, size: int) -> bytes:
        """Bytes that differ each time and are the same in each run."""
        self._drawn += 1
        return hashlib.shake_256(f"parlour/{self._drawn}".encode()).digest(size)

    # -- the table ---------------------------------------------------------------------------

    def open(
        self,
        people: tuple[Person, ...] = PEOPLE,
        ais: int = 0,
        chat: int = -100,
        *,
        rules: str = "getaway",
        **options: str | int | bool,
    ) -> str:
        """A lobby with these people and so many AI seats, its switches turned."""
        host = Actor(person=people[0])
        opened = self.master.handle(
            OpenTable(
                id=str(uuid.uuid4()),
                actor=host,
                place=Place(chat=chat),
                title="Friday <club>",
                rules=rules,
                language=self.language,
            )
        )
        assert isinstance(opened, Accepted)
        self.table = opened.table
        for person in people:
            self.store.set_reachable(person.id, True)
        for name, value in options.items():
            self.did(
                SetOption(
                    id=str(uuid.uuid4()), actor=host, table=self.table, option=name, value=value
                )
            )
        for person in people[1:]:
            self.did(Join(id=str(uuid.uuid4()), actor=Actor(person=person), table=self.table))
        for _ in range(ais):
            self.did(AddAi(id=str(uuid.uuid4()), actor=host, table=self.table))
        return self.table

    def begin(
        self,
        people: tuple[Person, ...] = PEOPLE,
        ais: int = 0,
        chat: int = -100,
        *,
        rules: str = "getaway",
        **options: str | int | bool,
    ) -> str:
        """A match that has begun."""
        self.open(people, ais, chat, rules=rules, **options)
        self.did(Begin(id=str(uuid.uuid4()), actor=Actor(person=people[0]), table=self.table))
        return self.table

    def did(self, command: Any) -> None:
        """A command that must be taken."""
        outcome = self.master.handle(command)
        assert isinstance(outcome, Accepted), outcome

    def scene(self) -> Scene:
        """The table now."""
        scene = self.master.scene(self.table)
        assert scene is not None
        return scene

    def move(self, random: Random, *, accuse: float = 0.0) -> Move | None:
        """One legal move of somebody who is awaited; None when the match is over."""
        scene = self.scene()
        assert scene.match is not None
        waits = scene.match.state.position.waits
        if not waits:
            return None
        wait = random.choice(waits)
        moves = scene.match.moves(wait.seat)
        bold = random.random() < accuse
        some = [m for m in moves if isinstance(m, Accuse) is bold] or list(moves)
        move = random.choice(some)
        occupant = scene.table.occupants[wait.seat]
        assert isinstance(occupant, Person)
        self.did(
            Act(
                id=str(uuid.uuid4()),
                actor=Actor(person=occupant),
                table=self.table,
                wait=wait_id(scene.table, wait.opened),
                move=move,
            )
        )
        return move

    def play(self, moves: int, number: int = 1, *, accuse: float = 0.0) -> None:
        """So many random legal moves."""
        random = Random(number)
        for _ in range(moves):
            if self.move(random, accuse=accuse) is None:
                return

    # -- the Mini App ------------------------------------------------------------------------

    def launch_data(self, person: Person, **fields: object) -> str:
        """Launch data as Telegram signs it."""
        user = {"id": person.id, "first_name": person.name, "language_code": person.language}
        given = {"auth_date": str(self.now // 1000), "query_id": "AAE", "user": user}
        return sign_init_data(TOKEN, {**given, **fields})

    def phone(self, person: Person) -> Phone:
        """A signed-in person's page."""
        client = self.app.test_client()
        reply = client.post("/api/session", json={"launch": self.launch_data(person)})
        assert reply.status_code == 200, reply.json
        assert reply.json is not None
        return Phone(client, reply.json["token"])

    @contextmanager
    def serving(self) -> Iterator[str]:
        """The server on a real port; its address."""
        server = make_server("127.0.0.1", 0, self.app, threaded=True)
        server.daemon_threads = True  # type: ignore[attr-defined]
        server.block_on_close = False  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def launch_fragment(self, person: Person, *, theme: str = "{}", **fields: object) -> str:
        """What Telegram puts behind the page's address."""
        return urlencode(
            {
                "tgWebAppData": self.launch_data(person, **fields),
                "tgWebAppVersion": "8.0",
                "tgWebAppPlatform": "weba",
                "tgWebAppThemeParams": theme,
            }
        )
