"""Moves, through the same door as the chat's: by a path of taps, or as the record writes them.

Whatever comes in, the engine alone says whether it is a move; a command's id makes it once.
"""

from __future__ import annotations

import re
import uuid
from typing import Any

from flask import Blueprint
from flask.typing import ResponseReturnValue

from gm.game.cards import Seat
from gm.game.events import Moved
from gm.game.moves import Move
from gm.game.position import Wait
from gm.game.reasons import Illegal, Reason
from gm.game.record.lines import parse as parse_line
from gm.master.commands import Act, Actor
from gm.master.commands import Refused as MasterRefused
from gm.master.master import Scene
from gm.master.reasons import Refusal
from gm.master.waits import open_wait
from gm.voice.choices import Path
from gm.voice.screens import parse
from webapp.api import snapshot
from webapp.api.errors import Refused, body
from webapp.api.picking import path_to
from webapp.api.tables import cast_for, found, seen_by
from webapp.auth import person, signed_in
from webapp.deps import deps

moves = Blueprint("moves", __name__)

_STEP = re.compile(r"(?:[0-9a-z](?:\.[0-9a-z]){0,15})?")


@moves.post("/tables/<table>/act")
@signed_in
def act(table: str) -> ResponseReturnValue:
    """Walk the screens of one's own wait: a path that is a whole move makes it, once an id."""
    data = body(wait=str, path=str, id=str)
    command = command_id(data["id"])
    if not _STEP.fullmatch(data["path"]):
        raise Refused(400, "BAD_REQUEST")
    if taken(command):
        return _done(table)
    scene, seat, wait = _own_wait(table, data["wait"])
    path = parse(data["path"])
    chosen = snapshot.screen(scene, seat, wait, path)
    if chosen.move is None:
        return _screen(scene, seat, path)
    return _made(scene, data["wait"], command, chosen.move)


@moves.post("/tables/<table>/move")
@signed_in
def move(table: str) -> ResponseReturnValue:
    """Make a move as the record writes it, without its seat; once an id."""
    data = body(wait=str, move=dict, id=str)
    command = command_id(data["id"])
    written = _written(data["move"])
    if taken(command):
        return _done(table)
    scene, _, _ = _own_wait(table, data["wait"])
    return _made(scene, data["wait"], command, written)


@moves.post("/tables/<table>/sure")
@signed_in
def sure(table: str) -> ResponseReturnValue:
    """The screen that asks whether one is sure of a move. Nothing is changed."""
    data = body(wait=str, move=dict)
    written = _written(data["move"])
    scene, seat, _ = _own_wait(table, data["wait"])
    assert scene.match is not None
    path = path_to(scene.match.moves(seat), written)
    if path is None:
        raise Refused(409, Reason.WRONG_MOVE)
    return _screen(scene, seat, path)


def _own_wait(table: str, given: str) -> tuple[Scene, Seat, Wait]:
    """The table, one's seat, and the open wait of this id, which must be of that seat."""
    scene = found(table)
    seat = scene.table.seat_of(person().id)
    if seat is None:
        raise Refused(403, Refusal.NOT_SEATED)
    if scene.match is None:
        raise Refused(409, Refusal.NOT_PLAYING)
    wait = open_wait(scene.table, scene.match.state.position, given)
    if wait is None or wait.seat != seat:
        raise Refused(409, Refusal.STALE if wait is None else Refusal.NOT_YOURS)
    return scene, seat, wait


def _written(data: dict[str, Any]) -> Move:
    """The move that an object says. Errors: Refused."""
    if data.keys() & {"seat", "at", "by", "x"}:
        raise Refused(400, "BAD_REQUEST")
    try:
        content = parse_line({**data, "seat": 0}).content
    except Illegal:
        raise Refused(400, "BAD_REQUEST") from None
    if not isinstance(content, Moved):
        raise Refused(400, "BAD_REQUEST")
    return content.move


def taken(command: str) -> bool:
    """Whether this command was taken before. Errors: Refused where it was refused."""
    known = deps().store.answer(command)
    if isinstance(known, MasterRefused):
        raise Refused(409, known.reason, **known.params)
    return known is not None


def _screen(scene: Scene, seat: Seat, path: Path) -> ResponseReturnValue:
    return {"ask": snapshot.ask(scene, seat, cast_for(scene, person()), path)}


def _made(scene: Scene, wait: str, command: str, chosen: Move) -> ResponseReturnValue:
    table = scene.table.id
    actor = Actor(person=person())
    outcome = deps().master.handle(
        Act(id=command, actor=actor, table=table, wait=wait, move=chosen)
    )
    if isinstance(outcome, MasterRefused):
        raise Refused(409, outcome.reason, **outcome.params)
    return _done(table)


def _done(table: str) -> ResponseReturnValue:
    """What stands after one's move."""
    return {"table": seen_by(found(table), person())}


def command_id(given: str) -> str:
    """The command's id: the person's own, so that nobody can spend somebody else's."""
    try:
        return f"app:{person().id}:{uuid.UUID(given)}"
    except ValueError:
        raise Refused(400, "BAD_REQUEST") from None
