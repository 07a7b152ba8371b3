"""The messages of a table, a slot each: which there are, for whom, and how loud.

Nothing here looks at a hand: what a message shows is drawn when it is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from gm.game.cards import Seat
from gm.game.position import Position
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.tables import Person, Phase, Table

CARD = "card"
"""The slot of the one live card of a table."""
SOON, LATE = 3_000, 60_000
"""How long the card of a running match may wait for a newer one, in ms: where somebody else is
awaited now, and where the turn's own seat goes on.

The many steps of a turn would cost its group more than three calls, however slowly people tap.
"""


def card(
    table: Table, *, fresh: bool = False, page: str = "", patience: int = SOON
) -> tuple[Notice, ...]:
    """The lobby or table card, drawn anew; `page` opens a page of it.

    Only while a match is running may it wait for a newer one: a lobby shows who joined at once.
    """
    running = table.phase is Phase.PLAYING
    return to_group(
        table,
        CARD,
        NoticeKind.CARD,
        Urgency.DECORATION if running else Urgency.STORY,
        fresh=fresh,
        patience=patience if running else 0,
        match=table.match,
        page=page,
    )


def nudge(table: Table, person: Person, wait: int, *, ring: bool = False) -> tuple[Notice, ...]:
    """A private reminder of a wait."""
    slot = f"{table.match}/nudge/{wait}"
    kind, urgency = NoticeKind.NUDGE, Urgency.STORY
    return to_person(table, person, slot, kind, urgency, args={"wait": wait}, ring=ring)


def mention(table: Table, person: Person, wait: int) -> tuple[Notice, ...]:
    """The name of the awaited person, in the group."""
    slot = f"{table.match}/mention/{wait}"
    return to_group(
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
    return to_person(
        table,
        occupant,
        f"{table.match}/{name}/{number}",
        kind,
        Urgency.QUESTION,
        ring=ring,
        args={name: number, "path": path},
    )


def digest(
    table: Table, person: Person | None, *, since: int, asked: bool = False
) -> tuple[Notice, ...]:
    """What happened since event `since` of the log, for a person or for the group."""
    slot = f"{table.match}/digest/{since}"
    kind, urgency = NoticeKind.DIGEST, Urgency.ANSWER if asked else Urgency.STORY
    args = {"event": since, "asked": int(asked)}
    if person is not None:
        return to_person(table, person, slot, kind, urgency, args=args)
    return to_group(table, slot, kind, urgency, match=table.match, event=since)


def hand(table: Table, person: Person, *, fresh: bool = True) -> tuple[Notice, ...]:
    """A person's hand."""
    slot = f"{table.match}/hand"
    return to_person(table, person, slot, NoticeKind.HAND, Urgency.ANSWER, ring=True, fresh=fresh)


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


def advised(table: Table, position: Position, seat: Seat) -> tuple[Notice, ...]:
    """The panel of a seat's turn, with advice on it."""
    return tuple(
        replace(notice, args={**notice.args, "advice": 1})
        for notice in awaited(table, position, seat, fresh=False)
    )


def kept(table: Table, person: Person, *, fresh: bool = False) -> tuple[Notice, ...]:
    """How long a person's seat is kept for them, and the way back."""
    slot = f"{table.match}/kept"
    return to_person(table, person, slot, NoticeKind.KEPT, Urgency.ANSWER, ring=True, fresh=fresh)


def concede(
    table: Table, person: Person, *, page: str = "", fresh: bool = False
) -> tuple[Notice, ...]:
    """The question whether somebody really gives up, and what became of it."""
    slot, args = f"{table.match}/concede", {"page": page}
    kind, urgency = NoticeKind.CONCEDE, Urgency.ANSWER
    return to_person(table, person, slot, kind, urgency, args=args, fresh=fresh)


def told(table: Table, person: Person, key: str) -> tuple[Notice, ...]:
    """A line of the catalogue, in private."""
    slot, kind, urgency = f"{table.match}/{key}", NoticeKind.SAY, Urgency.ANSWER
    args = {"key": key, "title": table.title}
    return to_person(table, person, slot, kind, urgency, args=args, ring=True, fresh=True)


def log(table: Table, person: Person) -> tuple[Notice, ...]:
    """The story so far, as a person's seat saw it."""
    slot = f"{table.match}/log"
    return to_person(table, person, slot, NoticeKind.LOG, Urgency.ANSWER, fresh=True)


def vote(table: Table, mark: str) -> tuple[Notice, ...]:
    """A vote that runs; no message any more once it is closed."""
    slot = f"{table.match}/ballot/{mark}"
    kind, urgency = NoticeKind.BALLOT, Urgency.STORY
    return to_group(table, slot, kind, urgency, match=table.match, mark=mark)


def to_group(
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
    """A message where the table stands; a solo table's comes to its one person."""
    return (
        Notice(
            table=table.id,
            to=table.host if table.place is None else table.place,
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


def to_person(
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
    """A private message about the table's present match."""
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
