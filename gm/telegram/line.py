"""The calls by which the sender speaks: one message of one chat each, counted in its bucket."""

from __future__ import annotations

import structlog
from telegram import Bot, InlineKeyboardMarkup, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import BadRequest, NetworkError, TelegramError

from gm.master.tables import Place
from gm.store.outbox import Pending
from gm.telegram.buckets import Buckets
from gm.telegram.message import Message

log = structlog.get_logger(__name__)

UNSENT = ("ConnectError", "ConnectTimeout", "PoolTimeout")
"""What the network says of a request that never went out."""


class InDoubtError(Exception):
    """A new message went out and no answer came: it may have arrived."""


class Line:
    """A bot's line to its chats. Errors: whatever Telegram or the network answers."""

    def __init__(self, bot: Bot, buckets: Buckets) -> None:
        self._bot = bot
        self._buckets = buckets

    async def send(self, pending: Pending, message: Message, now: int) -> int:
        """Send a new message; its id. Errors: InDoubtError where no answer came."""
        self._buckets.spend(pending.chat, now)
        to = pending.notice.to
        try:
            sent = await self._bot.send_message(
                chat_id=pending.chat,
                message_thread_id=to.thread if isinstance(to, Place) else None,
                text=message.text,
                parse_mode=ParseMode.HTML,
                reply_markup=_markup(message),
                protect_content=message.protect or None,
                disable_notification=not pending.ring or None,
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )
        except NetworkError as lost:
            cause = type(lost.__cause__)
            if not cause.__module__.startswith("httpx") or cause.__name__ in UNSENT:
                raise  # there was an answer, or never a question
            raise InDoubtError(cause.__name__) from lost
        return sent.message_id

    async def edit(self, chat: int, number: int, message: Message, now: int) -> bool:
        """Edit a message; False where it is gone and must be sent anew."""
        self._buckets.spend(chat, now)
        try:
            await self._bot.edit_message_text(
                chat_id=chat,
                message_id=number,
                text=message.text,
                parse_mode=ParseMode.HTML,
                reply_markup=_markup(message),
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )
        except BadRequest as refused:
            why = refused.message.lower()
            if "not modified" in why:
                return True
            if "message to edit not found" in why or "can't be edited" in why:
                return False
            raise
        return True

    async def withdraw(self, chat: int, number: int, now: int) -> None:
        """Take a message away, where that is still possible."""
        self._buckets.spend(chat, now)
        try:
            await self._bot.delete_message(chat, number)
        except BadRequest as refused:
            log.info("not_deleted", why=refused.message)

    async def pin(self, chat: int, number: int, *, pinned: bool, now: int) -> None:
        """Pin a message without a sound, or unpin it; where that may not be, it is let be."""
        self._buckets.spend(chat, now)
        try:
            if pinned:
                await self._bot.pin_chat_message(chat, number, disable_notification=True)
            else:
                await self._bot.unpin_chat_message(chat, number)
        except TelegramError as refused:
            log.info("not_pinned", pinned=pinned, why=refused.message)


def _markup(message: Message) -> InlineKeyboardMarkup | None:
    if not message.keyboard:
        return None
    return InlineKeyboardMarkup.de_json(message.markup, None)
