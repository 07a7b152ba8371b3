"""An emulated Telegram for tests: in process, or behind real HTTP on a free loopback port."""

import contextlib
import logging
import threading
from collections.abc import Iterator
from typing import Any

from flask import Flask
from werkzeug.serving import make_server

from gm.botapi import Answer, Fault, Telegram
from webapp.playground.botapi import bot_api
from webapp.playground.carrier import Carrier
from webapp.playground.host import Host
from webapp.playground.phones import phones

logging.getLogger("werkzeug").setLevel(logging.ERROR)

TOKEN = "7000000001:TEST"
START = 1_800_000_000.0


class VirtualClock:
    """A clock that moves only when told to."""

    def __init__(self, start: float = START) -> None:
        self.time = start

    def __call__(self) -> float:
        return self.time

    def advance(self, seconds: float) -> None:
        """Moves on."""
        self.time += seconds


class Town:
    """A world with one bot, some people and a group, in process.

    ``telegram`` is the emulator; ``api`` calls a method as the bot; ``people`` maps names to ids.
    """

    def __init__(
        self,
        *names: str,
        kind: str = "group",
        forum: bool = False,
        rights: tuple[str, ...] = (),
        clock: VirtualClock | None = None,
    ) -> None:
        self.clock = clock or VirtualClock()
        self.telegram = Telegram(now=self.clock)
        self.bot = self.telegram.new_bot(
            TOKEN, "case_bot", "Case", mini_app="https://app.example/app"
        )
        self.people = {name: self.telegram.new_person(name) for name in names or ("Mira", "Jonas")}
        ids = list(self.people.values())
        self.group = self.telegram.new_group("Table", ids, kind=kind, forum=forum)
        self.telegram.add_bot(ids[0], self.bot, self.group, rights=rights)
        self.updates()

    def __getitem__(self, name: str) -> int:
        return self.people[name]

    def api(self, method: str, **params: Any) -> Answer:
        """Calls a method as the bot."""
        return self.telegram.call(TOKEN, method, params)

    def ok(self, method: str, **params: Any) -> Any:
        """Calls a method that must succeed and returns its result."""
        answer = self.api(method, **params)
        assert answer.ok, answer
        return answer.result

    def refusal(self, method: str, **params: Any) -> tuple[int | None, str | None]:
        """Calls a method that must be refused; code and words."""
        answer = self.api(method, **params)
        assert not answer.ok, answer
        return answer.error_code, answer.description

    def updates(self) -> list[dict[str, Any]]:
        """Takes and confirms everything that waits."""
        found: list[dict[str, Any]] = self.ok("getUpdates")
        if found:
            self.ok("getUpdates", offset=found[-1]["update_id"] + 1)
        return found


class TelegramServer:
    """A host behind real HTTP; ``act`` and the names of acts reach it under its lock."""

    def __init__(self, host: Host, url: str) -> None:
        self.host = host
        self.url = url

    @property
    def telegram(self) -> Telegram:
        """The emulator, for looking."""
        return self.host.telegram

    @property
    def base_url(self) -> str:
        """What a client takes as the base of method calls, up to the token."""
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        """What a client takes as the base of downloads, up to the token."""
        return f"{self.url}/file/bot"

    def act(self, name: str, /, **args: Any) -> Any:
        """Something a person does."""
        return self.host.act(name, **args)

    def fault(self, method: str, fault: Fault, **how: int) -> None:
        """Schedules a mishap."""
        with self.host.changed:
            self.telegram.faults.schedule(method, fault, **how)

    def transcript(self, where: int, person: int = 0) -> str:
        """A chat as readable text."""
        with self.host.changed:
            return self.telegram.transcript(where, person)


@contextlib.contextmanager
def telegram_server(host: Host | None = None) -> Iterator[TelegramServer]:
    """Serves a host (a new one by default) on a free loopback port until the block ends."""
    host = host or Host(keep=None)
    app = Flask(__name__)
    app.config["HANG_SECONDS"] = 0.5
    app.extensions["playground"] = host
    app.register_blueprint(bot_api)
    app.register_blueprint(phones)
    with serve(app) as url:
        carrier = Carrier(host)
        carrier.start()
        try:
            yield TelegramServer(host, url)
        finally:
            host.close()
            carrier.join()


@contextlib.contextmanager
def serve(app: Flask) -> Iterator[str]:
    """Serves an app on a free loopback port; gives its address."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    server.daemon_threads = True
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
