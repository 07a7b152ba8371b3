"""`record view` and `deduce` say the same of a redacted record as of the full one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from gm.cli.deduce import deduce_object
from gm.cli.record import view_object
from gm.game.events import Dealt
from gm.game.record.reading import BadRecord, Record, dump, read
from gm.game.record.redacted import redacted
from gm.game.record.replay import Replay, replay

GOLDEN = Path(__file__).parent / "golden"


def readable(path: Path) -> bool:
    """Whether every line of the file is a record's line at all."""
    try:
        read(path.read_bytes())
    except BadRecord:
        return False
    return True


RECORDS = sorted(path for path in GOLDEN.glob("*.jsonl") if readable(path))


def playable(record: Record) -> Replay:
    """The record up to its first bad line, if it has one."""
    try:
        return replay(record)
    except BadRecord as bad:
        return replay(replace(record, lines=record.lines[: bad.line - 2]))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_seat_gets_the_same_from_its_redacted_record(path: Path) -> None:
    """At the end of each golden record, and at one moment of it picked by lot."""
    record = read(path.read_bytes())
    whole = playable(record)
    upto = Random(path.stem).randint(0, len(whole.steps))
    for played in (whole, replay(replace(record, lines=record.lines[:upto]))):
        dealt = any(isinstance(line.content, Dealt) for line in played.record.lines)
        for seat in range(len(record.header.seats)):
            own = replay(read(dump(redacted(played, seat)).encode()))
            assert view_object(own, seat) == view_object(played, seat)
            if dealt:
                assert deduce_object(own, seat, exact=True) == deduce_object(
                    played, seat, exact=True
                )


def test_nearly_every_golden_record_is_compared() -> None:
    assert len(RECORDS) > 0.9 * len(list(GOLDEN.iterdir()))
