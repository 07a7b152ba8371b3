"""The notebook: a mark a request, taken once however often it is sent."""

from __future__ import annotations

import uuid

from flask import Blueprint
from flask.typing import ResponseReturnValue

from gm.master.reasons import Refusal
from gm.store.notebook import Full, Scribble
from webapp.api.errors import Refused, body
from webapp.api.marks import places
from webapp.api.tables import found
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
    scene, me = found(table), person()
    seat = scene.table.seat_of(me.id)
    if seat is None:
        raise Refused(403, Refusal.NOT_SEATED)
    if scene.match is None or scene.table.match != match:
        raise Refused(409, Refusal.NOT_PLAYING)
    view = scene.match.view(seat)
    if card not in view.header.cards.cards or place not in places(view):
        raise Refused(404, "NO_SUCH_CELL")
    try:
        index = deps().notebook.write(
            table, match, me.id, op=op, card=card, place=place, mark=Scribble(data["mark"])
        )
    except Full:
        raise Refused(409, "NOTEBOOK_FULL") from None
    return {"index": index}
