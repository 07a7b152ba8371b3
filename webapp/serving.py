"""gunicorn's threads around a Flask app: one process, its settings from the caller alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from gm import leash
from gm.settings import Network
from webapp.proxies import Behind

GRACE = 2
"""Seconds for which a stopping server waits for its open streams."""


def serve(
    make: Callable[[], Any],
    *,
    bind: str,
    threads: int,
    name: str,
    proxies: Sequence[Network] = (),
) -> None:
    """Serve until SIGTERM or SIGINT; only the forwarding headers of `proxies` are believed.

    `make` is called after the fork: neither connections nor threads are shared between processes.
    """
    Server(
        lambda: Behind(make(), proxies),
        bind=bind,
        workers=1,
        worker_class="gthread",
        threads=threads,
        worker_connections=2 * threads,
        graceful_timeout=GRACE,
        keepalive=30,
        limit_request_line=4094,
        limit_request_fields=50,
        forwarded_allow_ips=",".join(map(str, proxies)),
        # A socket in the home folder that anybody's gunicornc could stop the server by.
        control_socket_disable=True,
        logger_class=OneLog,
        post_fork=lambda arbiter, _worker: leash.hold(arbiter.pid),
        proc_name=name,
    ).run()


class OneLog(Logger):  # type: ignore[misc]
    """gunicorn's messages go where all others go, and are redacted there."""

    def setup(self, cfg: Any) -> None:  # noqa: ARG002  # the level is gm.logs' part
        self.error_log.propagate = True


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
