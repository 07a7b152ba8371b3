"""Tables: one's list, and one's snapshot of one."""

from __future__ import annotations

import re

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from gm.i18n import nearest
from gm.master.master import Scene
from gm.master.reasons import Refusal
from gm.master.tables import Person, Phase
from webapp.api import snapshot
from webapp.api.errors import Refused
from webapp.api.sheet import settled, until
from webapp.api.words import Cast, Json
from webapp.auth import person, signed_in
from webapp.deps import deps

tables = Blueprint("tables", __name__)


def found(table: str) -> Scene:
    """The table as it stands. Errors: Refused where there is none."""
    scene = deps().master.scene(table) if re.fullmatch(r"[A-Za-z0-9_=-]{1,64}", table) else None
    if scene is None:
        raise Refused(404, Refusal.NO_TABLE)
    return scene


def cast_for(scene: Scene, me: Person) -> Cast:
    """Names at this table in this person's language."""
    return Cast(scene.table, nearest(me.language))


def seen_by(scene: Scene, me: Person) -> Json:
    """The whole of what a person may see: the table, and their own notebook."""
    cells = deps().notebook.cells(scene.table.id, scene.table.match, me.id)
    return snapshot.snapshot(scene, me, cast_for(scene, me), deps().store.reachable) | {
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


@tables.get("/tables/<table>/sheet")
@signed_in
def past_sheet(table: str) -> ResponseReturnValue:
    """One's own sheet as it stood when a turn ended; 0: when the first had not begun."""
    scene, turn = found(table), request.args.get("turn", "")
    if not re.fullmatch(r"[0-9]{1,4}", turn):
        raise Refused(400, "BAD_REQUEST")
    if scene.match is None or scene.table.phase is Phase.LOBBY:
        raise Refused(409, Refusal.NOT_PLAYING)
    view = until(scene.match.view(scene.table.seat_of(person().id)), int(turn))
    return {"turn": view.position.turn} | settled(view, scene.table.help)
