"""Whether a bot may speak in a chat is decided here, before anything is changed."""

from dataclasses import dataclass

from gm.botapi.arguments import Args, Files
from gm.botapi.refusals import bad, forbidden, upgraded
from gm.botapi.world import Bot, Chat, Member, Message, World


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A call under way: who asks, with which typed arguments and uploads."""

    world: World
    bot: Bot
    args: Args
    files: Files


IN_CHAT = frozenset({"creator", "administrator", "member", "restricted"})


def find_chat(world: World, bot: Bot, chat_id: int | str) -> Chat:
    """The chat a bot names by id or @username; refuses one it never met."""
    if isinstance(chat_id, str):
        for chat in world.chats.values():
            if chat.username and chat_id.lower() == f"@{chat.username}".lower():
                return chat
        raise bad("chat not found")
    if chat_id > 0:
        private = world.chats.get(f"{bot.id}:{chat_id}")
        if private is not None and private.open:
            return private
        if chat_id in world.bots:
            raise forbidden("bot can't send messages to bots")
        if chat_id in world.people and known(world, bot, chat_id):
            if world.people[chat_id].deactivated:
                raise forbidden("user is deactivated")
            raise forbidden("bot can't initiate conversation with a user")
        raise bad("chat not found")
    group = world.chats.get(str(chat_id))
    if group is None or bot.id not in group.members:
        raise bad("chat not found")
    return group


def known(world: World, bot: Bot, person: int) -> bool:
    """Whether the bot has met a person: an update of theirs, or a group they share."""
    return person in bot.met or any(
        bot.id in chat.members and person in chat.members for chat in world.chats.values()
    )


def writable(it: Request) -> Chat:
    """The chat of a call that sends, edits, pins or deletes; refuses where that is over."""
    if "chat_id" not in it.args:
        raise bad("chat_id is empty")
    chat = find_chat(it.world, it.bot, it.args["chat_id"])
    require_presence(it.world, it.bot, chat)
    return chat


def require_presence(world: World, bot: Bot, chat: Chat) -> None:
    """Refuses a chat the bot was thrown out of, or a person who blocked it or is gone."""
    if chat.migrated_to is not None:
        raise upgraded(chat.migrated_to)
    if chat.private:
        if world.people[chat.id].deactivated:
            raise forbidden("user is deactivated")
        if chat.blocked:
            raise forbidden("bot was blocked by the user")
        return
    status = chat.members[bot.id].status
    if status == "kicked" or (status == "left" and chat.kind == "group"):
        raise forbidden(f"bot was kicked from the {chat.kind} chat")
    if status == "left":
        raise forbidden(f"bot is not a member of the {chat.kind} chat")


def require_voice(bot: Bot, chat: Chat) -> None:
    """Refuses when the bot was muted."""
    if not chat.private and not chat.members[bot.id].may_write:
        raise bad("not enough rights to send text messages to the chat")


def require_show(bot: Bot, chat: Chat, kind: str) -> None:
    """Refuses a photo or file where the bot may only write."""
    require_voice(bot, chat)
    if not chat.private and not chat.members[bot.id].may_show:
        raise bad(f"not enough rights to send {kind}s to the chat")


def thread_of(bot: Bot, chat: Chat, args: Args) -> int | None:
    """The topic a message goes to; refuses one that is not there or is closed for the bot."""
    thread: int | None = args.get("message_thread_id")
    if thread is None:
        return None
    if not chat.forum or thread not in chat.topics:
        raise bad("message thread not found")
    if chat.topics[thread].closed and not may(chat.members[bot.id], "can_manage_topics"):
        raise bad("TOPIC_CLOSED")
    return thread


def may(member: Member, right: str) -> bool:
    """Whether a member holds an admin right."""
    return member.status == "creator" or (
        member.status == "administrator" and right in member.rights
    )


def own_message(it: Request) -> tuple[Chat, Message]:
    """The message an edit is about; only the bot's own can be edited."""
    chat = writable(it)
    if "message_id" not in it.args:
        raise bad("message identifier is not specified")
    message = chat.messages.get(it.args["message_id"])
    if message is None:
        raise bad("message to edit not found")
    if message.author != it.bot.id or message.service:
        raise bad("message can't be edited")
    return chat, message
