"""The order in which a sweep places the open cards, and how.

Cards that may lie in the same hands and occur in the same unmet clauses form one pool; only
their numbers matter. A step places a whole pool. A state is one integer: per slot the room left
below a guard bit (so "does it fit" is one subtraction and one mask), above it one bit per clause
that is in play and already met. Two histories with the same state have the same future.
"""

from dataclasses import dataclass
from math import factorial

from gm.deduction.leaning import Leaning, split, weights
from gm.deduction.position import Clause, Deck, Mask, Settled, bits
from gm.deduction.step import Group, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A clause in the sweep: its slots, the steps that touch it (as bits), its state bit or 0."""

    inside: tuple[int, ...]
    touched: int
    bit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The steps, the state they start from, and the layout of states and the joint table.

    `guard` are the guard bits, `fields` the room bits, `word` the bits of one entry of the
    joint table, `entries[c]` the (cards, size) of the groups of category c with its stride.
    """

    steps: list[Step]
    start: int
    guard: int
    fields: int
    word: int
    entries: list[list[tuple[Mask, int, int]]]
    spans: list[Span]
    unit: list[int]
    width: list[int]
    settled: Settled


def pools(deck: Deck, settled: Settled, leaning: Leaning | None = None) -> list[Mask]:
    """The open cards by what tells them apart: possible hands, unmet clauses, a leaning."""
    found = [settled.free]
    for mask in (*settled.where[: deck.first_case], *(cards for cards, _, _ in settled.clauses)):
        apart = []
        for pool in found:
            inside = pool & mask
            if inside and inside != pool:
                apart += [inside, pool ^ inside]
            else:
                apart.append(pool)
        found = apart
    if leaning is not None:
        found = [part for pool in found for part in split(deck, settled, leaning, pool)]
    return found


def order(found: list[Mask], clauses: list[Clause], weight: list[int]) -> list[Mask]:
    """The pools, so that few clauses are in play at once; free ones last, the widest at the end.

    `weight` says how many slots each pool may go to.
    """
    touching = [
        sum(1 << i for i, (cards, _, _) in enumerate(clauses) if cards & pool) for pool in found
    ]
    after = [0] * len(clauses)
    for touched in touching:
        for i in bits(touched):
            after[i] += 1
    bound = [i for i, touched in enumerate(touching) if touched]
    ordered = []
    in_play = 0
    while bound:
        best, best_score = bound[0], None
        for i in bound:
            touched = touching[i]
            opened = (touched & ~in_play).bit_count()
            closed = sum(1 for k in bits(touched) if after[k] == 1)
            score = 4 * (opened - closed) - 2 * (touched & in_play).bit_count()
            score += weight[i] + 2 * found[i].bit_count()
            if best_score is None or score < best_score:
                best, best_score = i, score
        bound.remove(best)
        ordered.append(best)
        for k in bits(touching[best]):
            after[k] -= 1
            in_play = in_play | 1 << k if after[k] else in_play & ~(1 << k)
    loose = [i for i, touched in enumerate(touching) if not touched]
    loose.sort(key=lambda i: (found[i].bit_count() > 1, weight[i] * found[i].bit_count()))
    return [found[i] for i in (*ordered, *loose)]


def plan(deck: Deck, settled: Settled, leaning: Leaning | None = None) -> Plan:
    """The sweep of an open position that has at least one open card."""
    room = settled.room
    unit = [0] * len(room)
    width = [0] * len(room)
    at = start = guard = 0
    for slot, size in enumerate(room):
        if size:
            width[slot] = size.bit_length()
            unit[slot] = 1 << at
            start |= size << at
            at += width[slot]
            guard |= 1 << at
            at += 1
    fields = (1 << at) - 1 & ~guard
    found = pools(deck, settled, leaning)
    hands = [
        [s for s in range(deck.first_case) if settled.where[s] & pool and room[s]]
        for pool in found
    ]
    slots_of = dict(zip(found, hands, strict=True))
    ordered = order(found, settled.clauses, [len(slots) for slots in hands])
    bound = factorial(settled.free.bit_count())
    for size in room:
        bound //= factorial(size)
    weight = {pool: weights(deck, settled, leaning, pool) for pool in found}
    for pool, by_slot in weight.items():
        bound *= max(by_slot.values(), default=1) ** pool.bit_count()
    word = (bound.bit_length() + 8) // 8 * 8
    steps = [
        Step(
            pool,
            slots_of[pool],
            [unit[s] for s in slots_of[pool]],
            [width[s] for s in slots_of[pool]],
            [weight[pool].get(s, 1) for s in slots_of[pool]] if weight[pool] else None,
        )
        for pool in ordered
    ]
    entries = _group(deck, settled, steps, unit, word, weight)
    spans = _spans(deck, settled, steps, at)
    left = [0] * len(room)
    for step in reversed(steps):
        step.ceiling = guard | sum(
            min(size, after) * u for size, after, u in zip(room, left, unit, strict=True)
        )
        for slot in step.slots:
            left[slot] += step.size
        for group in step.groups:
            left[deck.first_case + group.category] += group.size
    steps[-1].last = True
    return Plan(
        steps=steps,
        start=start | guard,
        guard=guard,
        fields=fields,
        word=word,
        entries=entries,
        spans=spans,
        unit=unit,
        width=width,
        settled=settled,
    )


def _group(
    deck: Deck,
    settled: Settled,
    steps: list[Step],
    unit: list[int],
    word: int,
    weight: dict[Mask, dict[int, int]],
) -> list[list[tuple[Mask, int, int]]]:
    """Fill in which cards of each step can be in the case; give each its place in the table."""
    entries: list[list[tuple[Mask, int, int]]] = []
    stride = word
    for category in range(len(deck.categories)):
        slot = deck.first_case + category
        row: list[tuple[Mask, int, int]] = []
        if settled.room[slot]:
            for step in steps:
                cards = step.cards & settled.where[slot]
                if cards:
                    theory = stride * len(row)
                    size = cards.bit_count()
                    group = Group(
                        category=category,
                        cards=cards,
                        size=size,
                        unit=unit[slot],
                        theory=theory,
                        weight=weight[step.cards].get(slot, 1),
                    )
                    step.groups.append(group)
                    row.append((cards, size, theory))
            stride *= len(row)
        else:
            row.append((settled.where[slot], 1, 0))
        entries.append(row)
    return entries


def _spans(deck: Deck, settled: Settled, steps: list[Step], at: int) -> list[Span]:
    """Give each clause a bit from the first step that touches it to the last."""
    spare: list[int] = []
    ends: dict[int, list[int]] = {}
    touching = [
        ([i for i, step in enumerate(steps) if step.cards & cards], inside)
        for cards, inside, _ in settled.clauses
    ]
    touching.sort(key=lambda clause: clause[0][0])
    spans = []
    now = 0
    for touched, inside in touching:
        case = inside[-1] >= deck.first_case
        bit = 0
        if len(touched) > 1:
            while now < touched[0]:  # a bit is free again after the step that drops it
                spare += ends.pop(now, [])
                now += 1
            if spare:
                bit = spare.pop()
            else:
                bit = 1 << at
                at += 1
            steps[touched[-1]].needs |= bit
            ends.setdefault(touched[-1], []).append(bit)
        for i in touched:
            step = steps[i]
            positions = [k for k, s in enumerate(step.slots) if s in inside]
            if bit:
                step.meets.append((bit, positions, case))
            else:
                step.own.append((positions, case))
        spans.append(Span(inside=inside, touched=sum(1 << i for i in touched), bit=bit))
    for step in steps:
        step.clears = ~step.needs
    return spans
