"""The command menus that Telegram shows: one for private chats, one for groups."""

from __future__ import annotations

import asyncio

import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.error import TelegramError

from gm.i18n import render
from gm.voice.lines import say

log = structlog.get_logger(__name__)

GROUP = (
    "newgame",
    "table",
    "join",
    "leave",
    "addai",
    "luck",
    "begin",
    "remove",
    "takeseat",
    "resume",
    "check",
    "recap",
    "pause",
    "unpause",
    "rules",
    "idle",
    "zone",
    "stop",
    "help",
)
PRIVATE = (
    "solo",
    "hand",
    "sheet",
    "luck",
    "recap",
    "log",
    "away",
    "zone",
    "answerforme",
    "idle",
    "concede",
    "remove",
    "resume",
    "rules",
    "help",
)


async def set_menu(bot: Bot, language: str) -> None:
    """Tell Telegram our commands; without them everything works, so a failure is only noted."""
    for scope, names in (
        (BotCommandScopeAllGroupChats(), GROUP),
        (BotCommandScopeAllPrivateChats(), PRIVATE),
    ):
        commands = [BotCommand(name, render(say(f"command.{name}"), language)) for name in names]
        try:
            await bot.set_my_commands(commands, scope=scope)
        except TelegramError as error:
            log.warning("menu_not_set", why=type(error).__name__)
            await asyncio.sleep(0)
