"""Where each card lies, sealed card by card at the deal: a lie about one shows at once.

Every card has a leaf, in deck order: SHA-256 over a salt of its own, 32 bytes, and the ASCII
text `<card>/<place>`. The place is `case`, `up`, `aside`, or the seat's number. All leaves are
public at the deal, and so is their root: SHA-256 over the leaves, one after the other. Whoever may
know a card gets its salt, and can hold it against its leaf.

The salts come of the match's key, so the opened seed opens all of them; one tells nothing about
another (HMAC-SHA256(key, "leaf/<card>" in ASCII)).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from gm.game.cards import Card, Deck
from gm.game.events import Dealt


def salt(key: bytes, card: Card) -> bytes:
    """The salt of a card's leaf."""
    return hmac.digest(key, f"leaf/{card}".encode("ascii"), "sha256")


def leaf(card: Card, place: str, salted: bytes) -> bytes:
    """The leaf of a card that lies there."""
    return hashlib.sha256(salted + f"{card}/{place}".encode("ascii")).digest()


def leaves(key: bytes, deck: Deck, dealt: Dealt) -> tuple[bytes, ...]:
    """The leaves of a deal, in deck order."""
    places = {
        **dict.fromkeys(dealt.case, "case"),
        **dict.fromkeys(dealt.up, "up"),
        **dict.fromkeys(dealt.aside, "aside"),
        **{card: str(seat) for seat, hand in enumerate(dealt.hands) for card in hand},
    }
    return tuple(leaf(card, places[card], salt(key, card)) for card in deck.cards)


def root(of: Sequence[bytes]) -> bytes:
    """What stands for all leaves."""
    return hashlib.sha256(b"".join(of)).digest()
