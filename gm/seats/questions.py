"""What a question, a look or a tip would tell: its outcomes over a bundle of deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from gm.deduction.bundle import Bundle, Mask
from gm.game.board import TOKENS
from gm.game.cards import Card, Seat
from gm.game.decks import ACTIONS, ActionKind
from gm.game.moves import Ask, Move, Play, Suggest
from gm.game.view import View
from gm.seats.belief import Belief

DARING: Mapping[str, float] = MappingProxyType({"casefile": 0.0, "getaway": 1.0, "mansion": 1.0})
"""How much a question is weighed by the chance to be done at once. Two cards tell most on
average; of three, such as may be the very case count more. How much more makes no difference that
was measured (deploy/docs/seats.md).
"""
LIKELY = 12
"""So many theories are thought of as a next question."""
SHARED = 0.5
"""What a look is worth that everybody takes at the same time."""


class Asking:
    """What a seat may ask, weighed by the bits that it leaves open about the case."""

    def __init__(self, view: View, belief: Belief, bundle: Bundle) -> None:
        assert view.seat is not None
        self.view, self.belief, self.bundle = view, belief, bundle
        self.seat: Seat = view.seat
        self.order = view.header.clockwise(view.seat)
        self.daring = DARING[view.header.rules]
        self.now = self._bits([bundle.everything])
        self._left: dict[tuple[Card, ...], float] = {}

    def _bits(self, outcomes: Iterable[Mask]) -> float:
        return self.bundle.bits(outcomes, self.daring)

    def left(self, cards: tuple[Card, ...]) -> float:
        """Bits left open after asking for these cards."""
        if cards not in self._left:
            self._left[cards] = self._bits(self.bundle.answers(cards, self.order))
        return self._left[cards]

    def named(self, move: Move) -> tuple[Card, ...] | None:
        """The cards that a move asks for aloud, where it asks for any."""
        match move:
            case Ask(cards=cards):
                return cards
            case Suggest(cards=cards):
                return (*cards, self.room())
            case Play(action=action, cards=cards) if cards is not None:
                here = ACTIONS[action].kind is ActionKind.PRESENT
                return (*cards, self.view.position.markers[self.seat]) if here else cards
            case _:
                return None

    def room(self) -> Card:
        """The room that the seat's token is in."""
        board = self.view.position.board
        assert board is not None
        room = board.tokens[TOKENS.index(self.view.header.tokens[self.seat])]
        assert isinstance(room, str)
        return room

    def left_after(self, move: Move) -> float:
        """Bits left open after a move; as many as now where it tells nothing."""
        named = self.named(move)
        if named is not None:
            return self.left(named)
        return self._left_after_play(move) if isinstance(move, Play) else self.now

    def hope(self, move: Move) -> float:
        """The chance to name the case right once this is answered; where the move asks nothing,
        once the best of some likely theories is asked for.
        """
        named = self.named(move)
        asked = [named] if named else [theory for theory, _ in self.belief.ranked[:LIKELY]]
        order = self.order
        return max(self.bundle.hits(self.bundle.answers(cards, order)) for cards in asked)

    def _left_after_play(self, play: Play) -> float:
        action, bundle = ACTIONS[play.action], self.bundle
        asks, seats = sorted(action.asks), len(self.view.header.seats)
        match action.kind:
            case ActionKind.SNOOP:
                return self._bits(self._look(play.target))
            case ActionKind.ALL_SNOOP:
                left = self._bits(self._look((self.seat + action.step) % seats))
                return self.now - SHARED * (self.now - left)
            case ActionKind.SLEUTH:
                return self._left_after_all(asks)
            case ActionKind.TIP if play.target is not None:
                if action.whole:
                    return self._bits(bundle.handed(play.target, asks))
                return self._bits(bundle.answers(asks, (play.target,)))
            case _:
                return self.now

    def _look(self, target: Seat | None) -> list[Mask]:
        """A card of the hand by lot: any card of it is as likely to come first."""
        assert target is not None
        return self.bundle.answers(self.belief.known.cards, (target,))

    def _left_after_all(self, cards: Sequence[Card]) -> float:
        """Each seat's answer by itself: taken together they would split the bundle too finely."""
        answers = (self.bundle.answers(cards, (seat,)) for seat in self.order)
        told = sum(self.now - self._bits(outcomes) for outcomes in answers)
        return max(self.now - told, 0.0)
