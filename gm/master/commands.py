"""What the master is asked to do, and what it answers.

A command carries its own id; the answer to an accepted one is stored with the commit, so that a
repeat gets the same answer and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from gm.game.cards import Card, Seat
from gm.game.moves import Move
from gm.game.options import Value
from gm.master.tables import Person, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who asks: a person; `admin` where the chat says that it is one of its admins."""

    person: Person
    admin: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """Open a table in a chat, the actor being its host and first guest.

    `rules`: None asks for the game on the card; `zone`: the chat's time zone, where it has one.
    """

    id: str
    actor: Actor
    place: Place
    title: str
    rules: str | None
    language: str
    zone: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSolo:
    """Begin a match of the actor's own against AI seats, without a place.

    `seats`: how many play, the actor among them.
    """

    id: str
    actor: Actor
    rules: str
    level: str
    seats: int
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Take a seat in the lobby; again: only the name is refreshed."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Give up one's seat: in the lobby for nothing, in a match to whoever takes over (§5).

    `sure`: False where they did not know that a match is running, or have not been asked.
    """

    id: str
    actor: Actor
    table: str
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Return:
    """Take back the seat that is kept for oneself, and with it a match set aside (§5)."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddAi:
    """Fill a free chair with an AI seat, by default of the table's level."""

    id: str
    actor: Actor
    table: str
    level: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DropAi:
    """Send the last AI seat away."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOption:
    """Turn a switch of the lobby: an option of the rules, `rules`, `deck`, `help`, `level`,
    `learning`, or one of time.

    `zone`, the chat's time zone, may be set at any time.
    """

    id: str
    actor: Actor
    table: str
    option: str
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """Choose the piece that one plays on the board (§3)."""

    id: str
    actor: Actor
    table: str
    token: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """Name who should begin, where the table votes on it (§1).

    `named`: by what an occupant is known whatever chair it sits in (`choosing.chair_name`).
    """

    id: str
    actor: Actor
    table: str
    named: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddLuck:
    """Add words of one's own to the draw, before the deal."""

    id: str
    actor: Actor
    table: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin:
    """Deal. Only the host or an admin of the chat."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """End: an admin or a lobby's host at once, players by majority vote."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """Open the lobby of another match with the same people."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove:
    """Take somebody off the table: a host or admin at once, players by majority vote.

    `at_once`: an admin who sits there too does not merely vote.
    """

    id: str
    actor: Actor
    table: str
    person: int
    at_once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AskSeat:
    """Ask the people of a running match for a free seat; None: for whichever is the first."""

    id: str
    actor: Actor
    table: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """Agree to what is voted on, by the mark of the ballot."""

    id: str
    actor: Actor
    table: str
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HostInstead:
    """Be the host of a lobby whose host is asleep."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Make a move in answer to an open wait of one's own seat."""

    id: str
    actor: Actor
    table: str
    wait: str
    move: Move = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advise:
    """Tell the actor on their panel what would tell most now; alone, and at learning tables."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreTime:
    """Start the clock of one's own open wait anew, once a wait."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Ask that all clocks stand still; they do when the majority of the people here asks."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn:
    """End a pause. Anybody at the table."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """What the actor set about being away has changed: their clocks rest, or run on."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Depute:
    """Have the game master answer questions for oneself from now on, or no more (slow play)."""

    id: str
    actor: Actor
    table: str
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Recap:
    """Tell the actor what happened since they last looked."""

    id: str
    actor: Actor
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mute:
    """The chat has taken a person's right to write, or given it back."""

    id: str
    table: str
    person: int
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """A clock's next step is due: remind, mention, or act by default. From the pump."""

    id: str
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """The message of a wait was sent, as it was drawn `at` that service time. From the sender.

    The clock starts at that moment, so that the message names the same end as the clock.
    """

    id: str
    table: str
    match: int
    wait: int
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """A person left the chat, blocked the bot or was deactivated: their seat is given up."""

    id: str
    table: str
    person: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon:
    """The bot can no longer speak where the table stands."""

    id: str
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrate:
    """The chat became another chat (group to supergroup)."""

    id: str
    table: str
    chat: int


Command: TypeAlias = (
    OpenTable
    | OpenSolo
    | Join
    | Leave
    | Return
    | AddAi
    | DropAi
    | SetOption
    | Pick
    | Vote
    | AddLuck
    | Begin
    | Stop
    | Again
    | Remove
    | AskSeat
    | Consent
    | HostInstead
    | Act
    | Advise
    | MoreTime
    | Pause
    | GoOn
    | Rest
    | Depute
    | Recap
    | Mute
    | Strike
    | Delivered
    | Gone
    | Abandon
    | Migrate
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The command was taken; `note` is the key of a toast, if there is something to say."""

    table: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The command was refused and changed nothing; `reason` has a sentence in each catalogue."""

    reason: str
    params: Mapping[str, str | int] = field(default_factory=lambda: MappingProxyType({}))


Outcome: TypeAlias = Accepted | Refused
