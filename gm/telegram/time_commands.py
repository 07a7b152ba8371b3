"""What people say and tap about time: pauses, being away, their own hours, what happened."""

from __future__ import annotations

from gm.master.commands import Actor, Depute, GoOn, Pause, Recap, Refused, Rest, SetOption
from gm.master.hours import Hours
from gm.master.master import Master, Scene
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.pace import slow
from gm.master.reasons import Refusal
from gm.master.tables import Person, Phase
from gm.store.redis_store import RedisStore
from gm.telegram.members import Members, is_admin
from gm.telegram.own_time import PAGES, changed, named_zone, page_after
from gm.telegram.said import Replies, Said
from gm.telegram.toast import Tap, Toast

IN_GROUP = ("pause", "unpause", "recap", "idle", "zone")
IN_PRIVATE = ("recap", "zone", "away", "answerforme", "idle")


class TimeCommands:
    """Does what is asked about time."""

    def __init__(
        self, *, master: Master, store: RedisStore, members: Members, replies: Replies
    ) -> None:
        self._master = master
        self._store = store
        self._members = members
        self._replies = replies

    # -- in a group ----------------------------------------------------------------------------

    def in_group(self, said: Said, table: str) -> None:
        """Do what is said at a table."""
        actor = Actor(person=said.person)
        command = f"{said.id}:{table}"
        match said.name:
            case "pause":
                self._ask(said, Pause(id=command, actor=actor, table=table))
            case "unpause":
                self._ask(said, GoOn(id=command, actor=actor, table=table))
            case "recap":
                self._recap_of(said, table)
            case "idle":
                self._idle_at(said, table)
            case _:
                self._zone_of(said, table)

    def _ask(self, said: Said, command: Pause | GoOn) -> None:
        """Ask the master; what it takes it tells the table by itself."""
        outcome = self._master.handle(command)
        if isinstance(outcome, Refused):
            self._replies.report(said, outcome)

    def _recap_of(self, said: Said, table: str) -> None:
        """Tell somebody in private; the group hears where it is told."""
        if not self._store.reachable(said.user.id):
            name = {"name": said.user.full_name}
            self._replies.reply(said, "open_private", name, table=table)
            return
        actor = Actor(person=said.person)
        outcome = self._master.handle(Recap(id=f"{said.id}:{table}", actor=actor, table=table))
        if isinstance(outcome, Refused):
            self._replies.report(said, outcome)
        else:
            self._replies.reply(said, "recap_sent", {"name": said.user.full_name})

    def _idle_at(self, said: Said, table: str) -> None:
        """In how many matches the people here were idle lately."""
        scene = self._master.scene(table)
        if scene is None:
            return
        seats: dict[str, str | int] = {}
        for person in scene.table.people:
            seat = scene.table.seat_of(person.id)
            seats[f"seat{seat}"] = self._store.idle(person.id, scene.now + scene.outage)
        self._replies.reply(said, "idle_table", seats, table=table)

    def _zone_of(self, said: Said, table: str) -> None:
        """Set the time zone of a table and its chat: the host, or an admin."""
        zone = self._named(said)
        if zone is None:
            return
        outcome = self._master.handle(
            SetOption(
                id=f"{said.id}:{table}",
                actor=Actor(person=said.person, admin=self._admin(said)),
                table=table,
                option="zone",
                value=zone,
            )
        )
        if not isinstance(outcome, Refused):
            self._store.set_zone_in(said.chat.id, zone)
        self._replies.report(said, outcome)

    def zone_of_chat(self, said: Said) -> None:
        """Set the time zone of a chat in which no table stands: an admin."""
        zone = self._named(said)
        if zone is None:
            return
        if not self._admin(said):
            self._replies.reply(said, f"refused.{Refusal.NOT_HOST}")
            return
        self._store.set_zone_in(said.chat.id, zone)
        self._replies.reply(said, "note.zone_set")

    def _named(self, said: Said) -> str | None:
        """The zone that somebody named; where it is none, they are told how to."""
        zone = named_zone(said.rest)
        if zone is None:
            self._replies.reply(said, "zone_unknown" if said.rest else "zone_how")
        return zone

    def _admin(self, said: Said) -> bool:
        return is_admin(self._members, said.chat.id, said.user.id)

    # -- in private ----------------------------------------------------------------------------

    def in_private(self, said: Said) -> None:
        """Do what is said to the bot alone."""
        match said.name:
            case "recap":
                self._recaps(said)
            case "idle":
                count = self._store.idle(said.user.id, self._wall())
                self._replies.reply(said, "idle_own", {"matches": count})
            case "answerforme":
                self._depute(said)
            case "zone" if (zone := named_zone(said.rest)) is not None:
                hours = self._store.hours(said.user.id)
                self._set(said.person, said.id, hours, changed(hours, "zone", zone, 0))
                self._show(said.person, "time", fresh=True)
            case name:
                self._show(said.person, "away" if name == "away" else "time", fresh=True)

    def _seats(self, person: int) -> list[Scene]:
        """The running matches of somebody."""
        found = (self._master.scene(table) for table in self._store.tables_of(person))
        return [s for s in found if s is not None and s.table.phase is Phase.PLAYING]

    def _recaps(self, said: Said) -> None:
        seats = self._seats(said.user.id)
        for scene in seats:
            table, actor = scene.table.id, Actor(person=said.person)
            self._master.handle(Recap(id=f"{said.id}:{table}", actor=actor, table=table))
        if not seats:
            self._replies.reply(said, "no_match")

    def _depute(self, said: Said) -> None:
        """Turn the switch in every slow match."""
        slowly = [scene for scene in self._seats(said.user.id) if slow(scene.table)]
        for scene in slowly:
            table = scene.table.id
            outcome = self._master.handle(
                Depute(
                    id=f"{said.id}:{table}",
                    actor=Actor(person=said.person),
                    table=table,
                    on=said.user.id not in scene.table.deputed,
                )
            )
            if not isinstance(outcome, Refused):
                title = {"title": scene.table.title}
                self._replies.reply(said, str(outcome.note), title, table=table)
        if not slowly:
            self._replies.reply(said, f"refused.{Refusal.NOT_SLOW}")

    # -- one's own hours -----------------------------------------------------------------------

    def own(self, tap: Tap, data: str) -> Toast:
        """Change what is the tapper's own, and show its page again."""
        what, _, value = data.partition(":")
        if what in PAGES and not value:
            self._show(tap.person, what)
            return tap.answered()
        hours = self._store.hours(tap.person.id)
        after = changed(hours, what, value, self._wall())
        if after is None:
            return tap.refused(Refusal.STALE)
        self._set(tap.person, tap.command, hours, after)
        self._show(tap.person, page_after(what))
        return tap.answered()

    def _set(self, person: Person, command: str, before: Hours, after: Hours | None) -> None:
        """Remember a change, and let the clocks of slow matches follow it."""
        if after is None:
            return
        self._store.set_hours(person.id, after)
        if after.away != before.away:
            for scene in self._seats(person.id):
                rest = Rest(
                    id=f"{command}:{scene.table.id}",
                    actor=Actor(person=person),
                    table=scene.table.id,
                )
                self._master.handle(rest)

    def _show(self, person: Person, page: str, *, fresh: bool = False) -> None:
        args: dict[str, str | int] = {"page": page, "wall": self._wall()}
        if person.language is not None:
            args["language"] = person.language
        notice = Notice(
            table=None,
            to=person.id,
            slot="own",
            kind=NoticeKind.OWN,
            args=args,
            urgency=Urgency.ANSWER,
            fresh=fresh,
        )
        self._store.say([notice], self._master.now())

    def _wall(self) -> int:
        return self._master.now() + self._store.pulse().outage
