"""What the web part is made of, handed to it whole by the composition root."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from flask import current_app

from gm.master.master import Master
from gm.master.ports import Ids, WallClock
from gm.secret import Secret
from gm.store.feed import Feed
from gm.store.notebook import Notebook
from gm.store.redis_store import RedisStore
from gm.store.sessions import Sessions

TELEGRAM_SCRIPT = "https://telegram.org/js/telegram-web-app.js"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deps:
    """The parts and the settings of the web part.

    `member`: what a chat says of a person's membership, None where it does not say;
    `frame_ancestors`: the origins that may show the Mini App in a frame; `telegram_script`:
    where Telegram's own script comes from, None where there is no Telegram (the page then
    speaks its protocol by itself); `streams`: how many may be open in this process at once.
    """

    master: Master
    store: RedisStore
    notebook: Notebook
    sessions: Sessions
    feed: Feed
    bot_token: Secret
    clock: WallClock
    ids: Ids
    member: Callable[[int, int], str | None] = lambda _chat, _person: None
    frame_ancestors: tuple[str, ...] = ("'self'", "https://web.telegram.org")
    telegram_script: str | None = TELEGRAM_SCRIPT
    streams: int = 48


def deps() -> Deps:
    """The parts of the application that serves this request."""
    return cast("Deps", current_app.extensions["casekeeper"])
