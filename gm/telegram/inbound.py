"""From an update of Telegram to commands for the master, and back to one short answer.

Synchronous, so the same code serves the webhook and the poller. An update is confirmed to
Telegram only after this has returned: what it asked for is stored by then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from telegram import (
    CallbackQuery,
    Chat,
    ChatMember,
    ChatMemberRestricted,
    ChatMemberUpdated,
    Message,
    Update,
    User,
)
from telegram.constants import ChatType

from gm.game.rulesets import RULESETS
from gm.master.choosing import FIRST_GAME
from gm.master.commands import (
    Abandon,
    Accepted,
    Actor,
    AddAi,
    Begin,
    Command,
    Gone,
    Join,
    Leave,
    Migrate,
    OpenTable,
    Outcome,
    Refused,
    Return,
    Stop,
)
from gm.master.master import Master
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.reasons import Refusal
from gm.master.tables import Person, Phase, Place
from gm.master.telling import awaited, card, concede, hand, kept
from gm.store.redis_store import RedisStore
from gm.telegram.pages import PAGES, RULES, rules_key
from gm.telegram.taps import Members, Taps, Toast

ANONYMOUS = (1087968824, 136817688, 777000)
"""Ids that stand for nobody: anonymous admins, people posting as channels, linked channels."""

LOOKS, DOORS = 20, 5
"""So many of the newest lobbies are looked at for somebody, and so many of them shown."""

_COMMAND = re.compile(r"^/([a-z_]{1,32})(?:@(\w+))?(?:\s+(.*))?$", re.DOTALL | re.IGNORECASE)
_ADMIN = (ChatMember.ADMINISTRATOR, ChatMember.OWNER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A command that somebody typed: what, with which words after it, and where."""

    id: str
    name: str
    rest: str
    user: User
    chat: Chat
    thread: int | None

    @property
    def place(self) -> Place:
        """Where it was said."""
        return Place(chat=self.chat.id, thread=self.thread)


class Inbound:
    """Takes updates, whichever way they come."""

    def __init__(
        self,
        *,
        master: Master,
        store: RedisStore,
        taps: Taps,
        members: Members,
        bot_id: int,
        username: str,
        language: str,
    ) -> None:
        self._master = master
        self._store = store
        self._taps = taps
        self._members = members
        self._bot = bot_id
        self._username = username.lower()
        self._language = language

    def take(self, update: Update) -> Toast | None:
        """Do all that an update asks for; the answer where it was a tap."""
        command = f"tg:{self._bot}:{update.update_id}"
        if update.callback_query is not None:
            return self._tapped(update.callback_query, command)
        if update.my_chat_member is not None:
            self._told_of_me(update.my_chat_member, command)
        elif update.chat_member is not None:
            self._told_of(update.chat_member, command)
        elif update.message is not None:
            self._message(update.message, command)
        return None

    def apologise(self, update: Update) -> None:
        """Tell the chat of an update that nothing came of it."""
        chat = update.effective_chat
        if chat is not None:
            to = chat.id if chat.type == ChatType.PRIVATE else _place(update, chat)
            self._say(to, "went_wrong", f"tg:{update.update_id}:went_wrong", None)

    def _tapped(self, query: CallbackQuery, command: str) -> Toast:
        chat = None if query.message is None else query.message.chat
        place = None
        if chat is not None and chat.type != ChatType.PRIVATE:
            place = Place(chat=chat.id)
        return self._taps.take(
            query.id, query.data or "", self._person(query.from_user), place, command
        )

    # -- messages ----------------------------------------------------------------------------

    def _message(self, message: Message, command: str) -> None:
        chat = message.chat
        if message.migrate_to_chat_id is not None:
            self._moved(chat.id, message.migrate_to_chat_id, command)
            return
        if message.left_chat_member is not None:
            self._left(chat.id, message.left_chat_member.id, command)
            return
        said = self._said(message, command)
        if said is None:
            return
        if chat.type == ChatType.PRIVATE:
            self._in_private(said)
        elif message.sender_chat is not None or said.user.id in ANONYMOUS:
            self._reply(said, "anonymous")
        else:
            self._in_group(said)

    def _said(self, message: Message, command: str) -> Said | None:
        found = _COMMAND.match(message.text or "")
        if found is None or message.from_user is None:
            return None
        name, to, rest = found.groups()
        if to is not None and to.lower() != self._username:
            return None
        return Said(
            id=command,
            name=name.lower(),
            rest=(rest or "").strip(),
            user=message.from_user,
            chat=message.chat,
            thread=message.message_thread_id if message.is_topic_message else None,
        )

    def _in_group(self, said: Said) -> None:
        match said.name:
            case "newgame":
                self._new_game(said)
            case "table":
                self._at_table(said, self._show_table)
            case "join":
                self._at_table(said, lambda table: self._join(said, table))
            case "leave":
                self._at_table(said, lambda table: self._do(said, Leave, table))
            case "addai":
                self._at_table(said, lambda table: self._do(said, AddAi, table))
            case "begin":
                self._at_table(said, lambda table: self._do(said, Begin, table))
            case "stop":
                self._at_table(said, lambda table: self._do(said, Stop, table))
            case "rules":
                self._rules(said)
            case "help" | "start":
                self._reply(said, "help_group")

    def _rules(self, said: Said) -> None:
        """The rules go to whom asks in private, and the group is told where they are."""
        name, rules = {"name": said.user.full_name}, self._game(said)
        if self._store.reachable(said.user.id):
            key, language = f"{said.id}:rules", said.user.language_code
            self._say(said.user.id, rules_key(rules), key, None, language)
            self._reply(said, "rules_sent", name)
        else:
            self._reply(said, "rules_waiting", {**name, "rules": rules})

    def _game(self, said: Said) -> str:
        """The game that is named, else that of the table here or of the asker's own table."""
        named = said.rest.split()[0].lower() if said.rest else ""
        if named in RULESETS:
            return named
        tables = (*self._store.tables_at(said.place), *self._store.tables_of(said.user.id))
        scenes = (self._master.scene(table) for table in tables)
        return next((scene.table.rules for scene in scenes if scene is not None), FIRST_GAME)

    def _in_private(self, said: Said) -> None:
        match said.name:
            case "start":
                self._start(said)
            case "hand" | "sheet":
                self._hands(said)
            case "log":
                self._each_match(said, NoticeKind.LOG)
            case "concede":
                self._concede(said)
            case "rules":
                self._reply(said, rules_key(self._game(said)))
            case _:
                self._reply(said, "help_private")

    def _new_game(self, said: Said) -> None:
        """Open a table; where no game is named, its card asks for one."""
        rules = said.rest.split()[0].lower() if said.rest else None
        outcome = self._master.handle(
            OpenTable(
                id=said.id,
                actor=self._actor(said),
                place=said.place,
                title=said.chat.title or "",
                rules=rules,
                language=self._language,
            )
        )
        self._report(said, outcome)
        if isinstance(outcome, Refused) and outcome.reason == Refusal.TABLE_HERE:
            for table in self._store.tables_at(said.place):
                self._show_table(table)

    def _show_table(self, table: str) -> None:
        scene = self._master.scene(table)
        if scene is not None:
            self._store.say(card(scene.table, fresh=True), scene.now)

    def _join(self, said: Said, table: str) -> None:
        """Take a seat, or one's own again in a match that is not over."""
        scene = self._master.scene(table)
        if scene is None or not scene.table.follows(said.user.id):
            self._do(said, Join, table)
        else:
            back = Return(id=said.id, actor=self._actor(said), table=table)
            outcome = self._master.handle(back)
            if isinstance(outcome, Refused):  # the table is told by itself who is back
                self._report(said, outcome)
        if not self._store.reachable(said.user.id):
            self._reply(said, "open_private", {"name": said.user.full_name}, table=table)

    def _start(self, said: Said) -> None:
        """The private chat is open: take the seat that a link names, or show what is open."""
        self._store.set_reachable(said.user.id, True)
        if said.rest.startswith(RULES) and said.rest in PAGES:
            self._reply(said, said.rest)
        elif said.rest:
            outcome = self._join_by_link(said)
            if isinstance(outcome, Refused):
                self._report(said, outcome)
        seated = self._kept(said)
        for table in self._store.tables_of(said.user.id):
            scene = self._master.scene(table)
            if scene is None:
                continue
            seated += 1
            self._store.say(card(scene.table), scene.now)
            if scene.table.phase is Phase.LOBBY:
                self._reply(said, "seated", {"title": scene.table.title}, table=table)
            else:
                self._hand(said, table)
        if not seated and not said.rest:
            self._reply(said, "hello", {"lobbies": " ".join(self._open_to(said.user.id))})

    def _open_to(self, person: int) -> list[str]:
        """The lobbies in this person's groups; a group is asked, and only so many of them are."""
        found: list[str] = []
        for table in self._store.lobbies(LOOKS):
            scene = self._master.scene(table)
            if scene is not None and self._taps.knows(scene.table, person):
                found.append(table)
            if len(found) == DOORS:
                break
        return found

    def _join_by_link(self, said: Said) -> Outcome:
        scene = self._master.scene(said.rest.split()[0])
        if scene is None or scene.table.place is None:
            return Refused(reason=Refusal.NO_TABLE)
        if not self._taps.knows(scene.table, said.user.id):
            return Refused(reason=Refusal.NOT_A_MEMBER)
        return self._master.handle(
            Join(id=said.id, actor=Actor(person=self._person(said.user)), table=scene.table.id)
        )

    def _hands(self, said: Said) -> None:
        playing = [
            table
            for table in self._store.tables_of(said.user.id)
            if (scene := self._master.scene(table)) is not None and scene.match is not None
        ]
        for table in playing:
            self._hand(said, table)
        if not self._kept(said) and not playing:
            self._reply(said, "no_match")

    def _hand(self, said: Said, table: str) -> None:
        scene = self._master.scene(table)
        seat = None if scene is None else scene.table.seat_of(said.user.id)
        if scene is None or seat is None:
            return
        told = hand(scene.table, self._person(said.user))
        if scene.match is not None and scene.table.phase is Phase.PLAYING:
            # sent anew: they may have deleted it
            told += awaited(scene.table, scene.match.state.position, seat)
        self._store.say(told, scene.now)

    def _kept(self, said: Said) -> int:
        """Offer the seats that are kept for somebody; how many there are."""
        tables = self._store.tables_kept(said.user.id)
        for table in tables:
            scene = self._master.scene(table)
            if scene is not None:
                person = self._person(said.user)
                self._store.say(kept(scene.table, person, fresh=True), scene.now)
        return len(tables)

    def _each_match(self, said: Said, kind: NoticeKind) -> None:
        playing = 0
        for table in self._store.tables_of(said.user.id):
            scene = self._master.scene(table)
            if scene is not None and scene.match is not None:
                playing += 1
                self._notice(said, kind, table, match=scene.table.match)
        if not playing:
            self._reply(said, "no_match")

    def _concede(self, said: Said) -> None:
        """Ask once, at every match that is running, whether somebody really gives up."""
        person, playing = self._person(said.user), 0
        for table in self._store.tables_of(person.id):
            scene = self._master.scene(table)
            if scene is not None and scene.table.phase is Phase.PLAYING:
                playing += 1
                self._store.say(concede(scene.table, person, fresh=True), scene.now)
        if not playing:
            self._reply(said, "no_match")

    def _at_table(self, said: Said, then: Callable[[str], None]) -> None:
        tables = self._store.tables_at(said.place)
        if tables:
            then(tables[-1])
        else:
            self._reply(said, "no_table")

    def _do(self, said: Said, kind: type[Join | Leave | AddAi | Begin | Stop], table: str) -> None:
        command: Command = kind(id=f"{said.id}:{table}", actor=self._actor(said), table=table)
        self._report(said, self._master.handle(command))

    # -- what Telegram tells of the chat -----------------------------------------------------

    def _told_of_me(self, change: ChatMemberUpdated, command: str) -> None:
        chat, gone = change.chat, not is_in(change.new_chat_member)
        if chat.type == ChatType.PRIVATE:
            self._store.set_reachable(chat.id, not gone)
            if gone:
                self._gone(self._store.tables_of(chat.id), chat.id, command)
        elif gone:
            for table in self._store.tables_in(chat.id):
                self._master.handle(Abandon(id=f"{command}:{table}", table=table))
        elif not is_in(change.old_chat_member):
            self._say(Place(chat=chat.id), "hello_group", f"{command}:hello", None)

    def _told_of(self, change: ChatMemberUpdated, command: str) -> None:
        if not is_in(change.new_chat_member):
            self._left(change.chat.id, change.new_chat_member.user.id, command)

    def _left(self, chat: int, person: int, command: str) -> None:
        self._gone(self._store.tables_in(chat), person, command)

    def _gone(self, tables: tuple[str, ...], person: int, command: str) -> None:
        for table in tables:
            self._master.handle(Gone(id=f"{command}:{table}", table=table, person=person))

    def _moved(self, old: int, new: int, command: str) -> None:
        for table in self._store.tables_in(old):
            self._master.handle(Migrate(id=f"{command}:{table}", table=table, chat=new))

    # -- answers -----------------------------------------------------------------------------

    def _report(self, said: Said, outcome: Outcome) -> None:
        match outcome:
            case Refused():
                self._reply(said, f"refused.{outcome.reason}", outcome.params)
            case Accepted(note=str(note)) if said.chat.type != ChatType.PRIVATE:
                self._reply(said, f"note.{note}", {"name": said.user.full_name})
            case Accepted():
                return

    def _reply(
        self,
        said: Said,
        key: str,
        params: Mapping[str, str | int] = MappingProxyType({}),
        *,
        table: str | None = None,
    ) -> None:
        private = said.chat.type == ChatType.PRIVATE
        to = said.chat.id if private else said.place
        language = said.user.language_code if private else None
        self._say(to, key, f"{said.id}:{key}:{table or ''}", table, language, params)

    def _say(
        self,
        to: Place | int,
        key: str,
        slot: str,
        table: str | None,
        language: str | None = None,
        params: Mapping[str, str | int] = MappingProxyType({}),
    ) -> None:
        args: dict[str, str | int] = {"key": key, **params}
        if language is not None:
            args["language"] = language
        notice = Notice(
            table=table,
            to=to,
            slot=slot,
            kind=NoticeKind.SAY,
            args=args,
            urgency=Urgency.ANSWER,
            fresh=True,
        )
        self._store.say([notice], self._master.now())

    def _notice(self, said: Said, kind: NoticeKind, table: str, **args: str | int) -> None:
        notice = Notice(
            table=table,
            to=said.chat.id,
            slot=f"{said.id}:{kind}",
            kind=kind,
            args=args,
            urgency=Urgency.ANSWER,
            fresh=True,
        )
        self._store.say([notice], self._master.now())

    # -- who ---------------------------------------------------------------------------------

    def _actor(self, said: Said) -> Actor:
        admin = said.name in ("begin", "stop", "addai") and self.is_admin(
            said.chat.id, said.user.id
        )
        return Actor(person=self._person(said.user), admin=admin)

    def is_admin(self, chat: int, person: int) -> bool:
        """Whether the chat counts the person among its admins."""
        return self._members(chat, person) in _ADMIN

    @staticmethod
    def _person(user: User) -> Person:
        return Person(id=user.id, name=user.full_name[:64], language=user.language_code)


def _place(update: Update, chat: Chat) -> Place:
    """Where in a group an update happened: in a forum, in which topic."""
    message = update.effective_message
    topic = isinstance(message, Message) and message.is_topic_message
    return Place(chat=chat.id, thread=message.message_thread_id if message and topic else None)


def is_in(member: ChatMember) -> bool:
    """Whether this says that somebody is in the chat: who is restricted may have left it."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in (ChatMember.LEFT, ChatMember.BANNED)
