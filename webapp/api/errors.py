"""What a refused request is told: a code, a sentence in the person's language, never a trace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, g, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from gm.master.tables import Person
from webapp.api import words

BODY_LIMIT = 16 * 1024
"""No request of the Mini App is longer, in bytes."""


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """The request is refused with this status; `reason` has a sentence in every catalogue."""

    def __init__(self, status: int, reason: str, **params: str | int) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.params: Mapping[str, str | int] = params


def body(**shape: type | tuple[type, ...]) -> dict[str, Any]:
    """The JSON object of the request, with just these keys of these types. Errors: Refused."""
    request.max_content_length = BODY_LIMIT
    if request.mimetype != "application/json":
        raise Refused(415, "BAD_REQUEST")
    if (request.content_length or 0) > BODY_LIMIT:
        raise RequestEntityTooLarge
    data = request.get_json(silent=True)
    if not isinstance(data, dict) or data.keys() != shape.keys():
        raise Refused(400, "BAD_REQUEST")
    if any(type(data[key]) not in _kinds(kind) for key, kind in shape.items()):
        raise Refused(400, "BAD_REQUEST")
    return data


def _kinds(kind: type | tuple[type, ...]) -> tuple[type, ...]:
    return kind if isinstance(kind, tuple) else (kind,)


def install(app: Flask) -> None:
    """Make the application answer every error as JSON, and every answer carry its guards."""

    @app.errorhandler(Refused)
    def refused(error: Refused) -> ResponseReturnValue:
        person = g.get("person")
        language = person.language if isinstance(person, Person) else None
        text = words.refusal(error.reason, error.params, language)
        return jsonify(reason=error.reason, text=text), error.status

    @app.errorhandler(HTTPException)
    def failed(error: HTTPException) -> ResponseReturnValue:
        response = jsonify(reason=error.name.upper().replace(" ", "_"))
        response.headers.extend(
            (name, value) for name, value in error.get_headers() if name == "Allow"
        )
        return response, error.code or 500

    @app.after_request
    def guard(response: Response) -> Response:
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "no-referrer")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Content-Security-Policy", "default-src 'none'")
        response.headers.setdefault("Cache-Control", "no-store")
        return response
