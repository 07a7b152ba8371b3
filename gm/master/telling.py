"""Who is told what, after a change. No words here: notices say what to draw and where.

What is told follows from public facts and from who sits where, never from a hand: the number
and order of notices to anybody are the same for deals which that seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

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
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.sitting import Sitting
from gm.master.tables import Person, Phase, Place, Table

CARD = "card"
"""The slot of the one live card of a table."""
BEAT = 2_000
"""Between two steps of a drama, in ms."""
SOON, LULL = 3_000, 12_000
"""How long the card of a running match may wait for a newer one, in ms: where somebody else is
awaited now, and where the same seats go on."""


def tell(sitting: Sitting) -> tuple[Notice, ...]:
    """Every notice that a command's changes call for, each slot once, in order."""
    told = [*_story(sitting), *_kept_anew(sitting), *sitting.notices]
    if sitting.table != sitting.found or sitting.events:
        told.extend(card(sitting.table, patience=LULL if _goes_on(sitting) else SOON))
    return tuple({(notice.to, notice.slot, notice.stage): notice for notice in told}.values())


def _goes_on(sitting: Sitting) -> bool:
    """Whether the table waits for the same seats as before: its card can wait a little."""
    if sitting.match is None or sitting.before is None:
        return False
    if sitting.table.occupants != sitting.found.occupants:
        return False
    # as the public sees it: that somebody has chosen to join or not is sealed
    before, after = (m.view(None).position.waits for m in (sitting.before, sitting.match))
    return {wait.seat for wait in before} == {wait.seat for wait in after}


def card(
    table: Table, *, fresh: bool = False, page: str = "", patience: int = SOON
) -> tuple[Notice, ...]:
    """The lobby or table card, drawn anew; `page` opens a page of it.

    Only while a match is running may it wait for a newer one: a lobby shows who joined at once.
    """
    running = table.phase is Phase.PLAYING
    return _group(
        table,
        CARD,
        NoticeKind.CARD,
        Urgency.DECORATION if running else Urgency.STORY,
        fresh=fresh,
        patience=patience if running else 0,
        match=table.match,
        page=page,
    )


def nudge(table: Table, person: Person, wait: int) -> tuple[Notice, ...]:
    """A private reminder of a wait."""
    slot = f"{table.match}/nudge/{wait}"
    args = {"match": table.match, "wait": wait}
    return (
        Notice(
            table=table.id, to=person.id, slot=slot, kind=NoticeKind.NUDGE, args=args, ring=True
        ),
    )


def mention(table: Table, person: Person, wait: int) -> tuple[Notice, ...]:
    """The name of the awaited person, in the group."""
    slot = f"{table.match}/mention/{wait}"
    return _group(
        table,
        slot,
        NoticeKind.MENTION,
        Urgency.STORY,
        ring=True,
        match=table.match,
        wait=wait,
        person=person.id,
    )


def panel(
    table: Table, seat: Seat, kind: NoticeKind, number: int, *, path: str = "", ring: bool = False
) -> tuple[Notice, ...]:
    """A person's panel: their TURN (by turn number) or a QUESTION (by its wait)."""
    occupant = table.occupants[seat]
    if not isinstance(occupant, Person):
        return ()
    name = "turn" if kind is NoticeKind.TURN else "wait"
    return _private(
        table,
        occupant,
        f"{table.match}/{name}/{number}",
        kind,
        Urgency.QUESTION,
        ring=ring,
        args={name: number, "path": path},
    )


def hand(table: Table, person: Person, *, fresh: bool = True) -> tuple[Notice, ...]:
    """A person's hand."""
    slot = f"{table.match}/hand"
    return _private(table, person, slot, NoticeKind.HAND, Urgency.ANSWER, ring=True, fresh=fresh)


def awaited(
    table: Table, position: Position, seat: Seat, *, path: str = "", fresh: bool = True
) -> tuple[Notice, ...]:
    """The panel of a seat's open wait at this path; by default sent anew."""
    wait = position.wait(seat)
    if wait is None:
        return ()
    kind = NoticeKind.TURN if wait.asker is None else NoticeKind.QUESTION
    number = position.turn if wait.asker is None else wait.opened
    return tuple(
        replace(notice, fresh=fresh) for notice in panel(table, seat, kind, number, path=path)
    )


def kept(table: Table, person: Person, *, fresh: bool = False) -> tuple[Notice, ...]:
    """How long a person's seat is kept for them, and the way back."""
    slot = f"{table.match}/kept"
    return _private(table, person, slot, NoticeKind.KEPT, Urgency.ANSWER, ring=True, fresh=fresh)


def concede(
    table: Table, person: Person, *, page: str = "", fresh: bool = False
) -> tuple[Notice, ...]:
    """The question whether somebody really gives up, and what became of it."""
    slot, args = f"{table.match}/concede", {"page": page}
    kind, urgency = NoticeKind.CONCEDE, Urgency.ANSWER
    return _private(table, person, slot, kind, urgency, args=args, fresh=fresh)


def _kept_anew(sitting: Sitting) -> Iterator[Notice]:
    """Tells those for whom a seat was kept when that changes."""
    table, before = sitting.table, sitting.found.kept
    for number, clock in before.items():
        person = table.known(number)
        if person is not None and table.kept.get(number) != clock:
            yield from kept(table, person)


def _story(sitting: Sitting) -> Iterator[Notice]:
    if sitting.match is None or not sitting.events:
        return
    table = sitting.table
    first = len(sitting.match.events) - len(sitting.events)
    if first == 0:
        for person in table.people:
            yield from hand(table, person)
    position = Position() if sitting.before is None else sitting.before.state.position
    for index, event in enumerate(sitting.events, first):
        yield from _of(table, position, index, event)
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
            if active is not None:  # whoever asked or accused is not awaited any more
                yield from panel(table, active, NoticeKind.TURN, turn)
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
    slot = f"{table.match}/story/{turn}"
    return _group(table, slot, NoticeKind.STORY, Urgency.STORY, match=table.match, turn=turn)


def _verdict(table: Table, position: Position) -> Iterator[Notice]:
    """The end; where several accused together, a small drama first: who, then what they said."""
    together = position.accusation is not None and bool(position.accusation.joined)
    for stage in (1, 2, 3) if together else (0,):
        yield from _group(
            table,
            f"{table.match}/verdict",
            NoticeKind.VERDICT,
            Urgency.STORY,
            ring=True,
            patience=max(0, stage - 1) * BEAT,
            stage=stage,
            match=table.match,
        )


def _to_seat(table: Table, seat: Seat, kind: NoticeKind, event: int) -> tuple[Notice, ...]:
    occupant = table.occupants[seat]
    if not isinstance(occupant, Person):
        return ()
    slot = f"{table.match}/{kind}/{event}"
    return _private(table, occupant, slot, kind, Urgency.ANSWER, args={"event": event})


def _group(
    table: Table,
    slot: str,
    kind: NoticeKind,
    urgency: Urgency,
    *,
    ring: bool = False,
    fresh: bool = False,
    patience: int = 0,
    stage: int = 0,
    **args: str | int,
) -> tuple[Notice, ...]:
    place: Place | None = table.place
    if place is None:
        return ()
    return (
        Notice(
            table=table.id,
            to=place,
            slot=slot,
            kind=kind,
            args=args,
            urgency=urgency,
            ring=ring,
            fresh=fresh,
            patience=patience,
            stage=stage,
        ),
    )


def _private(
    table: Table,
    person: Person,
    slot: str,
    kind: NoticeKind,
    urgency: Urgency,
    *,
    args: Mapping[str, str | int] = MappingProxyType({}),
    ring: bool = False,
    fresh: bool = False,
) -> tuple[Notice, ...]:
    return (
        Notice(
            table=table.id,
            to=person.id,
            slot=slot,
            kind=kind,
            args={"match": table.match, **args},
            urgency=urgency,
            ring=ring,
            fresh=fresh,
        ),
    )
