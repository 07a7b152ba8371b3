"""The worker: does jobs one after the other, in one process that keeps its caches."""

from __future__ import annotations

from rq import Queue, SimpleWorker

from workers.jobs import QUEUE, house


def work() -> None:
    """Work until SIGTERM or SIGINT; a job under way is finished."""
    database = house().database
    worker = SimpleWorker([Queue(QUEUE, connection=database)], connection=database)
    worker.work(logging_level="WARNING")
