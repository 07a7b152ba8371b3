"""Deals drawn from a belief, with the numbers of the seat's own generator."""

from __future__ import annotations

from random import Random

from gm.deduction.sample import Below, Deal, Sampler
from gm.seats.belief import Belief


def numbers(lots: Random) -> Below:
    """What `lots.randrange(n)` gives, with less ado: it is asked thousands of times a move."""
    some_bits = lots.getrandbits

    def below(n: int) -> int:
        bits = n.bit_length()
        number = some_bits(bits)
        while number >= n:
            number = some_bits(bits)
        return number

    return below


def drawn(belief: Belief, count: int, below: Below) -> list[Deal]:
    """So many deals that may be true, as likely as the belief says."""
    sampler = Sampler(belief.known, belief.leaning)
    return [sampler.draw(below) for _ in range(count)]
