"""The automatic marks of a seat's sheet, from what its view has seen and nothing else, and why.

How much is worked out is the table's own choice, alike for all: what a level does not show, this
module does not hand out, not as a mark, not as a reason, not as a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from gm.deduction.facts import (
    CASE,
    SET_UP,
    UP,
    CaseIs,
    Has,
    HasExactly,
    HasNot,
    HasOneOf,
    Place,
    Problem,
    Theory,
)
from gm.deduction.knowledge import problem
from gm.deduction.solver import Answer, Mark, solve
from gm.deduction.solver import marks as entailed
from gm.game.cards import Card
from gm.game.view import View
from gm.master.tables import Help
from gm.voice.lines import Line
from gm.voice.why import against, because

Marks: TypeAlias = dict[Card, dict[str, str]]
"""By card and place, `yes` or `no`; what is open is left out."""

BEST = 5
"""So many theories are named as the likeliest."""
_KEPT = 512
"""So many seats' sheets a process remembers: nothing of them changes but by a new event."""
_Cells: TypeAlias = dict[tuple[Card, Place], Mark]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One of these cards lies there, as was seen; counted by place, in the order of the log."""

    place: Place
    number: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a level of help shows of a view: settled cells, open groups, chances in percent.

    `odds` of the cells that are open, `theories` the likeliest ones; both empty below `odds`.
    """

    marks: Marks
    groups: tuple[Group, ...] = ()
    odds: dict[Card, dict[str, int]]
    theories: tuple[tuple[Theory, int], ...] = ()


def places(view: View) -> dict[str, Place]:
    """The columns of the sheet by name: the seats, what lies aside or face up, the case."""
    known = problem(view)
    some = (*range(len(view.header.seats)), CASE) if known is None else known.places
    return {str(place): place for place in some}


def sheet(view: View, level: Help) -> Sheet:
    """The sheet of a view at this level; for the public view, what everybody knows."""
    known = problem(view)
    if known is None:
        return Sheet(marks={}, odds={})
    return _sheet(known, view.seat, level)


def why(
    view: View, level: Help, card: Card, place: Place, mark: Mark | None
) -> tuple[Line | None, bool]:
    """Why the cell is settled (None where it is open), and whether a mark made by hand fits.

    For a mark that does not fit, the sentence says what it clashes with.
    """
    settled = sheet(view, level).marks[card].get(str(place))
    if settled is None:
        return None, True
    if mark is not None and mark.value != settled:
        clashing = against(view, card, place, holds=mark is Mark.YES)
        if clashing is not None:
            return clashing, False
    reason = because(view, card, place)
    return (None if reason is None else reason.line), True


@lru_cache(maxsize=_KEPT)
def _sheet(known: Problem, seat: int | None, level: Help) -> Sheet:
    if level in (Help.MANUAL, Help.AUTO):
        cells = _crossed_off(known, seat)
        if level is Help.MANUAL:
            return Sheet(marks=_named(known, cells), odds={})
        seen = _seen(known, cells)
        return Sheet(marks=_named(known, seen), groups=tuple(_groups(known, seen)), odds={})
    answer = solve(known)
    cells = entailed(answer)
    found = Sheet(marks=_named(known, cells), groups=tuple(_groups(known, cells)), odds={})
    if level is Help.LOGIC or not answer.deals:
        return found
    return replace(found, odds=_odds(known, answer), theories=_theories(answer))


def _named(known: Problem, cells: _Cells) -> Marks:
    found: Marks = {card: {} for card in known.cards}
    for (card, place), mark in cells.items():
        if mark is not Mark.MAYBE:
            found[card][str(place)] = mark.value
    return found


# -- what was seen ---------------------------------------------------------------------------


def _crossed_off(known: Problem, seat: int | None) -> _Cells:
    """One's own hand and what lies face up, and that all else lies elsewhere."""
    cells: _Cells = {}
    for fact in known.facts:
        if isinstance(fact, Has) and fact.source == SET_UP:
            _here(known, cells, fact.card, fact.place)
    for card in known.up:
        _here(known, cells, card, UP)
    whole: tuple[Place, ...] = () if seat is None else (seat,)
    for place in (*whole, *((UP,) if known.up else ())):
        for card in known.cards:
            cells.setdefault((card, place), Mark.NO)
    return cells


def _here(known: Problem, cells: _Cells, card: Card, place: Place) -> None:
    for other in known.places:
        cells[card, other] = Mark.YES if other == place else Mark.NO


def _seen(known: Problem, dealt: _Cells) -> _Cells:
    """The cells that an event names, and groups of which but one card is left."""
    cells = dict(dealt)
    for fact in known.facts:
        match fact:
            case Has(place=place, card=card):
                _here(known, cells, card, place)
            case HasNot(place=place, card=card):
                cells.setdefault((card, place), Mark.NO)
            case HasExactly(place=place, among=among, cards=held):
                for card in held:
                    _here(known, cells, card, place)
                for card in among:
                    cells.setdefault((card, place), Mark.NO)
            case CaseIs(theory=theory):
                for card in theory:
                    _here(known, cells, card, CASE)
                for card in known.cards:
                    cells.setdefault((card, CASE), Mark.NO)
            case _:
                pass
    while _resolved(known, cells):
        pass
    return cells


def _resolved(known: Problem, cells: _Cells) -> bool:
    """Settle a group of which but one card is left; whether there was one."""
    for group in _groups(known, cells):
        if len(group.cards) == 1:
            _here(known, cells, group.cards[0], group.place)
            return True
    return False


def _groups(known: Problem, cells: _Cells) -> Iterator[Group]:
    """The groups that are open still, each without the cards that are ruled out."""
    shown = [fact for fact in known.facts if isinstance(fact, HasOneOf)]
    counted: dict[Place, int] = {}
    open_: list[Group] = []
    for fact in shown:
        counted[fact.place] = number = counted.get(fact.place, 0) + 1
        marked = {card: cells.get((card, fact.place), Mark.MAYBE) for card in fact.cards}
        if Mark.YES in marked.values():
            continue
        left = tuple(card for card in fact.cards if marked[card] is Mark.MAYBE)
        open_.append(Group(place=fact.place, number=number, cards=left))
    for group in open_:
        rivals = (other for other in open_ if other.place == group.place and other is not group)
        if not any(_says_more(other, group) for other in rivals):
            yield group


def _says_more(one: Group, other: Group) -> bool:
    """Whether the other group follows from this one; of two alike, from the earlier one."""
    mine, theirs = set(one.cards), set(other.cards)
    return mine < theirs or (mine == theirs and one.number < other.number)


# -- chances ---------------------------------------------------------------------------------


def _percent(part: int, whole: int) -> int:
    """A share in percent; only what is sure is 0 or 100."""
    return max(1, min(99, round(100 * part / whole)))


def _odds(known: Problem, answer: Answer) -> dict[Card, dict[str, int]]:
    odds: dict[Card, dict[str, int]] = {card: {} for card in known.cards}
    for (card, place), count in answer.cells.items():
        if 0 < count < answer.deals:
            odds[card][str(place)] = _percent(count, answer.deals)
    return odds


def _theories(answer: Answer) -> tuple[tuple[Theory, int], ...]:
    best = sorted(answer.theories.items(), key=lambda each: (-each[1], each[0]))[:BEST]
    sure = len(answer.theories) == 1
    return tuple((each, 100 if sure else _percent(count, answer.deals)) for each, count in best)
