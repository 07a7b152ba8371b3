"""Who stands how in a chat, and which bots are told what happens there.

A bot with privacy mode on sees commands, replies to itself and service messages; an admin bot
sees everything; ``chat_member`` goes to admin bots that asked for it.
"""

import re

from gm.botapi.access import IN_CHAT
from gm.botapi.arguments import Json
from gm.botapi.entities import utf16
from gm.botapi.updates import chat_lane, push
from gm.botapi.world import Bot, Chat, Member, Message, World

ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_send_welcome_messages",
    "can_pin_messages",
    "can_manage_topics",
)
_SHOWING = ("can_send_documents", "can_send_photos")
_SENDING = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
)


def member_json(world: World, chat: Chat, user_id: int) -> Json:
    """A member as Telegram's ChatMember."""
    user = world.user(user_id)
    if chat.private:
        blocked = chat.blocked and user_id == chat.bot
        return _shape(user, Member(status="kicked" if blocked else "member"))
    return _shape(user, chat.members.get(user_id, Member(status="left")))


def _shape(user: Json, member: Member) -> Json:
    shape: Json = {"status": member.status, "user": user}
    if member.status in {"creator", "administrator"}:
        shape["is_anonymous"] = member.anonymous
        if member.title:
            shape["custom_title"] = member.title
    if member.status == "administrator":
        shape["can_be_edited"] = False
        shape.update({right: right in member.rights for right in ADMIN_RIGHTS})
        shape["can_manage_chat"] = True
    if member.status == "restricted":
        shape.update(dict.fromkeys(_SENDING, member.may_write))
        shape.update(dict.fromkeys(_SHOWING, member.may_write and member.may_show))
        shape.update(
            is_member=True,
            can_react_to_messages=member.may_write,
            can_edit_tag=False,
            can_change_info=False,
            can_invite_users=False,
            can_pin_messages=False,
            can_manage_topics=False,
            until_date=0,
        )
    if member.status == "kicked":
        shape["until_date"] = 0
    return shape


def set_member(
    world: World,
    chat: Chat,
    user_id: int,
    status: str,
    *,
    by: int,
    rights: tuple[str, ...] = (),
    anonymous: bool = False,
    may_write: bool = True,
    may_show: bool = True,
) -> None:
    """Changes how somebody stands and tells the bots that may know."""
    before = member_json(world, chat, user_id)
    chat.members[user_id] = Member(
        status=status,
        rights=list(rights),
        anonymous=anonymous,
        may_write=may_write,
        may_show=may_show,
    )
    change: Json = {
        "chat": world.chat_json(chat),
        "from": world.user(by),
        "date": int(world.now),
        "old_chat_member": before,
        "new_chat_member": member_json(world, chat, user_id),
    }
    world.touch(chat)
    if user_id in world.bots:
        push(world, world.bots[user_id], "my_chat_member", change, lane=chat_lane(chat))
    for bot in world.bots.values():
        member = chat.members.get(bot.id)
        if bot.id != user_id and member is not None and member.status == "administrator":
            push(world, bot, "chat_member", change, lane=chat_lane(chat))


def announce(world: World, chat: Chat, message: Message, *, kind: str = "message") -> None:
    """Queues a message for every bot that sees it."""
    for bot in world.bots.values():
        if not _sees(bot, chat, message):
            continue
        if message.author in world.people and message.author not in bot.met:
            bot.met.append(message.author)
        push(world, bot, kind, world.message_json(chat, message), lane=chat_lane(chat))


def _sees(bot: Bot, chat: Chat, message: Message) -> bool:
    if chat.private:
        return chat.bot == bot.id and not chat.blocked
    member = chat.members.get(bot.id)
    if member is None or member.status not in IN_CHAT:
        return False
    if message.service or member.status == "administrator" or bot.reads_everything:
        return True
    target = chat.messages.get(message.reply_to) if message.reply_to else None
    if target is not None and target.author == bot.id:
        return True
    return _commands(bot, message)


def _commands(bot: Bot, message: Message) -> bool:
    text = message.body.get("text", "")
    for entity in message.body.get("entities", ()):
        word = slice_utf16(text, entity["offset"], entity["length"])
        if entity["type"] == "bot_command":
            named = word.partition("@")[2]
            if not named or named.lower() == bot.username.lower():
                return True
    return False


def slice_utf16(text: str, offset: int, length: int) -> str:
    """The part of a text an entity covers."""
    raw = text.encode("utf-16-le")
    return raw[offset * 2 : (offset + length) * 2].decode("utf-16-le")


def mention_spans(text: str, names: dict[str, Json]) -> list[Json]:
    """Entities for people mentioned by name who have no username."""
    return [
        {
            "type": "text_mention",
            "offset": utf16(text[: match.start()]),
            "length": utf16(name),
            "user": user,
        }
        for name, user in names.items()
        for match in re.finditer(re.escape(name), text)
    ]
