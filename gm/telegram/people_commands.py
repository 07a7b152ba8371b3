"""What people say about each other: take somebody off, take a free seat, look who can be reached.

A vote shows by itself, so whoever begins one with a word is not answered by name.
"""

from __future__ import annotations

from gm.master.commands import (
    Actor,
    AskSeat,
    Gone,
    Outcome,
    Refused,
    Remove,
    Return,
)
from gm.master.master import Master, Scene
from gm.master.notices import NoticeKind
from gm.master.reasons import Refusal
from gm.master.tables import Phase, Table
from gm.store.redis_store import RedisStore
from gm.telegram.chats import Chats
from gm.telegram.members import Members, has_left, is_admin, knows
from gm.telegram.said import Replies, Said

IN_GROUP = ("remove", "takeseat", "resume", "check")
IN_PRIVATE = ("remove", "resume")


class PeopleCommands:
    """Does what is asked about people."""

    def __init__(
        self,
        *,
        master: Master,
        store: RedisStore,
        members: Members,
        chats: Chats,
        replies: Replies,
    ) -> None:
        self._master = master
        self._store = store
        self._members = members
        self._chats = chats
        self._replies = replies

    # -- in a group ----------------------------------------------------------------------------

    def in_group(self, said: Said, table: str) -> None:
        """Do what is said at a table."""
        scene = self._master.scene(table)
        if scene is None:
            return
        match said.name:
            case "remove":
                self._remove(said, scene.table)
            case "takeseat":
                self._take_seat(said, table)
            case "resume":
                self._resume(said, table)
            case _:
                self._check(said, scene)

    def _remove(self, said: Said, table: Table) -> None:
        """Take off whom the words name; where they name nobody, ask whom."""
        person = said.about or self._named(said, table)
        if person is None and said.rest:
            self._replies.reply(said, f"refused.{Refusal.NOT_AT_TABLE}")
            return
        if person is None:
            self._ask_whom(said, table)
            return
        admin = is_admin(self._members, said.chat.id, said.user.id)
        asked = Remove(
            id=f"{said.id}:{table.id}",
            actor=Actor(person=said.person, admin=admin),
            table=table.id,
            person=person,
            at_once=True,
        )
        self._tell_refusal(said, self._master.handle(asked))

    def _named(self, said: Said, table: Table) -> int | None:
        """Whom a username or a name means, of those who sit here or whose seat is kept."""
        people = [p for p in map(table.known, (*_ids(table), *table.kept)) if p is not None]
        if said.rest.startswith("@"):
            username = said.rest.split()[0].removeprefix("@")
            return self._chats.named(said.chat.id, username, (person.id for person in people))
        named = {p.id for p in people if p.name.casefold() == said.rest.casefold()}
        return named.pop() if len(named) == 1 else None

    def _ask_whom(self, said: Said, table: Table) -> None:
        to = said.chat.id if said.private else said.place
        slot = f"{said.id}:whom:{table.id}"
        self._replies.draw(to, slot, NoticeKind.WHOM, table.id, match=table.match)

    def _take_seat(self, said: Said, table: str) -> None:
        number = int(said.word) if said.word and said.word.isdecimal() else None
        outcome = self.ask_seat(said, table, None if number is None else number - 1)
        if isinstance(outcome, Refused) and outcome.reason == Refusal.UNREACHABLE_YOU:
            name = {"name": said.user.full_name}
            self._replies.reply(said, "open_private_seat", name, table=table)
        else:
            self._tell_refusal(said, outcome)

    def ask_seat(self, said: Said, table: str, seat: int | None = None) -> Outcome:
        """Ask the people of a match for a free seat."""
        actor = Actor(person=said.person)
        return self._master.handle(AskSeat(id=said.id, actor=actor, table=table, seat=seat))

    def _resume(self, said: Said, table: str) -> None:
        """Come back to one's seat, and with it to a match set aside."""
        actor = Actor(person=said.person)
        outcome = self._master.handle(Return(id=said.id, actor=actor, table=table))
        if isinstance(outcome, Refused) and outcome.reason == Refusal.UNREACHABLE_YOU:
            name = {"name": said.user.full_name}
            self._replies.reply(said, "open_private", name, table=table)
        elif isinstance(outcome, Refused) or outcome.note == "joined_already":
            self._replies.report(said, outcome)

    def _check(self, said: Said, scene: Scene) -> None:
        """Tell who can be reached and what the bot may do here; who left the chat is gone."""
        table = scene.table
        for person in (*_ids(table), *table.kept):
            if has_left(self._members, table, person):
                gone = Gone(id=f"{said.id}:{person}:gone", table=table.id, person=person)
                self._master.handle(gone)
        rights = self._chats.rights(said.chat.id)
        pictures = self._store.pictures_in(said.chat.id)
        known: dict[str, str | int] = {}
        if rights is not None:
            known = {
                "pin": int(rights.pin),
                "pictures": int(rights.pictures and pictures),
                "leavers": int(rights.leavers),
            }
        self._replies.draw(said.place, f"{said.id}:check", NoticeKind.CHECK, table.id, **known)

    def _tell_refusal(self, said: Said, outcome: Outcome) -> None:
        """Say why nothing comes of it; what does is told to the table by itself."""
        if isinstance(outcome, Refused):
            self._replies.report(said, outcome)

    # -- in private ----------------------------------------------------------------------------

    def in_private(self, said: Said) -> None:
        """Do what is said to the bot alone."""
        if said.name == "remove":
            found = [self._master.scene(table) for table in self._store.tables_of(said.user.id)]
            playing = [s.table for s in found if s and s.table.phase is Phase.PLAYING]
            for table in playing:
                self._ask_whom(said, table)
            if not playing:
                self._replies.reply(said, "no_match")
            return
        kept = self._store.tables_kept(said.user.id)
        for name in kept:
            self._come_back(said, name)
        if not kept:
            self._replies.reply(said, "nothing_kept")

    def _come_back(self, said: Said, table: str) -> None:
        scene = self._master.scene(table)
        if scene is not None and not knows(self._members, scene.table, said.user.id):
            self._replies.reply(said, f"refused.{Refusal.NOT_A_MEMBER}")
            return
        actor = Actor(person=said.person)
        back = Return(id=f"{said.id}:{table}", actor=actor, table=table)
        self._tell_refusal(said, self._master.handle(back))


def _ids(table: Table) -> tuple[int, ...]:
    return tuple(person.id for person in table.people)
