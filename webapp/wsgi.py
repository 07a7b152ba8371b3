"""The application for a server, wired from the settings of its process."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask import Flask

from gm.bootstrap import House, wall
from gm.settings import TELEGRAM
from gm.store.feed import Feed
from gm.store.notebook import Notebook
from gm.store.sessions import Sessions
from webapp import create_app
from webapp.deps import TELEGRAM_SCRIPT, Deps


def application(house: House, *, streams: int, member: Callable[[int, int], str | None]) -> Flask:
    """The web part of this house; `member` asks Telegram. Errors: ValueError without a token."""
    settings = house.settings
    if settings.bot_token is None:
        raise ValueError("BOT_TOKEN is not set; `casekeeper up` makes one for the playground")
    return create_app(
        Deps(
            master=house.master,
            store=house.store,
            notebook=Notebook(house.database),
            sessions=Sessions(house.database),
            feed=Feed(house.database),
            bot_token=settings.bot_token,
            clock=wall,
            ids=secrets.token_bytes,
            member=member,
            frame_ancestors=settings.frame_ancestors,
            telegram_script=TELEGRAM_SCRIPT if settings.telegram_api_base == TELEGRAM else None,
            streams=streams,
        )
    )
