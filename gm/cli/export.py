"""`casekeeper export MATCH [--seat N]`: the case record of a match, from the operator's shell."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from gm.bootstrap import House, wire
from gm.cli.database import with_database
from gm.cli.files import GOOD, REFUSED, WRONG_USAGE
from gm.game.record.reading import BadRecord, dump, read
from gm.game.record.redacted import redacted
from gm.game.record.replay import replay
from gm.master.records import record_text
from gm.settings import Settings, SettingsError
from gm.store.connection import DatabaseError


def main(argv: Sequence[str]) -> int:
    """0 with the record on standard output, 1 where there is none to give, 2 on wrong usage."""
    parser = argparse.ArgumentParser(prog="casekeeper export", description=__doc__)
    parser.add_argument(
        "match", metavar="MATCH", help="as the verdict names it: <table> or <table>.<match number>"
    )
    parser.add_argument("--seat", type=int, help="redacted for this seat, from 0")
    args = parser.parse_args(argv)
    try:
        settings = with_database(Settings.from_environ(os.environ))
    except SettingsError as error:
        return _say(str(error), WRONG_USAGE)
    if settings.redis_url is None:
        return _say("no database is running in DATA_DIR; set REDIS_URL or start it", REFUSED)
    try:
        return _export(wire(settings), args.match, args.seat)
    except DatabaseError as error:
        return _say(f"the database does not answer: {type(error).__name__}", REFUSED)


def _export(house: House, match: str, seat: int | None) -> int:
    table, _, number = match.partition(".")
    scene = house.master.scene(table)
    if not number:
        number = "1" if scene is None else str(scene.table.match)
    if not number.isdecimal():
        return _say(f"{match} is no match: <table> or <table>.<match number>", WRONG_USAGE)
    text = house.store.record(table, int(number))
    if text is None and scene is not None and scene.match is not None:
        if seat is None:
            return _say("the match is running: only a seat's own record, by --seat", REFUSED)
        text = record_text(scene.table, scene.match)
    if text is None:
        return _say(f"no record of {match} is kept", REFUSED)
    if seat is not None:
        played = replay(read(text.encode()))
        try:
            if not 0 <= seat < len(played.record.header.seats):
                return _say(f"there is no seat {seat} at that table", WRONG_USAGE)
            text = dump(redacted(played, seat))
        except BadRecord as error:
            return _say(error.reason.value, REFUSED)
    sys.stdout.write(text)
    return GOOD


def _say(words: str, status: int) -> int:
    sys.stderr.write(f"casekeeper: {words}\n")
    return status
