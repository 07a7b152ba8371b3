"""bundle: deals drawn from a belief, as bit masks, so that what a question would tell is counted.

Bit n of a mask is the n-th deal. Every outcome of a question is a mask; outcomes of one question
share no deal. Which of several fitting cards is shown, or drawn by lot, is settled per deal by a
random order of the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import log2
from typing import TypeAlias

from gm.deduction.facts import CASE, Card, Place
from gm.deduction.sample import Below, Deal

Mask: TypeAlias = int

MANY = 1 << 30
FEW = 40
"""Up to so many theories the chances of whole theories are counted, above it those of cards."""


class Bundle:
    """So many deals, each as likely as any other."""

    __slots__ = ("_before", "_held", "_order", "_xlogx", "case", "everything", "joint", "size")

    def __init__(
        self, categories: Sequence[Sequence[Card]], deals: Sequence[Deal], below: Below
    ) -> None:
        self.size = len(deals)
        self.everything: Mask = (1 << len(deals)) - 1
        self._held: dict[tuple[Place, Card], Mask] = {}
        theories: dict[tuple[Card, ...], Mask] = {}
        for number, deal in enumerate(deals):
            bit = 1 << number
            for cell in deal.items():
                at = (cell[1], cell[0])
                self._held[at] = self._held.get(at, 0) | bit
            theory = tuple(card for cards in categories for card in cards if deal[card] == CASE)
            theories[theory] = theories.get(theory, 0) | bit
        by_card = [[self.held(CASE, card) for card in cards] for cards in categories]
        self.joint: list[Mask] = list(theories.values())
        few = len(theories) <= FEW
        self.case = [self.joint] if few else [[mask for mask in row if mask] for row in by_card]
        self._xlogx = [0.0, *(n * log2(n) for n in range(1, self.size + 1))]
        self._before: dict[tuple[Card, Card], Mask] = {}
        cards = [card for category in categories for card in category]
        self._order: dict[Card, list[int]] = {card: [below(MANY) for _ in deals] for card in cards}

    def held(self, place: Place, card: Card) -> Mask:
        """The deals in which the card lies there."""
        return self._held.get((place, card), 0)

    def _first(self, card: Card, other: Card) -> Mask:
        """The deals in which `card` would be shown before `other`."""
        if (card, other) not in self._before:
            pairs = zip(self._order[card], self._order[other], strict=True)
            first = sum(1 << n for n, (one, two) in enumerate(pairs) if one < two)
            self._before[card, other] = first
            self._before[other, card] = self.everything ^ first
        return self._before[card, other]

    def shown(self, seat: Place, cards: Sequence[Card], left: Mask) -> Iterator[tuple[Card, Mask]]:
        """By the card that the seat shows of these, the deals among `left` in which it has one."""
        held = [(card, mask) for card in cards if (mask := self.held(seat, card) & left)]
        for card, mask in held:
            for other, too in held:
                if other != card and mask & too:
                    mask &= ~too | self._first(card, other)
            if mask:
                yield card, mask

    def told(
        self, cards: Sequence[Card], order: Iterable[Place]
    ) -> Iterator[tuple[Mask, Place | None, Card | None]]:
        """The outcomes of a question put round: the first seat that holds a card shows one.

        With the seat and the card that it shows; None where nobody holds any.
        """
        left = self.everything
        for seat in order:
            for card, mask in list(self.shown(seat, cards, left)):
                yield mask, seat, card
                left ^= mask
            if not left:
                return
        yield left, None, None

    def answers(self, cards: Sequence[Card], order: Iterable[Place]) -> list[Mask]:
        """The outcomes of a question put round, as deals only."""
        return [mask for mask, _, _ in self.told(cards, order)]

    def handed(self, seat: Place, cards: Iterable[Card]) -> list[Mask]:
        """The outcomes of being handed all that the seat holds of these cards."""
        found = [self.everything]
        for card in cards:
            held = self.held(seat, card)
            found = [part for mask in found for part in (mask & held, mask & ~held) if part]
        return found

    def uncertainty(self, mask: Mask) -> float:
        """Bits of uncertainty about the case among these deals, times their number."""
        xlogx = self._xlogx
        whole = xlogx[mask.bit_count()]
        bits = 0.0
        for row in self.case:
            bits += whole
            for card in row:
                part = (mask & card).bit_count()
                if part:
                    bits -= xlogx[part]
        return bits

    def bits(self, outcomes: Iterable[Mask], daring: float = 0.0) -> float:
        """Bits of uncertainty that are left when one of these has come true.

        On average; with `daring` outcomes that leave little count more, as in a race where only
        the first to know the case wins.
        """
        if not daring:
            return sum(map(self.uncertainty, outcomes)) / self.size
        weighed = 0.0
        for mask in outcomes:
            count = mask.bit_count()
            weighed += count * 2 ** (-daring * self.uncertainty(mask) / count)
        return -log2(weighed / self.size) / daring

    def hits(self, outcomes: Iterable[Mask]) -> float:
        """The chance to name the case right when one of these has come true."""
        best = sum(max((m & theory).bit_count() for theory in self.joint) for m in outcomes)
        return best / self.size
