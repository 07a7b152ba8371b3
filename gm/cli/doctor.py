"""`casekeeper doctor [--repair]`: what is stuck, and with --repair what was done about it."""

from __future__ import annotations

import argparse
import os
import sys
import uuid
from collections.abc import Callable, Sequence
from typing import TypeVar

from gm.bootstrap import House, wall, wire
from gm.cli.database import with_database
from gm.cli.files import GOOD, REFUSED, WRONG_USAGE
from gm.master.clocks import OUTAGE
from gm.master.commands import Strike
from gm.settings import Settings, SettingsError
from gm.store.clinic import Clinic, Deadline
from gm.store.connection import DatabaseError
from workers.failed import drop, failed

SHOWN = 5
"""So many of a kind are shown one by one."""
_T = TypeVar("_T")


def main(argv: Sequence[str]) -> int:
    """0 where all is well or was mended, 1 where something is stuck, 2 on wrong settings."""
    parser = argparse.ArgumentParser(prog="casekeeper doctor", description=__doc__)
    parser.add_argument("--repair", action="store_true", help="mend what can be mended")
    args = parser.parse_args(argv)
    try:
        settings = with_database(Settings.from_environ(os.environ))
    except SettingsError as error:
        return _say(str(error), WRONG_USAGE)
    if settings.redis_url is None:
        return _say("no database is running in DATA_DIR; set REDIS_URL or start it", REFUSED)
    try:
        return examine(wire(settings), repair=args.repair)
    except DatabaseError as error:
        return _say(f"the database does not answer: {type(error).__name__}", REFUSED)


def examine(house: House, *, repair: bool) -> int:
    """Look at everything, and mend it where asked; the exit status."""
    clinic, now, database = Clinic(house.database), house.master.now(), house.database
    stuck = (
        _alive(house),
        _listed(
            "deadlines overdue",
            clinic.overdue(now),
            lambda d: f"table {d.table}, due {_ago(now - d.since)}",
            (lambda d: _take(house, clinic, d, now)) if repair else None,
        ),
        _listed(
            "deadlines of no table", clinic.strangers(), str, clinic.strike_off if repair else None
        ),
        _listed(
            "outboxes stuck",
            clinic.silent(now),
            lambda s: (
                f"chat {s.chat}, {s.notices} to say, since {_ago(now - s.since)}"
                + (", nobody looks" if s.lost else "")
            ),
            clinic.look_at if repair else None,
        ),
        _listed(
            "jobs failed",
            failed(database),
            lambda job: f"{job.what}: {job.why}",
            (lambda job: drop(database, job.id)) if repair else None,
        ),
        _listed(
            "updates set aside",
            clinic.aside(),
            lambda one: f"{one.update}: {one.what}",
            (lambda _: clinic.forget_aside(1)) if repair else None,
        ),
    )
    mended = repair and not stuck[0]
    return GOOD if mended or not any(stuck) else REFUSED


def _alive(house: House) -> int:
    """1 where nobody looks after the clocks, else 0."""
    beat = house.store.pulse().beat
    silent = OUTAGE + 1 if beat is None else wall() - beat
    if silent > OUTAGE:
        when = "never" if beat is None else _ago(silent)
        sys.stdout.write(f"heartbeat: {when}; no bot process runs, so all deadlines wait\n")
        return 1
    sys.stdout.write("heartbeat: fine\n")
    return 0


def _listed(
    name: str,
    found: Sequence[_T],
    tell: Callable[[_T], str],
    mend: Callable[[_T], None] | None,
) -> int:
    """Tell of one kind of trouble, and mend each; how many there were."""
    sys.stdout.write(f"{name}: {len(found) or 'none'}\n")
    sys.stdout.writelines(f"  {tell(one)}\n" for one in found[:SHOWN])
    if len(found) > SHOWN:
        sys.stdout.write(f"  and {len(found) - SHOWN} more\n")
    if mend is not None:
        for one in found:
            mend(one)
        if found:
            sys.stdout.write("  mended\n")
    return len(found)


def _take(house: House, clinic: Clinic, found: Deadline, now: int) -> None:
    """Take a step that is due, and list what is not due yet for when it is."""
    if found.since <= now:
        house.master.handle(Strike(id=f"doctor:{uuid.uuid4()}", table=found.table))
    else:
        clinic.list_anew(found)


def _ago(ms: int) -> str:
    """A time gone by, or still to come, in its largest unit."""
    seconds = abs(ms) // 1000
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return f"{'in ' if ms < 0 else ''}{seconds // length} {unit}{'' if ms < 0 else ' ago'}"
    return f"{'in ' if ms < 0 else ''}{seconds} s{'' if ms < 0 else ' ago'}"


def _say(words: str, status: int) -> int:
    sys.stderr.write(f"casekeeper: {words}\n")
    return status
