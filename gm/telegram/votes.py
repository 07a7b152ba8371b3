"""Votes about a seat as the group reads them, and who might be voted on: numbers, never names of
those who agreed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gm.game.cards import Seat
from gm.game.view import View
from gm.master.clocks import due
from gm.master.pace import DAY, HOUR, MINUTE
from gm.master.removing import is_late
from gm.master.tables import Ballot, BallotKind, Clock, ClockKind, Person, Phase, followed
from gm.master.taking import free_seats
from gm.master.voting import about, count, running
from gm.telegram.deadlines import until
from gm.telegram.keyboards import Rows, at_table
from gm.telegram.message import Message
from gm.telegram.scene import Scene
from gm.voice.lines import Duration, Line, Name, SeatName, say

LATE_SHOWN = 2
"""So many who are late get a button on the table card."""


def vote(scene: Scene, mark: str) -> Message | None:
    """A vote that runs, and how far it is; None once it is closed."""
    ballot = running(scene.table, mark)
    if ballot is None:
        return None
    votes, needed = count(scene.table, ballot)
    lines = (
        _proposal(ballot),
        say("vote.count", votes=votes, needed=needed),
        *(until(scene, due(clock)) for clock in _clocks(scene, ballot)),
    )
    agree = at_table(scene, say(f"button.agree.{ballot.kind.value}"), f"agree:{mark}")
    rows: Rows = ((agree,),)
    if ballot.kind is BallotKind.REMOVE:
        rows += ((at_table(scene, say("button.oust"), f"oust:{ballot.person.id}"),),)
    return Message(text="\n".join(map(scene.html, lines)), keyboard=rows)


def _proposal(ballot: Ballot) -> Line:
    name = Name(ballot.person.name)
    return say(f"vote.{ballot.kind.value}", name=name, seat=SeatName(ballot.seat))


def _clocks(scene: Scene, ballot: Ballot) -> Iterable[Clock]:
    clocks = scene.table.clocks
    return [c for c in clocks if c.kind is ClockKind.BALLOT and c.seat == ballot.seat]


def whom(scene: Scene) -> Message:
    """A button for everybody who might be taken off this table."""
    people = {p.id: p for p in scene.table.people}
    for number in scene.table.kept if scene.table.phase is Phase.PLAYING else ():
        person = scene.table.known(number)
        if person is not None:
            people[number] = person
    key = "remove.lobby" if scene.table.phase is Phase.LOBBY else "remove.match"
    rows = tuple(
        (at_table(scene, say("button.remove", name=Name(p.name)), f"remove:{p.id}"),)
        for p in people.values()
    )
    return Message(text=scene.html(say(key)), keyboard=rows)


def on_card(scene: Scene, view: View) -> Rows:
    """The table card's buttons about people: who is late, and a seat whose person is gone."""
    table, position = scene.table, view.position
    late = [row for seat in range(len(table.occupants)) for row in late_row(scene, view, seat)]
    left = [
        seat
        for seat in free_seats(table, position)
        if followed(table.occupants[seat]) is not None and about(table, seat) is None
    ]
    seat = ((at_table(scene, say("button.seat"), "seat"),),) if left else ()
    return (*late[:LATE_SHOWN], *seat)


def late_row(scene: Scene, view: View, seat: Seat) -> Rows:
    """To put it to the vote whether somebody who is late plays on; also below the reminder."""
    table, occupant = scene.table, scene.table.occupants[seat]
    if not isinstance(occupant, Person) or len(table.people) < 2 or about(table, seat):
        return ()
    if not is_late(table, view.position, seat, scene.now):
        return ()
    label = say("button.late", name=Name(occupant.name))
    return ((at_table(scene, label, f"remove:{occupant.id}"),),)


def check(scene: Scene, known: Mapping[str, str | int]) -> Message:
    """Who can be reached and when each was last heard; what the bot may do here, and what to do
    about what it may not.
    """
    lines = [scene.bold(say("check.title"))]
    for seat, occupant in enumerate(scene.table.occupants):
        if isinstance(occupant, Person):
            lines.append(scene.html(_person(scene, seat, occupant)))
    rights = [name for name in ("pin", "pictures", "leavers") if name in known]
    lines += [scene.html(say(f"check.{n}.{'yes' if known[n] else 'no'}")) for n in rights]
    if not rights:
        lines.append(scene.html(say("check.unknown")))
    return Message(text="\n".join(lines))


def _person(scene: Scene, seat: Seat, person: Person) -> Line:
    state = "open" if person.id in scene.reachable else "closed"
    heard = scene.table.heard.get(str(person.id))
    if heard is None:
        return say(f"check.person.{state}", seat=SeatName(seat))
    seconds = max(0, scene.now - heard) // 1000
    unit = next((unit for unit in (DAY, HOUR, MINUTE) if seconds >= unit), MINUTE)
    ago = Duration(max(unit, seconds // unit * unit))
    front = say(f"check.person.{state}", seat=SeatName(seat))
    return say("card.dotted", front=front, last=say("check.heard", ago=ago))
