"""Why a cell is settled, and which events clash.

A reason is a set of seen events that is enough by itself and of which none can be left out. The
search proves it to be a smallest such set unless that takes more than a fixed number of steps;
`smallest` says whether it did. What is known from the deal itself (own hand, sizes, face-up
cards) is free and never part of a reason.
"""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from gm.deduction.facts import SET_UP, Card, Fact, Place, Problem
from gm.deduction.hitting import Effort, least_meeting
from gm.deduction.plan import plan
from gm.deduction.position import Clause, Deck, Mask, bits, settle
from gm.deduction.sweep import one_deal

CHECKS: Final = 120
"""Positions looked at, at most, to prove a reason smallest."""

BRANCHES: Final = 4_000
"""Branches of the search for the next candidate, at most, over one reason."""


Facts: TypeAlias = tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Events that settle something: `holds` is the cell's value, `events` their sources.

    For clashing events `holds` is False. `smallest` is True when no reason has fewer events;
    either way no event of it can be left out.
    """

    holds: bool
    events: tuple[int, ...]
    smallest: bool


def why(problem: Problem, card: Card, place: Place) -> Why | None:
    """A smallest set of seen events that settles the cell, or None if it is open.

    Also None when the facts clash: then nothing is settled, see `clash`.
    """
    deck = Deck(problem)
    only = deck.mask((card,))
    clauses = [*deck.set_up, *(clause for facts in deck.events.values() for clause in facts)]
    here = Search(deck, deck.lies(only, place))
    elsewhere = Search(deck, deck.lies(only, place, outside=True))
    can_hold = here.deal(clauses)
    can_lack = elsewhere.deal(clauses)
    if (can_hold is None) == (can_lack is None):
        return None
    holds = can_lack is None
    return (elsewhere if holds else here).reason(holds=holds)


def clash(problem: Problem) -> Why | None:
    """A smallest set of seen events that cannot all be true, or None if they can.

    An empty set means that the deal itself is impossible.
    """
    deck = Deck(problem)
    search = Search(deck, None)
    clauses = [clause for facts in deck.events.values() for clause in facts]
    if search.deal([*deck.set_up, *clauses]) is not None:
        return None
    return search.reason(holds=False)


def grounds(problem: Problem, card: Card, place: Place, events: tuple[int, ...]) -> Facts:
    """As few facts of these events as settle the cell, in order: what of a reason matters.

    The events must be enough to settle it.
    """
    told = [fact for fact in problem.facts if fact.source in events]
    dealt = [fact for fact in problem.facts if fact.source == SET_UP]
    numbered = [replace(fact, source=number) for number, fact in enumerate(told)]
    reason = why(replace(problem, facts=(*dealt, *numbered)), card, place)
    assert reason is not None
    return tuple(told[number] for number in reason.events)


class Search:
    """Looks for few events that rule out every deal with the assumption.

    Event sets are bit masks over `events`. A deal is kept as the set of events it breaks: every
    reason has to contain one of them.
    """

    def __init__(self, deck: Deck, assumed: Clause | None) -> None:
        self.deck = deck
        self.base = [*deck.set_up, *([assumed] if assumed else [])]
        self.sources = sorted(deck.events)
        self.events = [deck.events[source] for source in self.sources]
        self.broken: list[Mask] = []
        self.checks = 0

    def deal(self, clauses: list[Clause]) -> list[Mask] | None:
        """Some deal, as cards per slot, that meets the base and the clauses."""
        self.checks += 1
        settled = settle(self.deck, [*self.base, *clauses])
        if settled is None:
            return None
        if not settled.free:
            return settled.where
        board = plan(self.deck, settled)
        options = one_deal(board)
        if options is None:
            return None
        where = [cards & ~settled.free for cards in settled.where]
        for step, option in zip(board.steps, options, strict=True):
            cards = step.cards
            for number in option.to_case:
                group = step.groups[number]
                first = group.cards & -group.cards
                where[self.deck.first_case + group.category] |= first
                cards ^= first
            for slot, count in zip(step.slots, option.counts, strict=True):
                for _ in range(count):
                    first = cards & -cards
                    where[slot] |= first
                    cards ^= first
        return where

    def breaks(self, where: list[Mask]) -> Mask:
        """The events that are not true of the deal."""
        broken = 0
        for number, clauses in enumerate(self.events):
            for cards, _, outside in clauses:
                for slot in outside:
                    cards &= ~where[slot]
                if not cards:
                    broken |= 1 << number
                    break
        return broken

    def possible(self, events: Mask) -> bool:
        """Whether some deal fits the base and these events; remembers what it breaks."""
        if any(not events & broken for broken in self.broken):
            return True
        where = self.deal([clause for number in bits(events) for clause in self.events[number]])
        if where is None:
            return False
        self.broken.append(self.breaks(where))
        return True

    def narrow(self) -> None:
        """Look for deals that break only some of the events the last one breaks."""
        broken = self.broken[-1]
        for number in bits(broken):
            if broken >> number & 1 and broken != 1 << number:
                kept = len(self.broken)
                everything = (1 << len(self.events)) - 1
                if self.possible(everything & ~broken | 1 << number) and len(self.broken) > kept:
                    broken = self.broken.pop()
                    self.broken[-1] = broken

    def shrunk(self, events: Mask) -> Mask:
        """A part of `events`, which rule everything out, that has no event to spare.

        Finds the last event that is needed by halving, keeps it, and goes on before it.
        """
        needed = 0
        rest = bits(events)
        while self.possible(needed):
            low, high = 1, len(rest)
            while low < high:
                middle = (low + high) // 2
                if self.possible(needed | sum(1 << number for number in rest[:middle])):
                    low = middle + 1
                else:
                    high = middle
            needed |= 1 << rest[low - 1]
            rest = rest[: low - 1]
        return needed

    def reason(self, *, holds: bool) -> Why:
        """The smallest reason, given that all events together rule everything out."""
        best = self.shrunk((1 << len(self.events)) - 1)
        effort = Effort(BRANCHES)
        self.checks = 0
        smallest = False
        while self.checks < CHECKS:
            candidate = least_meeting(self.broken, best.bit_count(), effort)
            if candidate is None:
                smallest = effort.left >= 0
                break
            if not self.possible(candidate):
                best = candidate
                smallest = True
                break
            self.narrow()
        return Why(
            holds=holds,
            events=tuple(self.sources[number] for number in bits(best)),
            smallest=smallest,
        )
