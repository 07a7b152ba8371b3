"""One pool of interchangeable cards, and every way to place it.

Only numbers matter: how many cards of the pool go to each hand, and which categories get their
case card from it. An option counts all the deals of the pool that look alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial

from gm.deduction.position import Mask


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One way to place a pool: `to_case` group numbers, `counts` cards for each of its slots.

    `take` is what it subtracts from a state, `meet` the clause bits it sets, `ways` the number
    of deals of the pool it stands for (with a leaning, what they count together), `theory` its
    shift in the joint table of the case.
    """

    to_case: tuple[int, ...]
    counts: tuple[int, ...]
    take: int
    meet: int
    ways: int
    theory: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The cards of a pool that can be the case's card of one category.

    `weight`: what a deal counts for one of them in the case.
    """

    category: int
    cards: Mask
    size: int
    unit: int
    theory: int
    weight: int = 1


class Step:
    """One pool, its slots outside the case, and what a state must show after it."""

    __slots__ = (
        "_fill",
        "cards",
        "ceiling",
        "clears",
        "groups",
        "last",
        "meets",
        "needs",
        "own",
        "size",
        "slots",
        "unit",
        "weight",
        "width",
    )

    def __init__(
        self,
        cards: Mask,
        slots: list[int],
        unit: list[int],
        width: list[int],
        weight: list[int] | None = None,
    ) -> None:
        self.cards = cards
        self.size = cards.bit_count()
        self.slots = slots
        self.unit = unit
        self.width = width
        self.weight = weight
        self.groups: list[Group] = []
        self.meets: list[tuple[int, list[int], bool]] = []
        self.own: list[tuple[list[int], bool]] = []
        self.needs = 0
        self.clears = 0
        self.ceiling = 0
        self.last = False
        self._fill: dict[int, Option | None] = {}

    def options(self, room: list[int]) -> Iterator[Option]:
        """Every way to place the pool that meets the clauses it alone can meet."""
        limits = [room[slot] for slot in self.slots]
        for to_case in _subsets(len(self.groups), self.size):
            for counts in _splits(self.size - len(to_case), limits):
                option = self.option(to_case, counts)
                if option is not None:
                    yield option

    def option(self, to_case: tuple[int, ...], counts: tuple[int, ...]) -> Option | None:
        """The option, or None when a clause only this pool touches stays unmet."""
        for at, case in self.own:
            if not (case and to_case) and not any(counts[i] for i in at):
                return None
        take = theory = meet = 0
        ways = factorial(self.size - len(to_case))
        for number in to_case:
            group = self.groups[number]
            take += group.unit
            theory += group.theory
            ways *= group.size * group.weight
        for unit, count in zip(self.unit, counts, strict=True):
            if count:
                take += unit * count
                if count > 1:
                    ways //= factorial(count)
        if self.weight is not None:
            for weight, count in zip(self.weight, counts, strict=True):
                ways *= weight**count
        for bit, at, case in self.meets:
            if (case and to_case) or any(counts[i] for i in at):
                meet |= bit
        return Option(
            to_case=to_case, counts=counts, take=take, meet=meet, ways=ways, theory=theory
        )

    def filling(self, take: int) -> Option | None:
        """The one option of the last step that uses up all the room left, unless clauses forbid.

        The ceilings of the steps before let no room be left where this pool cannot go.
        """
        if take not in self._fill:
            to_case = tuple(i for i, group in enumerate(self.groups) if take & group.unit)
            counts = tuple(
                take // unit & ((1 << width) - 1)
                for unit, width in zip(self.unit, self.width, strict=True)
            )
            self._fill[take] = self.option(to_case, counts)
        return self._fill[take]


def _subsets(groups: int, size: int) -> list[tuple[int, ...]]:
    """Every set of at most `size` group numbers."""
    found: list[tuple[int, ...]] = [()]
    for number in range(groups):
        found += [(*chosen, number) for chosen in found if len(chosen) < size]
    return found


def _splits(total: int, limits: list[int]) -> list[tuple[int, ...]]:
    """Every way to split `total` over slots within their limits."""
    partial: list[tuple[int, tuple[int, ...]]] = [(total, ())]
    after = sum(limits)
    for limit in limits:
        after -= limit
        partial = [
            (rest - count, (*counts, count))
            for rest, counts in partial
            for count in range(max(0, rest - after), min(rest, limit) + 1)
        ]
    return [counts for rest, counts in partial if rest == 0]
