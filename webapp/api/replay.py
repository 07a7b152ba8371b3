"""A match that is over, turn by turn with every seat's view opened; a record's file likewise.

A file is read, answered and forgotten: nothing of it is kept here, the page sends it each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from gm.game.cards import Seat
from gm.game.record.reading import BadRecord, read
from gm.game.record.redacted import view as record_view
from gm.game.record.replay import replay as played_again
from gm.game.view import View
from gm.i18n import nearest
from gm.master.master import Scene
from gm.master.reasons import Refusal
from gm.master.tables import Help
from gm.themes import DEFAULT, theme
from gm.voice.narrate import learned_in, story, verdict
from webapp.api.board import placed
from webapp.api.errors import Refused
from webapp.api.sheet import sheet, until
from webapp.api.tables import cast_for, found
from webapp.api.words import Cast, Json
from webapp.auth import person, signed_in
from webapp.deps import deps

replay = Blueprint("replay", __name__)

LARGEST = 128 * 1024
"""Bytes of the largest file of a record that is read; a long match of six has about 30 kB."""
_OPENED = Help.ODDS
"""How much is worked out when all is over."""


class RecordCast(Cast):
    """Names as a record has them."""

    def __init__(self, seats: Sequence[str], language: str) -> None:
        self._theme = theme(DEFAULT, language)
        self._seats = seats
        self.language = language

    def seat(self, seat: int) -> str:
        """The seat's name in the record."""
        return self._seats[seat]


@replay.get("/tables/<table>/replay/<int:match>")
@signed_in
def of_table(table: str, match: int) -> ResponseReturnValue:
    """What a seat saw at the end of a turn, once the match is over."""
    scene = _over(found(table), match)
    assert scene.match is not None
    seats = len(scene.match.header.seats)
    return _turn(scene.match.view, seats, cast_for(scene, person()))


@replay.post("/replay")
@signed_in
def of_file() -> ResponseReturnValue:
    """What a seat saw at the end of a turn of the record in the request's body."""
    request.max_content_length = LARGEST
    if (request.content_length or 0) > LARGEST:
        raise RequestEntityTooLarge
    try:
        played = played_again(read(request.get_data()))
        header = played.record.header
        cast = RecordCast(header.seats, nearest(person().language))
        return _turn(lambda seat: record_view(played, seat), len(header.seats), cast)
    except BadRecord as bad:
        raise Refused(422, "BAD_RECORD", line=bad.line, why=bad.reason.value) from None


def _over(scene: Scene, match: int) -> Scene:
    """The match of this number, which must have ended. Errors: Refused."""
    past = scene if scene.table.match == match else deps().master.past(scene.table.id, match)
    if past is None or past.match is None:
        raise Refused(404, Refusal.NOT_PLAYING)
    if not past.match.state.position.over:
        raise Refused(409, Refusal.NOT_OVER)
    return past


def _turn(of: Callable[[Seat | None], View], seats: int, cast: Cast) -> Json:
    """The turn and the seat that the request asks for."""
    turn, seat = _number("turn", 9_999), _number("seat", seats - 1)
    whole = of(seat)
    at = whole if turn is None else until(whole, turn)
    told = at.position.turn
    lines = story(at, told) if told else ()
    return {
        "turn": told,
        "turns": whole.position.turn,
        "me": seat,
        "rules": whole.header.rules,
        "seats": [
            {
                "name": cast.name(n),
                "kind": "person",
                "size": at.position.sizes[n] if at.position.sizes else 0,
                "out": n in at.position.out,
            }
            for n in range(seats)
        ],
        "active": at.position.active,
        "hand": list(at.hand),
        "up": list(at.position.up),
        "board": placed(at),
        "sheet": sheet(at, _OPENED, cast),
        "lines": cast.texts(lines),
        "learned": cast.texts(learned_in(at, told)) if told and seat is not None else [],
        "verdict": cast.texts(verdict(at)),
        "help": _OPENED.value,
        "log": [],
    }


def _number(name: str, most: int) -> int | None:
    """A number of the request's query; None where it has none. Errors: Refused."""
    given = request.args.get(name)
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 4 or int(given) > most:
        raise Refused(400, "BAD_REQUEST")
    return int(given)
