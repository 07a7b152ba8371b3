"""A record is played again, line by line, by the engine that referees live matches.

A redacted record runs through the same engine on unknown cards: what its owner's hidden
neighbours hold, its own lines tell, and what the engine can tell by itself they must repeat.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from gm.game.cards import UNKNOWN, Seat
from gm.game.engine import advance, start
from gm.game.events import (
    Awaited,
    ChanceKind,
    Dealt,
    Entry,
    Event,
    Looked,
    Moved,
    Passed,
    PileShuffled,
    Told,
    WaitKind,
)
from gm.game.moves import TIP, Accuse, Answer, Join, Play, Show
from gm.game.reasons import Illegal, Reason
from gm.game.record.lines import DealNote, Line, Occupant, Opened, Sealed
from gm.game.record.reading import FIRST, BadRecord, Record
from gm.game.state import State, fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line and the events that it adds; none for notes, and for what was told already."""

    number: int
    line: Line
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A record with everything that follows from it.

    `seat`: whom the record is redacted for, None for a full one; `opening`: the events before
    the first line; `state`: after the last line.
    """

    record: Record
    seat: Seat | None
    opening: tuple[Event, ...]
    steps: tuple[Step, ...]
    state: State

    def events(self) -> Iterator[Event]:
        """All events, in order."""
        yield from self.opening
        for step in self.steps:
            yield from step.events

    def full(self) -> Replay:
        """This replay. Errors: BadRecord REDACTED where hands are hidden."""
        if self.seat is not None:
            raise BadRecord(deal_number(self.record), Reason.REDACTED)
        return self


def replay(record: Record) -> Replay:
    """The record played again. Errors: BadRecord for the first line that cannot be."""
    seat = redacted_for(record)
    opening = start(record.header)
    teller = _Teller(fold(State(header=record.header), opening), redacted=seat is not None)
    steps = []
    for number, line in enumerate(record.lines, start=FIRST):
        try:
            events = teller.take(line)
        except Illegal as error:
            raise BadRecord.at(number, error) from error
        steps.append(Step(number=number, line=line, events=events))
    return Replay(
        record=record, seat=seat, opening=opening, steps=tuple(steps), state=teller.state
    )


class _Teller:
    """Plays lines; holds told lines against what the engine tells by itself."""

    def __init__(self, state: State, *, redacted: bool) -> None:
        self.state = state
        self._redacted = redacted
        self._due: deque[Told] = deque()

    def take(self, line: Line) -> tuple[Event, ...]:
        match line.content:
            case Passed() | Awaited() as told:
                return self._told(told)
            case Occupant() | Sealed() | DealNote() | Opened():
                if self.state.due and self.state.due[0].kind is ChanceKind.ROLL:
                    raise Illegal(Reason.CHANCE_DUE)
                return ()
            case entry:
                self._nothing_untold()
                if not self._redacted and hides(entry):
                    raise Illegal(Reason.REDACTED)
                return self._add(entry)

    def _told(self, told: Told) -> tuple[Event, ...]:
        if not self._redacted:
            raise Illegal(Reason.MISPLACED, seat=told.seat)
        if not self._due:
            return self._add(told)
        due = self._due.popleft()
        if (type(due), due.seat) != (type(told), told.seat):
            raise Illegal(Reason.ANSWER_DIFFERS, seat=due.seat)
        return ()

    def _add(self, entry: Entry | Told) -> tuple[Event, ...]:
        events, self.state = advance(self.state, entry)
        if self._redacted:
            self._due.extend(event for event in events[1:] if is_told(event))
        return events

    def _nothing_untold(self) -> None:
        """Errors: Illegal ANSWER_DIFFERS where a told line is missing before this one."""
        question = self.state.position.question
        if self._due:
            raise Illegal(Reason.ANSWER_DIFFERS, seat=self._due[0].seat)
        if question is not None and question.left and not self.state.position.over:
            raise Illegal(Reason.ANSWER_DIFFERS, seat=question.left[0])


def is_told(event: Event) -> TypeGuard[Told]:
    """Whether a redacted record gives the event a line of its own: pass-overs and questions,
    but not tips.
    """
    return isinstance(event, Passed) or (
        isinstance(event, Awaited) and event.kind is WaitKind.SHOW
    )


# -- what is hidden, and from whom -----------------------------------------------------------


def hides(entry: Entry) -> bool:
    """Whether a card of the entry is hidden."""
    match entry:
        case Dealt():
            return any(UNKNOWN in cards for cards in (entry.case, *entry.hands, entry.aside))
        case PileShuffled():
            return UNKNOWN in entry.cards
        case Looked():
            return entry.card == UNKNOWN
        case Moved(move=Show(card=card)):
            return card == UNKNOWN
        case Moved(move=Answer(cards=cards)):
            return cards is None or UNKNOWN in cards
        case Moved(move=Play(action=action)):
            return action == TIP
        case Moved(move=Accuse(theory=theory) | Join(theory=theory)):
            return UNKNOWN in theory
        case _:
            return False


def deal_number(record: Record) -> int:
    """The number of the deal line, or of the header where there is none yet."""
    numbers = (n for n, line in enumerate(record.lines, FIRST) if isinstance(line.content, Dealt))
    return next(numbers, 1)


def redacted_for(record: Record) -> Seat | None:
    """The seat whose hand alone is open, None where no hand is hidden.

    Errors: BadRecord REDACTED for a deal that is neither.
    """
    deal = next((line.content for line in record.lines if isinstance(line.content, Dealt)), None)
    if deal is None or not any(UNKNOWN in hand for hand in deal.hands):
        return None
    open_hands = [seat for seat, hand in enumerate(deal.hands) if UNKNOWN not in hand]
    closed = sum(set(hand) == {UNKNOWN} for hand in deal.hands)
    if len(open_hands) != 1 or closed != len(deal.hands) - 1:
        raise BadRecord(deal_number(record), Reason.REDACTED)
    return open_hands[0]
