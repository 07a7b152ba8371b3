"""Long polling: what is taken is confirmed to Telegram only after it was stored.

Telegram hands out an update again until a later offset confirms it, so nothing is lost between
receipt and commit, and a repeat meets the answer that is stored already.
"""

from __future__ import annotations

import asyncio

import structlog
from telegram import Bot, Update
from telegram.error import BadRequest, Conflict, NetworkError, RetryAfter

from gm.telegram.intake import Intake
from gm.telegram.toast import Toast

log = structlog.get_logger(__name__)

ALLOWED = (Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER, Update.CHAT_MEMBER)
"""The kinds of updates that the bot asks for."""
WAIT = 25
"""Seconds that Telegram may hold a request for updates."""
ANSWER_AGAIN = (0.2, 1.0)
"""Seconds before a tap is answered again whose answer was lost."""


class Poller:
    """Fetches updates and answers taps."""

    def __init__(self, bot: Bot, intake: Intake) -> None:
        self._bot = bot
        self._intake = intake
        self._offset: int | None = None
        self._toasts: set[asyncio.Task[None]] = set()
        self.drained = asyncio.Event()

    async def begin(self) -> None:
        """Have Telegram keep its updates for polling, patient with the network."""
        while True:
            try:
                await self._bot.delete_webhook()
            except NetworkError as error:
                log.warning("polling", why=type(error).__name__)
                await asyncio.sleep(1)
            else:
                return

    async def run(self) -> None:
        """Poll for ever."""
        while True:
            try:
                await self.poll(WAIT)
            except RetryAfter as flood:
                after = flood.retry_after
                await asyncio.sleep(
                    after if isinstance(after, int | float) else after.total_seconds()
                )
            except (NetworkError, Conflict) as error:
                log.warning("polling", why=type(error).__name__)
                await asyncio.sleep(1)

    async def poll(self, wait: int = 0) -> int:
        """Take one batch of updates; how many there were."""
        if not self.drained.is_set():
            wait = 0
        updates = await self._bot.get_updates(
            offset=self._offset,
            timeout=wait,
            allowed_updates=list(ALLOWED),
            read_timeout=wait + 10,
        )
        for update in updates:
            await self._take(update)
            self._offset = update.update_id + 1
        if len(updates) < 100:
            self.drained.set()
        return len(updates)

    async def _take(self, update: Update) -> None:
        while True:
            try:
                toast = await asyncio.to_thread(self._intake.take, update)
            except Exception:
                # Tried again, and in the end set aside by the intake.
                log.warning("update_failed", update=update.update_id, exc_info=True)
                await asyncio.sleep(0.2)
            else:
                break
        if toast is not None:
            task = asyncio.create_task(self.answer(toast))
            self._toasts.add(task)
            task.add_done_callback(self._toasts.discard)

    async def answer(self, toast: Toast) -> None:
        """Answer a tap; a tap that waited too long counts as answered."""
        for wait in (*ANSWER_AGAIN, None):
            try:
                await self._bot.answer_callback_query(
                    toast.query, text=toast.text, show_alert=toast.alert or None, url=toast.url
                )
            except BadRequest as refused:
                log.info("tap_not_answered", why=refused.message)
            except (NetworkError, RetryAfter) as lost:
                if wait is not None:
                    await asyncio.sleep(wait)
                    continue
                log.warning("tap_not_answered", why=type(lost).__name__)
            return

    async def settle(self) -> None:
        """Wait until every tap that was taken is answered."""
        while self._toasts:
            await asyncio.gather(*self._toasts)
