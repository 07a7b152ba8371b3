"""The jobs that failed, for the operator's eyes. What one was to do, the due set brings again."""

from __future__ import annotations

from dataclasses import dataclass

from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.job import Job
from rq.registry import FailedJobRegistry

from gm.store.connection import Database
from workers.jobs import QUEUE


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A job that failed: its id, which function of which table, and the kind of error."""

    id: str
    what: str
    why: str


def failed(database: Database) -> list[Failed]:
    """The jobs that failed and are still kept."""
    registry = FailedJobRegistry(queue=Queue(QUEUE, connection=database))
    return [_told(database, job) for job in registry.get_job_ids()]


def _told(database: Database, job_id: str) -> Failed:
    try:
        job = Job.fetch(job_id, connection=database)
    except NoSuchJobError:
        return Failed(id=job_id, what="?", why="gone")
    result = job.latest_result()
    trace = "" if result is None or result.exc_string is None else result.exc_string
    last = trace.strip().rpartition("\n")[2]
    what = f"{str(job.func_name).rpartition('.')[2]} {' '.join(map(str, job.args))}"
    return Failed(id=job_id, what=what, why=last.partition(":")[0] or "?")


def drop(database: Database, job_id: str) -> None:
    """Forget a job that failed."""
    registry = FailedJobRegistry(queue=Queue(QUEUE, connection=database))
    registry.remove(job_id, delete_job=True)
