"""Every refusal is raised before the first change, in Telegram's own words.

A :class:`Refusal` carries what the server would answer; nothing is caught on the way to
``Telegram.call``. The words are facts of the Bot API server; clients match on them.
"""

from typing import Any


class Refusal(Exception):  # noqa: N818 - it is an answer of the server, not a fault of ours
    """The server declines a call: HTTP-like ``code``, ``description`` and ``parameters``."""

    def __init__(self, code: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


def bad(words: str, **parameters: Any) -> Refusal:
    """400 with the prefix every bad request has."""
    return Refusal(400, f"Bad Request: {words}", **parameters)


def forbidden(words: str) -> Refusal:
    """403 with the prefix every forbidden request has."""
    return Refusal(403, f"Forbidden: {words}")


def unauthorized() -> Refusal:
    """401: the token belongs to nobody."""
    return Refusal(401, "Unauthorized")


def method_not_found() -> Refusal:
    """404: no such method."""
    return Refusal(404, "Not Found: method not found")


def too_many(retry_after: int) -> Refusal:
    """429: the flood limit says to wait ``retry_after`` seconds."""
    return Refusal(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)


def webhook_is_active() -> Refusal:
    """409: getUpdates while a webhook is set."""
    return Refusal(
        409,
        "Conflict: can't use getUpdates method while webhook is active; "
        "use deleteWebhook to delete the webhook first",
    )


def other_poller() -> Refusal:
    """409: a newer getUpdates took over."""
    return Refusal(
        409,
        "Conflict: terminated by other getUpdates request; "
        "make sure that only one bot instance is running",
    )


def upgraded(new_chat_id: int) -> Refusal:
    """400: the group lives on under another id."""
    return bad("group chat was upgraded to a supergroup chat", migrate_to_chat_id=new_chat_id)


QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly "
    "the same as a current content and reply markup of the message"
)
