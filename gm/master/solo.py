"""One person's own match against AI seats, in the private chat: a table without a place.

It begins at once and nobody waits for it: its clock is long and reminds nobody, and where that
runs out the match is set aside with its person still in the seat. Any move takes it up again.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from gm.game.events import Stop as StopReason
from gm.game.rulesets import RULESETS, ruleset
from gm.master import choosing, lobby, luck, stopping
from gm.master.clocks import ASIDE
from gm.master.commands import Again, Gone, Leave, OpenSolo
from gm.master.pace import MINUTE
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.slots import awaited, card
from gm.master.tables import Ai, Clock, ClockKind, Person, Phase, Table
from gm.seats import LEVELS

TURN_SECONDS = 10 * MINUTE
LADDER = MappingProxyType({"nudge": 0, "mention": 0, "more": 0})
"""Nobody is reminded, nor needs more time."""
SEATS = 4
"""So many play by default, or as many as the game allows."""


def seats_of(rules: str) -> range:
    """How many can play this game alone against AI seats."""
    decks = ruleset(rules).decks.values()
    return range(min(deck.start for deck in decks), max(deck.stop for deck in decks))


def open_solo(command: OpenSolo, *, table: str, key: bytes, seed: bytes, theme: str) -> Table:
    """The actor's table with AI seats of the level. Errors: Declined for what is not there."""
    if command.rules not in RULESETS:
        raise Declined(Refusal.UNKNOWN_SETTING)
    if command.level not in LEVELS or command.seats not in seats_of(command.rules):
        raise Declined(Refusal.UNKNOWN_SETTING)
    names = LEVELS[command.level].names[: command.seats - 1]
    rivals = (Ai(level=command.level, name=name) for name in names)
    return Table(
        id=table,
        place=None,
        title="",
        host=command.actor.person.id,
        language=command.language,
        theme=theme,
        rules=command.rules,
        deck=choosing.first_deck(command.rules, command.seats),
        turn_seconds=TURN_SECONDS,
        ladder=LADDER,
        level=command.level,
        opened_at=0,
        key=key,
        seed=seed,
        occupants=(command.actor.person, *rivals),
    )


def begin(sitting: Sitting) -> None:
    """Deal."""
    seated = luck.arrivals(sitting.table.occupants, sitting.now + sitting.outage)
    sitting.change(opened_at=sitting.now, luck=seated)
    lobby.deal(sitting)


def again(
    sitting: Sitting, command: Again, seed: bytes, solo_of: Callable[[int], str | None]
) -> str | None:
    """Deal another match to the same seats. Errors: Declined where one runs already."""
    if solo_of(sitting.table.host) is not None:
        raise Declined(Refusal.SOLO_RUNNING)
    lobby.reopen(sitting, command, seed)
    sitting.before = None
    begin(sitting)
    return None


# -- life happens ----------------------------------------------------------------------------


def set_aside(sitting: Sitting) -> None:
    """Close the case for a day; nothing is said, the card shows the way back."""
    aside = Clock(kind=ClockKind.ASIDE, start=sitting.now, length=ASIDE)
    sitting.change(phase=Phase.ASIDE, clocks=(aside,))


def take_up(sitting: Sitting, person: Person) -> None:
    """Go on where the match was set aside; its clocks are wound anew when the table settles."""
    if sitting.table.phase is Phase.ASIDE and sitting.table.seat_of(person.id) is not None:
        sitting.change(phase=Phase.PLAYING, clocks=())


def show(sitting: Sitting, person: Person) -> None:
    """Take the match up and bring what the person needs to go on, as the newest messages."""
    take_up(sitting, person)
    position = sitting.playing.state.position
    sitting.notices += card(sitting.table, fresh=True)
    sitting.notices += awaited(sitting.table, position, sitting.seat_of(person.id))


def give_up(sitting: Sitting, command: Leave | Gone) -> str | None:
    """Who concedes sees the case; of who is only gone, the match is set aside."""
    if isinstance(command, Gone):
        set_aside(sitting)
        return None
    sitting.seat_of(command.actor.person.id)
    if not command.sure:
        raise Declined(Refusal.NOT_SURE)
    stopping.end(sitting, StopReason.STOPPED)
    return None


def is_out(sitting: Sitting) -> bool:
    """Whether the one person has accused wrongly: the match ends, for nobody would watch."""
    seat = sitting.table.seat_of(sitting.table.host)
    return seat in sitting.playing.state.position.out


def end(sitting: Sitting) -> None:
    """End the match that its person is out of; the case is opened."""
    stopping.end(sitting, StopReason.NO_PEOPLE)
    sitting.change(phase=Phase.OVER, clocks=())
