"""What a seat has seen of the facts that matter, as clauses that name turns.

A clause for each kind of fact and not for each rule set; what is alike is told together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm.deduction.explain import Facts
from gm.deduction.facts import (
    ASIDE,
    CaseIs,
    Fact,
    Has,
    HasExactly,
    HasNot,
    HasOneOf,
    NotCase,
    Place,
    Problem,
)
from gm.game.cards import Card
from gm.game.events import CaseSeen, Looked, Moved, SeenEvent, TurnBegan
from gm.game.moves import Answer, Play
from gm.game.view import View
from gm.voice.deeds import theory_line, what
from gm.voice.lines import Line, Listing, Param, cards, say, seats


@dataclass(slots=True, kw_only=True)
class Seen:
    """What was seen of one place, or the same of several seats: one clause."""

    kind: str
    places: tuple[Place, ...] = ()
    cards: dict[Card, None]
    turns: set[int]
    rest: Param = ""

    def line(self) -> Line:
        """The clause; of what a seat did, all but the seat."""
        return say(
            f"why.seen.{self.kind}",
            count=len(self.places),
            seats=_seats(self.places),
            cards=cards(self.cards),
            rest=self.rest,
            when=in_turns(self.turns),
        )


def _seats(places: Iterable[Place]) -> Listing:
    return seats(place for place in places if isinstance(place, int))


def things(view: View, facts: Facts) -> list[Seen]:
    """The things seen, in the order of the turns; alike ones are one."""
    by_place: dict[tuple[str, Place], Seen] = {}
    told: list[Seen] = []
    for fact in facts:
        seen = _seen(view, fact)
        key = (seen.kind, seen.places[0]) if seen.kind in _JOINED else None
        if key in by_place:
            by_place[key].cards |= seen.cards
            by_place[key].turns |= seen.turns
            continue
        told.append(seen)
        if key is not None:
            by_place[key] = seen
    return sorted(_merged(told), key=lambda seen: min(seen.turns))


def clauses(some: Iterable[Seen]) -> list[Line]:
    """The clauses; all that one seat did is one."""
    did: dict[tuple[Place, ...] | int, list[Seen]] = {}
    for number, seen in enumerate(some):
        did.setdefault(seen.places if seen.kind in _DEEDS else number, []).append(seen)
    return [
        say("why.did", seats=_seats(who), deeds=Listing(tuple(seen.line() for seen in deeds)))
        if isinstance(who, tuple)
        else deeds[0].line()
        for who, deeds in did.items()
    ]


_DEEDS = frozenset({"passed", "showed", "gave", "one_of", "one_of_kind", "exactly", "none"})
"""Kinds that tell what a seat did."""
_JOINED = frozenset({"passed", "showed", "looked", "aside", "gave"})
"""Kinds of which all that concerns one place is said in one clause."""


def _merged(told: Iterable[Seen]) -> Iterable[Seen]:
    """Seats that answered alike, the same cards in the same turns, share a clause."""
    alike: dict[tuple[str, frozenset[Card], frozenset[int]], Seen] = {}
    for seen in told:
        key = (seen.kind, frozenset(seen.cards), frozenset(seen.turns))
        if key in alike:
            alike[key].places += seen.places
        else:
            alike[key] = seen
    return alike.values()


def _seen(view: View, fact: Fact) -> Seen:
    turns = {_turn(view, fact.source)}
    event = view.log[fact.source]
    match fact:
        case Has(place=place, card=card):
            return Seen(kind=_how(event, place), places=(place,), cards={card: None}, turns=turns)
        case HasNot(place=place, card=card):
            return Seen(kind="passed", places=(place,), cards={card: None}, turns=turns)
        case HasOneOf(place=place, cards=some):
            trait = _asked(view, fact.source, "sleuth")
            named = dict.fromkeys(some)
            rest = trait or cards(some, "or")
            kind = "one_of" if trait is None else "one_of_kind"
            return Seen(kind=kind, places=(place,), cards=named, turns=turns, rest=rest)
        case HasExactly(place=place, among=among, cards=held):
            kind = "exactly" if held else "none"
            trait = _asked(view, fact.source, "tip") or cards(among, "or")
            named = dict.fromkeys(held)
            return Seen(kind=kind, places=(place,), cards=named, turns=turns, rest=trait)
        case NotCase(theory=theory):
            rest = theory_line(view, theory)
            named = dict.fromkeys(theory)
            return Seen(kind="not_case", cards=named, turns=turns, rest=rest)
        case CaseIs():
            kind = "case" if isinstance(event, CaseSeen) else "end"
            return Seen(kind=kind, cards={}, turns=turns)


def _how(event: SeenEvent, place: Place) -> str:
    """How a card was seen where it lies."""
    match event:
        case Looked():
            return "aside" if place == ASIDE else "looked"
        case Moved(move=Answer()):
            return "gave"
        case _:
            return "showed"


def _asked(view: View, source: int, kind: str) -> Param | None:
    """The trait or category that the action card of this turn asks for, if it is of this kind."""
    for event in reversed(view.log[:source]):
        match event:
            case TurnBegan():
                return None
            case Moved(move=Play(action=action)):
                return what(action) if action.startswith(f"{kind}_") else None
            case _:
                continue
    return None


def _turn(view: View, source: int) -> int:
    return sum(isinstance(event, TurnBegan) for event in view.log[:source])


def in_turns(turns: Iterable[int]) -> Line:
    """The turns by number, as a part of a sentence."""
    named = tuple(sorted(turns))
    return say("why.turns", count=len(named), turns=Listing(named))


def in_sight(view: View, known: Problem, facts: Facts) -> Iterable[Line]:
    """Of the cards that somebody had one of: those that the reader holds, those face up."""
    asked = {card for fact in facts if isinstance(fact, HasOneOf) for card in fact.cards}
    for key, some in (("own", view.hand), ("up", known.up)):
        seen = [card for card in some if card in asked]
        if seen:
            yield say(f"why.seen.{key}", count=len(seen), cards=cards(seen))
