"""The world as plain state: bots, people, chats, messages, and what waits to be delivered.

Only data and look-ups live here; time is a field (``now``) that the door into the world sets
before each act. Everything can be written to JSON and read back (see ``snapshot``).
"""

from dataclasses import dataclass, field
from typing import Any

from gm.botapi.arguments import Json
from gm.botapi.limits import FloodLimits

ANONYMOUS_ADMIN: Json = {
    "id": 1087968824,
    "is_bot": True,
    "first_name": "Group",
    "username": "GroupAnonymousBot",
}
POSTING_CHANNEL: Json = {
    "id": 136817688,
    "is_bot": True,
    "first_name": "Channel",
    "username": "Channel_Bot",
}
UPDATES_LIVE = 24 * 3600.0
QUERIES_LIVE = 150.0
DEFAULT_SKIPPED = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


@dataclass(slots=True, kw_only=True)
class Update:
    """One update waiting for a bot; ``lane`` is what Telegram keeps in order."""

    id: int
    kind: str
    payload: Json
    at: float
    lane: str
    tries: int = 0
    next_try: float = 0.0
    in_flight: bool = False


@dataclass(slots=True, kw_only=True)
class Webhook:
    """Where a bot's updates are to be posted."""

    url: str
    secret: str | None = None
    max_connections: int = 40
    last_error_at: float | None = None
    last_error: str | None = None


@dataclass(slots=True, kw_only=True)
class Bot:
    """A bot account."""

    id: int
    token: str
    username: str
    name: str
    mini_app: str | None = None
    reads_everything: bool = False
    texts: dict[str, str] = field(default_factory=dict)
    commands: dict[str, list[Json]] = field(default_factory=dict)
    menu: dict[str, Json] = field(default_factory=dict)
    allowed: list[str] | None = None
    webhook: Webhook | None = None
    queue: list[Update] = field(default_factory=list)
    next_update: int = 1
    limits: FloodLimits = field(default_factory=FloodLimits)
    met: list[int] = field(default_factory=list)

    def user(self) -> Json:
        """The bot as a Telegram User."""
        return {
            "id": self.id,
            "is_bot": True,
            "first_name": self.name,
            "username": self.username,
        }


@dataclass(slots=True, kw_only=True)
class Person:
    """Somebody with a phone."""

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language: str | None = None
    deactivated: bool = False

    def user(self) -> Json:
        """The person as a Telegram User."""
        user: Json = {"id": self.id, "is_bot": False, "first_name": self.first_name}
        if self.last_name:
            user["last_name"] = self.last_name
        if self.username:
            user["username"] = self.username
        if self.language:
            user["language_code"] = self.language
        return user


@dataclass(slots=True, kw_only=True)
class Member:
    """How somebody stands in a group. `may_show`: may send photos and files."""

    status: str
    rights: list[str] = field(default_factory=list)
    anonymous: bool = False
    may_write: bool = True
    may_show: bool = True
    title: str | None = None


@dataclass(slots=True, kw_only=True)
class Topic:
    """A forum topic; its id is the id of the message that opened it."""

    name: str
    closed: bool = False


@dataclass(slots=True, kw_only=True)
class Message:
    """A message: ``sender`` (Telegram's from and sender_chat) and ``body`` in Telegram's shape."""

    id: int
    date: int
    author: int
    sender: Json
    body: Json
    markup: Json | None = None
    thread: int | None = None
    reply_to: int | None = None
    silent: bool = False
    protected: bool = False
    edited: int | None = None
    service: bool = False


@dataclass(slots=True, kw_only=True)
class Chat:
    """A chat; a private one belongs to one bot and one person, and is open once started."""

    id: int
    kind: str
    title: str = ""
    username: str | None = None
    forum: bool = False
    bot: int | None = None
    open: bool = True
    blocked: bool = False
    pending_start: str | None = None
    members: dict[int, Member] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    next_message: int = 1
    topics: dict[int, Topic] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    read: dict[int, int] = field(default_factory=dict)
    migrated_to: int | None = None
    revision: int = 0

    @property
    def private(self) -> bool:
        """Whether this is a one-to-one chat with a bot."""
        return self.kind == "private"


@dataclass(slots=True, kw_only=True)
class Query:
    """A tap waiting for its answer."""

    id: str
    bot: int
    person: int
    chat: str
    message: int
    data: str
    at: float
    answer: Json | None = None


@dataclass(slots=True, kw_only=True)
class Toast:
    """What an answered tap shows to the one who tapped."""

    id: int
    person: int
    chat: str
    text: str
    alert: bool
    url: str | None
    at: float


@dataclass(slots=True, kw_only=True)
class StoredFile:
    """An uploaded file."""

    id: str
    unique_id: str
    path: str
    content: bytes
    name: str
    mime: str
    width: int = 0
    height: int = 0


@dataclass(slots=True, kw_only=True)
class World:
    """Everything there is. Chats are keyed ``<id>``, private ones ``<bot>:<person>``."""

    now: float = 0.0
    revision: int = 0
    bots: dict[int, Bot] = field(default_factory=dict)
    people: dict[int, Person] = field(default_factory=dict)
    chats: dict[str, Chat] = field(default_factory=dict)
    queries: dict[str, Query] = field(default_factory=dict)
    toasts: list[Toast] = field(default_factory=list)
    files: dict[str, StoredFile] = field(default_factory=dict)
    next_group: int = 4_100_001
    next_supergroup: int = 1_002_000_000_001
    next_person: int = 6_200_000_001
    next_query: int = 1
    next_toast: int = 1

    def key(self, chat: Chat) -> str:
        """The key of a chat in ``chats``."""
        return f"{chat.bot}:{chat.id}" if chat.private else str(chat.id)

    def private(self, bot: Bot, person: int) -> Chat:
        """The private chat of a person with a bot, made (closed) when it is new."""
        key = f"{bot.id}:{person}"
        if key not in self.chats:
            self.chats[key] = Chat(id=person, kind="private", bot=bot.id, open=False)
        return self.chats[key]

    def user(self, user_id: int) -> Json:
        """A person or bot as a Telegram User."""
        if user_id in self.bots:
            return self.bots[user_id].user()
        return self.people[user_id].user()

    def touch(self, chat: Chat) -> None:
        """Notes that phones showing this chat must be redrawn."""
        self.revision += 1
        chat.revision = self.revision

    def chat_json(self, chat: Chat) -> Json:
        """A chat as Telegram's Chat."""
        shape: Json = {"id": chat.id, "type": chat.kind}
        if chat.private:
            person = self.people[chat.id].user()
            for name in ("first_name", "last_name", "username"):
                if name in person:
                    shape[name] = person[name]
            return shape
        shape["title"] = chat.title
        if chat.username:
            shape["username"] = chat.username
        if chat.forum:
            shape["is_forum"] = True
        return shape

    def message_json(self, chat: Chat, message: Message, *, replies: bool = True) -> Json:
        """A message as Telegram's Message."""
        shape: Json = {
            "message_id": message.id,
            **message.sender,
            "chat": self.chat_json(chat),
            "date": message.date,
            **message.body,
        }
        if message.thread is not None:
            shape["message_thread_id"] = message.thread
            shape["is_topic_message"] = True
        if message.edited is not None:
            shape["edit_date"] = message.edited
        if message.protected:
            shape["has_protected_content"] = True
        if message.markup is not None:
            shape["reply_markup"] = message.markup
        if replies and message.reply_to in chat.messages:
            target = chat.messages[message.reply_to]
            shape["reply_to_message"] = self.message_json(chat, target, replies=False)
        return shape

    def post(self, chat: Chat, *, author: int, sender: Json, body: Json, **rest: Any) -> Message:
        """Stores a new message and returns it."""
        message = Message(
            id=chat.next_message,
            date=int(self.now),
            author=author,
            sender=sender,
            body=body,
            **rest,
        )
        chat.next_message += 1
        chat.messages[message.id] = message
        if author in self.people:
            chat.read[author] = message.id
        self.touch(chat)
        return message
