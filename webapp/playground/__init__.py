"""The playground: the local Bot API over HTTP, and a page with a group chat and phones.

For one process and many threads; it listens wherever the caller serves the app.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, render_template

from webapp.playground.botapi import bot_api
from webapp.playground.carrier import Carrier
from webapp.playground.host import Host
from webapp.playground.phones import phones

# Everything comes from here, but the apps in the phones may live anywhere.
POLICY = (
    "default-src 'self'; img-src 'self' data:; frame-src http: https:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
PEOPLE = ("Mira", "Jonas", "Tuấn", "Hana", "Ravi", "Salma")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundSettings:
    """What a playground is made with.

    ``data_dir`` keeps the world over restarts (none: it is lost). ``mini_app`` is the address
    direct links open. ``shown`` phones stand side by side at first.
    """

    token: str = "7000000001:PLAYGROUND"  # noqa: S105 - a token of the emulator, worth nothing
    username: str = "casekeeper_bot"
    bot_name: str = "Casekeeper"
    mini_app: str | None = None
    data_dir: Path | None = None
    group: str = "Friday table"
    people: tuple[str, ...] = PEOPLE
    shown: int = 4


def create_playground(
    settings: PlaygroundSettings, *, now: Callable[[], float] = time.time
) -> Flask:
    """The Flask app; ``app.extensions["playground"]`` is its host, to be closed at the end."""
    path = settings.data_dir / "playground.jsonl" if settings.data_dir else None
    host = Host(now=now, path=path)
    bot = host.telegram.bot(settings.token)
    if bot is None:
        _furnish(host, settings)
    elif bot.mini_app != settings.mini_app:
        host.act("set_mini_app", bot_id=bot.id, url=settings.mini_app)
    app = Flask(__name__)
    app.extensions["playground"] = host
    app.register_blueprint(bot_api)
    app.register_blueprint(phones)

    @app.get("/")
    def page() -> Response:
        response = Response(render_template("playground.html", settings=settings))
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Content-Security-Policy"] = POLICY
        return response

    carrier = Carrier(host)
    app.extensions["playground_carrier"] = carrier
    carrier.start()
    return app


def _furnish(host: Host, settings: PlaygroundSettings) -> None:
    bot = host.act(
        "new_bot",
        token=settings.token,
        username=settings.username,
        name=settings.bot_name,
        mini_app=settings.mini_app,
    )
    people = [host.act("new_person", first_name=name) for name in settings.people]
    group = host.act("new_group", title=settings.group, people=people)
    host.act("add_bot", by=people[0], bot_id=bot, where=group, rights=["can_pin_messages"])
