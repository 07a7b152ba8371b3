"""The web part: the Mini App's page, its API and its streams. Flask lives here alone."""

from __future__ import annotations

from flask import Flask

from webapp.deps import Deps

__all__ = ["Deps", "create_app"]


def create_app(deps: Deps) -> Flask:
    """The application on these parts; it holds no state of its own but open streams."""
    from webapp import auth, miniapp
    from webapp.api import (
        board,
        document,
        errors,
        me,
        moves,
        notebook,
        replay,
        seating,
        stream,
        tables,
    )

    app = Flask("webapp", static_folder=None, template_folder=None)
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["casekeeper"] = deps
    app.extensions["casekeeper.hub"] = stream.Hub(deps.feed, most=deps.streams)
    errors.install(app)
    app.register_blueprint(miniapp.pages)
    parts = (
        auth.session,
        me.me,
        tables.tables,
        moves.moves,
        seating.seating,
        board.printed,
        notebook.notebook,
        replay.replay,
        document.document,
        stream.stream,
    )
    for blueprint in parts:
        app.register_blueprint(blueprint, url_prefix="/api")
    return app
