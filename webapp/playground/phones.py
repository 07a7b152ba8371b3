"""What the page asks for: the chats that changed, and acts of the people.

One long poll serves the whole page: it gives every chat changed after a revision, so a page
that lost the line simply asks again with the last revision it saw.
"""

import time
from dataclasses import asdict
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, jsonify, request

from gm.botapi import Impossible, Tapped
from gm.botapi.screen import chat_view, commands_for
from webapp.playground.botapi import host
from webapp.playground.launch import THEMES, launch_url

phones = Blueprint("phones", __name__, url_prefix="/playground/api")
POLL_SECONDS = 20.0
# What a phone on the page can do; making worlds is not among it.
PHONE_ACTS = frozenset(
    {
        "say", "edit", "erase", "read", "tap", "follow", "launch", "start", "block", "unblock",
        "join", "leave", "ban", "promote", "add_bot", "remove_bot", "migrate",
    }
)  # fmt: skip


@phones.before_request
def own_page_only() -> tuple[Response, int] | None:
    """Refuses other sites' pages: a foreign Origin, or a body that is not JSON."""
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        return jsonify(reason="foreign_origin"), 403
    if request.method == "POST" and not request.is_json:
        return jsonify(reason="json_expected"), 415
    return None


@phones.get("/world")
def world() -> Response:
    """What came after ``after`` (a revision of ``epoch``) and ``toast`` (an id); waits for it."""
    epoch = host().epoch
    after = request.args.get("after", 0, type=int) if request.args.get("epoch") == epoch else 0
    toast = request.args.get("toast", 0, type=int)
    wait = min(request.args.get("wait", POLL_SECONDS, type=float), POLL_SECONDS)
    place = host()
    deadline = time.monotonic() + wait
    with place.changed:
        while place.telegram.world.revision == after and not place.closed:
            left = deadline - time.monotonic()
            if left <= 0:
                break
            place.changed.wait(left)
        return jsonify(_news(after, toast))


def _news(after: int, toast: int) -> dict[str, Any]:
    telegram = host().telegram
    state = telegram.world
    return {
        "epoch": host().epoch,
        "revision": state.revision,
        "people": [
            {"id": p.id, "name": p.first_name, "username": p.username, "gone": p.deactivated}
            for p in state.people.values()
        ],
        "bots": [
            {"id": b.id, "name": b.name, "username": b.username} for b in state.bots.values()
        ],
        "chats": [
            {
                **chat_view(state, chat),
                "commands": {
                    str(bot.id): commands_for(bot, chat, None)
                    for bot in state.bots.values()
                    if chat.bot in {None, bot.id} and (chat.private or bot.id in chat.members)
                },
            }
            for chat in state.chats.values()
            if chat.revision > after or after == 0
        ],
        "toasts": [asdict(each) for each in state.toasts if each.id > toast],
        "menus": {
            str(bot.id): (bot.menu.get("") or {}).get("text") or ("Open" if bot.mini_app else None)
            for bot in state.bots.values()
        },
        "themes": THEMES,
    }


@phones.post("/act")
def act() -> Response | tuple[Response, int]:
    """Carries out ``{"do": name, "args": {...}}``; 409 with a reason when a phone could not."""
    body = request.get_json(silent=True)
    name = body.get("do") if isinstance(body, dict) else None
    args = body.get("args", {}) if isinstance(body, dict) else {}
    if name not in PHONE_ACTS or not isinstance(args, dict):
        return jsonify(reason="unknown_act"), 400
    if isinstance(args.get("button"), list):
        args["button"] = tuple(args["button"])
    try:
        result = host().act(name, **args)
    except Impossible as no:
        return jsonify(reason=no.reason), 409
    except (TypeError, KeyError):
        return jsonify(reason="bad_arguments"), 400
    if isinstance(result, Tapped):
        result = _tapped(result, int(args["person"]))
    return jsonify(result=result)


def _tapped(tapped: Tapped, person: int) -> dict[str, Any]:
    shape: dict[str, Any] = {"kind": tapped.kind, "value": tapped.value, "bot": tapped.bot}
    if tapped.kind == "mini_app":
        number = list(host().telegram.world.people).index(person) + 1
        theme = request.headers.get("X-Theme", "light")
        shape["value"] = launch_url(tapped, phone=number, theme=theme)
    return shape


@phones.get("/file/<path:path>")
def file(path: str) -> Response:
    """The bytes of a picture or document shown on a phone."""
    stored = host().file(path)
    if stored is None:
        return Response(status=404)
    response = Response(stored.content, mimetype=stored.mime)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = "max-age=86400, immutable"
    if not stored.mime.startswith("image/"):
        response.headers["Content-Disposition"] = "attachment"
    return response


@phones.get("/health")
def health() -> Response:
    """Ready to serve."""
    return jsonify(ok=True, bots=len(current_app.extensions["playground"].telegram.world.bots))
