"""What Telegram keeps of our pictures, by bot and content, and where none may be shown.

All of it may be lost: a picture is uploaded again, a chat is tried again.
"""

from __future__ import annotations

from redis import Redis

from gm.store import keys
from gm.store.connection import as_text

KEEP_SECONDS = 7 * 86_400
"""How long a file id is remembered after it was last of use."""
SHUT_SECONDS = 86_400
"""How long a chat that takes no pictures is not tried again."""


class Gallery:
    """File ids, and the chats that take no pictures."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def file_id(self, bot: int, picture: str) -> str | None:
        """Telegram's id of a picture that this bot has sent, by the picture's key."""
        found = self._redis.getex(keys.shown(bot, picture), ex=KEEP_SECONDS)
        return None if found is None else as_text(found)

    def keep(self, bot: int, picture: str, file_id: str) -> None:
        """Remember the id of a picture."""
        self._redis.set(keys.shown(bot, picture), file_id, ex=KEEP_SECONDS)

    def forget(self, bot: int, picture: str) -> None:
        """Forget an id that Telegram does not take."""
        self._redis.delete(keys.shown(bot, picture))

    def shut(self, chat: int) -> bool:
        """Remember that no picture may be sent to a chat; whether that is news."""
        return bool(self._redis.set(keys.shut(chat), "1", nx=True, ex=SHUT_SECONDS))

    def is_shut(self, chat: int) -> bool:
        """Whether no picture may be sent to a chat."""
        return bool(self._redis.exists(keys.shut(chat)))
