"""`casekeeper web`: the webhook, the Mini App and its streams, by gunicorn's threads.

An open stream holds a thread, so there are more threads than streams are let in; the rest are
always free for requests.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from gm.bootstrap import wire
from gm.cli.roles import settings_or_exit
from webapp.wsgi import application

THREADS = 320
STREAMS = 288
GRACE = 2
"""Seconds for which a stopping server waits for its open streams."""


def main(argv: Sequence[str]) -> int:
    """0 after SIGTERM or SIGINT, 2 on bad settings."""
    parser = argparse.ArgumentParser(prog="casekeeper web", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at")
    args = parser.parse_args(argv)
    settings = settings_or_exit()
    # Wired after the fork: neither connections nor threads are shared between processes.
    server = Server(
        lambda: application(wire(settings), streams=STREAMS),
        bind=f"{args.host}:{settings.port}",
        workers=1,
        worker_class="gthread",
        threads=THREADS,
        worker_connections=THREADS,
        graceful_timeout=GRACE,
        keepalive=30,
        limit_request_line=4094,
        limit_request_fields=50,
        proc_name="casekeeper-web",
    )
    server.run()
    return 0


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn, with its settings from here and from nowhere else."""

    def __init__(self, make: Callable[[], Any], **options: object) -> None:
        self._make = make
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return self._make()
