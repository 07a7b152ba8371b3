"""What somebody typed, and the short answers that it gets where it was said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from telegram import Chat, Message, User
from telegram.constants import ChatType

from gm.game.rulesets import RULESETS
from gm.master.choosing import FIRST_GAME
from gm.master.commands import Accepted, Actor, AddLuck, Outcome, Refused
from gm.master.master import Master
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.tables import Person, Place
from gm.store.redis_store import RedisStore

_COMMAND = re.compile(r"^/([a-z_]{1,32})(?:@(\w+))?(?:\s+(.*))?$", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A command that somebody typed: what, with which words after it, and where.

    `about`: whom it names, by a mention that needs no username or as the one it replies to.
    """

    id: str
    name: str
    rest: str
    user: User
    chat: Chat
    thread: int | None
    about: int | None = None

    @property
    def place(self) -> Place:
        """Where it was said."""
        return Place(chat=self.chat.id, thread=self.thread)

    @property
    def private(self) -> bool:
        """Whether it was said in a private chat."""
        return self.chat.type == ChatType.PRIVATE

    @property
    def person(self) -> Person:
        """Who said it."""
        return person_of(self.user)

    @property
    def word(self) -> str | None:
        """The first word after the command."""
        return self.rest.split()[0] if self.rest else None


def said_in(message: Message, command: str, username: str) -> Said | None:
    """The command that a message is; None for anything else, and for another bot's."""
    found = _COMMAND.match(message.text or "")
    if found is None or message.from_user is None:
        return None
    name, to, rest = found.groups()
    if to is not None and to.lower() != username.lower():
        return None
    return Said(
        id=command,
        name=name.lower(),
        rest=(rest or "").strip(),
        user=message.from_user,
        chat=message.chat,
        thread=message.message_thread_id if message.is_topic_message else None,
        about=_about(message),
    )


def _about(message: Message) -> int | None:
    """The person whom a message mentions, else whom it replies to; in a topic every message
    replies to the one that opened it.
    """
    mentioned = [entity.user for entity in message.entities if entity.user is not None]
    if mentioned:
        return mentioned[0].id
    to = message.reply_to_message
    if to is None or to.from_user is None or to.from_user.is_bot or to.forum_topic_created:
        return None
    return to.from_user.id


def person_of(user: User) -> Person:
    """The person of a Telegram account."""
    return Person(id=user.id, name=user.full_name[:64], language=user.language_code)


def luck(said: Said, table: str) -> AddLuck:
    """What somebody adds to the draw of a table."""
    actor = Actor(person=said.person)
    return AddLuck(id=f"{said.id}:{table}", actor=actor, table=table, words=said.rest)


class Replies:
    """Answers what was said: a group in its language, a person in theirs."""

    def __init__(self, master: Master, store: RedisStore) -> None:
        self._master = master
        self._store = store

    def reply(
        self,
        said: Said,
        key: str,
        params: Mapping[str, str | int] = MappingProxyType({}),
        *,
        table: str | None = None,
    ) -> None:
        """Say a line of the catalogue, or a page, where something was said."""
        to = said.chat.id if said.private else said.place
        language = said.user.language_code if said.private else None
        self.say(to, key, f"{said.id}:{key}:{table or ''}", table, language, params)

    def report(self, said: Said, outcome: Outcome) -> None:
        """Say what became of a command, where that does not show by itself."""
        match outcome:
            case Refused():
                self.reply(said, f"refused.{outcome.reason}", outcome.params)
            case Accepted(note=str(note)) if not said.private:
                self.reply(said, f"note.{note}", {"name": said.user.full_name})
            case Accepted():
                return

    def say(
        self,
        to: Place | int,
        key: str,
        slot: str,
        table: str | None = None,
        language: str | None = None,
        params: Mapping[str, str | int] = MappingProxyType({}),
    ) -> None:
        """Say a line of the catalogue, or a page, as a new message."""
        args: dict[str, str | int] = {"key": key, **params}
        if language is not None:
            args["language"] = language
        self.draw(to, slot, NoticeKind.SAY, table, **args)

    def draw(
        self, to: Place | int, slot: str, kind: NoticeKind, table: str | None, **args: str | int
    ) -> None:
        """Have something drawn as a new message."""
        notice = Notice(
            table=table,
            to=to,
            slot=slot,
            kind=kind,
            args=args,
            urgency=Urgency.ANSWER,
            fresh=True,
        )
        self._store.say([notice], self._master.now())

    def game(self, said: Said) -> str:
        """The game that is named, else that of the table here or of the asker's own table."""
        named = (said.word or "").lower()
        if named in RULESETS:
            return named
        tables = (*self._store.tables_at(said.place), *self._store.tables_of(said.user.id))
        scenes = (self._master.scene(table) for table in tables)
        return next((scene.table.rules for scene in scenes if scene is not None), FIRST_GAME)
