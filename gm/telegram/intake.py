"""Takes each update once, and an update that fails three times not at all.

What fails is told to the group, set aside for the operators and told to them in private, all
without what people wrote.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

import structlog
from telegram import Update

from gm.telegram.inbound import Inbound
from gm.telegram.operators import Operators
from gm.telegram.toast import Toast

log = structlog.get_logger(__name__)

TRIES = 3
"""So often is an update tried."""


class SetAside(Protocol):
    """Where failing updates are counted and put."""

    def failed(self, update: int) -> int:
        """Count a failure of this update; how many it has had."""

    def set_aside(self, update: int, what: str) -> None:
        """Keep what is known of an update that is not tried again."""


class Intake:
    """The way of every update, from the webhook and from the poller."""

    def __init__(self, inbound: Inbound, aside: SetAside, operators: Operators) -> None:
        self._inbound = inbound
        self._aside = aside
        self._operators = operators

    def take_posted(self, data: Mapping[str, Any]) -> dict[str, object] | None:
        """As `take`, for an update as Telegram posts it: the method call to answer with.

        None for what is no update of the Bot API.
        """
        try:
            update = Update.de_json(dict(data), None)
        except (KeyError, TypeError, ValueError, AttributeError):
            return None
        toast = self.take(update)
        return {} if toast is None else toast.method()

    def take(self, update: Update) -> Toast | None:
        """Do what the update asks for. Errors: whatever went wrong, for the first two tries."""
        try:
            return self._inbound.take(update)
        except Exception as error:
            if self._aside.failed(update.update_id) < TRIES:
                raise
            log.exception("update_set_aside", update=update.update_id)
            self._aside.set_aside(update.update_id, _what(update, error))
            self._inbound.apologise(update)
            self._operators.set_aside(update.update_id, error)
            return None


def _what(update: Update, error: Exception) -> str:
    kinds = [key for key, value in update.to_dict(recursive=False).items() if value]
    chat = update.effective_chat
    return json.dumps(
        {"kinds": kinds, "chat": None if chat is None else chat.id, "error": type(error).__name__}
    )
