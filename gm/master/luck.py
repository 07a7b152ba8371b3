"""What each seat adds to the draw before the deal, so that nobody chooses it alone.

A person's own words; else the order and the minute in which they took their seat, as the group
saw it; of an AI seat its name. The seed was sealed before any of it was known.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from gm.game.events import Dealt
from gm.game.leaves import leaves
from gm.master.commands import AddLuck
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.tables import Ai, Keeper, Millis, Occupant, Person, Phase

LONGEST = 64
"""Characters that a person may add."""


def arrival(place: int, wall: Millis) -> str:
    """What somebody adds who adds nothing else: `2 2026-01-31 20:15`, in UTC."""
    return f"{place} {datetime.fromtimestamp(wall / 1000, UTC):%Y-%m-%d %H:%M}"


def arrivals(occupants: tuple[Occupant, ...], wall: Millis) -> Mapping[str, str]:
    """The same for all people, by person, where they sit down together."""
    people = [occupant for occupant in occupants if isinstance(occupant, Person)]
    return MappingProxyType({str(p.id): arrival(n, wall) for n, p in enumerate(people, 1)})


def arrive(sitting: Sitting, person: Person) -> None:
    """Somebody takes a seat."""
    place, wall = len(sitting.table.people) + 1, sitting.now + sitting.outage
    luck = {**sitting.table.luck, str(person.id): arrival(place, wall)}
    sitting.change(luck=MappingProxyType(luck))


def add(sitting: Sitting, command: AddLuck) -> str | None:
    """Add words of one's own; again: other words instead."""
    if sitting.table.phase is not Phase.LOBBY:
        raise Declined(Refusal.NOT_IN_LOBBY)
    sitting.seat_of(command.actor.person.id)
    words = " ".join(command.words.split())
    if not words or len(words) > LONGEST:
        raise Declined(Refusal.NO_LUCK, most=LONGEST)
    luck = {**sitting.table.luck, str(command.actor.person.id): words}
    sitting.change(luck=MappingProxyType(luck))
    return "luck"


def settle(sitting: Sitting) -> None:
    """Nothing more can be added: the deal comes next."""
    table = sitting.table
    sitting.change(
        added=tuple(
            occupant.name if isinstance(occupant, Ai) else table.luck.get(str(occupant.id), "")
            for occupant in table.occupants
            if not isinstance(occupant, Keeper)  # nobody sits in a lobby for somebody else
        )
    )


def seal(sitting: Sitting) -> None:
    """The deal is made: its leaves are public from now on."""
    match = sitting.playing
    dealt = next(event for event in match.events if isinstance(event, Dealt))
    sealed = leaves(sitting.table.draws, match.header.cards, dealt)
    sitting.change(leaves=tuple(leaf.hex() for leaf in sealed))
