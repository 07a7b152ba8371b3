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


def prune(plan: Plan, done: int, states: dict[int, int]) -> None:
    """Drop the states after step `done` in which some hand cannot meet its clauses any more."""
    demands: dict[int, Demand] = {}
    for span in plan.spans:
        left = span.touched >> (done + 1)
        if not left or len(span.inside) > 1:
            continue
        slot = span.inside[0]
        if slot not in demands:
            unit = plan.unit[slot]
            demands[slot] = Demand(unit, unit * ((1 << plan.width[slot]) - 1))
        demand = demands[slot]
        if span.touched & ((2 << done) - 1):
            demand.live.append((span.bit, left))
            demand.bits |= span.bit
        else:
            demand.later.append(left)
    for demand in demands.values():
        field, bits, needs = demand.field, demand.bits, demand.needs
        dead = []
        for state in states:
            met = state & bits
            need = needs.get(met)
            if need is None:
                need = demand.need(met)
            if state & field < need:
                dead.append(state)
        for state in dead:
            del states[state]
