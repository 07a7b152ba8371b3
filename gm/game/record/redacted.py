"""A record as one seat may have it: made of redacted events, line by line (RECORD: redacted).

Three things are filled in afterwards, all known to that seat by then: the action cards that it
drew itself, where they stood in the pile; the case in the deal once it has seen it; and of an
accusation that others could join, who did, and the theories that were revealed.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from gm.game.audience import masked, redact
from gm.game.cards import Seat, Theory
from gm.game.events import (
    Awaited,
    CaseSeen,
    Dealt,
    Drew,
    Ended,
    Entry,
    Joined,
    Moved,
    Passed,
    PileShuffled,
    PutBack,
    Revealed,
    TurnBegan,
    WentOut,
)
from gm.game.moves import Accuse
from gm.game.reasons import Reason
from gm.game.record.lines import DealNote, Line, Occupant, Opened, Sealed
from gm.game.record.reading import BadRecord, Record
from gm.game.record.replay import Replay, Step, deal_number, is_told
from gm.game.view import View, fold

_Drawn: TypeAlias = dict[int, dict[int, str]]
"""By line of a pile: the cards that the seat drew from it, by their place in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Later:
    """What later lines have opened to the seat: `chosen` and `revealed` by line."""

    drawn: _Drawn
    case: Theory | None
    chosen: frozenset[int]
    revealed: frozenset[int]


def view(played: Replay, seat: Seat | None) -> View:
    """What the seat (None: the public) knows at the end of the record.

    Errors: BadRecord REDACTED for a record that is redacted for another seat.
    """
    _own(played, seat)
    seen = (redact(event, seat) for event in played.events())
    empty = View(header=played.record.header, seat=seat)
    return fold(empty, (event for event in seen if event is not None))


def redacted(played: Replay, seat: Seat) -> Record:
    """The record as the seat may have it.

    Errors: BadRecord REDACTED for a record that is redacted for another seat.
    """
    _own(played, seat)
    later = _Later(
        drawn=_drawn(played, seat),
        case=_case(played, seat),
        chosen=_chosen(played),
        revealed=_revealed(played),
    )
    lines = tuple(line for step in played.steps for line in _lines(step, seat, later))
    return Record(header=played.record.header, lines=lines)


def _own(played: Replay, seat: Seat | None) -> None:
    if played.seat is not None and played.seat != seat:
        raise BadRecord(deal_number(played.record), Reason.REDACTED)


def _lines(step: Step, seat: Seat, later: _Later) -> Iterator[Line]:
    match step.line.content:
        case Occupant() | Sealed() | DealNote() as note:
            yield Line(content=note, at=step.line.at)
        case Opened() | Passed() | Awaited():
            pass
        case _:
            entry = _entry(step, seat, later)
            if entry is not None:
                yield Line(content=entry, at=step.line.at)
    for event in step.events:
        if is_told(event):
            yield Line(content=event)


def _entry(step: Step, seat: Seat, later: _Later) -> Entry | None:
    """The entry that a line added, redacted and filled in; None where it is still sealed."""
    event = step.events[0]
    match event:
        case Moved(sealed=True) if event.seat != seat:
            if step.number in later.revealed:
                return event
            if step.number in later.chosen or isinstance(event.move, Accuse):
                return replace(event, move=masked(event.move))
            return None
        case _:
            pass
    match redact(event, seat):
        case Dealt() as dealt:
            return dealt if later.case is None else replace(dealt, case=later.case)
        case PileShuffled() as pile:
            drawn = later.drawn[step.number]
            cards = tuple(drawn.get(place, card) for place, card in enumerate(pile.cards))
            return replace(pile, cards=cards)
        case entry:
            assert isinstance(entry, Entry)
            return entry


def _chosen(played: Replay) -> frozenset[int]:
    """The lines of joins and declines after which the last seat chose.

    Not those of a seat that was removed before: that it had chosen stays sealed for ever.
    """
    chosen: set[int] = set()
    waiting: dict[Seat, int] = {}
    for step in played.steps:
        for event in step.events:
            match event:
                case Moved(sealed=True):
                    waiting[event.seat] = step.number
                case WentOut():
                    waiting.pop(event.seat, None)
                case Joined():
                    chosen |= set(waiting.values())
                case TurnBegan():
                    waiting.clear()
                case _:
                    continue
    return frozenset(chosen)


def _revealed(played: Replay) -> frozenset[int]:
    """The lines whose sealed theories were shown to all. Only the last accusation of a match
    ends in that, for it ends the match.
    """
    sealed: dict[Seat, int] = {}
    for step in played.steps:
        for event in step.events:
            match event:
                case Moved(sealed=True):
                    sealed[event.seat] = step.number
                case Revealed(theories=theories):
                    return frozenset(sealed[seat] for seat, _ in theories)
                case _:
                    continue
    return frozenset()


def _case(played: Replay, seat: Seat) -> Theory | None:
    """The case where the seat has seen it: after a wrong accusation of its own, or at the end."""
    for event in played.events():
        match event:
            case CaseSeen(seat=accuser) if accuser == seat:
                return event.case
            case Ended():
                return event.case
            case _:
                continue
    return None


def _drawn(played: Replay, seat: Seat) -> _Drawn:
    """Which cards of which pile the seat drew itself, also such as others had put back."""
    drawn: _Drawn = defaultdict(dict)
    pile: deque[tuple[int, int]] = deque()
    last = (0, 0)
    for step in played.steps:
        for event in step.events:
            match event:
                case PileShuffled():
                    pile.extend((step.number, place) for place in range(len(event.cards)))
                case Drew():
                    last = line, place = pile.popleft()
                    if event.seat == seat:
                        drawn[line][place] = event.card
                case PutBack():
                    pile.append(last)
                case _:
                    continue
    return drawn
