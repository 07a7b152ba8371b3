"""What a bot asks or changes about chats, pins and taps."""

from gm.botapi.access import (
    IN_CHAT,
    Request,
    find_chat,
    may,
    require_presence,
    thread_of,
    writable,
)
from gm.botapi.arguments import Json
from gm.botapi.entities import utf16
from gm.botapi.members import announce, member_json, set_member
from gm.botapi.refusals import QUERY_TOO_OLD, bad, upgraded
from gm.botapi.world import QUERIES_LIVE, Bot, Chat, Toast, World

MAX_ANSWER = 200
TOASTS_KEPT = 5000
DELETABLE = 48 * 3600
_GIFTS = (
    "unlimited_gifts",
    "limited_gifts",
    "unique_gifts",
    "premium_subscription",
    "gifts_from_channels",
)
ACTIONS = frozenset(
    {"typing", "upload_photo", "upload_document", "choose_sticker", "find_location"}
    | {f"{verb}_{what}" for verb in ("record", "upload") for what in ("video", "voice")}
    | {"record_video_note", "upload_video_note"}
)


def delete_message(it: Request) -> bool:
    """deleteMessage."""
    chat = writable(it)
    message = chat.messages.get(it.args["message_id"])
    if message is None:
        raise bad("message to delete not found")
    foreign = message.author != it.bot.id
    if not chat.private and foreign and not may(chat.members[it.bot.id], "can_delete_messages"):
        raise bad("message can't be deleted")
    if it.world.now - message.date > DELETABLE:
        raise bad("message can't be deleted for everyone")
    _remove(it.world, chat, message.id)
    return True


def delete_messages(it: Request) -> bool:
    """deleteMessages: what cannot be deleted is passed over."""
    chat = writable(it)
    if not 1 <= len(it.args["message_ids"]) <= 100:
        raise bad("too many message identifiers specified")
    for message_id in it.args["message_ids"]:
        message = chat.messages.get(message_id)
        if message is not None and message.author == it.bot.id:
            _remove(it.world, chat, message_id)
    return True


def _remove(world: World, chat: Chat, message_id: int) -> None:
    del chat.messages[message_id]
    if message_id in chat.pinned:
        chat.pinned.remove(message_id)
    world.touch(chat)


def answer_query(it: Request) -> bool:
    """answerCallbackQuery: once, in time, at most 200 characters."""
    query = it.world.queries.get(it.args["callback_query_id"])
    if (
        query is None
        or query.bot != it.bot.id
        or query.answer is not None
        or it.world.now - query.at > QUERIES_LIVE
    ):
        raise bad(QUERY_TOO_OLD)
    text = it.args.get("text", "")
    if utf16(text) > MAX_ANSWER:
        raise bad("MESSAGE_TOO_LONG")
    url = it.args.get("url")
    if url is not None and not url.lower().startswith(
        (
            f"https://t.me/{it.bot.username}?start=".lower(),
            f"t.me/{it.bot.username}?start=".lower(),
        )
    ):
        raise bad("URL_INVALID")
    alert = bool(it.args.get("show_alert"))
    query.answer = {"text": text, "show_alert": alert, "url": url}
    if text or url:
        it.world.toasts.append(
            Toast(
                id=it.world.next_toast,
                person=query.person,
                chat=query.chat,
                text=text,
                alert=alert,
                url=url,
                at=it.world.now,
            )
        )
        it.world.next_toast += 1
        del it.world.toasts[:-TOASTS_KEPT]
    it.world.revision += 1
    return True


def _require_pinning(bot: Bot, chat: Chat) -> None:
    if not chat.private and not may(chat.members[bot.id], "can_pin_messages"):
        raise bad("not enough rights to manage pinned messages in the chat")


def pin(it: Request) -> bool:
    """pinChatMessage: posts a service message, which the bot itself gets as an update too."""
    chat = writable(it)
    _require_pinning(it.bot, chat)
    message = chat.messages.get(it.args["message_id"])
    if message is None:
        raise bad("message to pin not found")
    if message.id in chat.pinned:
        return True
    chat.pinned.append(message.id)
    notice = it.world.post(
        chat,
        author=it.bot.id,
        sender={"from": it.bot.user()},
        body={"pinned_message": it.world.message_json(chat, message, replies=False)},
        silent=bool(it.args.get("disable_notification")) or chat.private,
        thread=message.thread,
        service=True,
    )
    announce(it.world, chat, notice)
    return True


def unpin(it: Request) -> bool:
    """unpinChatMessage: the named one, or the latest."""
    chat = writable(it)
    _require_pinning(it.bot, chat)
    if "message_id" in it.args and it.args["message_id"] not in chat.pinned:
        raise bad("message to unpin not found")
    if chat.pinned:
        chat.pinned.remove(it.args.get("message_id", chat.pinned[-1]))
        it.world.touch(chat)
    return True


def _readable(it: Request) -> Chat:
    chat = find_chat(it.world, it.bot, it.args["chat_id"])
    if chat.migrated_to is not None:
        raise upgraded(chat.migrated_to)
    if not chat.private:
        require_presence(it.world, it.bot, chat)
    return chat


def get_chat(it: Request) -> Json:
    """getChat."""
    chat = _readable(it)
    info: Json = {
        **it.world.chat_json(chat),
        "accent_color_id": abs(chat.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(
            (
                "unlimited_gifts",
                "limited_gifts",
                "unique_gifts",
                "premium_subscription",
                "gifts_from_channels",
            ),
            False,
        ),
    }
    pinned = [chat.messages[i] for i in chat.pinned if i in chat.messages]
    if pinned:
        info["pinned_message"] = it.world.message_json(chat, pinned[-1], replies=False)
    if not chat.private:
        info["permissions"] = {"can_send_messages": True}
    return info


def get_member(it: Request) -> Json:
    """getChatMember."""
    chat = _readable(it)
    user_id = it.args["user_id"]
    if user_id not in it.world.people and user_id not in it.world.bots:
        raise bad("invalid user_id specified")
    if chat.private and user_id not in {chat.id, it.bot.id}:
        raise bad("member not found")
    return member_json(it.world, chat, user_id)


def get_administrators(it: Request) -> list[Json]:
    """getChatAdministrators: people, and this bot itself; other bots only on request."""
    chat = _readable(it)
    if chat.private:
        raise bad("there are no administrators in the private chat")
    return [
        member_json(it.world, chat, user_id)
        for user_id, member in chat.members.items()
        if member.status in {"creator", "administrator"}
        and (user_id in it.world.people or user_id == it.bot.id or it.args.get("return_bots"))
    ]


def get_member_count(it: Request) -> int:
    """getChatMemberCount."""
    chat = _readable(it)
    if chat.private:
        return 2
    return sum(member.status in IN_CHAT for member in chat.members.values())


def leave(it: Request) -> bool:
    """leaveChat."""
    chat = writable(it)
    if chat.private:
        raise bad("chat member status can't be changed in private chats")
    set_member(it.world, chat, it.bot.id, "left", by=it.bot.id)
    return True


def send_action(it: Request) -> bool:
    """sendChatAction: checked and forgotten."""
    chat = writable(it)
    thread_of(it.bot, chat, it.args)
    if it.args["action"] not in ACTIONS:
        raise bad("wrong parameter action in request")
    return True


def get_file(it: Request) -> Json:
    """getFile."""
    stored = it.world.files.get(it.args["file_id"])
    if stored is None:
        raise bad("invalid file_id")
    return {
        "file_id": stored.id,
        "file_unique_id": stored.unique_id,
        "file_size": len(stored.content),
        "file_path": stored.path,
    }
