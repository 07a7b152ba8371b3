"""Taps on buttons. Every one is answered; what is stale, foreign or repeated changes nothing.

A button of a table carries `l:<table>:<verb>[:<argument>]`, a button of a wait
`<wait id>.<path>`. Both can be forged, so person, table and wait are checked every time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from telegram import ChatMember

from gm.game.position import Wait
from gm.master.choosing import values
from gm.master.commands import (
    Accepted,
    Act,
    Actor,
    AddAi,
    Again,
    Begin,
    Command,
    DropAi,
    Join,
    Leave,
    MoreTime,
    Outcome,
    Pick,
    Refused,
    Return,
    SetOption,
    Stop,
    Vote,
)
from gm.master.master import Master, Scene
from gm.master.notices import Notice, NoticeKind
from gm.master.reasons import Refusal
from gm.master.sitting import Declined
from gm.master.tables import Person, Phase, Place, Table
from gm.master.telling import awaited, card, concede
from gm.master.waits import ID_LENGTH, open_wait, wait_id
from gm.store.redis_store import RedisStore
from gm.telegram.lobby import PAGES
from gm.telegram.pages import rules_key
from gm.voice.screens import Screen, parse, question_screen, turn_screen

HERE = (ChatMember.MEMBER, ChatMember.ADMINISTRATOR, ChatMember.OWNER, ChatMember.RESTRICTED)
"""What a chat says of whom it knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toast:
    """The answer to a tap: at most 200 characters (shown as a pop-up by `alert`), or a link."""

    query: str
    text: str | None = None
    alert: bool = False
    url: str | None = None

    def method(self) -> dict[str, object]:
        """The method call that answers the tap."""
        answer: dict[str, object] = {
            "method": "answerCallbackQuery",
            "callback_query_id": self.query,
            "text": self.text,
            "show_alert": self.alert or None,
            "url": self.url,
        }
        return {key: value for key, value in answer.items() if value is not None}


class Words(Protocol):
    """Finds the words of toasts."""

    def toast(self, key: str, person: Person, **params: str | int) -> str:
        """A catalogue line in the person's language."""

    def cards(self, scene: Scene, person: Person) -> str:
        """The person's cards, in brief."""


class Members(Protocol):
    """What a chat says of a person's membership."""

    def __call__(self, chat: int, person: int) -> str | None:
        """The person's `ChatMember` status in the chat; None where it does not say."""


class Taps:
    """Answers taps."""

    def __init__(
        self,
        *,
        master: Master,
        store: RedisStore,
        words: Words,
        members: Members,
        username: str,
    ) -> None:
        self._master = master
        self._store = store
        self._words = words
        self._members = members
        self._username = username

    def take(
        self, query: str, data: str, person: Person, place: Place | None, command: str
    ) -> Toast:
        """Do what a button asks for and say what became of it."""
        if data.startswith("l:"):
            parts = data.split(":", 3)
            if len(parts) >= 3:
                argument = parts[3] if len(parts) > 3 else ""
                return self._at_table(query, parts[1], parts[2], argument, person, place, command)
        elif data[ID_LENGTH : ID_LENGTH + 1] in ("", "."):
            return self._at_wait(query, data[:ID_LENGTH], data[ID_LENGTH + 1 :], person, command)
        return self._refusal(query, person, Refused(reason=Refusal.STALE))

    # -- a wait's own buttons ----------------------------------------------------------------

    def _at_wait(self, query: str, given: str, step: str, person: Person, command: str) -> Toast:
        for table in self._store.tables_of(person.id):
            scene = self._master.scene(table)
            if scene is None or scene.match is None:
                continue
            wait = open_wait(scene.table, scene.match.state.position, given)
            if wait is not None:
                return self._choose(query, scene, wait, step, person, command)
        for table in self._store.tables_kept(person.id):
            scene = self._master.scene(table)
            position = None if scene is None or scene.match is None else scene.match.state.position
            if scene is not None and position and open_wait(scene.table, position, given):
                return Toast(query=query, text=self._words.toast("note.kept", person))
        return self._refusal(query, person, Refused(reason=Refusal.STALE))

    def _choose(
        self, query: str, scene: Scene, wait: Wait, step: str, person: Person, command: str
    ) -> Toast:
        table, match = scene.table, scene.match
        assert match is not None
        if table.seat_of(person.id) != wait.seat:
            return self._refusal(query, person, Refused(reason=Refusal.NOT_YOURS))
        screen = screen_of(scene, wait, step)
        if screen.move is not None:
            return self._report(
                query,
                person,
                self._master.handle(
                    Act(
                        id=command,
                        actor=Actor(person=person),
                        table=table.id,
                        wait=wait_id(table, wait.opened),
                        move=screen.move,
                    )
                ),
            )
        path = ".".join(screen.path)
        position = match.state.position
        self._store.say(awaited(table, position, wait.seat, path=path, fresh=False), scene.now)
        return Toast(query=query)

    # -- a table's buttons -------------------------------------------------------------------

    def _at_table(
        self,
        query: str,
        table: str,
        verb: str,
        argument: str,
        person: Person,
        place: Place | None,
        command: str,
    ) -> Toast:
        scene = self._master.scene(table)
        away = verb == "back" and place is None
        if scene is None or not (away or _may_touch(scene.table, person, place)):
            return self._refusal(query, person, Refused(reason=Refusal.NO_TABLE))
        match verb:
            case "cards":
                if scene.match is None or scene.table.seat_of(person.id) is None:
                    return self._refusal(query, person, Refused(reason=Refusal.NOT_SEATED))
                return Toast(query=query, text=self._words.cards(scene, person), alert=True)
            case page if page == "lobby" or page in PAGES:
                page = "" if page == "lobby" else page
                self._store.say(card(scene.table, page=page), scene.now)
                return Toast(query=query)
            case "rules":
                return self._rules(query, person, rules_key(scene.table.rules), command)
            case "back" if away and not self.knows(scene.table, person.id):
                return self._refusal(query, person, Refused(reason=Refusal.NOT_A_MEMBER))
            case "stay":
                self._store.say(concede(scene.table, person, page="back"), scene.now)
                return Toast(query=query)
            case "concede":
                return self._concede(query, scene, person, command)
            case "join":
                return self._join(query, scene, person, command)
        actor = Actor(person=person, admin=self._admin(scene, verb, person))
        asked = _command(verb, argument, command, actor, scene)
        if asked is None:
            return self._refusal(query, person, Refused(reason=Refusal.STALE))
        outcome = self._master.handle(asked)
        if isinstance(outcome, Accepted) and verb in _STAY:
            self._store.say(card(scene.table, page=_STAY[verb]), scene.now)
        return self._report(query, person, outcome)

    def _concede(self, query: str, scene: Scene, person: Person, command: str) -> Toast:
        outcome = self._master.handle(
            Leave(id=command, actor=Actor(person=person), table=scene.table.id)
        )
        self._store.say(concede(scene.table, person), scene.now)
        return self._report(query, person, outcome)

    def knows(self, table: Table, person: int) -> bool:
        """Whether the person is in the chat where the table stands."""
        return table.place is None or self._members(table.place.chat, person) in HERE

    def _join(self, query: str, scene: Scene, person: Person, command: str) -> Toast:
        """Take a seat; whose private chat is closed is led there by a link."""
        outcome = self._master.handle(
            Join(id=command, actor=Actor(person=person), table=scene.table.id)
        )
        if isinstance(outcome, Accepted) and not self._store.reachable(person.id):
            link = f"https://t.me/{self._username}?start={scene.table.id}"
            return Toast(query=query, url=link)
        return self._report(query, person, outcome)

    def _rules(self, query: str, person: Person, key: str, command: str) -> Toast:
        if not self._store.reachable(person.id):
            link = f"https://t.me/{self._username}?start={key}"
            return Toast(query=query, url=link)
        args: dict[str, str | int] = {"key": key}
        if person.language is not None:
            args["language"] = person.language
        notice = Notice(
            table=None,
            to=person.id,
            slot=f"{command}:rules",
            kind=NoticeKind.SAY,
            args=args,
            fresh=True,
        )
        self._store.say([notice], self._master.now())
        return Toast(query=query, text=self._words.toast("note.sent_private", person))

    def _admin(self, scene: Scene, verb: str, person: Person) -> bool:
        """Ask the chat only where it matters: somebody else's lobby, and the end of a match."""
        if verb not in ("begin", "set", "game", "stop") or scene.table.place is None:
            return False
        if scene.table.phase is Phase.LOBBY and scene.table.host == person.id:
            return False
        status = self._members(scene.table.place.chat, person.id)
        return status in (ChatMember.ADMINISTRATOR, ChatMember.OWNER)

    # -- answers -----------------------------------------------------------------------------

    def _report(self, query: str, person: Person, outcome: Outcome) -> Toast:
        if isinstance(outcome, Refused):
            return self._refusal(query, person, outcome)
        if outcome.note is None:
            return Toast(query=query)
        text = self._words.toast(f"note.{outcome.note}", person, name=person.name)
        return Toast(query=query, text=text)

    def _refusal(self, query: str, person: Person, refused: Refused) -> Toast:
        text = self._words.toast(f"refused.{refused.reason}", person, **refused.params)
        return Toast(query=query, text=text)


def _may_touch(table: Table, person: Person, place: Place | None) -> bool:
    """Whether a tap counts: made in the table's own chat, else by somebody who sits there.

    A button in a private chat never seats anybody: its data may be forged by whom the group
    does not know.
    """
    if place is not None and table.place is not None:
        return table.place.chat == place.chat
    return table.place is None or table.seat_of(person.id) is not None


def screen_of(scene: Scene, wait: Wait, step: str) -> Screen:
    """The screen of an open wait at this step of its seat's path."""
    assert scene.match is not None
    draw = turn_screen if wait.asker is None else question_screen
    return draw(scene.match.view(wait.seat), scene.match.moves(wait.seat), parse(step))


_STAY = {"game": "", "set": "options", "piece": "pieces", "vote": "voting"}
"""The page that stays open after a tap on it."""


def _command(verb: str, argument: str, command: str, actor: Actor, scene: Scene) -> Command | None:
    table = scene.table.id
    match verb:
        case "leave":
            return Leave(id=command, actor=actor, table=table)
        case "ai+":
            return AddAi(id=command, actor=actor, table=table)
        case "ai-":
            return DropAi(id=command, actor=actor, table=table)
        case "back":
            return Return(id=command, actor=actor, table=table)
        case "begin":
            return Begin(id=command, actor=actor, table=table)
        case "stop":
            return Stop(id=command, actor=actor, table=table)
        case "again":
            return Again(id=command, actor=actor, table=table)
        case "more":
            return MoreTime(id=command, actor=actor, table=table)
        case "set":
            return _switch(argument, command, actor, scene)
        case "game":
            return SetOption(id=command, actor=actor, table=table, option="rules", value=argument)
        case "piece":
            return Pick(id=command, actor=actor, table=table, token=argument)
        case "vote" if argument.isdecimal():
            return Vote(id=command, actor=actor, table=table, seat=int(argument))
        case _:
            return None


def _switch(option: str, command: str, actor: Actor, scene: Scene) -> Command | None:
    """The next value of a switch after the one it has now."""
    try:
        known, now = values(scene.table, option)
    except Declined:
        return None
    value = known[(known.index(now) + 1) % len(known)]
    return SetOption(id=command, actor=actor, table=scene.table.id, option=option, value=value)
