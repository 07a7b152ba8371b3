"""Who is told what, after a change. No words here: notices say what to draw and where.

What is told follows from public facts and from who sits where, never from a hand: the number
and order of notices to anybody are the same for deals which that seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gm.game.cards import Seat
from gm.game.events import (
    Awaited,
    CaseSeen,
    Ended,
    Event,
    Lapsed,
    Looked,
    Moved,
    TurnBegan,
    WaitKind,
)
from gm.game.moves import Answer, Show
from gm.game.position import Position, Wait
from gm.master import solo_story
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.pace import slow
from gm.master.sitting import Sitting
from gm.master.slots import (
    CARD,
    LATE,
    SOON,
    card,
    hand,
    kept,
    nudge,
    panel,
    to_group,
    to_person,
    vote,
)
from gm.master.tables import Person, Table

BEAT = 2_000
"""Between two steps of a drama, in ms."""


def tell(sitting: Sitting) -> tuple[Notice, ...]:
    """Every notice that a command's changes call for, each slot once, in order."""
    told = [*_story(sitting), *_kept_anew(sitting), *_ballots(sitting), *sitting.notices]
    begun = sitting.before is None and sitting.match is not None
    if sitting.table.solo and begun:
        told[:0] = solo_story.opening(sitting.table)
    elif sitting.table != sitting.found or sitting.events:
        # The lobby of another match comes anew: the card of the last one lies far up by now.
        anew = sitting.table.match != sitting.found.match
        patience = LATE if _goes_on(sitting) else SOON
        known = {notice.slot for notice in told}
        if CARD not in known:
            told.extend(card(sitting.table, fresh=anew, patience=patience))
    said = {(notice.to, notice.slot, notice.stage): notice for notice in told}
    return tuple(_hushed(sitting, notice) for notice in said.values())


def _hushed(sitting: Sitting, notice: Notice) -> Notice:
    """The notice, silent where its reader has quiet hours."""
    asleep = isinstance(notice.to, int) and sitting.quiet_end(notice.to, sitting.now) is not None
    return replace(notice, ring=False) if asleep and notice.ring else notice


def _goes_on(sitting: Sitting) -> bool:
    """Whether the table waits for the same seats as before, or for its turn's seat once more: its
    card can wait a little.
    """
    if sitting.match is None or sitting.before is None:
        return False
    if sitting.table.occupants != sitting.found.occupants:
        return False
    if (sitting.table.paused is None) != (sitting.found.paused is None):
        return False
    # as the public sees it: that somebody has chosen to join or not is sealed
    before, after = (m.view(None).position for m in (sitting.before, sitting.match))
    seats = {wait.seat for wait in after.waits}
    once_more = before.turn == after.turn and seats == {after.active}
    return once_more or seats == {wait.seat for wait in before.waits}


def _kept_anew(sitting: Sitting) -> Iterator[Notice]:
    """Tells those for whom a seat was kept when that changes."""
    table, before = sitting.table, sitting.found.kept
    for number, clock in before.items():
        person = table.known(number)
        if person is not None and table.kept.get(number) != clock:
            yield from kept(table, person)


def _ballots(sitting: Sitting) -> Iterator[Notice]:
    """Tells of each vote that began, changed or is over."""
    before = {ballot.mark: ballot for ballot in sitting.found.ballots}
    after = {ballot.mark: ballot for ballot in sitting.table.ballots}
    for mark in {**before, **after}:
        if before.get(mark) != after.get(mark):
            yield from vote(sitting.table, mark)


def _story(sitting: Sitting) -> Iterator[Notice]:
    if sitting.match is None or not sitting.events:
        return
    table = sitting.table
    first = len(sitting.match.events) - len(sitting.events)
    if first == 0:
        slot = f"{table.match}/deal"
        yield from to_group(table, slot, NoticeKind.DEAL, Urgency.STORY, match=table.match)
        for person in table.people:
            yield from hand(table, person)
    position = Position() if sitting.before is None else sitting.before.state.position
    log = sitting.match.events
    for index, event in enumerate(sitting.events, first):
        alone = solo_story.instead(table, log, position, index, event) if table.solo else None
        yield from _of(table, position, index, event) if alone is None else alone
        position = position.apply(event)


def _of(table: Table, position: Position, index: int, event: Event) -> Iterator[Notice]:
    """The notices of one event; `position` is the one before it."""
    turn, active = position.turn, position.active
    match event:
        case TurnBegan():
            if turn > 0 and active is not None:
                yield from _told_turn(table, turn)
                yield from panel(table, active, NoticeKind.TURN, turn)
        case Awaited(asker=None):
            ring = event.kind is WaitKind.TURN
            yield from panel(table, event.seat, NoticeKind.TURN, turn, ring=ring)
        case Awaited():
            yield from panel(table, event.seat, NoticeKind.QUESTION, index, ring=True)
        case Moved():
            yield from _moved(table, position, event)
        case Lapsed():
            yield from _closed(table, position, event.seat)
        case Looked() if event.seat == active:
            yield from panel(table, event.seat, NoticeKind.TURN, turn)
        case Looked():
            yield from _to_seat(table, event.seat, NoticeKind.LOOK, index)
        case CaseSeen():
            yield from _to_seat(table, event.seat, NoticeKind.OUT, index)
        case Ended():
            if active is not None:  # who asked or accused waits no more; they read it last
                patience = (len(_stages(position)) - 1) * BEAT
                for notice in panel(table, active, NoticeKind.TURN, turn):
                    yield replace(notice, patience=patience)
            for wait in position.waits:
                yield from _closed(table, position, wait.seat)
            yield from _verdict(table, position)


def _moved(table: Table, position: Position, event: Moved) -> Iterator[Notice]:
    """A move closes its own panel. An answer shows on the panel of whoever asked; whether
    somebody has joined an accusation shows nowhere.
    """
    wait, active = position.wait(event.seat), position.active
    if wait is not None:
        yield from _closed(table, position, event.seat)
        yield from _unnudged(table, wait)
    asked = wait is not None and wait.asker is not None
    if asked and active is not None and isinstance(event.move, Show | Answer):
        yield from panel(table, active, NoticeKind.TURN, position.turn)


def _unnudged(table: Table, wait: Wait) -> tuple[Notice, ...]:
    """Takes back the reminder of a wait that is closed; where there was none, says nothing."""
    person = table.occupants[wait.seat]
    return nudge(table, person, wait.opened) if isinstance(person, Person) else ()


def _closed(table: Table, position: Position, seat: Seat) -> tuple[Notice, ...]:
    """The panel of a wait that is no longer open."""
    wait = position.wait(seat)
    if wait is None:
        return ()
    if wait.asker is None:
        return panel(table, seat, NoticeKind.TURN, position.turn)
    return panel(table, seat, NoticeKind.QUESTION, wait.opened)


def _told_turn(table: Table, turn: int) -> tuple[Notice, ...]:
    if slow(table):
        return ()  # one digest a day instead
    slot = f"{table.match}/story/{turn}"
    return to_group(table, slot, NoticeKind.STORY, Urgency.STORY, match=table.match, turn=turn)


def _verdict(table: Table, position: Position) -> Iterator[Notice]:
    """The end; where several accused together, a small drama first: who, then what they said."""
    for stage in _stages(position):
        yield from to_group(
            table,
            f"{table.match}/verdict",
            NoticeKind.VERDICT,
            Urgency.STORY,
            ring=not table.solo,  # who plays alone sits before it, or left it long ago
            patience=max(0, stage - 1) * BEAT,
            stage=stage,
            match=table.match,
        )


def _stages(position: Position) -> tuple[int, ...]:
    """The drawings of the verdict."""
    together = position.accusation is not None and bool(position.accusation.joined)
    return (1, 2, 3) if together else (0,)


def _to_seat(table: Table, seat: Seat, kind: NoticeKind, event: int) -> tuple[Notice, ...]:
    occupant = table.occupants[seat]
    if not isinstance(occupant, Person):
        return ()
    slot = f"{table.match}/{kind}/{event}"
    return to_person(table, occupant, slot, kind, Urgency.ANSWER, args={"event": event})
