"""Why a cell of the sheet is settled, in one sentence that names turns.

The sentence tells the few facts that matter, and what follows from them. Everything it says is
true in every deal that fits what was seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from gm.deduction.explain import Facts, Why, clash, grounds, why
from gm.deduction.facts import (
    CASE,
    SET_UP,
    UP,
    CaseIs,
    Fact,
    Has,
    HasExactly,
    HasNot,
    HasOneOf,
    Place,
    Problem,
)
from gm.deduction.knowledge import problem
from gm.deduction.solver import Mark, marks, solve
from gm.game.cards import Card
from gm.game.view import View
from gm.voice.lines import CardName, Line, Listing, Param, SeatName, say
from gm.voice.seen import clauses, in_sight, in_turns, things

TOLD: Final = 3
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
    seen = things(view, facts)
    if len(seen) == 1 and any(_direct(fact, card, place) for fact in facts):
        return say("why.direct", reason=clauses(seen)[0])
    dealt = tuple(fact for fact in known.facts if fact.source == SET_UP)
    sheet = marks(solve(replace(known, facts=(*dealt, *facts))))
    told = len(seen) <= TOLD
    last = told and any(_last_of(sheet, fact, card, place) for fact in facts)
    end = _end(known, sheet, facts, card, place, reason.holds, last=last)
    if not facts:
        return say("why.deal", end=end)
    if not told:
        turns = set().union(*(each.turns for each in seen))
        return say("why.chain", when=in_turns(turns), end=end)
    reasons: Param = Listing(tuple(clauses(seen)))
    sight = tuple(in_sight(view, known, facts))
    if sight:
        reasons = say("why.while", reasons=reasons, sight=Listing(sight))
    return say("why.because", reasons=reasons, end=end)


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
        return _end_out(known, sheet, facts, card, place)
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
    held = sum(sheet[card, place] is Mark.YES for card in known.cards)
    return held == _size(known, place)


def _size(known: Problem, place: Place) -> int:
    return known.sizes[place] if isinstance(place, int) else known.aside


def _taken(known: Problem, sheet: _Sheet, facts: Facts, place: Place) -> bool:
    """Whether each card of a hand is one of some cards that the reader knows of, no two alike."""
    one_of = [
        {card for card in fact.cards if sheet[card, place] is not Mark.NO}
        for fact in facts
        if isinstance(fact, HasOneOf) and fact.place == place
    ]
    held = {card for card in known.cards if sheet[card, place] is Mark.YES}
    one_of = [some for some in one_of if not some & held]
    apart = sum(map(len, one_of)) == len(set().union(*one_of))
    return apart and len(held) + len(one_of) == _size(known, place)


def _end_out(known: Problem, sheet: _Sheet, facts: Facts, card: Card, place: Place) -> Line:
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
        if _taken(known, sheet, facts, place):
            return say("why.end.hand_taken", seat=SeatName(place), card=name)
        return say("why.end.not_with", seat=SeatName(place), card=name)
    if _full(known, sheet, place):
        return say("why.end.aside_full", count=known.aside)
    return say("why.end.not_aside", card=name)
