"""`casekeeper worker`: does RQ's jobs, one after the other, in this process."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rq import Queue, SimpleWorker

from gm.bootstrap import connect
from gm.cli.roles import settings_or_exit
from workers.jobs import QUEUE, house


def main(argv: Sequence[str]) -> int:
    """0 after SIGTERM or SIGINT, 2 on bad settings."""
    argparse.ArgumentParser(prog="casekeeper worker", description=__doc__).parse_args(argv)
    settings = settings_or_exit()
    assert settings.redis_url is not None
    redis = connect(settings.redis_url.reveal())
    house()
    worker = SimpleWorker([Queue(QUEUE, connection=redis)], connection=redis)
    worker.work(logging_level="WARNING")
    return 0
