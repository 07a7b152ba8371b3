"""A record as one seat may have it: made of redacted events, line by line (RECORD: redacted).

Two things are filled in afterwards, both known to that seat by then: the action cards that it
drew itself, where they stood in the pile, and the case in the deal once it has seen it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from gm.game.audience import redact
from gm.game.cards import Seat, Theory
from gm.game.events import (
    Awaited,
    CaseSeen,
    Dealt,
    Drew,
    Ended,
    Entry,
    Event,
    Passed,
    PileShuffled,
    PutBack,
)
from gm.game.reasons import Reason
from gm.game.record.lines import DealNote, Line, Occupant, Opened, Sealed
from gm.game.record.reading import BadRecord, Record
from gm.game.record.replay import Replay, Step, deal_number, is_told
from gm.game.view import View, fold

_Drawn: TypeAlias = dict[int, dict[int, str]]
"""By line of a pile: the cards that the seat drew from it, by their place in it."""


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
    drawn, case = _drawn(played, seat), _case(played, seat)
    lines = tuple(line for step in played.steps for line in _lines(step, seat, drawn, case))
    return Record(header=played.record.header, lines=lines)


def _own(played: Replay, seat: Seat | None) -> None:
    if played.seat is not None and played.seat != seat:
        raise BadRecord(deal_number(played.record), Reason.REDACTED)


def _lines(step: Step, seat: Seat, drawn: _Drawn, case: Theory | None) -> Iterator[Line]:
    match step.line.content:
        case Occupant() | Sealed() | DealNote() as note:
            yield Line(content=note, at=step.line.at)
        case Opened() | Passed() | Awaited():
            pass
        case _:
            entry = _entry(step.events[0], seat, drawn[step.number], case)
            yield Line(content=entry, at=step.line.at)
    for event in step.events:
        if is_told(event):
            yield Line(content=event)


def _entry(event: Event, seat: Seat, drawn: dict[int, str], case: Theory | None) -> Entry:
    """The entry that a line added, redacted and filled in."""
    match redact(event, seat):
        case Dealt() as dealt:
            return dealt if case is None else replace(dealt, case=case)
        case PileShuffled() as pile:
            cards = tuple(drawn.get(place, card) for place, card in enumerate(pile.cards))
            return replace(pile, cards=cards)
        case entry:
            assert isinstance(entry, Entry)
            return entry


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
