"""Tables: one's list, one's snapshot of one, and moves, through the same door as the chat's."""

from __future__ import annotations

import re
import uuid

from flask import Blueprint
from flask.typing import ResponseReturnValue

from gm.i18n import nearest
from gm.master.commands import Act, Actor
from gm.master.commands import Refused as MasterRefused
from gm.master.master import Scene
from gm.master.reasons import Refusal
from gm.master.tables import Person
from gm.master.waits import open_wait
from gm.voice.screens import parse
from webapp.api import snapshot
from webapp.api.errors import Refused, body
from webapp.api.words import Cast
from webapp.auth import person, signed_in
from webapp.deps import deps

tables = Blueprint("tables", __name__)

_STEP = re.compile(r"(?:[0-9a-z](?:\.[0-9a-z]){0,15})?")


def found(table: str) -> Scene:
    """The table as it stands. Errors: Refused where there is none."""
    scene = deps().master.scene(table) if re.fullmatch(r"[A-Za-z0-9_=-]{1,64}", table) else None
    if scene is None:
        raise Refused(404, Refusal.NO_TABLE)
    return scene


def cast_for(scene: Scene, me: Person) -> Cast:
    """Names at this table in this person's language."""
    return Cast(scene.table, nearest(me.language))


def seen_by(scene: Scene, me: Person) -> snapshot.Json:
    """The whole of what a person may see: the table, and their own notebook."""
    cells = deps().notebook.cells(scene.table.id, scene.table.match, me.id)
    return snapshot.snapshot(scene, me, cast_for(scene, me)) | {
        "notebook": snapshot.noted(cells),
        "noted": max((cell.index for cell in cells), default=0),
    }


@tables.get("/tables")
@signed_in
def mine() -> ResponseReturnValue:
    """The tables at which one sits, oldest first."""
    me = person()
    scenes = (deps().master.scene(table) for table in deps().store.tables_of(me.id))
    return {
        "tables": [
            snapshot.row(scene.table, me, cast_for(scene, me))
            for scene in scenes
            if scene is not None
        ]
    }


@tables.get("/tables/<table>")
@signed_in
def one(table: str) -> ResponseReturnValue:
    """A table as one may see it."""
    return seen_by(found(table), person())


@tables.post("/tables/<table>/act")
@signed_in
def act(table: str) -> ResponseReturnValue:
    """Walk the screens of one's own wait: a path that is a whole move makes it, once an id."""
    data = body(wait=str, path=str, id=str)
    me, command = person(), _command_id(data["id"])
    path = data["path"]
    if not _STEP.fullmatch(path):
        raise Refused(400, "BAD_REQUEST")
    known = deps().store.answer(command)
    scene = found(table)
    if isinstance(known, MasterRefused):
        raise Refused(409, known.reason, **known.params)
    if known is not None:
        return _done(table)
    seat = scene.table.seat_of(me.id)
    if seat is None:
        raise Refused(403, Refusal.NOT_SEATED)
    if scene.match is None:
        raise Refused(409, Refusal.NOT_PLAYING)
    wait = open_wait(scene.table, scene.match.state.position, data["wait"])
    if wait is None or wait.seat != seat:
        raise Refused(409, Refusal.STALE if wait is None else Refusal.NOT_YOURS)
    chosen = snapshot.screen(scene, seat, wait, parse(path))
    if chosen.move is None:
        return {"ask": snapshot.ask(scene, seat, cast_for(scene, me), parse(path))}
    outcome = deps().master.handle(
        Act(id=command, actor=Actor(person=me), table=table, wait=data["wait"], move=chosen.move)
    )
    if isinstance(outcome, MasterRefused):
        raise Refused(409, outcome.reason, **outcome.params)
    return _done(table)


def _done(table: str) -> ResponseReturnValue:
    """What stands after one's move."""
    return {"table": seen_by(found(table), person())}


def _command_id(given: str) -> str:
    """The command's id: the person's own, so that nobody can spend somebody else's."""
    try:
        return f"app:{person().id}:{uuid.UUID(given)}"
    except ValueError:
        raise Refused(400, "BAD_REQUEST") from None
