"""The Mini App's API as an OpenAPI document, one entry a route; the tests play it against the API.

What a snapshot holds is described by the code that makes it; here stand the shapes that come in,
and which answers there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint
from flask.typing import ResponseReturnValue

from gm.store.notebook import Layer, Scribble
from webapp.api.notebook import LONGEST_NOTE
from webapp.api.seating import PLAIN

document = Blueprint("document", __name__)

_Json = dict[str, Any]

_ID: _Json = {"type": "string", "format": "uuid"}
_TEXT: _Json = {"type": "string"}
_OBJECT: _Json = {"type": "object"}
_MATCH: _Json = {"type": "integer", "minimum": 0}
_NUMBER: _Json = {"type": "integer", "minimum": 0, "maximum": 9_999}


def _body(required: Mapping[str, _Json], kind: str = "application/json") -> _Json:
    schema = {
        "type": "object",
        "properties": dict(required),
        "required": list(required),
        "additionalProperties": False,
    }
    return {"required": True, "content": {kind: {"schema": schema}}}


def _answer(about: str, kind: str = "application/json") -> _Json:
    schema = _OBJECT if kind == "application/json" else _TEXT
    return {"description": about, "content": {kind: {"schema": schema}}}


_REFUSAL: _Json = {
    "description": "Refused: a code, and a sentence in the person's language.",
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "properties": {"reason": {"type": "string"}, "text": {"type": "string"}},
                "required": ["reason"],
            }
        }
    },
}
_STATUSES = ("400", "401", "403", "404", "405", "409", "413", "415", "503")


def _route(
    name: str,
    about: str,
    *,
    body: _Json | None = None,
    query: Mapping[str, _Json] | None = None,
    answer: _Json | None = None,
    more: tuple[str, ...] = (),
    free: bool = False,
) -> _Json:
    """One operation; `free`: without a session; `more`: further refusals."""
    route: _Json = {
        "operationId": name,
        "summary": about,
        "responses": {"200": answer or _answer("Done.")}
        | dict.fromkeys((*_STATUSES, *more), _REFUSAL),
    }
    if query:
        route["parameters"] = [
            {"name": key, "in": "query", "required": False, "schema": schema}
            for key, schema in query.items()
        ]
    if body is not None:
        route["requestBody"] = body
    if free:
        route["security"] = []
    return route


def _path(*names: str, **operations: _Json) -> _Json:
    """A path: its parameters by name, and what can be done there by method."""
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _PLACES[name]} for name in names
    ]
    return {"parameters": parameters, **operations} if parameters else dict(operations)


_PLACES: Mapping[str, _Json] = {
    "table": {"type": "string", "minLength": 1},
    "match": _MATCH,
    "card": {"type": "string", "minLength": 1},
    "place": {"type": "string", "minLength": 1},
    "layer": {"type": "string", "enum": [layer.value for layer in Layer]},
    "verb": {"type": "string", "enum": list(PLAIN)},
}
_WRITTEN: _Json = {
    "anyOf": [
        {"type": "string", "enum": [mark.value for mark in Scribble]},
        {"type": "integer", "minimum": 0, "maximum": 9},
        {"type": "string", "maxLength": LONGEST_NOTE},
    ]
}
_VALUE: _Json = {"type": ["string", "integer", "boolean"]}
_TABLE = "/tables/{table}"


def paths() -> _Json:
    """Every route of the API, as Flask has it."""
    act = {"wait": _TEXT, "path": _TEXT, "id": _ID}
    cell = f"{_TABLE}/notebook/{{match}}/{{card}}/{{place}}"
    cell_names = ("table", "match", "card", "place")
    stream = _answer("Server-sent events.", "text/event-stream")
    record: _Json = {"required": True, "content": {"application/x-ndjson": {"schema": _TEXT}}}
    return {
        "/session": _path(
            post=_route(
                "signIn",
                "Launch data of Telegram in, a session out.",
                body=_body({"launch": _TEXT}),
                free=True,
            ),
            delete=_route("signOut", "End the session.", free=True)
            | {"responses": {"204": {"description": "Ended."}}},
        ),
        "/me/zone": _path(
            put=_route("zone", "The device's time zone.", body=_body({"zone": _TEXT}))
        ),
        "/tables": _path(get=_route("tables", "The tables at which one sits.")),
        "/board": _path(get=_route("board", "What is printed on the mansion's board.")),
        _TABLE: _path("table", get=_route("table", "A table as one may see it.")),
        f"{_TABLE}/stream": _path(
            "table",
            get=_route(
                "stream",
                "What happens, live.",
                query={"match": _MATCH, "last": _TEXT},
                answer=stream,
            ),
        ),
        f"{_TABLE}/sheet": _path(
            "table",
            get=_route("pastSheet", "The sheet when a turn ended.", query={"turn": _NUMBER}),
        ),
        f"{_TABLE}/replay/{{match}}": _path(
            "table",
            "match",
            get=_route(
                "replay",
                "What a seat saw when a turn ended, of a match that is over.",
                query={"turn": _NUMBER, "seat": _NUMBER},
            ),
        ),
        "/replay": _path(
            post=_route(
                "replayFile",
                "The same of a record.",
                body=record,
                query={"turn": _NUMBER, "seat": _NUMBER},
                more=("422",),
            )
        ),
        f"{_TABLE}/do/{{verb}}": _path(
            "table",
            "verb",
            post=_route("do", "Sit down, begin, pause …", body=_body({"id": _ID})),
        ),
        f"{_TABLE}/option": _path(
            "table",
            put=_route(
                "option",
                "Turn a switch of the lobby.",
                body=_body({"id": _ID, "option": _TEXT, "value": _VALUE}),
            ),
        ),
        f"{_TABLE}/piece": _path(
            "table",
            put=_route("piece", "Choose a piece.", body=_body({"id": _ID, "token": _TEXT})),
        ),
        f"{_TABLE}/vote": _path(
            "table",
            put=_route("vote", "Name who begins.", body=_body({"id": _ID, "chair": _TEXT})),
        ),
        f"{_TABLE}/act": _path(
            "table", post=_route("act", "Walk the screens of one's wait.", body=_body(act))
        ),
        f"{_TABLE}/move": _path(
            "table",
            post=_route(
                "move",
                "Make a move as the record writes it.",
                body=_body({"wait": _TEXT, "move": _OBJECT, "id": _ID}),
            ),
        ),
        f"{_TABLE}/sure": _path(
            "table",
            post=_route(
                "sure",
                "The screen that asks whether one is sure.",
                body=_body({"wait": _TEXT, "move": _OBJECT}),
            ),
        ),
        f"{cell}/{{layer}}": _path(
            *cell_names,
            "layer",
            put=_route(
                "note",
                "Write a layer of a cell of the notebook.",
                body=_body({"id": _ID, "value": _WRITTEN}),
            ),
        ),
        f"{cell}/why": _path(
            *cell_names,
            get=_route(
                "why",
                "Why a cell is settled.",
                query={"mark": {"type": "string", "enum": ["", "yes", "no"]}},
            ),
        ),
        "/openapi.json": _path(get=_route("document", "This document.", free=True)),
    }


@document.get("/openapi.json")
def described() -> ResponseReturnValue:
    """The document; it holds nothing of anybody."""
    bearer = {"type": "http", "scheme": "bearer"}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Casekeeper's Mini App", "version": "1"},
        "servers": [{"url": "/api"}],
        "components": {"securitySchemes": {"session": bearer}},
        "security": [{"session": []}],
        "paths": paths(),
    }
