"""Records as the command line takes them: a path or `-`, JSON objects as the answer."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from gm.game.cards import Seat
from gm.game.reasons import Reason
from gm.game.record.lines import Object
from gm.game.record.reading import MAX_BYTES, BadRecord, dumps, read
from gm.game.record.replay import Replay, replay
from gm.game.record.verdict import refusal

GOOD, REFUSED, WRONG_USAGE = 0, 1, 2


def takes_record(parser: argparse.ArgumentParser) -> None:
    """Let the command's next argument be a record."""
    parser.add_argument("file", metavar="FILE", help="a case record; - reads standard input")


def answer(
    path: str, act: Callable[[Replay], Object | list[Object]], *, seat: Seat | None = None
) -> int:
    """Print what `act` says of the record, an object a line; returns the exit status.

    `seat`: a seat that the command names and the record must have.
    """
    try:
        data = _bytes(path)
    except OSError as error:
        sys.stderr.write(f"casekeeper: cannot read {path}: {error.strerror}\n")
        return WRONG_USAGE
    try:
        played = replay(read(data))
        if seat is not None and not 0 <= seat < len(played.record.header.seats):
            _print(refusal(BadRecord(1, Reason.NO_SUCH_SEAT, seat=seat)))
            return WRONG_USAGE
        said = act(played)
    except BadRecord as error:
        _print(refusal(error))
        return REFUSED
    for line in said if isinstance(said, list) else [said]:
        _print(line)
    return GOOD


def _bytes(path: str) -> bytes:
    """The record, and no more of a larger file than shows that it is too large."""
    if path == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(path).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _print(data: Object) -> None:
    sys.stdout.write(dumps(data) + "\n")
