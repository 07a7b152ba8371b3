"""The lobby as JSON: who sits, what is still needed, every switch with its next value."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator

from gm.game.board import TOKENS
from gm.game.chance import seal
from gm.game.options import Value
from gm.game.rulesets import RULESETS, ruleset
from gm.master.choosing import ballots, chair_name, least_seats, most_seats, values
from gm.master.lobby import derived
from gm.master.pace import SWITCHES, ladder, pace_of
from gm.master.tables import Occupant, Person, Table
from gm.voice.labels import card_label
from gm.voice.lines import CardName, Duration, Form, Line, Listing, Name, say
from webapp.api.words import Cast, Json

TIME = SWITCHES
"""The switches of time, in the order in which they are shown."""


def lobby(table: Table, me: Person, cast: Cast, reachable: Callable[[int], bool]) -> Json:
    """Everything the page shows of a lobby."""
    closed = [person for person in table.people if not reachable(person.id)]
    return {
        "host": table.host == me.id,
        "most": most_seats(table),
        "about": cast.text(say(f"game.{table.rules}.about")),
        "needed": cast.texts(_needed(table, closed)),
        "ready": not closed and len(table.occupants) >= least_seats(table),
        "unreachable": any(person.id == me.id for person in closed),
        "sealed": seal(table.seed),
        "games": [
            {
                "id": rules,
                "name": cast.text(say(f"game.{rules}.name")),
                "about": _length(rules, cast),
            }
            for rules in RULESETS
        ],
        "options": [_option(table, name, cast) for name in _names(table)],
        "time": {
            "about": cast.text(say(f"lobby.time.{pace_of(table.turn_seconds).value}")),
            "options": [_option(table, name, cast) for name in TIME],
        },
        "pieces": _pieces(table, cast),
        "voting": _voting(table, me, cast),
    }


def seats(table: Table, reachable: Callable[[int], bool]) -> Iterator[Json]:
    """What is shown of each chair beside its name: host, and whether the bot may write there."""
    for occupant in table.occupants:
        person = occupant if isinstance(occupant, Person) else None
        yield {
            "host": person is not None and person.id == table.host,
            "ready": person is None or reachable(person.id),
        }


def _needed(table: Table, closed: list[Person]) -> Iterator[Line]:
    least, most = least_seats(table), most_seats(table)
    missing = least - len(table.occupants)
    if missing > 0:
        yield say("lobby.missing", count=missing, least=least, most=most)
    if closed:
        names = Listing(tuple(Name(person.name) for person in closed))
        yield say("lobby.unreachable", count=len(closed), names=names)
    if missing <= 0 and not closed:
        host = next((person.name for person in table.people if person.id == table.host), "")
        yield say("lobby.ready", host=Name(host), taken=len(table.occupants), most=most)


def _length(rules: str, cast: Cast) -> str:
    chairs = [n for deck in ruleset(rules).decks.values() for n in deck]
    return cast.text(say(f"game.{rules}.length", least=min(chairs), most=max(chairs)))


# -- switches --------------------------------------------------------------------------------


def _names(table: Table) -> tuple[str, ...]:
    deck = () if table.deck is None else ("deck",)
    return (*deck, "help", *ruleset(table.rules).options)


def _option(table: Table, name: str, cast: Cast) -> Json:
    """A switch: what it says now, and the value that a tap sets."""
    known, now = values(table, name)
    about = None if name in TIME else cast.text(say(f"option.{name}.about"))
    following = known[(known.index(now) + 1) % len(known)] if now in known else known[0]
    label = cast.text(_label(table, name, derived(table).get(name, now)))
    return {"name": name, "label": label, "about": about, "next": following}


def _label(table: Table, name: str, now: Value) -> Line:
    steps = ladder(table)
    match name:
        case "turn_seconds":
            return say("option.turn_seconds", clock=Duration(table.turn_seconds))
        case "nudge" | "mention":
            share = getattr(steps, name)
            value = say("option.share.at", share=share) if share else say("option.share.never")
            return say(f"option.{name}", value=value)
        case "waits":
            return say("option.waits", waits=steps.waits)
        case "grace":
            return say("option.grace", length=Duration(steps.grace))
        case "more":
            return say(f"option.more.{steps.more}")
        case _:
            return say(f"option.{name}", value=say(f"option.{name}.{str(now).lower()}"))


# -- what each chooses for themselves --------------------------------------------------------


def _pieces(table: Table, cast: Cast) -> Json | None:
    """The pieces of the board and who has them; None off the board."""
    if table.rules != "mansion":
        return None
    owner = {token: who for who, token in table.picks.items()}
    chairs = {chair_name(occupant): n for n, occupant in enumerate(table.occupants)}
    first = CardName(TOKENS[0], Form.TITLE)
    return {
        "about": cast.text(say("lobby.pieces.about", first=first)),
        "tokens": [
            {
                "id": token,
                "label": cast.text(card_label(token)),
                "seat": chairs.get(owner.get(token, "")),
            }
            for token in TOKENS
        ],
    }


def _voting(table: Table, me: Person, cast: Cast) -> Json | None:
    """Whom one can name to begin; how others voted stays sealed. None where it goes by lot."""
    if table.options.get("first") != "vote":
        return None
    voted = say("lobby.voting.cast", count=len(ballots(table)), people=len(table.people))
    return {
        "about": cast.text(say("lobby.voting.about")),
        "cast": cast.text(voted),
        "chairs": [chair_mark(table, occupant) for occupant in table.occupants],
        "own": next(
            (
                chair_mark(table, occupant)
                for occupant in table.occupants
                if chair_name(occupant) == table.votes.get(str(me.id))
            ),
            None,
        ),
    }


def chair_mark(table: Table, occupant: Occupant) -> str:
    """What an occupant of a lobby is called by the page: opaque, whatever chair it sits in."""
    return hmac.new(table.key, f"chair/{chair_name(occupant)}".encode(), "sha256").hexdigest()[:24]
