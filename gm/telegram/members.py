"""Who is in a chat and who runs it, as Telegram says."""

from __future__ import annotations

from typing import Protocol

from telegram import ChatMember, ChatMemberRestricted

from gm.master.tables import Table

_HERE = (ChatMember.MEMBER, ChatMember.ADMINISTRATOR, ChatMember.OWNER, ChatMember.RESTRICTED)
_LEFT = (ChatMember.LEFT, ChatMember.BANNED)
_ADMIN = (ChatMember.ADMINISTRATOR, ChatMember.OWNER)


class Members(Protocol):
    """What a chat says of a person's membership."""

    def __call__(self, chat: int, person: int) -> str | None:
        """The person's `ChatMember` status in the chat; None where it does not say."""


def knows(members: Members, table: Table, person: int) -> bool:
    """Whether the person is in the chat where the table stands; at a solo table, plays there."""
    if table.place is None:
        return table.known(person) is not None
    return members(table.place.chat, person) in _HERE


def has_left(members: Members, table: Table, person: int) -> bool:
    """Whether the chat says for certain that the person is not in it."""
    return table.place is not None and members(table.place.chat, person) in _LEFT


def is_admin(members: Members, chat: int, person: int) -> bool:
    """Whether the chat counts the person among its admins."""
    return members(chat, person) in _ADMIN


def is_in(member: ChatMember) -> bool:
    """Whether this says that somebody is in the chat: who is restricted may have left it."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in (ChatMember.LEFT, ChatMember.BANNED)


def is_muted(member: ChatMember) -> bool:
    """Whether this says that somebody in the chat may not write there."""
    return isinstance(member, ChatMemberRestricted) and not member.can_send_messages
