"""A second counter, of another family: hand by hand instead of card by card.

For each seat it lists every hand its facts allow, then joins the lists over the set of cards
used so far. It shares no code and no idea with `gm.deduction` but the fact types, and is fast
only where a few facts are known.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, product

from gm.deduction.facts import (
    CASE,
    UP,
    Card,
    CaseIs,
    Has,
    HasExactly,
    HasNot,
    HasOneOf,
    NotCase,
    Place,
    Problem,
)


@dataclass(frozen=True, kw_only=True)
class Count:
    """Deals in all, per card and place, per theory."""

    deals: int
    cells: dict[tuple[Card, Place], int]
    theories: dict[tuple[Card, ...], int]


class Rule:
    """What the facts say of one place: cards it must or cannot hold, sets it must meet or not be.

    Sets of cards are bit masks.
    """

    def __init__(self, problem: Problem, place: Place, number: dict[Card, int]) -> None:
        def mask(cards: Iterable[Card]) -> int:
            return sum(1 << number[card] for card in set(cards))

        self.must = mask(problem.up) if place == UP else 0
        self.never = 0 if place == UP else mask(problem.up)
        self.meet: list[int] = []
        self.refuse: list[int] = []
        for fact in problem.facts:
            match fact:
                case Has(place=other, card=card):
                    self.hold(mask([card]), here=place == other)
                case HasNot(place=other, card=card):
                    self.never |= mask([card]) if place == other else 0
                case HasOneOf(place=other, cards=cards):
                    self.meet += [mask(cards)] if place == other else []
                case HasExactly(place=other, among=among, cards=cards):
                    self.hold(mask(cards), here=place == other)
                    self.never |= mask(set(among) - set(cards)) if place == other else 0
                case CaseIs(theory=theory):
                    self.hold(mask(theory), here=place == CASE)
                case NotCase(theory=theory):
                    self.refuse += [mask(theory)] if place == CASE else []

    def hold(self, cards: int, *, here: bool) -> None:
        """The cards lie here, or somewhere else."""
        if here:
            self.must |= cards
        else:
            self.never |= cards

    def allows(self, held: int) -> bool:
        """Whether the place may hold exactly these cards."""
        return (
            held & self.must == self.must
            and not held & self.never
            and held not in self.refuse
            and all(held & some for some in self.meet)
        )


def count(problem: Problem, limit: int) -> Count | None:
    """The counts, or None when joining the hands would take more than `limit` steps."""
    number = {card: i for i, card in enumerate(problem.cards)}
    up = sum(1 << number[card] for card in problem.up)
    whole = (1 << len(number)) - 1 - up
    rule = {place: Rule(problem, place, number) for place in problem.places}
    case_of = {
        sum(1 << number[card] for card in theory): theory
        for theory in product(*problem.categories)
    }
    case_of = {mask: theory for mask, theory in case_of.items() if rule[CASE].allows(mask)}
    if UP in rule and not rule[UP].allows(up):
        case_of = {}
    hands: list[tuple[Place, list[int]]] = []
    for place in problem.places:
        if place not in (UP, CASE):
            size = problem.aside if isinstance(place, str) else problem.sizes[place]
            must, never = rule[place].must, rule[place].never
            able = [1 << i for i in range(len(number)) if not (must | never) >> i & 1]
            more = size - must.bit_count()
            chosen = (must + sum(cards) for cards in combinations(able, more)) if more >= 0 else ()
            hands.append((place, [hand for hand in chosen if rule[place].allows(hand)]))
    hands.sort(key=lambda each: len(each[1]))
    forward: list[Counter[int]] = [Counter({0: 1})]
    for _, each in hands:
        limit -= len(forward[-1]) * len(each)
        if limit < 0:
            return None
        reached: Counter[int] = Counter()
        for used, ways in forward[-1].items():
            for hand in each:
                if not used & hand:
                    reached[used | hand] += ways
        forward.append(reached)
    back = Counter({whole ^ case: 1 for case in case_of if case & whole == case})
    found = {case_of[whole ^ used]: forward[-1][used] for used in back if forward[-1][used]}
    deals = sum(found.values())
    held: Counter[tuple[Place, int]] = Counter()
    for theory, ways in found.items():
        held[CASE, sum(1 << number[card] for card in theory)] = ways
    for (place, each), before in zip(reversed(hands), reversed(forward[:-1]), strict=True):
        earlier: Counter[int] = Counter()
        for used, ways in before.items():
            for hand in each:
                if not used & hand and used | hand in back:
                    onward = back[used | hand]
                    earlier[used] += onward
                    held[place, hand] += ways * onward
        back = earlier
    held[UP, up] = deals
    cells = {(card, place): 0 for card in problem.cards for place in problem.places}
    for (place, mask), ways in held.items():
        for card, i in number.items():
            if mask >> i & 1:
                cells[card, place] += ways
    return Count(deals=deals, cells=cells, theories=found)
