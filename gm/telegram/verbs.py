"""The buttons of a table, each with its verb: `l:<table>:<verb>[:<argument>]`."""

from __future__ import annotations

from gm.master.choosing import values
from gm.master.commands import (
    Accepted,
    Actor,
    AddAi,
    Advise,
    Again,
    AskSeat,
    Begin,
    Command,
    Consent,
    DropAi,
    GoOn,
    HostInstead,
    Join,
    Leave,
    MoreTime,
    Pause,
    Pick,
    Refused,
    Remove,
    Return,
    SetOption,
    Stop,
    Vote,
)
from gm.master.master import Master, Scene
from gm.master.notices import Notice, NoticeKind
from gm.master.pace import SWITCHES
from gm.master.reasons import Refusal
from gm.master.sitting import Declined
from gm.master.slots import card, concede
from gm.master.tables import Person, Phase, Place, Table
from gm.store.redis_store import RedisStore
from gm.telegram.lobby import PAGES
from gm.telegram.members import Members, is_admin, knows
from gm.telegram.pages import PAGES as RULE_PAGES
from gm.telegram.pages import RULES, SEAT, rules_key
from gm.telegram.toast import Tap, Toast

_PLAIN: dict[
    str,
    type[
        AddAi
        | DropAi
        | Return
        | Begin
        | Stop
        | Again
        | MoreTime
        | Advise
        | Pause
        | GoOn
        | AskSeat
        | HostInstead
    ],
] = {
    "ai+": AddAi,
    "ai-": DropAi,
    "back": Return,
    "begin": Begin,
    "stop": Stop,
    "again": Again,
    "more": MoreTime,
    "advise": Advise,
    "pause": Pause,
    "unpause": GoOn,
    "seat": AskSeat,
    "host": HostInstead,
}
"""Verbs that ask the master for something and say no more."""
_STAY = {"game": "", "set": "options", "piece": "pieces", "vote": "voting"}
"""The page that stays open after a tap on it."""
_FOR_ADMINS = ("begin", "set", "game", "stop", "remove", "oust")


class Verbs:
    """Does what a table's buttons ask for."""

    def __init__(
        self, *, master: Master, store: RedisStore, members: Members, username: str
    ) -> None:
        self._master = master
        self._store = store
        self._members = members
        self._username = username

    def take(self, tap: Tap, table: str, verb: str, argument: str, place: Place | None) -> Toast:
        """Do what a button in this place, or in private, asks for."""
        scene = self._master.scene(table)
        away = verb == "back" and place is None
        if scene is None or not (away or _may_touch(scene.table, tap.person, place)):
            return tap.refused(Refusal.NO_TABLE)
        match verb:
            case "cards":
                return _cards(tap, scene)
            case page if page == "lobby" or page in PAGES:
                page = "" if page == "lobby" else page
                self._store.say(card(scene.table, page=page), scene.now)
                return tap.answered()
            case "rules":
                return self._rules(tap, rules_key(scene.table.rules))
            case "back" if away and not knows(self._members, scene.table, tap.person.id):
                return tap.refused(Refusal.NOT_A_MEMBER)
            case "stay":
                self._store.say(concede(scene.table, tap.person, page="back"), scene.now)
                return tap.answered()
            case "concede":
                return self._concede(tap, scene)
            case "join":
                return self._join(tap, scene)
            case "seat" if not self._store.reachable(tap.person.id):
                return self._door(tap, f"{SEAT}{table}")
            case _:
                return self._ask(tap, scene, verb, argument)

    def _ask(self, tap: Tap, scene: Scene, verb: str, argument: str) -> Toast:
        """Ask the master for what a verb means."""
        actor = Actor(person=tap.person, admin=self._admin(scene, verb, tap.person))
        asked = _command(verb, argument, tap.command, actor, scene)
        if asked is None:
            return tap.refused(Refusal.STALE)
        if verb == "oust" and not actor.admin:
            return tap.refused(Refusal.NOT_ADMIN)
        outcome = self._master.handle(asked)
        if isinstance(outcome, Refused) and outcome.reason == Refusal.HOST_ASLEEP:
            self._store.say(card(scene.table), scene.now)  # with the button to host instead
        if isinstance(outcome, Accepted) and verb in _STAY:
            page = "time" if verb == "set" and argument in SWITCHES else _STAY[verb]
            self._store.say(card(scene.table, page=page), scene.now)
        if isinstance(outcome, Refused) and outcome.reason == Refusal.NOT_SURE:
            self._store.say(concede(scene.table, tap.person, fresh=True), scene.now)
        return tap.report(outcome)

    def _concede(self, tap: Tap, scene: Scene) -> Toast:
        leave = Leave(id=tap.command, actor=Actor(person=tap.person), table=scene.table.id)
        outcome = self._master.handle(leave)
        self._store.say(concede(scene.table, tap.person), scene.now)
        return tap.report(outcome)

    def _join(self, tap: Tap, scene: Scene) -> Toast:
        """Take a seat; whose private chat is closed is led there by a link."""
        join = Join(id=tap.command, actor=Actor(person=tap.person), table=scene.table.id)
        outcome = self._master.handle(join)
        if isinstance(outcome, Accepted) and not self._store.reachable(tap.person.id):
            return self._door(tap, scene.table.id)
        return tap.report(outcome)

    def _rules(self, tap: Tap, key: str) -> Toast:
        """Send a game's rules in private, or lead there whose private chat is closed."""
        if not self._store.reachable(tap.person.id):
            return self._door(tap, key)
        self._say(tap, key)
        return tap.answered("note.sent_private")

    def rules(self, tap: Tap, key: str) -> Toast:
        """Read on in a game's rules."""
        if not (key.startswith(RULES) and key in RULE_PAGES):
            return tap.refused(Refusal.STALE)
        self._say(tap, key)
        return tap.answered()

    def _say(self, tap: Tap, key: str) -> None:
        """Send a page in private."""
        person = tap.person
        args: dict[str, str | int] = {"key": key}
        if person.language is not None:
            args["language"] = person.language
        notice = Notice(
            table=None,
            to=person.id,
            slot=f"{tap.command}:rules",
            kind=NoticeKind.SAY,
            args=args,
            fresh=True,
        )
        self._store.say([notice], self._master.now())

    def _door(self, tap: Tap, payload: str) -> Toast:
        """Lead somebody to the private chat."""
        return Toast(query=tap.query, url=f"https://t.me/{self._username}?start={payload}")

    def _admin(self, scene: Scene, verb: str, person: Person) -> bool:
        """Ask the chat only where it matters: somebody else's lobby, the end of a match, and who
        is to leave it; players merely vote on that.
        """
        table = scene.table
        if verb not in _FOR_ADMINS or table.place is None:
            return False
        if table.phase is Phase.LOBBY and table.host == person.id:
            return False
        seated = table.seat_of(person.id) is not None
        if verb == "remove" and table.phase is not Phase.LOBBY and seated:
            return False
        return is_admin(self._members, table.place.chat, person.id)


def _may_touch(table: Table, person: Person, place: Place | None) -> bool:
    """Whether a tap counts: made in the table's own chat, else by somebody who sits there.

    A button in a private chat never seats anybody: its data may be forged by whom the group
    does not know.
    """
    if place is not None and table.place is not None:
        return table.place.chat == place.chat
    return table.seat_of(person.id) is not None


def _cards(tap: Tap, scene: Scene) -> Toast:
    if scene.match is None or scene.table.seat_of(tap.person.id) is None:
        return tap.refused(Refusal.NOT_SEATED)
    return Toast(query=tap.query, text=tap.words.cards(scene, tap.person), alert=True)


def _command(verb: str, argument: str, command: str, actor: Actor, scene: Scene) -> Command | None:
    """What the master is asked for; None for what is no button of ours."""
    table = scene.table.id
    match verb:
        case "set":
            return _switch(argument, command, actor, scene)
        case "game":
            return SetOption(id=command, actor=actor, table=table, option="rules", value=argument)
        case "piece":
            return Pick(id=command, actor=actor, table=table, token=argument)
        case "vote":
            return Vote(id=command, actor=actor, table=table, named=argument)
        case "remove" | "oust" if argument.isdecimal():
            once = verb == "oust"
            person = int(argument)
            return Remove(id=command, actor=actor, table=table, person=person, at_once=once)
        case "agree":
            return Consent(id=command, actor=actor, table=table, mark=argument)
        case "leave":
            return Leave(id=command, actor=actor, table=table, sure=False)
        case _ if verb in _PLAIN:
            return _PLAIN[verb](id=command, actor=actor, table=table)
        case _:
            return None


def _switch(option: str, command: str, actor: Actor, scene: Scene) -> Command | None:
    """The next value of a switch after the one it has now."""
    try:
        known, now = values(scene.table, option)
    except Declined:
        return None
    value = known[(known.index(now) + 1) % len(known)] if now in known else known[0]
    return SetOption(id=command, actor=actor, table=scene.table.id, option=option, value=value)
