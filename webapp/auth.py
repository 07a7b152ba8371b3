"""Who is asking. Telegram's signature is checked once, then a session of our own stands for it.

The signed user is the only thing believed: a seat follows from it, a start parameter is a hint.
"""

from __future__ import annotations

import base64
import functools
import hmac
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ParamSpec
from urllib.parse import parse_qsl

import structlog
from flask import Blueprint, g, request
from flask.typing import ResponseReturnValue

from gm.i18n import nearest
from gm.master.ports import Ids
from gm.master.tables import Person
from gm.secret import Secret
from webapp.api import words
from webapp.api.errors import Refused, body
from webapp.deps import deps

LAUNCH_AGE = 24 * 3600
"""Seconds for which launch data is taken."""
AHEAD = 60
"""Seconds by which Telegram's clock may be ahead of ours."""
_LONGEST = 8192
_FIELDS = 32
_TOKEN_BYTES = 24

_P = ParamSpec("_P")

session = Blueprint("session", __name__)
log = structlog.get_logger(__name__)


class Forged(Exception):  # noqa: N818 - a verdict on what was given
    """Launch data that Telegram did not sign for this bot, or not lately; `why` names the test."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """What Telegram vouches for."""

    person: Person
    start: str | None


def verified(raw: str, token: Secret, now: int) -> Launch:
    """The launch data, checked. `now`: wall ms.

    Errors: Forged. Source: Telegram, Mini Apps, "Validating data received via the Mini App".
    """
    fields = _fields(raw)
    given = fields.pop("hash", "")
    if not re.fullmatch(r"[0-9a-f]{64}", given):
        raise Forged("hash")
    secret = hmac.digest(b"WebAppData", token.reveal().encode(), "sha256")
    lines = "\n".join(f"{key}={fields[key]}" for key in sorted(fields))
    if not hmac.compare_digest(hmac.digest(secret, lines.encode(), "sha256").hex(), given):
        raise Forged("hash")
    signed_at = fields.get("auth_date", "")
    if not re.fullmatch(r"[0-9]{1,12}", signed_at):
        raise Forged("auth_date")
    age = now / 1000 - int(signed_at)
    if age > LAUNCH_AGE:
        raise Forged("too_old")
    if age < -AHEAD:
        raise Forged("from_the_future")
    return Launch(person=_person(fields), start=fields.get("start_param"))


def _fields(raw: str) -> dict[str, str]:
    if len(raw) > _LONGEST:
        raise Forged("length")
    try:
        pairs = parse_qsl(
            raw,
            keep_blank_values=True,
            strict_parsing=True,
            errors="strict",
            max_num_fields=_FIELDS,
        )
    except ValueError:
        raise Forged("shape") from None
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise Forged("duplicate")
    return fields


def _person(fields: Mapping[str, str]) -> Person:
    try:
        user = json.loads(fields.get("user", ""))
    except (ValueError, RecursionError):
        raise Forged("user") from None
    if not isinstance(user, dict) or user.get("is_bot") is True:
        raise Forged("user")
    number, first, last = user.get("id"), user.get("first_name"), user.get("last_name", "")
    language = user.get("language_code")
    if type(number) is not int or not 0 < number < 2**53 or not isinstance(first, str):
        raise Forged("user")
    name = f"{first} {last}".strip() if isinstance(last, str) else first
    return Person(id=number, name=name, language=language if isinstance(language, str) else None)


def new_token(ids: Ids) -> str:
    """A session's token: 192 random bits."""
    return base64.urlsafe_b64encode(ids(_TOKEN_BYTES)).decode("ascii")


@session.post("/session")
def begin() -> ResponseReturnValue:
    """Launch data in, a session out, with the words of the page in the person's language."""
    data = body(launch=str)
    now = deps().clock()
    try:
        launch = verified(data["launch"], deps().bot_token, now)
    except Forged as forged:
        log.warning("launch_refused", why=forged.why, address=request.remote_addr)
        raise Refused(401, "LAUNCH_OLD" if forged.why == "too_old" else "LAUNCH_FORGED") from None
    token = new_token(deps().ids)
    deps().sessions.begin(token, launch.person, now)
    language = nearest(launch.person.language)
    return {
        "token": token,
        "language": language,
        "direction": words.direction(language),
        "words": words.page(language),
        "start": launch.start,
    }


@session.delete("/session")
def end() -> ResponseReturnValue:
    """Sign out: the token opens nothing any more."""
    token = _bearer()
    if token is not None:
        deps().sessions.end(token)
    return "", 204


def signed_in(view: Callable[_P, ResponseReturnValue]) -> Callable[_P, ResponseReturnValue]:
    """Let only a living session in; its person is then `person()`."""

    @functools.wraps(view)
    def guarded(*args: _P.args, **kwargs: _P.kwargs) -> ResponseReturnValue:
        token = _bearer()
        found = None if token is None else deps().sessions.find(token, deps().clock())
        if found is None:
            raise Refused(401, "NO_SESSION")
        g.person, g.token = found.person, token
        return view(*args, **kwargs)

    return guarded


def person() -> Person:
    """Who is asking."""
    found = g.person
    assert isinstance(found, Person)
    return found


def still_signed_in(token: str) -> bool:
    """Whether a session that was let in has not ended since; asking does not renew it."""
    return deps().sessions.lives(token, deps().clock())


def _bearer() -> str | None:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token if kind == "Bearer" and re.fullmatch(r"[A-Za-z0-9_-]{16,64}", token) else None
