"""The notebook: one thing written a request, once however often it is sent; why a cell is so."""

from __future__ import annotations

import unicodedata
import uuid

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from gm.deduction.facts import Place
from gm.deduction.solver import Mark
from gm.game.view import View
from gm.master.master import Scene
from gm.master.reasons import Refusal
from gm.store.notebook import Full, Layer, Scribble
from webapp.api import marks
from webapp.api.errors import Refused, body
from webapp.api.tables import cast_for, found
from webapp.auth import person, signed_in
from webapp.deps import deps

notebook = Blueprint("notebook", __name__)

ROW = "card"
"""The place of what is noted of a card as a whole."""
LONGEST_NOTE = 120
"""Letters of a note."""
_MARKS = frozenset(mark.value for mark in Scribble)


@notebook.put("/tables/<table>/notebook/<int:match>/<card>/<place>/<layer>")
@signed_in
def write(table: str, match: int, card: str, place: str, layer: str) -> ResponseReturnValue:
    """Write a mark, a number or a note in a cell of one's own notebook of this match."""
    if layer not in tuple(Layer):
        raise Refused(404, "NO_SUCH_CELL")
    written, value = _written(Layer(layer))
    try:
        op = uuid.UUID(written).hex
    except ValueError:
        raise Refused(400, "BAD_REQUEST") from None
    own_cell(table, match, card, place, row=True)
    try:
        index = deps().notebook.write(
            table,
            match,
            person().id,
            op=op,
            card=card,
            place=place,
            layer=Layer(layer),
            value=value,
        )
    except Full:
        raise Refused(409, "NOTEBOOK_FULL") from None
    return {"index": index}


def _written(layer: Layer) -> tuple[str, Scribble | int | str]:
    """The id and the value of the request. Errors: Refused."""
    data = body(id=str, value=int if layer is Layer.NUMBER else str)
    value = data["value"]
    match layer:
        case Layer.MARK if value in _MARKS:
            value = Scribble(value)
        case Layer.NUMBER if 0 <= value <= 9:
            pass
        case Layer.NOTE if len(value) <= LONGEST_NOTE and _printable(value):
            value = value.strip()
        case _:
            raise Refused(400, "BAD_REQUEST")
    return data["id"], value


def _printable(text: str) -> bool:
    """Whether it is a line of text: nothing that controls, nothing that cannot be stored."""
    return not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text)


@notebook.get("/tables/<table>/notebook/<int:match>/<card>/<place>/why")
@signed_in
def why(table: str, match: int, card: str, place: str) -> ResponseReturnValue:
    """Why a cell of one's own sheet is settled, and whether `mark` (`yes`, `no`) fits it."""
    mark = request.args.get("mark", "")
    if mark not in ("", Mark.YES, Mark.NO):
        raise Refused(400, "BAD_REQUEST")
    scene, view, where = own_cell(table, match, card, place)
    assert where is not None
    level = scene.table.help
    line, fits = marks.why(view, level, card, where, Mark(mark) if mark else None)
    cast = cast_for(scene, person())
    return {"text": None if line is None else cast.text(line), "fits": fits}


def own_cell(
    table: str, match: int, card: str, place: str, *, row: bool = False
) -> tuple[Scene, View, Place | None]:
    """The table, what one's own seat sees of its match, and the cell's place. Errors: Refused.

    `row`: the place may be the card as a whole, which is None.
    """
    scene = found(table)
    seat = scene.table.seat_of(person().id)
    if seat is None:
        raise Refused(403, Refusal.NOT_SEATED)
    if scene.match is None or scene.table.match != match:
        raise Refused(409, Refusal.NOT_PLAYING)
    view = scene.match.view(seat)
    where = marks.places(view).get(place)
    whole = row and place == ROW
    if card not in view.header.cards.cards or (where is None and not whole):
        raise Refused(404, "NO_SUCH_CELL")
    return scene, view, where
