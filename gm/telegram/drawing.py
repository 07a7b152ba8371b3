"""Sets the scene for every notice and toast: whose view, which language, what is open.

A private message is drawn from the view of its reader's own seat, a group's from the public
one; nothing else of the match comes near a message.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from gm.game.audience import redact
from gm.game.cards import Seat
from gm.game.events import Event
from gm.i18n import nearest, render
from gm.master.hours import Hours
from gm.master.master import Scene as Found
from gm.master.notices import Notice, NoticeKind
from gm.master.tables import Millis, Person, Phase, Place
from gm.master.waits import wait_id
from gm.telegram import own_time, solo
from gm.telegram.keyboards import Rows, door
from gm.telegram.message import Message
from gm.telegram.private import brief
from gm.telegram.render import draw, spoken
from gm.telegram.scene import Links, Scene
from gm.voice.answers import line


class Tables(Protocol):
    """Where tables are found as they stand now."""

    def scene(self, table: str) -> Found | None:
        """The table, its match and the time."""

    def past(self, table: str, match: int) -> Found | None:
        """The same of an earlier match, as it ended."""


class People(Protocol):
    """What is known of people beside their tables."""

    def reachable(self, person: int) -> bool:
        """Whether the person's private chat is open."""

    def tables_of(self, person: int) -> tuple[str, ...]:
        """The tables at which this person sits."""

    def hours(self, person: int) -> Hours:
        """What a person set about time."""

    def pictures_in(self, chat: int) -> bool:
        """Whether pictures may be sent to a chat."""


class Drawing:
    """Finds the words for notices and toasts."""

    def __init__(self, *, master: Tables, store: People, links: Links, language: str) -> None:
        self._master = master
        self._store = store
        self._links = links
        self._language = nearest(language)

    def draw(self, notice: Notice, now: Millis | None = None) -> Message | None:
        """The message for a notice as it should look now; None where there is nothing to say.

        `now`: the moment it is drawn for, by default that at which the table is found.
        """
        found = self._find(notice)
        if found is None:
            if notice.kind is NoticeKind.SOLO:
                return solo.page(notice, self._spoken_in(notice, None))
            if notice.kind is NoticeKind.OWN and isinstance(notice.to, int):
                language = self._spoken_in(notice, None)
                return own_time.page(notice, self._store.hours(notice.to), language)
            if "key" not in notice.args:
                return None
            language = self._spoken_in(notice, None)
            said = spoken(notice, language, self._links)
            doors = self._doors(notice, language)
            return replace(said, keyboard=doors) if doors else said
        return draw(notice, self._scene(notice, found, found.now if now is None else now))

    def _doors(self, notice: Notice, language: str) -> Rows:
        """A button to each lobby that the notice names and that is still one."""
        named = str(notice.args.get("lobbies", "")).split()
        found = [scene for table in named if (scene := self._master.scene(table)) is not None]
        return tuple(
            (door(self._links, language, scene.table.id, scene.table.title),)
            for scene in found
            if scene.table.phase is Phase.LOBBY
        )

    def _find(self, notice: Notice) -> Found | None:
        """The table of a notice; as the notice's own match left it, where another one is open."""
        if notice.table is None:
            return None
        found = self._master.scene(notice.table)
        match = notice.args.get("match")
        if found is None or not isinstance(match, int) or match >= found.table.match:
            return found
        return self._master.past(notice.table, match) or found

    def toast(self, key: str, person: Person, **params: str | int) -> str:
        """A catalogue line in the person's language."""
        return render(line(key, params), self._of(person.language))

    def cards(self, scene: Found, person: Person) -> str:
        """The person's cards, in brief."""
        seat = scene.table.seat_of(person.id)
        assert scene.match is not None
        assert seat is not None
        view = scene.match.view(seat)
        drawn = Scene(
            table=scene.table, view=view, language=self._of(person.language), links=self._links
        )
        return brief(drawn, view)

    def _scene(self, notice: Notice, found: Found, now: Millis) -> Scene:
        """The scene in which a notice is drawn for whom it goes to."""
        table, match, to = found.table, found.match, notice.to
        group = isinstance(to, Place)
        seat = None if isinstance(to, Place) else table.seat_of(to)
        state = None if match is None else match.state.position
        wait = None if state is None or seat is None else state.wait(seat)
        reader = None if isinstance(to, Place) else to
        public = notice.kind is NoticeKind.CARD
        return Scene(
            table=table,
            # the card shows what is public, also where only one person reads it
            view=None if match is None else match.view(None if public else seat),
            language=self._spoken_in(notice, found),
            links=self._links,
            now=now,
            outage=found.outage,
            moves=() if match is None or seat is None else match.moves(seat),
            wait=None if wait is None else wait_id(table, wait.opened),
            opened=None if match is None else self._opened(notice, match.events, seat),
            reachable=frozenset(
                p.id for p in table.people if group and self._store.reachable(p.id)
            ),
            pictures=not isinstance(to, Place) or self._store.pictures_in(to.chat),
            zone=_zone(found, reader),
            several=reader is not None and len(self._store.tables_of(reader)) > 1,
        )

    @staticmethod
    def _opened(notice: Notice, events: Sequence[Event], seat: Seat | None) -> int | None:
        """Where the event that a notice names stands among those that the seat has seen."""
        index = notice.args.get("wait", notice.args.get("event"))
        if not isinstance(index, int):
            return None
        return sum(redact(event, seat) is not None for event in events[:index])

    def _spoken_in(self, notice: Notice, found: Found | None) -> str:
        """A group's texts in its table's language, private ones in their reader's."""
        if isinstance(notice.to, Place):
            return self._language if found is None else self._of(found.table.language)
        given = notice.args.get("language")
        if given is None and found is not None:
            reader = found.table.known(notice.to)
            given = None if reader is None else reader.language
        return self._of(None if given is None else str(given))

    def _of(self, code: str | None) -> str:
        return self._language if code is None else nearest(code)


def _zone(found: Found, reader: int | None) -> str | None:
    """The reader's time zone, else the chat's."""
    hours = None if reader is None else found.people.get(reader)
    return hours.zone if hours is not None and hours.zone else found.table.zone


__all__ = ["Drawing", "Links"]
