"""Sealed chance: every draw is a function of one key, what is drawn, and its place in the record.

The key comes of the game master's sealed seed and of what each seat added before the deal, so
nobody chooses it alone. A draw repeated after a failure is the same draw, and whoever gets the
seed afterwards can recompute all of them. The scheme, byte by byte, is `SCHEME`:

- key = HMAC-SHA256(key = seed, message = "luck" in ASCII, then the SHA-256 of each seat's luck as
  UTF-8, by seat); in `FIRST_SCHEME` the key is the seed;
- block k of a draw = HMAC-SHA256(key, message = "<label>/<index>/<k>" in ASCII), k from 0;
- each block gives four numbers of 8 bytes, big-endian, in order;
- a number below n: the first r < 2^64 - (2^64 mod n), then r mod n;
- a shuffle of a list: for i from its last index down to 1, swap i with a number below i + 1.

`label` is what is drawn (dealer, deal, first, markers, pile, weapons, roll, look, show, answer),
`index` the place of that line among the record's chance and move lines, from 0 (the dealer is
drawn with index 0).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

SCHEME, FIRST_SCHEME = "casekeeper-2", "casekeeper-1"

_T = TypeVar("_T")
_SPAN = 1 << 64


class Lots:
    """The numbers of one draw, in order."""

    def __init__(self, key: bytes, label: str, index: int) -> None:
        self._numbers = _numbers(key, f"{label}/{index}")

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely."""
        limit = _SPAN - _SPAN % n
        return next(number for number in self._numbers if number < limit) % n

    def one(self, items: Sequence[_T]) -> _T:
        """One of the items, each as likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[_T]) -> tuple[_T, ...]:
        """The items in an order, each order as likely."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled)


def _numbers(key: bytes, prefix: str) -> Iterator[int]:
    k = 0
    while True:
        block = hmac.digest(key, f"{prefix}/{k}".encode("ascii"), "sha256")
        yield from (int.from_bytes(block[i : i + 8], "big") for i in range(0, 32, 8))
        k += 1


def stirred(seed: bytes, luck: Sequence[str]) -> bytes:
    """The key of all draws: the sealed seed and what each seat added to it."""
    added = b"".join(hashlib.sha256(text.encode()).digest() for text in luck)
    return hmac.digest(seed, b"luck" + added, "sha256")


def seal(seed: bytes) -> str:
    """The commitment to a seed: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()
