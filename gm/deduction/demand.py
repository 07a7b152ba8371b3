"""States that lead nowhere: hands too full for the clauses they still have to meet.

Dropping them changes no count, only the work.
"""

from gm.deduction.plan import Plan


class Demand:
    """How much room one hand needs, by which of its clauses in play are met."""

    __slots__ = ("bits", "field", "later", "live", "needs", "unit")

    def __init__(self, unit: int, field: int) -> None:
        self.unit = unit
        self.field = field
        self.bits = 0
        self.live: list[tuple[int, int]] = []
        self.later: list[int] = []
        self.needs: dict[int, int] = {}

    def need(self, met: int) -> int:
        """The least room, in units of the hand, for the clauses not met; kept in `needs`."""
        unmet = [steps for bit, steps in self.live if not met & bit]
        need = self.needs[met] = least(unmet + self.later) * self.unit
        return need


def least(sets: list[int]) -> int:
    """The size of a smallest set that meets all the given sets (as bits)."""
    if not sets:
        return 0
    narrow = min(sets, key=int.bit_count)
    best = len(sets)
    while narrow:
        element = narrow & -narrow
        narrow ^= element
        best = min(best, 1 + least([other for other in sets if not other & element]))
    return best


def demands(plan: Plan, done: int) -> list[Demand]:
    """What each hand must still be able to take once the first `done` steps are over."""
    found: dict[int, Demand] = {}
    for span in plan.spans:
        left = span.touched >> done
        if not left or len(span.inside) > 1:
            continue
        slot = span.inside[0]
        if slot not in found:
            unit = plan.unit[slot]
            found[slot] = Demand(unit, unit * ((1 << plan.width[slot]) - 1))
        demand = found[slot]
        if span.touched & ((1 << done) - 1):
            demand.live.append((span.bit, left))
            demand.bits |= span.bit
        else:
            demand.later.append(left)
    return list(found.values())


def hopeless(asked: list[Demand], state: int) -> bool:
    """Whether some hand has too little room left for its clauses."""
    for demand in asked:
        met = state & demand.bits
        need = demand.needs.get(met)
        if need is None:
            need = demand.need(met)
        if state & demand.field < need:
            return True
    return False


def prune(plan: Plan, done: int, states: dict[int, int]) -> None:
    """Drop the states after the first `done` steps that lead nowhere."""
    asked = demands(plan, done)
    for state in [state for state in states if hopeless(asked, state)]:
        del states[state]
