"""Wires the Telegram side: what takes updates and what draws messages, from a house."""

from __future__ import annotations

from dataclasses import dataclass

import structlog

from gm.bootstrap import House
from gm.telegram.api import Api
from gm.telegram.drawing import Drawing, Links
from gm.telegram.inbound import Inbound
from gm.telegram.intake import Intake
from gm.telegram.operators import Operators
from gm.telegram.taps import Taps

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """The Telegram side of a process."""

    api: Api
    drawing: Drawing
    intake: Intake
    bot_id: int
    username: str


def open_office(house: House) -> Office:
    """Ask Telegram who we are, and wire what speaks for us."""
    settings = house.settings
    assert settings.bot_token is not None
    api = Api(settings.bot_token.reveal(), settings.telegram_api_base)
    username = str(api.me.username)
    links = Links(
        username=username,
        miniapp_name=settings.miniapp_name,
        public_url=settings.public_url,
        main_app=bool(api.me.has_main_web_app),
    )
    if settings.public_url is not None and links.sheet("") is None:
        log.warning("no_mini_app_link", mend="register a Main Mini App, or set MINIAPP_NAME")
    drawing = Drawing(
        master=house.master, store=house.store, links=links, language=settings.default_lang
    )
    taps = Taps(
        master=house.master,
        store=house.store,
        words=drawing,
        members=api.member,
        username=username,
    )
    inbound = Inbound(
        master=house.master,
        store=house.store,
        taps=taps,
        members=api.member,
        chats=api,
        bot_id=api.me.id,
        username=username,
        language=settings.default_lang,
    )
    operators = Operators(
        store=house.store, ids=sorted(settings.operator_ids), now=house.master.now
    )
    return Office(
        api=api,
        drawing=drawing,
        intake=Intake(inbound, house.store, operators),
        bot_id=api.me.id,
        username=username,
    )
