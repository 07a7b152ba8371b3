"""The webhook: an update in, the answer to a tap out, and 200 only when all is stored.

Telegram repeats what it gets no 200 for. The answer to a tap travels in the response itself.
"""

from __future__ import annotations

import hmac

from flask import Blueprint, Response, abort, jsonify, request
from telegram import Update

from gm.secret import Secret
from gm.telegram.intake import Intake
from gm.telegram.taps import Toast

PATH = "/telegram/webhook"
LARGEST = 1 << 20
"""Bytes of the largest update that is read."""


def webhook(intake: Intake, secret: Secret) -> Blueprint:
    """The blueprint; a wrong or missing secret is 403, what is no update 400."""
    blueprint = Blueprint("webhook", __name__)

    @blueprint.post(PATH)
    def take() -> Response:
        given = request.headers.get("X-Telegram-Bot-Api-Secret-Token", "")
        if not hmac.compare_digest(given.encode(), secret.reveal().encode()):
            abort(403)
        if (request.content_length or 0) > LARGEST:
            abort(413)
        data = request.get_json(silent=True)
        if not isinstance(data, dict) or not isinstance(data.get("update_id"), int):
            abort(400)
        try:
            update = Update.de_json(data, None)
        except (KeyError, TypeError, ValueError, AttributeError):
            abort(400)
        toast = intake.take(update)
        return jsonify({} if toast is None else _answer(toast))

    return blueprint


def _answer(toast: Toast) -> dict[str, object]:
    """The method call that answers a tap, as the body of the response."""
    answer: dict[str, object] = {
        "method": "answerCallbackQuery",
        "callback_query_id": toast.query,
        "text": toast.text,
        "show_alert": toast.alert or None,
        "url": toast.url,
    }
    return {key: value for key, value in answer.items() if value is not None}
