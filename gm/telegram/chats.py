"""What a chat says of the bot's own rights in it, and of people by their usernames."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from telegram import ChatFullInfo, ChatMember, ChatMemberAdministrator, ChatMemberRestricted


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What the bot may do in a chat: pin a message, post pictures, hear at once who leaves."""

    pin: bool = False
    pictures: bool = False
    leavers: bool = False


class Chats(Protocol):
    """Asks Telegram about a chat."""

    def rights(self, chat: int) -> Rights | None:
        """The bot's rights there; None where Telegram does not say."""

    def named(self, chat: int, username: str, people: Iterable[int]) -> int | None:
        """Who of these people has this username."""


def rights_of(me: ChatMember, chat: ChatFullInfo) -> Rights:
    """The rights of a member of this chat: an admin's own, else what everybody may do there."""
    if isinstance(me, ChatMemberAdministrator):
        return Rights(pin=bool(me.can_pin_messages), pictures=True, leavers=True)
    if isinstance(me, ChatMemberRestricted):
        return Rights(pin=me.can_pin_messages, pictures=me.can_send_photos)
    everybody = chat.permissions
    if everybody is None:
        return Rights()
    # what Telegram does not name is allowed: older chats do not tell pictures apart
    return Rights(
        pin=bool(everybody.can_pin_messages), pictures=everybody.can_send_photos is not False
    )
