"""What one person says and taps to play alone: which game, against whom, on or anew."""

from __future__ import annotations

from gm.game.rulesets import RULESETS
from gm.master.commands import Actor, OpenSolo, Refused, Return, Stop
from gm.master.master import Master
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.reasons import Refusal
from gm.master.solo import seats_of
from gm.master.tables import Person
from gm.store.redis_store import RedisStore
from gm.telegram.said import Said
from gm.telegram.solo import BEGUN, GAMES, RIVALS, RUNNING, first_seats
from gm.telegram.toast import Tap, Toast


class SoloCommands:
    """Leads somebody into a match of their own, in two taps."""

    def __init__(self, *, master: Master, store: RedisStore) -> None:
        self._master = master
        self._store = store

    def said(self, said: Said) -> None:
        """Offer the games, or the levels of the game that is named; or to go on."""
        self._store.set_reachable(said.user.id, True)
        named = (said.word or "").lower()
        self._offer(said.person, named if named in RULESETS else "", fresh=True)

    def tapped(self, tap: Tap, data: str) -> Toast:
        """Do what a button of these pages asks for."""
        rules, seats, level = (*data.split(":", 2), "", "")[:3]
        if rules == "on":
            return self._go_on(tap)
        if rules == "new":
            return self._anew(tap)
        if not rules:
            self._offer(tap.person, "")
            return tap.answered()
        if rules not in RULESETS or (seats and not _number(seats, seats_of(rules))):
            return tap.refused(Refusal.STALE)
        if not level:
            self._offer(tap.person, rules, int(seats) if seats else None)
            return tap.answered()
        return self._begin(tap, rules, int(seats), level)

    def _begin(self, tap: Tap, rules: str, seats: int, level: str) -> Toast:
        person = tap.person
        outcome = self._master.handle(
            OpenSolo(
                id=tap.command,
                actor=Actor(person=person),
                rules=rules,
                level=level,
                seats=seats,
                language=person.language or "en",
            )
        )
        if not isinstance(outcome, Refused):
            self._show(person, BEGUN)
        elif outcome.reason == Refusal.SOLO_RUNNING:
            self._offer(person, rules)
        return tap.report(outcome)

    def _go_on(self, tap: Tap) -> Toast:
        table = self._store.solo_of(tap.person.id)
        if table is None:
            self._offer(tap.person, "")
            return tap.refused(Refusal.NOT_PLAYING)
        actor = Actor(person=tap.person)
        outcome = self._master.handle(Return(id=tap.command, actor=actor, table=table))
        if not isinstance(outcome, Refused):
            self._show(tap.person, BEGUN)
        return tap.report(outcome)

    def _anew(self, tap: Tap) -> Toast:
        """End the match that is running, and offer the games."""
        table = self._store.solo_of(tap.person.id)
        if table is not None:
            actor = Actor(person=tap.person)
            outcome = self._master.handle(Stop(id=tap.command, actor=actor, table=table))
            if isinstance(outcome, Refused):
                return tap.report(outcome)
        self._show(tap.person, GAMES)
        return tap.answered()

    def _offer(
        self, person: Person, rules: str, seats: int | None = None, *, fresh: bool = False
    ) -> None:
        table = self._store.solo_of(person.id)
        scene = None if table is None else self._master.scene(table)
        if scene is not None:
            self._show(person, RUNNING, fresh=fresh, rules=scene.table.rules)
        elif rules:
            count = first_seats(rules) if seats is None else seats
            self._show(person, RIVALS, fresh=fresh, rules=rules, seats=count)
        else:
            self._show(person, GAMES, fresh=fresh)

    def _show(self, person: Person, page: str, *, fresh: bool = False, **args: str | int) -> None:
        if person.language is not None:
            args["language"] = person.language
        notice = Notice(
            table=None,
            to=person.id,
            slot="solo",
            kind=NoticeKind.SOLO,
            args={"page": page, **args},
            urgency=Urgency.ANSWER,
            fresh=fresh,
        )
        self._store.say([notice], self._master.now())


def _number(text: str, among: range) -> bool:
    return text.isdecimal() and len(text) < 3 and int(text) in among
