"""Where to walk in the mansion: rooms by the best question there and the turns to it (§3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from random import Random

from gm.game.board import PASSAGES, ROOMS, TOKENS, steps_to
from gm.game.cards import Card, Spot
from gm.game.moves import Move, Passage, Roll, Stay, Suggest, Walk
from gm.seats.questions import Asking

PATIENCE = 0.6
"""What is left of a question's worth for each turn that it is further away."""
ONWARD = 0.5
"""What the next room is worth beside the one that is entered now."""
CALLED = 0.05
"""Bits that it costs to call a rival's token into the room: the rival may stay there and ask."""


class Walking:
    """The worth of each way to move, in bits told soon."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        header, board = asking.view.header, asking.view.position.board
        assert board is not None
        dice = header.options["dice"]
        assert isinstance(dice, int)
        self.spot = board.tokens[TOKENS.index(header.tokens[asking.seat])]
        self.throws = [sum(throw) for throw in product(range(1, 7), repeat=dice)]
        self.stride = sum(self.throws) / len(self.throws)
        self.rivals = {
            token
            for seat, token in enumerate(header.tokens)
            if seat != asking.seat and seat not in asking.view.position.out
        }

    def suggestions(self) -> Iterator[Suggest]:
        """Such as name what may be the case, or a card of one's own that settles nothing."""
        known = self.asking.belief
        named = [
            sorted(cards) + [c for c in self.asking.view.hand if c in category][:1]
            for cards, category in zip(known.possible[:2], known.known.categories, strict=False)
        ]
        return (Suggest(cards=pair) for pair in product(*named))

    def cost(self, suggest: Suggest, room: Card) -> float:
        """Bits left open after this suggestion in that room, and what it costs besides."""
        called = CALLED if suggest.cards[0] in self.rivals else 0.0
        return self.asking.left((*suggest.cards, room)) + called

    @cached_property
    def told(self) -> dict[Card, float]:
        """By room, the bits that the best question there would tell."""
        return {
            room: max(0.0, self.asking.now - min(self.cost(s, room) for s in self.suggestions()))
            for room in ROOMS
        }

    def onward(self, spot: Spot, steps: float = 0.0) -> float:
        """The worth of the best room to go to from here, of which so many steps are gone."""
        return max(
            told * float(PATIENCE ** max(1.0, (steps_to(spot, room) - steps) / self.stride))
            for room, told in self.told.items()
            if room != spot
        )

    def arrived(self, spot: Spot) -> float:
        """The worth of standing there at the end of the walk."""
        if isinstance(spot, str):
            return self.told[spot] + ONWARD * self.onward(spot)
        return self.onward(spot)

    def rolled(self) -> float:
        """The worth of a throw, over all that it may show."""
        near = [(steps_to(self.spot, room), room) for room in ROOMS if room != self.spot]
        worth = 0.0
        for throw in self.throws:
            rooms = (self.arrived(room) for steps, room in near if steps <= throw)
            worth += max(rooms, default=self.onward(self.spot, throw))
        return worth / len(self.throws)

    def worth(self, move: Move) -> float:
        """The worth of a move before the suggestion; 0 for what moves nobody."""
        match move:
            case Walk(to=spot):
                return self.arrived(spot)
            case Passage():
                assert isinstance(self.spot, str)
                return self.arrived(PASSAGES[self.spot])
            case Stay():
                return self.arrived(self.spot)
            case Roll():
                return self.rolled()
            case _:
                return 0.0


def walk(moves: Sequence[Move], asking: Asking, lots: Random) -> Move:
    """The best of these moves of the mansion, accusations apart; of equals one by lot."""
    walking = Walking(asking)
    if any(isinstance(move, Suggest) for move in moves):
        room = asking.room()
        suggestions = list(walking.suggestions())
        lots.shuffle(suggestions)
        return min(suggestions, key=lambda suggest: walking.cost(suggest, room))
    shuffled = list(moves)
    lots.shuffle(shuffled)
    return max(shuffled, key=walking.worth)
