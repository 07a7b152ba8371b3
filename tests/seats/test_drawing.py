"""The quick numbers are the generator's own."""

from random import Random

from gm.seats.drawing import numbers


def test_the_numbers_are_those_of_randrange() -> None:
    quick, slow = numbers(Random(4)), Random(4)
    for n in (1, 2, 3, 10, 1000, 10**40, 7, 1 << 64):
        assert [quick(n) for _ in range(30)] == [slow.randrange(n) for _ in range(30)]
