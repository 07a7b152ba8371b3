"""The lobby: who sits, with which options, and who may begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from gm.game.options import Value
from gm.game.reasons import Illegal
from gm.master import choosing, luck
from gm.master.choosing import least_seats, most_seats
from gm.master.commands import (
    Actor,
    AddAi,
    Again,
    Begin,
    DropAi,
    Join,
    Leave,
    OpenTable,
    Pick,
    SetOption,
    Vote,
)
from gm.master.hosting import asleep
from gm.master.match import Match, header_of
from gm.master.pace import LOBBIES, pace_of
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting, occupant_code
from gm.master.tables import Ai, Clock, ClockKind, Millis, Person, Phase, Place, Table
from gm.seats import LEVELS


def open_table(
    command: OpenTable,
    *,
    table: str,
    key: bytes,
    seed: bytes,
    theme: str,
    turn_seconds: int,
    now: Millis,
    wall: Millis,
) -> Table:
    """A new lobby with the actor in its first seat."""
    rules = command.rules or choosing.FIRST_GAME
    return Table(
        id=table,
        place=command.place,
        title=command.title,
        host=command.actor.person.id,
        language=command.language,
        theme=theme,
        rules=rules,
        deck=choosing.first_deck(rules),
        turn_seconds=turn_seconds,
        zone=command.zone,
        opened_at=now,
        key=key,
        seed=seed,
        luck=luck.arrivals((command.actor.person,), wall),
        occupants=(command.actor.person,),
        clocks=(lobby_clock(now, turn_seconds),),
    )


def lobby_clock(now: Millis, turn_seconds: int) -> Clock:
    """The clock that closes a lobby in which nothing begins."""
    length = LOBBIES[pace_of(turn_seconds)] * 1000
    return Clock(kind=ClockKind.LOBBY, start=now, length=length)


def join(sitting: Sitting, command: Join) -> str | None:
    """Take the next chair, with another deck if it takes one; who sits already is refreshed."""
    _in_lobby(sitting)
    person = command.actor.person
    seat = sitting.table.seat_of(person.id)
    if seat is not None:
        sitting.table = sitting.table.with_occupant(seat, person)
        return "joined_already"
    if person.id in sitting.table.barred:
        raise Declined(Refusal.SENT_AWAY)
    choosing.make_room(sitting)
    luck.arrive(sitting, person)
    sitting.change(occupants=(*sitting.table.occupants, person))
    return "joined"


def leave(sitting: Sitting, command: Leave) -> str | None:
    """Give up one's chair before the match."""
    _in_lobby(sitting)
    free(sitting, command.actor.person.id)
    return "left"


def free(sitting: Sitting, person: int) -> None:
    """Free a person's chair; the next person becomes host, and an empty lobby closes."""
    seat = sitting.seat_of(person)
    occupants = sitting.table.occupants
    added = {who: words for who, words in sitting.table.luck.items() if who != str(person)}
    sitting.change(
        occupants=(*occupants[:seat], *occupants[seat + 1 :]), luck=MappingProxyType(added)
    )
    if not sitting.table.people:
        close(sitting)
    pass_on(sitting, person)


def pass_on(sitting: Sitting, person: int) -> None:
    """Let the first of those who are there host the table, where its host is there no more."""
    people = sitting.table.people
    if sitting.table.host == person and people:
        sitting.change(host=people[0].id)


def close(sitting: Sitting) -> None:
    """Close the table for good."""
    sitting.change(phase=Phase.CLOSED, clocks=())


def add_ai(sitting: Sitting, command: AddAi) -> str | None:
    """Put an AI seat into the next chair."""
    _in_lobby(sitting)
    _seated_or_admin(sitting, command.actor)
    level = sitting.table.level if command.level is None else command.level
    if level not in LEVELS:
        raise Declined(Refusal.UNKNOWN_SETTING)
    if len(sitting.table.occupants) >= most_seats(sitting.table):
        raise Declined(Refusal.TABLE_FULL, most=most_seats(sitting.table))
    ai = Ai(level=level, name=free_ai_name(sitting.table, level))
    sitting.change(occupants=(*sitting.table.occupants, ai))
    return None


def free_ai_name(table: Table, level: str) -> str:
    """The level's first name that no AI seat of the table has."""
    taken = {occupant.name for occupant in table.occupants if isinstance(occupant, Ai)}
    return next(name for name in LEVELS[level].names if name not in taken)


def drop_ai(sitting: Sitting, command: DropAi) -> str | None:
    """Take the last AI seat away."""
    _in_lobby(sitting)
    _seated_or_admin(sitting, command.actor)
    occupants = sitting.table.occupants
    last = next((n for n in reversed(range(len(occupants))) if isinstance(occupants[n], Ai)), None)
    if last is None:
        raise Declined(Refusal.NO_AI)
    sitting.change(occupants=(*occupants[:last], *occupants[last + 1 :]))
    return None


def set_option(sitting: Sitting, command: SetOption) -> str | None:
    """Turn a switch: only the host or an admin."""
    if command.option != "zone":
        _in_lobby(sitting)
    host_or_admin(sitting, command.actor)
    note = choosing.switch(sitting, command)
    for clock in sitting.table.clocks:
        if clock.kind is ClockKind.LOBBY:
            sitting.put(clock, lobby_clock(clock.start, sitting.table.turn_seconds))
    return note


def choose(sitting: Sitting, command: Pick | Vote) -> str | None:
    """Choose a piece, or who should begin: everybody for themselves."""
    _in_lobby(sitting)
    if isinstance(command, Pick):
        return choosing.pick(sitting, command)
    return choosing.vote(sitting, command)


def begin(sitting: Sitting, command: Begin, reachable: Callable[[int], bool]) -> str | None:
    """Deal. Everybody must be reachable in private; AI seats take over where any sit (§5)."""
    _in_lobby(sitting)
    host_or_admin(sitting, command.actor)
    table = sitting.table
    fewest = least_seats(table)
    if len(table.occupants) < fewest:
        raise Declined(Refusal.TOO_FEW, least=fewest)
    closed = next((p for p in table.people if not reachable(p.id)), None)
    if closed is not None and closed.id == command.actor.person.id:
        raise Declined(Refusal.UNREACHABLE_YOU)
    if closed is not None:
        raise Declined(Refusal.UNREACHABLE, name=closed.name)
    try:
        deal(sitting)
    except Illegal as illegal:
        raise Declined(illegal.reason) from illegal
    return None


def deal(sitting: Sitting) -> None:
    """Begin the table's next match. Errors: Illegal where its rules do not allow that."""
    luck.settle(sitting)
    table = sitting.table
    sitting.change(
        phase=Phase.PLAYING,
        dealt=derived(table),
        tokens=choosing.tokens(table),
        clocks=(),
        idle=(0,) * len(table.occupants),
        history=tuple((0, n, occupant_code(o)) for n, o in enumerate(table.occupants)),
        sat=MappingProxyType(
            {str(o.id): n for n, o in enumerate(table.occupants) if isinstance(o, Person)}
        ),
    )
    sitting.begin(Match(header_of(sitting.table)), first=choosing.voted(table))
    luck.seal(sitting)


def derived(table: Table) -> Mapping[str, Value]:
    """What follows for the options from who sits here: where an AI does, AI seats take over."""
    with_ai = any(isinstance(occupant, Ai) for occupant in table.occupants)
    return MappingProxyType({"takeover": "ai"} if with_ai else {})


def again(
    sitting: Sitting,
    command: Again,
    seed: bytes,
    tables_at: Callable[[Place], tuple[str, ...]],
) -> str | None:
    """Open the lobby of another match with the people and AI seats of the last one."""
    if sitting.table.phase is not Phase.OVER:
        raise Declined(Refusal.NOT_OVER)
    place = sitting.table.place
    if place is not None and set(tables_at(place)) - {sitting.table.id}:
        raise Declined(Refusal.TABLE_HERE)
    reopen(sitting, command, seed)
    return "again"


def reopen(sitting: Sitting, command: Again, seed: bytes) -> None:
    """A lobby with whoever played last, the actor being its host."""
    person = command.actor.person
    occupants = tuple(
        o if isinstance(o, Person) or (isinstance(o, Ai) and o.follows is None) else None
        for o in sitting.table.occupants
    )
    people = tuple(o for o in occupants if o is not None)
    if not any(isinstance(o, Person) and o.id == person.id for o in people):
        if len(people) >= most_seats(sitting.table):
            raise Declined(Refusal.TABLE_FULL, most=most_seats(sitting.table))
        people = (person, *people)
    sitting.table = replace(
        sitting.table,
        phase=Phase.LOBBY,
        match=sitting.table.match + 1,
        host=person.id,
        seed=seed,
        luck=luck.arrivals(people, sitting.now + sitting.outage),
        added=(),
        leaves=(),
        opened_at=sitting.now,
        dealt=MappingProxyType({}),
        votes=MappingProxyType({}),
        occupants=people,
        clocks=(lobby_clock(sitting.now, sitting.table.turn_seconds),),
        idle=(),
        stop_votes=frozenset(),
        ballots=(),
        sat=MappingProxyType({}),
        barred=frozenset(),
        pause_votes=frozenset(),
        rested=MappingProxyType({}),
        reminded=MappingProxyType({}),
        deputed=frozenset(),
        looked=MappingProxyType({}),
        history=(),
    )
    sitting.match = None


def _in_lobby(sitting: Sitting) -> None:
    if sitting.table.phase is not Phase.LOBBY:
        raise Declined(Refusal.NOT_IN_LOBBY)


def host_or_admin(sitting: Sitting, actor: Actor) -> None:
    """Errors: Declined for anybody else; whoever sits there hears whether the host is asleep."""
    table = sitting.table
    if actor.person.id == table.host or actor.admin:
        return
    host = table.known(table.host)
    if host and asleep(table, sitting.now) and table.seat_of(actor.person.id) is not None:
        raise Declined(Refusal.HOST_ASLEEP, name=host.name)
    raise Declined(Refusal.NOT_HOST)


def _seated_or_admin(sitting: Sitting, actor: Actor) -> None:
    if sitting.table.seat_of(actor.person.id) is None and not actor.admin:
        raise Declined(Refusal.NOT_SEATED)
