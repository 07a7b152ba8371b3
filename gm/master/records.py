"""The case record of a match at a table: its log, who sat where, the seal and its opening."""

from __future__ import annotations

from collections.abc import Iterator

from gm.game.chance import FIRST_SCHEME, SCHEME, seal
from gm.game.events import Chance, Dealt, Moved, Stopped, TurnBegan
from gm.game.record.fairness import deal_note
from gm.game.record.lines import Line, Occupant, Opened, Sealed
from gm.game.record.reading import Record, dump
from gm.master.match import Match
from gm.master.tables import Table


def record_of(table: Table, match: Match) -> Record:
    """The full record so far; the seed is opened only when the match is over."""
    return Record(header=match.header, lines=tuple(_lines(table, match)))


def record_text(table: Table, match: Match) -> str:
    """The full record so far, as text."""
    return dump(record_of(table, match))


def _lines(table: Table, match: Match) -> Iterator[Line]:
    scheme = SCHEME if table.added else FIRST_SCHEME  # a match that began before seats added
    yield Line(content=Sealed(digest=seal(table.seed), scheme=scheme))
    changes = list(table.history)
    set_up = False
    for index, event in enumerate(match.events):
        set_up = set_up or isinstance(event, TurnBegan)
        while set_up and changes and changes[0][0] <= index:
            _, seat, who = changes.pop(0)
            yield Line(content=Occupant(seat=seat, who=who))
        if isinstance(event, Chance | Moved | Stopped):
            yield Line(content=event)
        if isinstance(event, Dealt) and table.added:
            yield Line(content=deal_note(table.added, tuple(map(bytes.fromhex, table.leaves))))
    if match.state.position.over:
        yield Line(content=Opened(seed=table.seed))
