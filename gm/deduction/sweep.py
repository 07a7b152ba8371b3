"""The sweep: the exact number of ways from every state, and through every option.

Forward, each state's value is the whole table of the case packed in one integer (one fixed-width
entry per combination of pools), because a card put into the case only shifts it. Backward, plain
counts of completions. Nothing is ever rounded or sampled.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

from gm.deduction.demand import demands, hopeless, prune
from gm.deduction.plan import Plan
from gm.deduction.step import Option, Step

Edges: TypeAlias = list[tuple[Option, list[tuple[int, int]]]]


CROWDED: Final = 100
"""From this many states on it pays to look for those that lead nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Everything a finished sweep knows.

    `table` is the packed table of the case, `through[k]` the options of step k with the number
    of deals that use each, `after[k]` the completions of every state before step k, `work` the
    number of transitions.
    """

    table: int
    through: list[list[tuple[Option, int]]]
    after: list[dict[int, int]]
    work: int


def moves(plan: Plan, step: Step, states: dict[int, int]) -> Edges:
    """Every option of the step with the (state, next state) pairs it is possible for."""
    if step.last:
        return _last(plan, step, states)
    guard, fields, needs, clears = plan.guard, plan.fields, step.needs, step.clears
    ceiling = step.ceiling
    bounded = ceiling & fields != plan.start & fields
    edges: Edges = []
    for option in step.options(plan.settled.room):
        take, meet = option.take, option.meet
        pairs = []
        for state in states:
            rest = state - take
            if rest & guard != guard:
                continue
            rest |= meet
            if needs:
                if rest & needs != needs:
                    continue
                rest &= clears
            if bounded and (ceiling - (rest & fields)) & guard != guard:
                continue
            pairs.append((state, rest))
        if pairs:
            edges.append((option, pairs))
    return edges


def _last(plan: Plan, step: Step, states: dict[int, int]) -> Edges:
    """The last pool has no choice: it fills what room is left."""
    fields, needs = plan.fields, step.needs
    pairs_of: dict[int, tuple[Option, list[tuple[int, int]]]] = {}
    for state in states:
        option = step.filling(state & fields)
        if option is not None and (state | option.meet) & needs == needs:
            pairs_of.setdefault(option.take, (option, []))[1].append((state, 0))
    return list(pairs_of.values())


def sweep(plan: Plan) -> Sweep:
    """Both directions over the whole plan; `table` is 0 when no deal is possible."""
    forward: list[dict[int, int]] = [{plan.start: 1}]
    edges: list[Edges] = []
    work = 0
    for step in plan.steps:
        states = forward[-1]
        reached: dict[int, int] = {}
        found = moves(plan, step, states)
        for option, pairs in found:
            ways, theory = option.ways, option.theory
            work += len(pairs)
            if theory or ways > 1:
                for state, rest in pairs:
                    value = states[state] * ways << theory
                    if rest in reached:
                        reached[rest] += value
                    else:
                        reached[rest] = value
            else:
                for state, rest in pairs:
                    if rest in reached:
                        reached[rest] += states[state]
                    else:
                        reached[rest] = states[state]
        if len(reached) > CROWDED:
            prune(plan, len(edges) + 1, reached)
        forward.append(reached)
        edges.append(found)
    table = forward.pop().get(0, 0)
    whole = (1 << plan.word) - 1
    after: list[dict[int, int]] = [{0: 1}]
    through: list[list[tuple[Option, int]]] = []
    while edges:
        states = forward.pop()
        following = after[-1]
        completions: dict[int, int] = {}
        plain: dict[int, int] = {}
        used = []
        for option, pairs in edges.pop():
            ways = option.ways
            deals = 0
            for state, rest in pairs:
                if rest in following:
                    on = following[rest]
                    if state in completions:
                        completions[state] += on * ways
                    else:
                        completions[state] = on * ways
                        plain[state] = states[state] % whole
                    deals += plain[state] * on
            if deals:
                used.append((option, deals * ways))
        through.append(used)
        after.append(completions)
    through.reverse()
    after.reverse()
    return Sweep(table=table, through=through, after=after, work=work)


def one_deal(plan: Plan) -> list[Option] | None:
    """Some possible choice of options, one per step, or None; depth first, dead states kept."""
    steps = plan.steps
    guard, fields = plan.guard, plan.fields
    asked = [demands(plan, done) for done in range(len(steps))]
    if hopeless(asked[0], plan.start):
        return None
    fresh = [step.options(plan.settled.room) for step in steps]
    options: list[list[Option]] = [[] for _ in steps]
    dead: set[tuple[int, int]] = set()
    chosen: list[Option] = []

    def descend(at: int, state: int) -> bool:
        step = steps[at]
        if step.last:
            option = step.filling(state & fields)
            if option is None or (state | option.meet) & step.needs != step.needs:
                return False
            chosen.append(option)
            return True
        needs, clears, ceiling = step.needs, step.clears, step.ceiling
        for option in chain(options[at], _kept(fresh[at], options[at])):
            rest = state - option.take
            if rest & guard != guard:
                continue
            rest |= option.meet
            if rest & needs != needs:
                continue
            rest &= clears
            if (ceiling - (rest & fields)) & guard != guard or (at, rest) in dead:
                continue
            if not hopeless(asked[at + 1], rest):
                chosen.append(option)
                if descend(at + 1, rest):
                    return True
                chosen.pop()
            dead.add((at, rest))
        return False

    return chosen if descend(0, plan.start) else None


def _kept(fresh: Iterator[Option], options: list[Option]) -> Iterator[Option]:
    """What the iterator still gives, kept for the next one who comes by."""
    for option in fresh:
        options.append(option)
        yield option
