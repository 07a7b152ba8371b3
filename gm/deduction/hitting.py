"""Smallest sets that meet every given set, the engine behind smallest reasons.

Sets are bit masks. The search is exact; its effort is bounded by a count of steps, never by time.
"""


class Effort:
    """A number of steps that may still be spent."""

    __slots__ = ("left",)

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self) -> bool:
        """Take one step; False when none is left."""
        self.left -= 1
        return self.left >= 0


def floor(sets: list[int]) -> int:
    """A lower bound: how many of the sets, narrow ones first, share nothing with each other."""
    used = count = 0
    for each in sorted(sets, key=int.bit_count):
        if not each & used:
            used |= each
            count += 1
    return count


def meeting(sets: list[int], size: int, effort: Effort) -> int | None:
    """A set of at most `size` elements that meets all sets, or None if there is none.

    None is a proof only while `effort` is left.
    """
    if not sets:
        return 0
    if floor(sets) > size or not effort.spend():
        return None
    narrow = min(sets, key=int.bit_count)
    refused = 0
    elements = []
    while narrow:
        element = narrow & -narrow
        narrow ^= element
        elements.append((sum(1 for each in sets if each & element), element))
    for _, element in sorted(elements, reverse=True):
        rest = [each & ~refused for each in sets if not each & element]
        found = meeting(rest, size - 1, effort) if all(rest) else None
        if found is not None:
            return found | element
        refused |= element
    return None


def least_meeting(sets: list[int], below: int, effort: Effort) -> int | None:
    """A smallest set with fewer than `below` elements that meets all sets, or None."""
    for size in range(floor(sets), below):
        found = meeting(sets, size, effort)
        if found is not None:
            return found
        if effort.left < 0:
            return None
    return None
