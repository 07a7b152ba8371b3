"""The Bot API over HTTP, as clients use it: forms, JSON, multipart; and the mishaps of a line."""

import json
import socket
import threading
from typing import Any

from flask import Blueprint, Response, current_app, request

from gm.botapi import Answer, Fault, Upload
from webapp.playground.host import Host

bot_api = Blueprint("bot_api", __name__)
# A client that waits longer than this for a lost call has no time-out of its own.
HANG_SECONDS = 120.0


def host() -> Host:
    """The host of the running app."""
    found = current_app.extensions["playground"]
    assert isinstance(found, Host)
    return found


@bot_api.route("/bot<token>/<method>", methods=["GET", "POST"])
def call(token: str, method: str) -> Response:
    """One method call."""
    answer = host().call(token, method, _params(), _files())
    if answer.fault is not None:
        return _mishap(answer)
    return _json(answer.body(), 200 if answer.ok else answer.error_code or 500)


@bot_api.route("/file/bot<token>/<path:path>")
def file(token: str, path: str) -> Response:
    """The bytes of an uploaded file."""
    stored = host().file(path)
    if host().telegram.bot(token) is None or stored is None:
        return _json({"ok": False, "error_code": 404, "description": "Not Found"}, 404)
    return Response(stored.content, mimetype=stored.mime)


def _params() -> dict[str, Any]:
    params: dict[str, Any] = request.args.to_dict()
    if request.is_json:
        body = request.get_json(silent=True)
        if isinstance(body, dict):
            params.update(body)
    else:
        params.update(request.form.to_dict())
    return params


def _files() -> dict[str, Upload]:
    return {
        name: Upload(name=part.filename or name, content=part.read())
        for name, part in request.files.items()
    }


def _json(body: dict[str, Any], status: int) -> Response:
    return Response(
        json.dumps(body, ensure_ascii=False), status=status, mimetype="application/json"
    )


def _mishap(answer: Answer) -> Response:
    if answer.fault is Fault.HTTP_502:
        return Response("<html><h1>502 Bad Gateway</h1></html>", 502, mimetype="text/html")
    if answer.fault in {Fault.HTTP_500, Fault.TOO_MANY}:
        return _json(answer.body(), answer.error_code or 500)
    if answer.fault is Fault.TIMEOUT:
        threading.Event().wait(current_app.config.get("HANG_SECONDS", HANG_SECONDS))
    line = request.environ.get("werkzeug.socket") or request.environ.get("gunicorn.socket")
    if isinstance(line, socket.socket):
        # Cutting the line is the point: the client must not read an answer.
        line.shutdown(socket.SHUT_RDWR)
    return Response(status=500)
