"""Why a cell of the sheet is settled, in one sentence that names turns.

The sentence is made of what was seen, not of rules: a clause for each kind of fact, the few facts
that matter, and what follows from them. Everything said is true of every deal that fits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from gm.deduction.explain import Facts, Why, clash, grounds, why
from gm.deduction.facts import (
    ASIDE,
    CASE,
    SET_UP,
    UP,
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
from gm.deduction.knowledge import problem
from gm.deduction.solver import Mark, marks, solve
from gm.game.cards import Card
from gm.game.events import CaseSeen, Looked, Moved, SeenEvent, TurnBegan
from gm.game.moves import Answer, Play
from gm.game.view import View
from gm.voice.lines import CardName, Line, Listing, Param, SeatName, cards, say, seats
from gm.voice.narrate import theory_line, what

CLAUSES: Final = 3
"""So many things seen are told one by one; of more only the turns are named."""

_Sheet: TypeAlias = dict[tuple[Card, Place], Mark]


@dataclass(frozen=True, slots=True, kw_only=True)
class Because:
    """A settled cell: whether the card lies there, and the sentence that says why."""

    holds: bool
    line: Line


def because(view: View, card: Card, place: Place) -> Because | None:
    """Why the cell is settled for this view; None where it is open."""
    known = problem(view)
    reason = None if known is None else why(known, card, place)
    if known is None or reason is None:
        return None
    return Because(holds=reason.holds, line=_sentence(view, known, card, place, reason))


def against(view: View, card: Card, place: Place, *, holds: bool) -> Line | None:
    """Why a mark made by hand cannot be right, from the smallest set of events that it clashes
    with; None where it can be.
    """
    known = problem(view)
    if known is None:
        return None
    number = len(view.log)
    said = (Has if holds else HasNot)(place=place, card=card, source=number)
    conflict = clash(replace(known, facts=(*known.facts, said)))
    if conflict is None:
        return None
    events = tuple(event for event in conflict.events if event != number)
    reason = Why(holds=not holds, events=events, smallest=conflict.smallest)
    return _sentence(view, known, card, place, reason)


def _sentence(view: View, known: Problem, card: Card, place: Place, reason: Why) -> Line:
    facts = grounds(known, card, place, reason.events)
    if not facts and (plain := _dealt(view, known, card, place)) is not None:
        return plain
    things = _things(view, facts)
    clauses = _clauses(things)
    if len(things) == 1 and any(_direct(fact, card, place) for fact in facts):
        return say("why.direct", reason=clauses[0])
    dealt = tuple(fact for fact in known.facts if fact.source == SET_UP)
    sheet = marks(solve(replace(known, facts=(*dealt, *facts))))
    told = len(things) <= CLAUSES
    last = told and any(_last_of(sheet, fact, card, place) for fact in facts)
    end = _end(known, sheet, facts, card, place, reason.holds, last=last)
    if not facts:
        return say("why.deal", end=end)
    if told:
        reasons: Param = Listing(tuple(clauses))
        sight = tuple(_in_sight(view, known, facts))
        if sight:
            reasons = say("why.while", reasons=reasons, sight=Listing(sight))
        return say("why.because", reasons=reasons, end=end)
    return say("why.chain", when=_turns({_turn(view, fact.source) for fact in facts}), end=end)


def _dealt(view: View, known: Problem, card: Card, place: Place) -> Line | None:
    """What the deal itself shows of the cell: one's own hand, what lies face up."""
    name = CardName(card)
    if card in view.hand:
        return say("why.deal.own", card=name)
    if card in known.up:
        return say("why.deal.up", card=name)
    if place == UP:
        return say("why.deal.not_up", card=name)
    if place == view.seat:
        return say("why.deal.not_own", card=name)
    return None


def _direct(fact: Fact, card: Card, place: Place) -> bool:
    """Whether the fact itself names the card's place, or says that it is not this one."""
    match fact:
        case Has(card=held):
            return held == card
        case HasNot(card=lacked, place=where):
            return (lacked, where) == (card, place)
        case HasExactly(place=where, among=among, cards=held):
            return card in held or (where == place and card in among)
        case CaseIs(theory=theory):
            return card in theory or place == CASE
        case _:
            return False


# -- what was seen ---------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class _Seen:
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
            when=_turns(self.turns),
        )


def _seats(places: Iterable[Place]) -> Listing:
    return seats(place for place in places if isinstance(place, int))


def _things(view: View, facts: Facts) -> list[_Seen]:
    """The things seen, in the order of the turns; alike ones are one."""
    by_place: dict[tuple[str, Place], _Seen] = {}
    told: list[_Seen] = []
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


def _clauses(things: Iterable[_Seen]) -> list[Line]:
    """The clauses; all that one seat did is one."""
    did: dict[tuple[Place, ...] | int, list[_Seen]] = {}
    for number, seen in enumerate(things):
        did.setdefault(seen.places if seen.kind in _DEEDS else number, []).append(seen)
    return [
        say("why.did", seats=_seats(who), deeds=Listing(tuple(seen.line() for seen in some)))
        if isinstance(who, tuple)
        else some[0].line()
        for who, some in did.items()
    ]


_DEEDS = frozenset({"passed", "showed", "gave", "one_of", "one_of_kind", "exactly", "none"})
"""Kinds that tell what a seat did."""
_JOINED = frozenset({"passed", "showed", "looked", "aside", "gave"})
"""Kinds of which all that concerns one place is said in one clause."""


def _merged(told: Iterable[_Seen]) -> Iterable[_Seen]:
    """Seats that answered alike, the same cards in the same turns, share a clause."""
    alike: dict[tuple[str, frozenset[Card], frozenset[int]], _Seen] = {}
    for seen in told:
        key = (seen.kind, frozenset(seen.cards), frozenset(seen.turns))
        if key in alike:
            alike[key].places += seen.places
        else:
            alike[key] = seen
    return alike.values()


def _seen(view: View, fact: Fact) -> _Seen:
    turns = {_turn(view, fact.source)}
    event = view.log[fact.source]
    match fact:
        case Has(place=place, card=card):
            return _Seen(kind=_how(event, place), places=(place,), cards={card: None}, turns=turns)
        case HasNot(place=place, card=card):
            return _Seen(kind="passed", places=(place,), cards={card: None}, turns=turns)
        case HasOneOf(place=place, cards=some):
            trait = _asked(view, fact.source, "sleuth")
            named = dict.fromkeys(some)
            rest = trait or cards(some, "or")
            kind = "one_of" if trait is None else "one_of_kind"
            return _Seen(kind=kind, places=(place,), cards=named, turns=turns, rest=rest)
        case HasExactly(place=place, among=among, cards=held):
            kind = "exactly" if held else "none"
            trait = _asked(view, fact.source, "tip") or cards(among, "or")
            named = dict.fromkeys(held)
            return _Seen(kind=kind, places=(place,), cards=named, turns=turns, rest=trait)
        case NotCase(theory=theory):
            rest = theory_line(view, theory)
            return _Seen(kind="not_case", cards={}, turns=turns, rest=rest)
        case CaseIs():
            kind = "case" if isinstance(event, CaseSeen) else "end"
            return _Seen(kind=kind, cards={}, turns=turns)


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


def _turns(turns: Iterable[int]) -> Line:
    named = tuple(sorted(turns))
    return say("why.turns", count=len(named), turns=Listing(named))


def _in_sight(view: View, known: Problem, facts: Facts) -> Iterable[Line]:
    """Of the cards that somebody had one of: those that the reader holds, those face up."""
    asked = {card for fact in facts if isinstance(fact, HasOneOf) for card in fact.cards}
    for key, some in (("own", view.hand), ("up", known.up)):
        seen = [card for card in some if card in asked]
        if seen:
            yield say(f"why.seen.{key}", count=len(seen), cards=cards(seen))


# -- what follows ----------------------------------------------------------------------------


def _end(
    known: Problem,
    sheet: _Sheet,
    facts: Facts,
    card: Card,
    place: Place,
    holds: bool,
    *,
    last: bool,
) -> Line:
    """What settles the cell, in the most telling way that fits.

    `last`: of the cards of which the place has one, all others are ruled out, and that was told.
    """
    if not holds:
        return _end_out(known, sheet, card, place)
    name = CardName(card)
    if place == CASE:
        nobody = facts and all(_lacks(fact, card) for fact in facts)
        return say("why.end.nobody" if nobody else "why.end.only_left", card=name)
    if last:
        return say("why.end.only_that", card=name)
    if not isinstance(place, int):
        return say("why.end.only_aside", card=name)
    if _full(known, sheet, place):
        return say("why.end.hand_left", count=known.sizes[place], seat=SeatName(place), card=name)
    return say("why.end.only_with", seat=SeatName(place), card=name)


def _lacks(fact: Fact, card: Card) -> bool:
    """Whether the fact says that some place does not hold the card."""
    match fact:
        case HasNot(card=lacked):
            return lacked == card
        case HasExactly(among=among, cards=held):
            return card in among and card not in held
        case _:
            return False


def _last_of(sheet: _Sheet, fact: Fact, card: Card, place: Place) -> bool:
    """Whether the card is the last that is left of those of which the place has one."""
    return (
        isinstance(fact, HasOneOf)
        and fact.place == place
        and card in fact.cards
        and all(sheet[other, place] is Mark.NO for other in fact.cards if other != card)
    )


def _full(known: Problem, sheet: _Sheet, place: Place) -> bool:
    """Whether every card of a hand, or of those laid aside, is known."""
    size = known.sizes[place] if isinstance(place, int) else known.aside
    return sum(sheet[card, place] is Mark.YES for card in known.cards) == size


def _end_out(known: Problem, sheet: _Sheet, card: Card, place: Place) -> Line:
    name = CardName(card)
    match next((at for at in known.places if sheet[card, at] is Mark.YES), None):
        case int(seat):
            return say("why.end.with_seat", seat=SeatName(seat), card=name)
        case "case":
            return say("why.end.with_case", card=name)
        case "aside":
            return say("why.end.with_aside", card=name)
    if place == CASE:
        alike = next(category for category in known.categories if card in category)
        other = next((each for each in alike if sheet[each, CASE] is Mark.YES), None)
        if other is None:
            return say("why.end.not_case", card=name)
        return say("why.end.with_case", card=CardName(other))
    if isinstance(place, int):
        if _full(known, sheet, place):
            return say("why.end.hand_full", count=known.sizes[place], seat=SeatName(place))
        return say("why.end.not_with", seat=SeatName(place), card=name)
    if _full(known, sheet, place):
        return say("why.end.aside_full", count=known.aside)
    return say("why.end.not_aside", card=name)
