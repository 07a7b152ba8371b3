"""What a person sees on their phone: chats, messages, keyboards, toasts; nothing else.

Plain JSON-like shapes, so that a page can draw them and a test can read them.
"""

from typing import Any

from gm.botapi.access import IN_CHAT
from gm.botapi.arguments import Json
from gm.botapi.world import Bot, Chat, Message, World

SHOWN = 80


def message_view(world: World, message: Message) -> Json:
    """One message as drawn: who, what, which buttons, and whether it rang."""
    origin = message.sender.get("sender_chat") or message.sender["from"]
    view: Json = {
        "id": message.id,
        "from": origin.get("title") or origin.get("first_name", ""),
        "author": message.author,
        "bot": message.author in world.bots,
        "date": message.date,
        "edited": message.edited is not None,
        "silent": message.silent,
        "protected": message.protected,
        "service": message.service,
        "thread": message.thread,
        "reply_to": None if message.reply_to == message.thread else message.reply_to,
        "keyboard": (message.markup or {}).get("inline_keyboard", []),
    }
    body = message.body
    if message.service:
        view["text"], view["entities"] = service_text(message), []
        return view
    view["text"] = body.get("text", body.get("caption", ""))
    view["entities"] = body.get("entities", body.get("caption_entities", []))
    if "photo" in body:
        view["photo"] = _file_view(world, body["photo"][-1])
    if "document" in body:
        view["document"] = _file_view(world, body["document"])
    return view


def _file_view(world: World, shape: Json) -> Json:
    stored = world.files.get(shape["file_id"])
    return {**shape, "path": stored.path if stored is not None else ""}


def service_text(message: Message) -> str:
    """A service message as a bare word and names; the page dresses it."""
    body = message.body
    name = message.sender["from"].get("first_name", "")
    if "new_chat_members" in body:
        return f"{body['new_chat_members'][0]['first_name']} joined"
    if "left_chat_member" in body:
        return f"{body['left_chat_member']['first_name']} left"
    if "pinned_message" in body:
        return f"{name} pinned a message"
    if "forum_topic_created" in body:
        return f"Topic: {body['forum_topic_created']['name']}"
    if "forum_topic_closed" in body:
        return "Topic closed"
    return "The group became a supergroup"


def chat_view(world: World, chat: Chat, *, most: int = SHOWN) -> Json:
    """A chat with its latest messages."""
    shown = list(chat.messages.values())[-most:]
    pinned = [chat.messages[i] for i in chat.pinned if i in chat.messages]
    view: Json = {
        "key": world.key(chat),
        "id": chat.bot if chat.private else chat.id,
        "kind": chat.kind,
        "person": chat.id if chat.private else None,
        "title": world.bots[chat.bot].name if chat.private and chat.bot else chat.title,
        "revision": chat.revision,
        "open": chat.open,
        "blocked": chat.blocked,
        "pending_start": chat.pending_start,
        "migrated_to": chat.migrated_to,
        "topics": {str(i): topic.name for i, topic in chat.topics.items()},
        "members": [
            {"id": user, "name": world.user(user)["first_name"], "status": member.status}
            for user, member in chat.members.items()
            if member.status in IN_CHAT
        ],
        "pinned": message_view(world, pinned[-1]) if pinned else None,
        "messages": [message_view(world, message) for message in shown],
    }
    people = [chat.id] if chat.private else list(chat.members)
    view["unread"] = {
        str(person): sum(
            message.id > chat.read.get(person, 0) and message.author != person for message in shown
        )
        for person in people
        if person in world.people
    }
    return view


def visible(person: int, chat: Chat) -> bool:
    """Whether a chat is on a person's phone."""
    if chat.private:
        return chat.id == person and (chat.open or chat.pending_start is not None)
    member = chat.members.get(person)
    return member is not None and member.status in IN_CHAT and chat.migrated_to is None


def screen(world: World, person: int, chat: Chat, *, most: int = SHOWN) -> Json:
    """A chat as one person sees it, with the toasts their taps brought and what is unread."""
    if not visible(person, chat):
        return {"messages": [], "toasts": [], "unread": 0, "visible": False}
    view = chat_view(world, chat, most=most)
    key = world.key(chat)
    toasts: list[dict[str, Any]] = [
        {"id": t.id, "text": t.text, "alert": t.alert, "url": t.url}
        for t in world.toasts
        if t.person == person and t.chat == key
    ]
    return {**view, "unread": view["unread"][str(person)], "toasts": toasts, "visible": True}


def commands_for(bot: Bot, chat: Chat, language: str | None) -> list[Json]:
    """The commands a phone suggests: the narrowest scope that has any wins."""
    kinds = ["all_private_chats"] if chat.private else ["all_group_chats"]
    for scope in (*kinds, "default"):
        for code in (language or "", ""):
            key = f'[{{"type": "{scope}"}}, "{code}"]'
            if bot.commands.get(key):
                return bot.commands[key]
    return []


def transcript(world: World, chat: Chat) -> str:
    """A chat as readable text: ``Name: words`` and keyboards as ``[Join] [Leave]``."""
    lines = []
    for message in chat.messages.values():
        view = message_view(world, message)
        if view["service"]:
            lines.append(f"-- {view['text']}")
            continue
        what = " ".join(f"({kind})" for kind in ("photo", "document") if kind in view)
        text = " ".join(part for part in (what, view["text"]) if part)
        lines.append(f"{view['from']}: " + text.replace("\n", "\n    "))
        lines.extend(
            "    " + " ".join(f"[{button['text']}]" for button in row) for row in view["keyboard"]
        )
    return "\n".join(lines)
