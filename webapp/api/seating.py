"""What one does at a table beside moves: sit down, turn switches, begin, pause. The same commands
as in the chat, through the same door; the master alone says who may.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from flask import Blueprint
from flask.typing import ResponseReturnValue

from gm.master.choosing import chair_name
from gm.master.commands import (
    Actor,
    AddAi,
    Again,
    Begin,
    Command,
    DropAi,
    GoOn,
    Join,
    Leave,
    MoreTime,
    Pause,
    Pick,
    Return,
    SetOption,
    Stop,
    Vote,
)
from gm.master.commands import Refused as MasterRefused
from gm.master.master import Scene
from gm.master.reasons import Refusal
from webapp.api.errors import Refused, body
from webapp.api.lobby import chair_mark
from webapp.api.moves import command_id, taken
from webapp.api.tables import cast_for, found, seen_by
from webapp.auth import person, signed_in
from webapp.deps import deps

seating = Blueprint("seating", __name__)

_Plain: TypeAlias = Callable[..., Command]
PLAIN: Mapping[str, _Plain] = MappingProxyType(
    {
        "join": Join,
        "leave": partial(Leave, sure=False),
        "concede": Leave,
        "return": Return,
        "add_ai": AddAi,
        "drop_ai": DropAi,
        "begin": Begin,
        "again": Again,
        "stop": Stop,
        "more_time": MoreTime,
        "pause": Pause,
        "go_on": GoOn,
    }
)
"""What is done by its name alone. To leave is for the lobby, to concede gives a hand up."""
_INSIDERS = frozenset({"join", "again"})
"""What only somebody who is in the table's chat may do."""
_ADMINS = ("administrator", "creator")
_HERE = ("member", "restricted", *_ADMINS)


@seating.post("/tables/<table>/do/<verb>")
@signed_in
def do(table: str, verb: str) -> ResponseReturnValue:
    """Do something that needs no more than its name, once an id."""
    data = body(id=str)
    if verb not in PLAIN:
        raise Refused(404, "NO_SUCH_DEED")
    return _done(table, data, verb, PLAIN[verb])


@seating.put("/tables/<table>/option")
@signed_in
def option(table: str) -> ResponseReturnValue:
    """Turn a switch of the lobby."""
    data = body(id=str, option=str, value=(str, int, bool))
    chosen = {"option": data["option"], "value": data["value"]}
    return _done(table, data, "option", SetOption, **chosen)


@seating.put("/tables/<table>/piece")
@signed_in
def piece(table: str) -> ResponseReturnValue:
    """Choose the piece that one plays on the board."""
    data = body(id=str, token=str)
    return _done(table, data, "piece", Pick, token=data["token"])


@seating.put("/tables/<table>/vote")
@signed_in
def vote(table: str) -> ResponseReturnValue:
    """Name who should begin, by the mark of a chair."""
    data = body(id=str, chair=str)
    scene = found(table)
    marks = {chair_mark(scene.table, each): chair_name(each) for each in scene.table.occupants}
    return _done(table, data, "vote", Vote, named=marks.get(data["chair"], ""))


def _done(
    table: str, data: Mapping[str, Any], verb: str, make: _Plain, **fields: object
) -> ResponseReturnValue:
    command = command_id(data["id"])
    note = None
    if not taken(command):
        scene = found(table)
        actor = Actor(person=person(), admin=_is_admin(scene, verb))
        if verb in _INSIDERS and not _is_inside(scene):
            raise Refused(403, Refusal.NOT_A_MEMBER)
        outcome = deps().master.handle(make(id=command, actor=actor, table=table, **fields))
        if isinstance(outcome, MasterRefused):
            raise Refused(409, outcome.reason, **outcome.params)
        note = outcome.note
    scene = found(table)
    said = None if note is None else cast_for(scene, person()).note(note, name=person().name)
    return {"table": seen_by(scene, person()), "said": said}


def _is_inside(scene: Scene) -> bool:
    """Whether the person is in the chat where the table stands; who sits here was asked before."""
    place = scene.table.place
    if place is None or scene.table.known(person().id) is not None:
        return True
    return deps().member(place.chat, person().id) in _HERE


def _is_admin(scene: Scene, verb: str) -> bool:
    """Whether an admin's word counts here; the chat is asked only where it makes a difference."""
    table = scene.table
    if verb not in ("option", "begin", "stop", "add_ai", "drop_ai") or table.place is None:
        return False
    if table.host == person().id and verb != "stop":
        return False
    return deps().member(table.place.chat, person().id) in _ADMINS
