"""The pump: claims what is due and enqueues it, beats the heart, and finds our own outages.

It runs beside the sender, once a token. Whatever it loses, it finds again: a claimed table is
due once more after a few seconds unless its step was taken.
"""

from __future__ import annotations

import threading

import structlog
from rq import Queue

from gm.bootstrap import House, wall
from gm.store.connection import DatabaseError
from workers.jobs import QUEUE

log = structlog.get_logger(__name__)

PULSE = 0.1
"""Seconds between two looks at the due set."""
_JOB_SECONDS = 30
_QUEUED_SECONDS = 60
"""How long a job waits for a worker; by then the same step has been enqueued many times anew."""
_FAILED_SECONDS = 86_400
"""How long a failed job is kept to be looked at (RQ's own default is a year)."""


class Pump:
    """One thread; `pulse` is one look."""

    def __init__(self, house: House) -> None:
        self._timers = house.timers
        self._queue = Queue(QUEUE, connection=house.database)
        self._stop = threading.Event()
        self._beaten = 0

    def run(self) -> None:
        """Look until stopped."""
        while not self._stop.wait(PULSE):
            try:
                self.pulse(wall())
            except DatabaseError as error:
                log.warning("pump", why=type(error).__name__)

    def stop(self) -> None:
        """Look no more."""
        self._stop.set()

    def pulse(self, now: int) -> int:
        """Beat once a second, then enqueue what is due at this wall time; how much it was."""
        if not 0 <= now - self._beaten < 1_000:
            gap = self._timers.beat(now)
            self._beaten = now
            if gap:
                log.warning("outage", milliseconds=gap)
        due = self._timers.claim(now - self._timers.outage())
        for table in due:
            self._queue.enqueue(
                "workers.jobs.step",
                table,
                job_timeout=_JOB_SECONDS,
                result_ttl=0,
                ttl=_QUEUED_SECONDS,
                failure_ttl=_FAILED_SECONDS,
            )
        return len(due)
