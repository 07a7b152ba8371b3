"""The Mini App's page and its files; everything it shows comes over the API."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue

from gm.i18n import languages, nearest
from webapp.api import words
from webapp.deps import deps

_STATIC = Path(__file__).parent / "static"
MODULES = (*sorted(path.name for path in _STATIC.glob("*.js")), "vendor/htm-preact.js")
"""The page's modules, so that a browser fetches them all at once."""
FIRST = ("loading", "offline")
"""What the page may have to say before anybody is signed in."""

pages = Blueprint(
    "miniapp",
    __name__,
    template_folder="templates",
    static_folder="static",
    static_url_path="/app/static",
)


@pages.get("/app")
def page() -> ResponseReturnValue:
    """The page; it holds nothing of anybody."""
    script = deps().telegram_script
    language = nearest(request.accept_languages.best_match(languages()))
    response = make_response(
        render_template(
            "miniapp.html",
            telegram_script=script,
            modules=MODULES,
            language=language,
            direction=words.direction(language),
            words={key: words.page(language)[key] for key in FIRST},
        )
    )
    response.headers["Content-Security-Policy"] = policy(deps().frame_ancestors, script)
    response.headers["Cache-Control"] = "no-cache"
    return response


@pages.after_request
def revalidated(response: Response) -> Response:
    """Files are asked for again each time, and mostly answered by "not modified"."""
    response.headers["Cache-Control"] = "no-cache"
    return response


def policy(frame_ancestors: tuple[str, ...], telegram_script: str | None) -> str:
    """The page's Content-Security-Policy: our own files and Telegram's one script, no inline."""
    scripts = ["'self'"]
    if telegram_script is not None:
        parts = urlsplit(telegram_script)
        scripts.append(f"{parts.scheme}://{parts.netloc}")
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(scripts)}",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            f"frame-ancestors {' '.join(frame_ancestors)}",
        )
    )
