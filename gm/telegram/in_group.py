"""The commands of a group: each for the table that stands where it was said."""

from __future__ import annotations

from gm.master.commands import (
    Actor,
    AddAi,
    Begin,
    Join,
    Leave,
    OpenTable,
    Refused,
    Return,
    Stop,
)
from gm.master.master import Master
from gm.master.reasons import Refusal
from gm.master.slots import card, concede
from gm.store.redis_store import RedisStore
from gm.telegram import people_commands
from gm.telegram.chats import Chats
from gm.telegram.members import Members, is_admin
from gm.telegram.menu import GROUP, PRIVATE
from gm.telegram.pages import rules_key
from gm.telegram.people_commands import PeopleCommands
from gm.telegram.said import Replies, Said, luck
from gm.telegram.time_commands import IN_GROUP, TimeCommands

_ASKED: dict[str, type[AddAi | Begin | Stop]] = {
    "addai": AddAi,
    "begin": Begin,
    "stop": Stop,
}
"""What the master is asked to do with a table."""
_FOR_ADMINS = ("begin", "stop", "addai")


class InGroup:
    """Does what is said in a group."""

    def __init__(
        self,
        *,
        master: Master,
        store: RedisStore,
        members: Members,
        chats: Chats,
        replies: Replies,
        language: str,
    ) -> None:
        self._master = master
        self._store = store
        self._members = members
        self._replies = replies
        self._language = language
        self._people = PeopleCommands(
            master=master, store=store, members=members, chats=chats, replies=replies
        )
        self._time = TimeCommands(master=master, store=store, members=members, replies=replies)

    def take(self, said: Said) -> None:
        """Do what a command asks for; what is none of ours is let be."""
        match said.name:
            case "newgame":
                self._new_game(said)
            case "rules":
                self._rules(said)
            case "help" | "start":
                self._replies.reply(said, "help_group")
            case command if command in PRIVATE and command not in GROUP:
                self._replies.reply(said, "private_only", {"name": said.user.full_name})
            case command if command in GROUP:
                tables = self._store.tables_at(said.place)
                if tables:
                    self._at_table(said, tables[-1])
                elif command == "zone":
                    self._time.zone_of_chat(said)
                else:
                    self._replies.reply(said, "no_table")

    def _new_game(self, said: Said) -> None:
        """Open a table; where no game is named, its card asks for one."""
        outcome = self._master.handle(
            OpenTable(
                id=said.id,
                actor=self._actor(said),
                place=said.place,
                title=said.chat.title or "",
                rules=said.word and said.word.lower(),
                language=self._language,
                zone=self._store.zone_in(said.chat.id) or self._store.hours(said.user.id).zone,
            )
        )
        self._replies.report(said, outcome)
        if isinstance(outcome, Refused) and outcome.reason == Refusal.TABLE_HERE:
            for table in self._store.tables_at(said.place):
                self._show(table)

    def _rules(self, said: Said) -> None:
        """The rules go to whom asks in private, and the group is told where they are."""
        name, rules = {"name": said.user.full_name}, self._replies.game(said)
        if self._store.reachable(said.user.id):
            key, language = f"{said.id}:rules", said.user.language_code
            self._replies.say(said.user.id, rules_key(rules), key, language=language)
            self._replies.reply(said, "rules_sent", name)
        else:
            self._replies.reply(said, "rules_waiting", {**name, "rules": rules})

    def _at_table(self, said: Said, table: str) -> None:
        match said.name:
            case "table":
                self._show(table)
            case "join":
                self._join(said, table)
            case "luck":
                self._replies.report(said, self._master.handle(luck(said, table)))
            case "leave":
                self._leave(said, table)
            case name if name in IN_GROUP:
                self._time.in_group(said, table)
            case name if name in people_commands.IN_GROUP:
                self._people.in_group(said, table)
            case name:
                asked = _ASKED[name](id=f"{said.id}:{table}", actor=self._actor(said), table=table)
                outcome = self._master.handle(asked)
                self._replies.report(said, outcome)
                if isinstance(outcome, Refused) and outcome.reason == Refusal.HOST_ASLEEP:
                    self._show(table)  # with the button to host instead

    def _show(self, table: str) -> None:
        """Send the table's card anew."""
        scene = self._master.scene(table)
        if scene is not None:
            self._store.say(card(scene.table, fresh=True), scene.now)

    def _join(self, said: Said, table: str) -> None:
        """Take a seat, or one's own again in a match that is not over."""
        scene, actor = self._master.scene(table), self._actor(said)
        if scene is None or not scene.table.follows(said.user.id):
            join = Join(id=f"{said.id}:{table}", actor=actor, table=table)
            self._replies.report(said, self._master.handle(join))
        else:
            outcome = self._master.handle(Return(id=said.id, actor=actor, table=table))
            if isinstance(outcome, Refused) and outcome.reason != Refusal.UNREACHABLE_YOU:
                self._replies.report(said, outcome)  # the table is told by itself who is back
        if not self._store.reachable(said.user.id):
            self._replies.reply(said, "open_private", {"name": said.user.full_name}, table=table)

    def _leave(self, said: Said, table: str) -> None:
        """Give up a chair; who sits in a running match is asked in private whether to go."""
        leave = Leave(id=f"{said.id}:{table}", actor=self._actor(said), table=table, sure=False)
        outcome = self._master.handle(leave)
        scene = self._master.scene(table)
        if isinstance(outcome, Refused) and outcome.reason == Refusal.NOT_SURE and scene:
            self._store.say(concede(scene.table, said.person, fresh=True), scene.now)
        self._replies.report(said, outcome)

    def _actor(self, said: Said) -> Actor:
        """Who acts; the chat is asked only where it matters whether they are an admin."""
        admin = said.name in _FOR_ADMINS and is_admin(self._members, said.chat.id, said.user.id)
        return Actor(person=said.person, admin=admin)
