"""RQ's jobs: plain functions of ids. Each may run twice or never; the due set brings it again."""

from __future__ import annotations

import os
import uuid
from functools import cache

from gm.bootstrap import House, wire
from gm.master.commands import Strike
from gm.settings import Settings

QUEUE = "casekeeper"


def step(table: str) -> None:
    """Take every clock step of the table that is due: reminders, default actions, AI moves."""
    house().master.handle(Strike(id=f"step:{uuid.uuid4()}", table=table))


@cache
def house() -> House:
    """The house of this worker's environment, wired once."""
    return wire(Settings.from_environ(os.environ))
