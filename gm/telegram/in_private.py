"""The commands of a private chat: one's seats, hands, and the way to a table."""

from __future__ import annotations

from collections.abc import Iterator

from gm.master.commands import Accepted, Actor, Join, Outcome, Refused
from gm.master.master import Master, Scene
from gm.master.notices import NoticeKind
from gm.master.reasons import Refusal
from gm.master.slots import awaited, card, concede, hand, kept
from gm.master.tables import Phase
from gm.store.redis_store import RedisStore
from gm.telegram import people_commands
from gm.telegram.chats import Chats
from gm.telegram.members import Members, knows
from gm.telegram.pages import PAGES, RULES, SEAT, rules_key
from gm.telegram.people_commands import PeopleCommands
from gm.telegram.said import Replies, Said, luck
from gm.telegram.solo_commands import SoloCommands
from gm.telegram.time_commands import IN_PRIVATE, TimeCommands

LOOKS, DOORS = 20, 5
"""So many of the newest lobbies are looked at for somebody, and so many of them shown."""


class InPrivate:
    """Does what is said to the bot alone."""

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
        self._replies = replies
        self._people = PeopleCommands(
            master=master, store=store, members=members, chats=chats, replies=replies
        )
        self._solo = SoloCommands(master=master, store=store)
        self._time = TimeCommands(master=master, store=store, members=members, replies=replies)

    def take(self, said: Said) -> None:
        """Do what a command asks for; what is none of ours is answered with the help."""
        match said.name:
            case "start":
                self._start(said)
            case "solo":
                self._solo.said(said)
            case "table":
                self._tables(said)
            case "hand" | "sheet":
                self._hands(said)
            case "log":
                self._log(said)
            case "luck":
                self._luck(said)
            case "concede":
                self._concede(said)
            case "rules":
                self._replies.reply(said, rules_key(self._replies.game(said)))
            case name if name in IN_PRIVATE:
                self._time.in_private(said)
            case name if name in people_commands.IN_PRIVATE:
                self._people.in_private(said)
            case _:
                self._replies.reply(said, "help_private")

    def _start(self, said: Said) -> None:
        """The private chat is open: take the seat that a link names, or show what is open."""
        self._store.set_reachable(said.user.id, True)
        if said.rest.startswith(RULES) and said.rest in PAGES:
            self._replies.reply(said, said.rest)
        elif said.word is not None:
            outcome = self._sit_by_link(said, said.word)
            if isinstance(outcome, Refused):
                self._replies.report(said, outcome)
        seated = self._kept(said)
        for scene in self._seats(said):
            seated += 1
            self._store.say(card(scene.table), scene.now)
            if scene.table.phase is Phase.LOBBY:
                title = {"title": scene.table.title}
                self._replies.reply(said, "seated", title, table=scene.table.id)
            else:
                self._hand(said, scene)
        if not seated and not said.rest:
            lobbies = " ".join(self._open_to(said.user.id))
            self._replies.reply(said, "hello", {"lobbies": lobbies})

    def _seats(self, said: Said) -> Iterator[Scene]:
        """The tables at which somebody sits."""
        for table in self._store.tables_of(said.user.id):
            scene = self._master.scene(table)
            if scene is not None:
                yield scene

    def _luck(self, said: Said) -> None:
        """Add words to the draw of every lobby in which somebody sits."""
        lobbies = [s for s in self._seats(said) if s.table.phase is Phase.LOBBY]
        for scene in lobbies:
            outcome = self._master.handle(luck(said, scene.table.id))
            if isinstance(outcome, Refused):
                self._replies.report(said, outcome)
            else:
                self._replies.reply(said, "note.luck", {"name": said.user.full_name})
        if not lobbies:
            self._replies.reply(said, "no_lobby")

    def _open_to(self, person: int) -> list[str]:
        """The lobbies in this person's groups; a group is asked, and only so many of them are."""
        found: list[str] = []
        for table in self._store.lobbies(LOOKS):
            scene = self._master.scene(table)
            if scene is not None and knows(self._members, scene.table, person):
                found.append(table)
            if len(found) == DOORS:
                break
        return found

    def _sit_by_link(self, said: Said, payload: str) -> Outcome:
        """Join the lobby that a link names, or ask for a free seat of the match it names."""
        table = payload.removeprefix(SEAT)
        scene = self._master.scene(table)
        if scene is None or scene.table.place is None:
            return Refused(reason=Refusal.NO_TABLE)
        seated = scene.table.seat_of(said.user.id) is not None or said.user.id in scene.table.kept
        if seated and scene.table.phase is not Phase.LOBBY:
            return Accepted(table=table)
        if not knows(self._members, scene.table, said.user.id):
            return Refused(reason=Refusal.NOT_A_MEMBER)
        if payload.startswith(SEAT):
            return self._people.ask_seat(said, table)
        return self._master.handle(Join(id=said.id, actor=Actor(person=said.person), table=table))

    def _hands(self, said: Said) -> None:
        playing = [scene for scene in self._seats(said) if scene.match is not None]
        for scene in playing:
            self._hand(said, scene)
        if not self._kept(said) and not playing:
            self._replies.reply(said, "no_match")

    def _tables(self, said: Said) -> None:
        """Show the card of one's match alone anew, and what is asked there."""
        table = self._store.solo_of(said.user.id)
        scene = None if table is None else self._master.scene(table)
        if scene is None:
            self._replies.reply(said, "no_match")
            return
        told = card(scene.table, fresh=True)
        seat = scene.table.seat_of(said.user.id)
        if scene.match is not None and seat is not None and scene.table.phase is Phase.PLAYING:
            told += awaited(scene.table, scene.match.state.position, seat)
        self._store.say(told, scene.now)

    def _hand(self, said: Said, scene: Scene) -> None:
        seat = scene.table.seat_of(said.user.id)
        if seat is None:
            return
        told = hand(scene.table, said.person)
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
                self._store.say(kept(scene.table, said.person, fresh=True), scene.now)
        return len(tables)

    def _log(self, said: Said) -> None:
        """What happened so far, in every match that is running."""
        playing = [scene.table for scene in self._seats(said) if scene.match is not None]
        for table in playing:
            slot = f"{said.id}:{NoticeKind.LOG}"
            self._replies.draw(said.chat.id, slot, NoticeKind.LOG, table.id, match=table.match)
        if not playing:
            self._replies.reply(said, "no_match")

    def _concede(self, said: Said) -> None:
        """Ask once, at every match that is running, whether somebody really gives up."""
        playing = [s for s in self._seats(said) if s.table.phase is Phase.PLAYING]
        for scene in playing:
            self._store.say(concede(scene.table, said.person, fresh=True), scene.now)
        if not playing:
            self._replies.reply(said, "no_match")
