"""`casekeeper web`: the webhook, the Mini App and its streams.

An open stream holds a thread, so there are more threads than streams are let in; the rest are
always free for requests.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from threading import Lock

from gm.bootstrap import wire
from gm.cli.roles import settings_or_exit
from gm.settings import Settings
from gm.telegram.api import Api
from gm.telegram.office import open_office
from webapp.serving import serve
from webapp.webhook import webhook
from webapp.wsgi import application

THREADS = 320
STREAMS = 288


def main(argv: Sequence[str]) -> int:
    """0 after SIGTERM or SIGINT, 2 on bad settings."""
    parser = argparse.ArgumentParser(prog="casekeeper web", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at")
    args = parser.parse_args(argv)
    settings = settings_or_exit()
    serve(
        lambda: _application(settings),
        bind=f"{args.host}:{settings.port}",
        threads=THREADS,
        name="casekeeper-web",
        proxies=settings.trusted_proxies,
    )
    return 0


def _application(settings: Settings) -> object:
    house = wire(settings)
    if settings.webhook_secret is None:
        return application(house, streams=STREAMS, member=Asking(settings))
    office = open_office(house)
    app = application(house, streams=STREAMS, member=office.api.member)
    app.register_blueprint(webhook(office.intake.take_posted, settings.webhook_secret))
    return app


class Asking:
    """What a chat says of a person's membership; Telegram is reached when it is first asked."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = Lock()
        self._api: Api | None = None

    def __call__(self, chat: int, person: int) -> str | None:
        """The person's status in the chat; None where Telegram does not say."""
        with self._lock:
            if self._api is None:
                assert self._settings.bot_token is not None
                token = self._settings.bot_token.reveal()
                self._api = Api(token, self._settings.telegram_api_base)
        return self._api.member(chat, person)
