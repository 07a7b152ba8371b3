"""What a match is, before anything happened: rules, deck, options, seats, dealer."""

from __future__ import annotations

from dataclasses import dataclass

from gm.game.cards import Card, Deck, Seat
from gm.game.decks import DECKS
from gm.game.options import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line of a record, checked by its rule set (`RuleSet.header`).

    `options` holds every option of the rules, defaults included; `seats` are the seats' names
    in the record; `dealer` is None where the rules know none; `tokens` is the suspect that each
    seat plays, () where the rules have no board.
    """

    rules: str
    deck: str | None
    options: Options
    seats: tuple[str, ...]
    dealer: Seat | None
    tokens: tuple[Card, ...] = ()

    @property
    def cards(self) -> Deck:
        """The deck that is played with."""
        return DECKS[self.rules, self.deck]

    def clockwise(self, start: Seat) -> tuple[Seat, ...]:
        """The other seats in the order from the left of `start`."""
        n = len(self.seats)
        return tuple((start + step) % n for step in range(1, n))
