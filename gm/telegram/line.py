"""The calls by which the sender speaks: one message of one chat each, counted in its bucket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

import structlog
from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions
from telegram import Message as Sent
from telegram.constants import ParseMode
from telegram.error import BadRequest, NetworkError, TelegramError

from gm.master.tables import Place
from gm.pictures.raster import Picture
from gm.store.gallery import Gallery
from gm.store.outbox import Pending
from gm.telegram.buckets import Buckets
from gm.telegram.message import Message

log = structlog.get_logger(__name__)

UNSENT = ("ConnectError", "ConnectTimeout", "PoolTimeout")
"""What the network says of a request that never went out."""


_UNKNOWN_FILE = ("file identifier", "file_id", "file reference", "file_reference")
"""What Telegram says of a file id that it does not take (any more)."""

_LOST = "message to edit not found"
"""What it says of a message that is gone."""
_NOT_EDITED = ("can't be edited", "no text in the message to edit", "no media in the message")
"""What it says where a message can only be sent anew: a photo, for one, never becomes a text."""
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)

_T = TypeVar("_T")
Photo: TypeAlias = str | bytes
"""A file id, or a PNG."""


class InDoubtError(Exception):
    """A new message went out and no answer came: it may have arrived."""


class Line:
    """A bot's line to its chats. Errors: whatever Telegram or the network answers."""

    def __init__(
        self, bot: Bot, buckets: Buckets, gallery: Gallery, core: Callable[..., Awaitable[Any]]
    ) -> None:
        self._bot = bot
        self._buckets = buckets
        self._gallery = gallery
        self._core = core

    async def send(self, pending: Pending, message: Message, now: int) -> int:
        """Send a new message; its id. Errors: InDoubtError where no answer came."""
        try:
            sent = await self._send(pending, message, now)
        except NetworkError as lost:
            cause = type(lost.__cause__)
            if not cause.__module__.startswith("httpx") or cause.__name__ in UNSENT:
                raise  # there was an answer, or never a question
            raise InDoubtError(cause.__name__) from lost
        return sent.message_id

    async def _send(self, pending: Pending, message: Message, now: int) -> Sent:
        to = pending.notice.to
        how: dict[str, Any] = {
            "chat_id": pending.chat,
            "message_thread_id": to.thread if isinstance(to, Place) else None,
            "parse_mode": ParseMode.HTML,
            "reply_markup": _markup(message),
            "protect_content": message.protect or None,
            "disable_notification": not pending.ring or None,
        }
        if message.picture is None:
            self._buckets.spend(pending.chat, now)
            return await self._bot.send_message(
                text=message.text, link_preview_options=_NO_PREVIEW, **how
            )

        def show(photo: Photo) -> Awaitable[Sent]:
            return self._bot.send_photo(photo=photo, caption=message.text, **how)

        return await self._shown(pending.chat, message.picture, show, now)

    async def edit(self, chat: int, number: int, message: Message, now: int) -> bool:
        """Edit a message; False where it is gone, or taken away, and must be sent anew."""
        try:
            await self._edit(chat, number, message, now)
        except BadRequest as refused:
            why = refused.message.lower()
            if "not modified" in why:
                return True
            if _LOST in why:
                return False
            if any(word in why for word in _NOT_EDITED):
                await self.withdraw(chat, number, now)
                return False
            raise
        return True

    async def _edit(self, chat: int, number: int, message: Message, now: int) -> None:
        which: dict[str, Any] = {"chat_id": chat, "message_id": number}
        if message.picture is None:
            self._buckets.spend(chat, now)
            await self._bot.edit_message_text(
                text=message.text,
                parse_mode=ParseMode.HTML,
                reply_markup=_markup(message),
                link_preview_options=_NO_PREVIEW,
                **which,
            )
            return

        def show(photo: Photo) -> Awaitable[Sent | bool]:
            media = InputMediaPhoto(photo, caption=message.text, parse_mode=ParseMode.HTML)
            return self._bot.edit_message_media(media, reply_markup=_markup(message), **which)

        await self._shown(chat, message.picture, show, now)

    async def _shown(
        self, chat: int, picture: Picture, show: Callable[[Photo], Awaitable[_T]], now: int
    ) -> _T:
        """Show a picture by the id that Telegram gave it, else by its bytes."""
        bot = self._bot.id
        known = await self._core(self._gallery.file_id, bot, picture.key)
        if known is not None:
            self._buckets.spend(chat, now)
            try:
                return await show(known)
            except BadRequest as refused:
                if not any(word in refused.message.lower() for word in _UNKNOWN_FILE):
                    raise
                await self._core(self._gallery.forget, bot, picture.key)
        png = await self._core(lambda: picture.png)
        self._buckets.spend(chat, now)
        sent = await show(png)
        if isinstance(sent, Sent) and sent.photo:
            await self._core(self._gallery.keep, bot, picture.key, sent.photo[-1].file_id)
        return sent

    async def withdraw(self, chat: int, number: int, now: int) -> None:
        """Take a message away; where that is no longer possible, at least its buttons."""
        self._buckets.spend(chat, now)
        try:
            await self._bot.delete_message(chat, number)
        except BadRequest as refused:
            log.info("not_deleted", why=refused.message)
            if "can't be deleted" in refused.message.lower():
                await self._without_buttons(chat, number, now)

    async def _without_buttons(self, chat: int, number: int, now: int) -> None:
        self._buckets.spend(chat, now)
        try:
            await self._bot.edit_message_reply_markup(chat_id=chat, message_id=number)
        except BadRequest as refused:
            log.info("buttons_left", why=refused.message)

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
