"""The notebook: a mark a request, taken once however often it is sent; and why a cell is so."""

from __future__ import annotations

import uuid

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from gm.deduction.facts import Place
from gm.deduction.solver import Mark
from gm.game.view import View
from gm.master.master import Scene
from gm.master.reasons import Refusal
from gm.store.notebook import Full, Scribble
from webapp.api import marks
from webapp.api.errors import Refused, body
from webapp.api.tables import cast_for, found
from webapp.auth import person, signed_in
from webapp.deps import deps

notebook = Blueprint("notebook", __name__)

_MARKS = frozenset(mark.value for mark in Scribble)


@notebook.put("/tables/<table>/notebook/<int:match>/<card>/<place>")
@signed_in
def write(table: str, match: int, card: str, place: str) -> ResponseReturnValue:
    """Mark a cell of one's own notebook of this match."""
    data = body(id=str, mark=str)
    if data["mark"] not in _MARKS:
        raise Refused(400, "BAD_REQUEST")
    try:
        op = uuid.UUID(data["id"]).hex
    except ValueError:
        raise Refused(400, "BAD_REQUEST") from None
    own_cell(table, match, card, place)
    try:
        index = deps().notebook.write(
            table, match, person().id, op=op, card=card, place=place, mark=Scribble(data["mark"])
        )
    except Full:
        raise Refused(409, "NOTEBOOK_FULL") from None
    return {"index": index}


@notebook.get("/tables/<table>/notebook/<int:match>/<card>/<place>/why")
@signed_in
def why(table: str, match: int, card: str, place: str) -> ResponseReturnValue:
    """Why a cell of one's own sheet is settled, and whether `mark` (`yes`, `no`) fits it."""
    mark = request.args.get("mark", "")
    if mark not in ("", Mark.YES, Mark.NO):
        raise Refused(400, "BAD_REQUEST")
    scene, view, where = own_cell(table, match, card, place)
    line, fits = marks.why(view, card, where, Mark(mark) if mark else None)
    cast = cast_for(scene, person())
    return {"text": None if line is None else cast.text(line), "fits": fits}


def own_cell(table: str, match: int, card: str, place: str) -> tuple[Scene, View, Place]:
    """The table, what one's own seat sees of its match, and the cell's place. Errors: Refused."""
    scene = found(table)
    seat = scene.table.seat_of(person().id)
    if seat is None:
        raise Refused(403, Refusal.NOT_SEATED)
    if scene.match is None or scene.table.match != match:
        raise Refused(409, Refusal.NOT_PLAYING)
    view = scene.match.view(seat)
    where = marks.places(view).get(place)
    if card not in view.header.cards.cards or where is None:
        raise Refused(404, "NO_SUCH_CELL")
    return scene, view, where
