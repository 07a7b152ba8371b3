"""Calls to the Bot API from synchronous code: one bot on one event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

import structlog
from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.error import InvalidToken, NetworkError, TelegramError
from telegram.request import HTTPXRequest

from gm.telegram.chats import Rights, rights_of

log = structlog.get_logger(__name__)

_T = TypeVar("_T")

TIMEOUT = 10.0
"""Seconds that one call may take."""


def new_bot(token: str, base: str, *, pool: int = 16, patience: float = TIMEOUT) -> Bot:
    """A bot at this API server; `pool` calls may be under way at once."""

    def request() -> HTTPXRequest:
        return HTTPXRequest(
            connection_pool_size=pool,
            read_timeout=patience,
            write_timeout=TIMEOUT,
            connect_timeout=TIMEOUT,
            pool_timeout=TIMEOUT,
        )

    return Bot(
        token,
        base_url=f"{base}/bot",
        base_file_url=f"{base}/file/bot",
        request=request(),
        get_updates_request=request(),
    )


class Api:
    """The few things that synchronous code asks Telegram."""

    def __init__(self, token: str, base: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True, name="api")
        self._thread.start()
        self._bot = new_bot(token, base)
        self.me = asyncio.run_coroutine_threadsafe(self._begin(), self._loop).result()

    async def _begin(self) -> Any:
        while True:
            try:
                await self._bot.initialize()
            except InvalidToken:
                raise
            except NetworkError as lost:
                log.warning("telegram_not_reached", why=type(lost).__name__)
                await asyncio.sleep(1)
            else:
                return self._bot.bot

    def _run(self, call: Coroutine[Any, Any, _T]) -> _T:
        return asyncio.run_coroutine_threadsafe(call, self._loop).result(TIMEOUT * 2)

    def member(self, chat: int, person: int) -> str | None:
        """The person's status in the chat; who is restricted but gone counts as left."""
        try:
            found = self._run(self._bot.get_chat_member(chat, person))
        except TelegramError as error:
            log.info("member_unknown", chat=chat, why=type(error).__name__)
            return None
        if isinstance(found, ChatMemberRestricted) and not found.is_member:
            return ChatMember.LEFT
        return found.status

    def rights(self, chat: int) -> Rights | None:
        """What this bot may do in the chat; None where Telegram does not say."""
        try:
            me = self._run(self._bot.get_chat_member(chat, self.me.id))
            return rights_of(me, self._run(self._bot.get_chat(chat)))
        except TelegramError as error:
            log.info("rights_unknown", chat=chat, why=type(error).__name__)
            return None

    def named(self, chat: int, username: str, people: Iterable[int]) -> int | None:
        """Who of these members has this username."""
        for person in people:
            try:
                found = self._run(self._bot.get_chat_member(chat, person)).user.username
            except TelegramError:
                continue
            if found is not None and found.casefold() == username.casefold():
                return person
        return None

    def close(self) -> None:
        """Let go of the connections and the thread."""
        self._run(self._bot.shutdown())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
