"""The webhook: an update in, the answer to a tap out, and 200 only when all is stored.

Telegram repeats what it gets no 200 for. The answer to a tap travels in the response itself.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import structlog
from flask import Blueprint, Response, abort, jsonify, request

from gm.secret import Secret

log = structlog.get_logger(__name__)

PATH = "/telegram/webhook"
LARGEST = 1 << 20
"""Bytes of the largest update that is read."""

Take: TypeAlias = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]
"""Takes an update as posted; the method call to answer with, None for what is no update."""


def webhook(take: Take, secret: Secret) -> Blueprint:
    """The blueprint; a wrong or missing secret is 403, what is no update 400."""
    blueprint = Blueprint("webhook", __name__)

    @blueprint.post(PATH)
    def receive() -> Response:
        given = request.headers.get("X-Telegram-Bot-Api-Secret-Token", "")
        if not hmac.compare_digest(given.encode(), secret.reveal().encode()):
            log.warning("webhook_refused", address=request.remote_addr)
            abort(403)
        if (request.content_length or 0) > LARGEST:
            abort(413)
        data = request.get_json(silent=True)
        if not isinstance(data, dict) or not isinstance(data.get("update_id"), int):
            abort(400)
        answer = take(data)
        if answer is None:
            abort(400)
        return jsonify(answer)

    return blueprint
