"""What is chosen in a lobby: the game and its deck, the switches, pieces, who begins."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType

from gm.game.board import TOKENS
from gm.game.cards import Card, Seat
from gm.game.chance import Lots
from gm.game.options import Value
from gm.game.rulesets import RULESETS, ruleset
from gm.master.commands import Pick, SetOption, Vote
from gm.master.hours import known_zone
from gm.master.pace import CHOICES, FIRST_WAIT, STEPS, WAITS, Pace, ladder, pace_of
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.tables import Ai, Help, Occupant, Person, Table
from gm.seats import LEVELS

FIRST_GAME = next(iter(RULESETS))
"""The game of a table for which none is named."""


def first_deck(rules: str, seats: int = 0) -> str | None:
    """The first deck of this game with a chair for so many; where none has, the roomiest."""
    decks = ruleset(rules).decks
    roomiest = max(decks, key=lambda deck: decks[deck].stop)
    return next((deck for deck in decks if seats < decks[deck].stop), roomiest)


def most_seats(table: Table) -> int:
    """How many can sit at this table."""
    return ruleset(table.rules).decks[table.deck].stop - 1


def least_seats(table: Table) -> int:
    """How few can play at this table."""
    return ruleset(table.rules).decks[table.deck].start


def values(table: Table, name: str) -> tuple[tuple[Value, ...], Value]:
    """The values of a switch and the one it has now; of decks those with room for all who sit.

    Errors: Declined for a switch that this table does not have.
    """
    match name:
        case "pace":
            return tuple(pace.value for pace in Pace), pace_of(table.turn_seconds).value
        case "turn_seconds":
            return WAITS[pace_of(table.turn_seconds)], table.turn_seconds
        case step if step in STEPS:
            return CHOICES[pace_of(table.turn_seconds)][step], getattr(ladder(table), step)
        case "level":
            return tuple(LEVELS), table.level
        case "learning":
            return (False, True), table.learning
        case "help":
            return tuple(level.value for level in Help), table.help.value
        case "rules":
            return tuple(RULESETS), table.rules
        case "deck" if table.deck is not None:
            decks, seats = ruleset(table.rules).decks, len(table.occupants)
            return tuple(deck for deck in decks if deck and seats < decks[deck].stop), table.deck
        case _:
            option = ruleset(table.rules).options.get(name)
            if option is None:
                raise Declined(Refusal.UNKNOWN_SETTING)
            return option.values, table.options.get(name, option.values[0])


def switch(sitting: Sitting, command: SetOption) -> str | None:
    """Turn a switch of the lobby. Errors: Declined for an unknown one, or a game or deck with too
    few seats for those who sit.
    """
    table, value, seats = sitting.table, command.value, len(sitting.table.occupants)
    if command.option == "zone":
        if not known_zone(str(value)):
            raise Declined(Refusal.UNKNOWN_SETTING)
        sitting.change(zone=value)
        return "zone_set"
    known, _ = values(table, command.option)
    if not any(value == v and type(value) is type(v) for v in known):
        raise Declined(Refusal.UNKNOWN_SETTING)
    match command.option:
        case "pace":
            nothing_set: MappingProxyType[str, int] = MappingProxyType({})
            sitting.change(turn_seconds=FIRST_WAIT[Pace(str(value))], ladder=nothing_set)
        case "turn_seconds":
            sitting.change(turn_seconds=value)
        case step if step in STEPS:
            sitting.change(ladder=MappingProxyType({**table.ladder, step: value}))
        case "level":
            sitting.change(level=value, occupants=levelled(table, str(value)))
        case "learning":
            sitting.change(learning=value)
        case "help":
            sitting.change(help=Help(str(value)))
        case "rules":
            nothing: MappingProxyType[str, Value] = MappingProxyType({})
            sitting.change(rules=value, deck=first_deck(str(value), seats), options=nothing)
        case "deck":
            sitting.change(deck=value)
        case name:
            sitting.change(options=MappingProxyType({**table.options, name: value}))
    if seats > most_seats(sitting.table):
        raise Declined(Refusal.TABLE_FULL, most=most_seats(sitting.table))
    return None


def levelled(table: Table, level: str) -> tuple[Occupant, ...]:
    """Who sits here, with the AI seats replaced by such of this level."""
    names = iter(LEVELS[level].names)
    return tuple(
        Ai(level=level, name=next(names)) if isinstance(o, Ai) else o for o in table.occupants
    )


def make_room(sitting: Sitting) -> None:
    """Take a deck with a chair more where this one has none left. Errors: Declined without one."""
    table, seats = sitting.table, len(sitting.table.occupants) + 1
    if seats > most_seats(table):
        sitting.change(deck=first_deck(table.rules, seats))
    if seats > most_seats(sitting.table):
        raise Declined(Refusal.TABLE_FULL, most=most_seats(sitting.table))


# -- pieces (§3) -----------------------------------------------------------------------------


def pick(sitting: Sitting, command: Pick) -> str | None:
    """Choose a piece. Errors: Declined off the board, or for one that somebody else has here."""
    table, person = sitting.table, command.actor.person
    sitting.seat_of(person.id)
    if table.rules != "mansion" or command.token not in TOKENS:
        raise Declined(Refusal.UNKNOWN_SETTING)
    seated = set(map(chair_name, table.occupants)) - {str(person.id)}
    picks = {who: token for who, token in table.picks.items() if who in seated}
    if command.token in picks.values():
        raise Declined(Refusal.PIECE_TAKEN)
    sitting.change(picks=MappingProxyType({**picks, str(person.id): command.token}))
    return "picked"


def tokens(table: Table) -> tuple[Card, ...]:
    """The piece of each seat: the chosen one, else one of the others by lot; () off the board."""
    if table.rules != "mansion":
        return ()
    chosen = [table.picks.get(chair_name(occupant)) for occupant in table.occupants]
    free = [token for token in TOKENS if token not in chosen]
    drawn = iter(Lots(table.seed, "tokens", 0).shuffled(free))
    return tuple(token or next(drawn) for token in chosen)


# -- who begins (§1) -------------------------------------------------------------------------


def vote(sitting: Sitting, command: Vote) -> str | None:
    """Name who should begin; sealed, and the last word counts.

    Errors: Declined where it goes by lot, or nobody of that name sits here any more.
    """
    table, person = sitting.table, command.actor.person
    sitting.seat_of(person.id)
    if command.named not in map(chair_name, table.occupants):
        raise Declined(Refusal.STALE)
    if table.options.get("first") != "vote":
        raise Declined(Refusal.UNKNOWN_SETTING)
    sitting.change(votes=MappingProxyType({**table.votes, str(person.id): command.named}))
    return "voted_first"


def ballots(table: Table) -> tuple[str, ...]:
    """Whom those who sit here voted for, as far as they still sit here too; sealed."""
    seated = set(map(chair_name, table.occupants))
    return tuple(named for who, named in table.votes.items() if {who, named} <= seated)


def voted(table: Table) -> Seat | None:
    """The seat that most voted for; None on a tie, without votes, and where it goes by lot."""
    if table.options.get("first") != "vote":
        return None
    seated = [chair_name(occupant) for occupant in table.occupants]
    (best, most), *others = [*Counter(ballots(table)).most_common(2), ("", 0)]
    if not most or (others and others[0][1] == most):
        return None
    return seated.index(best)


def chair_name(occupant: Occupant) -> str:
    """What an occupant of a lobby is known by, whatever chair it sits in."""
    return str(occupant.id) if isinstance(occupant, Person) else str(getattr(occupant, "name", ""))
