"""`casekeeper playground`: the local Bot API and the page with the group and the phones."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from gm.cli.roles import settings_or_exit
from webapp.playground import PlaygroundSettings, create_playground
from webapp.serving import serve

THREADS = 64


def main(argv: Sequence[str]) -> int:
    """0 after SIGTERM or SIGINT, 2 on bad settings."""
    argparse.ArgumentParser(prog="casekeeper playground", description=__doc__).parse_args(argv)
    settings = settings_or_exit()
    assert settings.bot_token is not None
    chosen = PlaygroundSettings(
        token=settings.bot_token.reveal(),
        mini_app=f"{settings.public_url}/app",
        data_dir=settings.data_dir,
    )
    serve(
        lambda: create_playground(chosen),
        bind=f"127.0.0.1:{settings.port}",
        threads=THREADS,
        name="casekeeper-playground",
    )
    return 0
