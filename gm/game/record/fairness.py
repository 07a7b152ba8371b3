"""Whether chance was fair: the opened seed must give the commitment, the leaves and every draw.

The scheme is `gm.game.chance` and `gm.game.leaves`; deploy/docs/record.md specifies it byte by
byte, so that anybody can write this check again (deploy/verify_record.py is one).
"""

from __future__ import annotations

from collections.abc import Sequence

from gm.game.chance import FIRST_SCHEME, SCHEME, seal, stirred
from gm.game.dealing import by_lot, draw, draw_dealer
from gm.game.events import Chance, Dealt, Event, FirstDrawn, Moved
from gm.game.header import Header
from gm.game.leaves import leaves, root
from gm.game.moves import Answer, Show
from gm.game.reasons import Illegal, Reason
from gm.game.record.lines import DealNote, Fields, Object, Opened, Sealed
from gm.game.record.reading import FIRST, BadRecord, Record
from gm.game.record.replay import Replay
from gm.game.state import State, fold


def check_fairness(played: Replay) -> None:
    """Recompute all chance of a full, sealed and opened record.

    Errors: BadRecord NOT_SEALED, UNKNOWN_SCHEME, NOT_OPENED, SEAL_BROKEN, DEAL_UNSEALED, or for
    the first line that disagrees NOT_AS_DRAWN or LEAVES_DIFFER; REDACTED where hands are hidden.
    """
    record = played.full().record
    key = _key(record)
    dealer = record.header.dealer
    if dealer is not None and draw_dealer(key, len(record.header.seats)) != dealer:
        raise BadRecord(1, Reason.NOT_AS_DRAWN, key="dealer")
    state = fold(State(header=record.header), played.opening)
    for step in played.steps:
        if step.events and not _as_drawn(state, step.events[0], key):
            raise BadRecord(step.number, Reason.NOT_AS_DRAWN)
        if isinstance(note := step.line.content, DealNote) and _scheme(record) == SCHEME:
            _check_leaves(state, note, key, step.number)
        state = fold(state, step.events)


def deal_note(luck: Sequence[str], of: Sequence[bytes]) -> DealNote:
    """What is published beside the deal: what each seat added, the leaves and their root."""
    sealed = [digest.hex() for digest in of]
    return DealNote(details={"luck": [*luck], "root": root(of).hex(), "leaves": sealed})


def _check_leaves(state: State, note: DealNote, key: bytes, number: int) -> None:
    """Errors: BadRecord LEAVES_DIFFER where the note does not seal the deal before it."""
    dealt = Dealt(
        case=state.case,
        hands=tuple(tuple(hand) for hand in state.hands),
        up=state.position.up,
        aside=state.aside,
    )
    luck = _luck(note.details, len(state.header.seats))
    if note != deal_note(luck, leaves(key, state.header.cards, dealt)):
        raise BadRecord(number, Reason.LEAVES_DIFFER)


def _luck(details: Object, seats: int) -> tuple[str, ...]:
    """What each seat added. Errors: Illegal, of the form of a line."""
    luck = Fields(details).texts("luck")
    if len(luck) != seats:
        raise Illegal(Reason.WRONG_COUNT, key="luck")
    return luck


def _key(record: Record) -> bytes:
    """The key of all draws: the opened seed, and in this scheme what the seats added."""
    seed = _seed(record)
    if _scheme(record) == FIRST_SCHEME:
        return seed
    for number, line in enumerate(record.lines, start=FIRST):
        if isinstance(line.content, DealNote):
            try:
                return stirred(seed, _luck(line.content.details, len(record.header.seats)))
            except Illegal as error:
                raise BadRecord.at(number, error) from error
    raise BadRecord(len(record.lines) - 1 + FIRST, Reason.DEAL_UNSEALED)


def _scheme(record: Record) -> str | None:
    first = record.lines[0].content if record.lines else None
    return first.scheme if isinstance(first, Sealed) else None


def _seed(record: Record) -> bytes:
    first = record.lines[0].content if record.lines else None
    last = record.lines[-1].content if record.lines else None
    end = len(record.lines) - 1 + FIRST
    if not isinstance(first, Sealed):
        raise BadRecord(min(FIRST, end), Reason.NOT_SEALED)
    if first.scheme not in (SCHEME, FIRST_SCHEME):
        raise BadRecord(FIRST, Reason.UNKNOWN_SCHEME, scheme=first.scheme)
    if not isinstance(last, Opened):
        raise BadRecord(end, Reason.NOT_OPENED)
    if seal(last.seed) != first.digest:
        raise BadRecord(end, Reason.SEAL_BROKEN)
    return last.seed


def _as_drawn(state: State, event: Event, key: bytes) -> bool:
    """Whether the first event of a line is what the key gives, where it is chance at all.

    A removed seat's answers are the keeper's (§5), so they are chance even where the record
    does not say so.
    """
    match event:
        case Moved(move=Show() | Answer()):
            by_keeper = event.lot or event.seat in state.position.removed
            return not by_keeper or event.move == by_lot(state, event.seat, key)
        case Dealt():
            return _sorted(state.header, draw(state, key)) == _sorted(state.header, event)
        case FirstDrawn(voted=True):
            return True
        case Moved():
            return True
        case entry if isinstance(entry, Chance):
            return draw(state, key) == entry
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
