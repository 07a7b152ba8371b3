"""Whether chance was fair: the opened seed must give the commitment and every draw of the record.

The scheme is `gm.game.chance`; docs/record.md specifies it byte by byte, so that anybody can
write this check again.
"""

from __future__ import annotations

from gm.game.chance import SCHEME, seal
from gm.game.dealing import by_lot, draw, draw_dealer
from gm.game.events import Chance, Dealt, Event, FirstDrawn, Moved
from gm.game.header import Header
from gm.game.moves import Answer, Show
from gm.game.reasons import Reason
from gm.game.record.lines import Opened, Sealed
from gm.game.record.reading import FIRST, BadRecord, Record
from gm.game.record.replay import Replay
from gm.game.state import State, fold


def check_fairness(played: Replay) -> None:
    """Recompute all chance of a full, sealed and opened record.

    Errors: BadRecord NOT_SEALED, UNKNOWN_SCHEME, NOT_OPENED, SEAL_BROKEN, or NOT_AS_DRAWN for
    the first line that disagrees; REDACTED where hands are hidden.
    """
    record = played.full().record
    seed = _seed(record)
    dealer = record.header.dealer
    if dealer is not None and draw_dealer(seed, len(record.header.seats)) != dealer:
        raise BadRecord(1, Reason.NOT_AS_DRAWN, key="dealer")
    state = fold(State(header=record.header), played.opening)
    for step in played.steps:
        if step.events and not _as_drawn(state, step.events[0], seed):
            raise BadRecord(step.number, Reason.NOT_AS_DRAWN)
        state = fold(state, step.events)


def _seed(record: Record) -> bytes:
    first = record.lines[0].content if record.lines else None
    last = record.lines[-1].content if record.lines else None
    end = len(record.lines) - 1 + FIRST
    if not isinstance(first, Sealed):
        raise BadRecord(min(FIRST, end), Reason.NOT_SEALED)
    if first.scheme != SCHEME:
        raise BadRecord(FIRST, Reason.UNKNOWN_SCHEME, scheme=first.scheme)
    if not isinstance(last, Opened):
        raise BadRecord(end, Reason.NOT_OPENED)
    if seal(last.seed) != first.digest:
        raise BadRecord(end, Reason.SEAL_BROKEN)
    return last.seed


def _as_drawn(state: State, event: Event, seed: bytes) -> bool:
    """Whether the first event of a line is what the seed gives, where it is chance at all.

    A removed seat's answers are the keeper's (§5), so they are chance even where the record
    does not say so.
    """
    match event:
        case Moved(move=Show() | Answer()):
            by_keeper = event.lot or event.seat in state.position.removed
            return not by_keeper or event.move == by_lot(state, event.seat, seed)
        case Dealt():
            return _sorted(state.header, draw(state, seed)) == _sorted(state.header, event)
        case FirstDrawn(voted=True):
            return True
        case Moved():
            return True
        case entry if isinstance(entry, Chance):
            return draw(state, seed) == entry
        case _:
            return True


def _sorted(header: Header, dealt: Chance) -> Chance:
    """A deal with its cards in deck order, which the order in the record does not bind."""
    assert isinstance(dealt, Dealt)
    sort = header.cards.sort
    return Dealt(
        case=dealt.case,
        hands=tuple(map(sort, dealt.hands)),
        up=sort(dealt.up),
        aside=sort(dealt.aside),
    )
