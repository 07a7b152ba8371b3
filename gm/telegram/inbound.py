"""From an update of Telegram to commands for the master, and back to one short answer.

Synchronous, so the same code serves the webhook and the poller. An update is confirmed to
Telegram only after this has returned: what it asked for is stored by then.
"""

from __future__ import annotations

from telegram import CallbackQuery, Chat, ChatMemberUpdated, Message, Update
from telegram.constants import ChatType

from gm.master.commands import Abandon, Gone, Migrate, Mute
from gm.master.master import Master
from gm.master.slots import card
from gm.master.tables import Place
from gm.store.redis_store import RedisStore
from gm.telegram.chats import Chats
from gm.telegram.in_group import InGroup
from gm.telegram.in_private import InPrivate
from gm.telegram.members import Members, is_in, is_muted
from gm.telegram.menu import GROUP
from gm.telegram.said import Replies, person_of, said_in
from gm.telegram.taps import Taps
from gm.telegram.toast import Toast

ANONYMOUS = (1087968824, 136817688, 777000)
"""Ids that stand for nobody: anonymous admins, people posting as channels, linked channels."""


class Inbound:
    """Takes updates, whichever way they come."""

    def __init__(
        self,
        *,
        master: Master,
        store: RedisStore,
        taps: Taps,
        members: Members,
        chats: Chats,
        bot_id: int,
        username: str,
        language: str,
    ) -> None:
        self._master = master
        self._store = store
        self._taps = taps
        self._bot = bot_id
        self._username = username
        self._replies = Replies(master, store)
        self._in_group = InGroup(
            master=master,
            store=store,
            members=members,
            chats=chats,
            replies=self._replies,
            language=language,
        )
        self._in_private = InPrivate(
            master=master, store=store, members=members, chats=chats, replies=self._replies
        )

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
            self._replies.say(to, "went_wrong", f"tg:{update.update_id}:went_wrong")

    def _tapped(self, query: CallbackQuery, command: str) -> Toast:
        chat = None if query.message is None else query.message.chat
        place = None
        if chat is not None and chat.type != ChatType.PRIVATE:
            place = Place(chat=chat.id)
        person = person_of(query.from_user)
        return self._taps.take(query.id, query.data or "", person, place, command)

    # -- messages ----------------------------------------------------------------------------

    def _message(self, message: Message, command: str) -> None:
        chat = message.chat
        if message.migrate_to_chat_id is not None:
            self._moved(chat.id, message.migrate_to_chat_id, command)
            return
        if message.left_chat_member is not None:
            self._left(chat.id, message.left_chat_member.id, command)
            return
        said = said_in(message, command, self._username)
        if said is None:
            return
        if said.private:
            self._in_private.take(said)
        elif message.sender_chat is not None or said.user.id in ANONYMOUS:
            if said.name in GROUP:  # any other is for another bot
                self._replies.reply(said, "anonymous")
        else:
            self._in_group.take(said)

    # -- what Telegram tells of the chat -----------------------------------------------------

    def _told_of_me(self, change: ChatMemberUpdated, command: str) -> None:
        chat, gone = change.chat, not is_in(change.new_chat_member)
        if chat.type == ChatType.PRIVATE:
            self._store.set_reachable(chat.id, not gone)
            if gone:
                seats = (*self._store.tables_of(chat.id), *self._store.tables_kept(chat.id))
                self._gone(seats, chat.id, command)
        elif gone:
            for table in self._store.tables_in(chat.id):
                self._master.handle(Abandon(id=f"{command}:{table}", table=table))
        elif not is_in(change.old_chat_member):
            self._replies.say(Place(chat=chat.id), "hello_group", f"{command}:hello")
            self._show_again(chat.id)

    def _show_again(self, chat: int) -> None:
        """The bot is let in again: the matches that were set aside meanwhile lie there anew."""
        for table in self._store.tables_in(chat):
            scene = self._master.scene(table)
            if scene is not None:
                self._store.say(card(scene.table, fresh=True), scene.now)

    def _told_of(self, change: ChatMemberUpdated, command: str) -> None:
        person = change.new_chat_member.user.id
        if not is_in(change.new_chat_member):
            self._left(change.chat.id, person, command)
            return
        muted, before = is_muted(change.new_chat_member), is_muted(change.old_chat_member)
        if muted != before:
            for table in self._store.tables_in(change.chat.id):
                self._master.handle(
                    Mute(id=f"{command}:{table}", table=table, person=person, on=muted)
                )

    def _left(self, chat: int, person: int, command: str) -> None:
        self._gone(self._store.tables_in(chat), person, command)

    def _gone(self, tables: tuple[str, ...], person: int, command: str) -> None:
        for table in tables:
            self._master.handle(Gone(id=f"{command}:{table}", table=table, person=person))

    def _moved(self, old: int, new: int, command: str) -> None:
        for table in self._store.tables_in(old):
            self._master.handle(Migrate(id=f"{command}:{table}", table=table, chat=new))


def _place(update: Update, chat: Chat) -> Place:
    """Where in a group an update happened: in a forum, in which topic."""
    message = update.effective_message
    topic = isinstance(message, Message) and message.is_topic_message
    return Place(chat=chat.id, thread=message.message_thread_id if message and topic else None)
