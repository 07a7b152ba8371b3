"""A problem as bit masks, and its simple consequences.

Every fact is one or more clauses of a single kind, "at least one of these cards lies in one of
these places": a card set (bit mask) and a place set. Settling draws unit consequences until none
is left; it only removes possibilities that no consistent deal has.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from gm.deduction.facts import (
    ASIDE,
    CASE,
    UP,
    Card,
    CaseIs,
    Fact,
    Has,
    HasExactly,
    HasNot,
    HasOneOf,
    Place,
    Problem,
    ProblemError,
    Theory,
)

Mask: TypeAlias = int
Clause: TypeAlias = tuple[Mask, tuple[int, ...], tuple[int, ...]]
"""(cards, slots, all other slots): at least one of the cards lies in one of the slots."""


def bits(mask: int) -> list[int]:
    """The indices of the set bits, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Deck:
    """The fixed part of a problem: numbered cards, numbered slots, sizes, facts as clauses.

    Slots are the seats, then `aside` and `up` where used, then one slot of size one per
    category for the case (`first_case` is the first of them).
    """

    __slots__ = (
        "cards",
        "categories",
        "events",
        "first_case",
        "index",
        "places",
        "room",
        "set_up",
        "slots",
        "start",
    )

    def __init__(self, problem: Problem) -> None:
        self.cards = problem.cards
        self.index = {card: i for i, card in enumerate(self.cards)}
        self.places = places = problem.places[:-1]
        self.slots: dict[Place, int] = {place: i for i, place in enumerate(places)}
        self.first_case = len(places)
        sizes = {ASIDE: problem.aside, UP: len(problem.up)}
        outside_case = [
            sizes[place] if isinstance(place, str) else problem.sizes[place] for place in places
        ]
        self.room: tuple[int, ...] = (*outside_case, *(1 for _ in problem.categories))
        self.categories = [self.mask(category) for category in problem.categories]
        up = self.mask(problem.up)
        everything = (1 << len(self.cards)) - 1
        self.start: list[Mask] = [
            up if place == UP else everything & ~up if self.room[slot] else 0
            for slot, place in enumerate(places)
        ]
        self.start += [category & ~up for category in self.categories]
        self.set_up: list[Clause] = []
        self.events: dict[int, list[Clause]] = {}
        for fact in problem.facts:
            into = self.set_up if fact.source < 0 else self.events.setdefault(fact.source, [])
            into.extend(self.clauses(fact))

    def mask(self, cards: Iterable[Card]) -> Mask:
        """The cards as bits; `ProblemError` for a card that is not in the deck."""
        mask = 0
        for card in cards:
            if card not in self.index:
                raise ProblemError("unknown_card", card)
            mask |= 1 << self.index[card]
        return mask

    def inside(self, place: Place) -> tuple[int, ...]:
        """The slots of a place: one, or one per category for the case."""
        if place == CASE:
            return tuple(range(self.first_case, len(self.room)))
        if place not in self.slots:
            raise ProblemError("unknown_place", place)
        return (self.slots[place],)

    def lies(self, cards: Mask, place: Place, *, outside: bool = False) -> Clause:
        """The clause that one of the cards lies in the place, or outside it."""
        inside = self.inside(place)
        others = tuple(slot for slot in range(len(self.room)) if slot not in inside)
        return (cards, others, inside) if outside else (cards, inside, others)

    def theory(self, theory: Theory) -> Mask:
        """The theory as bits; `ProblemError` unless it names one card of each category."""
        mask = self.mask(theory)
        if len(theory) != len(self.categories) or not all(mask & c for c in self.categories):
            raise ProblemError("bad_theory", theory)
        return mask

    def clauses(self, fact: Fact) -> list[Clause]:
        """The fact as clauses that hold exactly when it does."""
        match fact:
            case Has(place=place, card=card):
                return [self.lies(self.mask((card,)), place)]
            case HasNot(place=place, card=card):
                return [self.lies(self.mask((card,)), place, outside=True)]
            case HasOneOf(place=place, cards=cards):
                return [self.lies(self.mask(cards), place)]
            case HasExactly(place=place, among=among, cards=cards):
                held = self.mask(cards)
                missing = self.mask(among) & ~held
                return [
                    self.lies(1 << card, place, outside=not held >> card & 1)
                    for card in bits(held | missing)
                ]
            case CaseIs(theory=theory):
                return [self.lies(1 << card, CASE) for card in bits(self.theory(theory))]
            case _:  # NotCase: at least one of its cards lies outside the case
                return [self.lies(self.theory(fact.theory), CASE, outside=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What is left after simple consequences: `where[slot]` the cards that may lie there."""

    where: list[Mask]
    free: Mask
    room: list[int]
    clauses: list[Clause]


def settle(deck: Deck, clauses: Iterable[Clause]) -> Settled | None:
    """The deal's open part under the clauses, or None when they contradict each other.

    `free` are the cards with two or more possible slots, `room` what each slot still takes of
    them; the clauses left are unmet, reduced to cards that can still meet them, and none
    follows from another.
    """
    where = list(deck.start)
    room = deck.room
    slots = range(len(room))
    everything = (1 << len(deck.cards)) - 1
    todo: list[Clause] = []
    for clause in clauses:
        cards = clause[0]
        if cards & (cards - 1):
            todo.append(clause)
        else:
            for slot in clause[2] if cards else slots:  # nothing to lie there: no deal
                where[slot] &= ~(cards or everything)
    while True:
        once = twice = 0
        for cards in where:
            twice |= once & cards
            once |= cards
        if once != everything:
            return None
        held = everything & ~twice
        changed = False
        for slot in slots:
            cards = where[slot]
            sure = cards & held
            if cards != sure:
                size = room[slot]
                if sure.bit_count() == size:
                    where[slot] = sure
                    changed = True
                elif cards.bit_count() == size:
                    for other in slots:
                        if other != slot:
                            where[other] &= ~cards
                    changed = True
            if cards.bit_count() < room[slot] or sure.bit_count() > room[slot]:
                return None
        if changed:
            continue
        left: list[Clause] = []
        for cards, inside, outside in todo:
            if len(inside) == 1:
                candidates = cards & where[inside[0]]
                met = candidates & held
            else:
                within = without = 0
                for slot in inside:
                    within |= where[slot]
                for slot in outside:
                    without |= where[slot]
                candidates = cards & within
                met = candidates & ~without
            if not candidates:
                return None
            if met:
                continue
            if candidates & (candidates - 1):
                left.append((candidates, inside, outside))
                continue
            for slot in outside:
                where[slot] &= ~candidates
            changed = True
        todo = left
        if not changed:
            break
    open_room = [room[slot] - (where[slot] & held).bit_count() for slot in slots]
    return Settled(where=where, free=twice, room=open_room, clauses=_strongest(todo))


def _strongest(clauses: list[Clause]) -> list[Clause]:
    """The clauses that do not follow from a narrower one about the same slots."""
    kept: list[Clause] = []
    for clause in sorted(clauses, key=lambda clause: clause[0].bit_count()):
        cards, inside, _ = clause
        if not any(inside == slots and narrow & ~cards == 0 for narrow, slots, _ in kept):
            kept.append(clause)
    return kept
