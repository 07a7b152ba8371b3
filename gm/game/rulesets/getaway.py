"""getaway: action cards over suspect, vehicle and destination (§2). Only its differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, product
from types import MappingProxyType
from typing import ClassVar

from gm.game.cards import UNKNOWN, Card, Seat
from gm.game.chance import Lots
from gm.game.decks import ACTIONS, GETAWAY, ActionKind
from gm.game.events import (
    Awaited,
    Chance,
    ChanceDue,
    ChanceKind,
    ChanceNode,
    Dealt,
    Drew,
    Looked,
    MarkersDealt,
    Moved,
    PileShuffled,
    PutBack,
    Swapped,
    TurnBegan,
    WaitKind,
)
from gm.game.header import Header
from gm.game.moves import TIP, Answer, End, Move, Play
from gm.game.position import Wait
from gm.game.reasons import Illegal, Reason
from gm.game.rulesets.ruleset import Course, RuleSet
from gm.game.state import State


class Getaway(RuleSet):
    """The action-card game for three to six seats."""

    name = "getaway"
    decks: ClassVar[Mapping[str | None, range]] = MappingProxyType({None: range(3, 7)})
    setup = (ChanceKind.DEAL, ChanceKind.MARKERS, ChanceKind.PILE)

    def header(
        self,
        *,
        deck: str | None,
        options: Mapping[str, object],
        seats: Sequence[str],
        dealer: Seat | None,
        tokens: Sequence[Card] | None = None,
    ) -> Header:
        """A checked header; getaway needs a dealer."""
        if dealer is None:
            raise Illegal(Reason.WRONG_DEALER, dealer=dealer)
        header = super().header(
            deck=deck, options=options, seats=seats, dealer=dealer, tokens=tokens
        )
        return replace(header, dealer=dealer)

    def sizes(self, header: Header) -> tuple[tuple[int, ...], int]:
        """18 cards dealt one at a time from the dealer's left, none face up."""
        assert header.dealer is not None
        seats = len(header.seats)
        each, more = divmod(18, seats)
        larger = header.clockwise(header.dealer)[:more]
        return tuple(each + (seat in larger) for seat in range(seats)), 0

    # -- chance ------------------------------------------------------------------------------

    def check_chance(self, state: State, entry: Chance) -> None:
        """Refuse a draw of the wrong kind, or of cards that cannot come."""
        node = state.due[0]
        match entry:
            case Dealt() if node.kind is ChanceKind.DEAL:
                self.check_deal(state, entry)
            case MarkersDealt() if node.kind is ChanceKind.MARKERS:
                self._check_markers(state, entry)
            case PileShuffled() if node.kind is ChanceKind.PILE:
                self._check_pile(state, entry)
            case Looked() if node.kind is ChanceKind.LOOK:
                if (entry.seat, entry.target) != (node.seat, node.target):
                    raise Illegal(Reason.WRONG_CHANCE)
                # The owner of the hand does not learn the card: its record hides it even there.
                if entry.card != UNKNOWN and not state.may_hold(entry.target, entry.card):
                    raise Illegal(Reason.NOT_HELD, card=entry.card)
            case _:
                raise Illegal(Reason.WRONG_CHANCE)

    def _check_markers(self, state: State, entry: MarkersDealt) -> None:
        if len(entry.seats) != len(state.header.seats):
            raise Illegal(Reason.WRONG_COUNT)
        for marker in entry.seats:
            self._check_marker(state, marker)
        if len(set(entry.seats)) != len(entry.seats):
            raise Illegal(Reason.DUPLICATE_CARD)

    def _check_marker(self, state: State, marker: Card) -> None:
        if marker not in state.header.cards.categories[2].cards:
            raise Illegal(Reason.NO_SUCH_CARD, card=marker)

    def _check_pile(self, state: State, entry: PileShuffled) -> None:
        expected = Counter(self._pile(state))
        given = Counter(card for card in entry.cards if card != UNKNOWN)
        if any(card not in ACTIONS for card in given):
            raise Illegal(Reason.NO_SUCH_CARD)
        if len(entry.cards) != expected.total() or given - expected:
            raise Illegal(Reason.WRONG_COUNT)

    def draw(self, state: State, lots: Lots) -> Chance:
        """The case a category at a time, then what is left dealt one at a time (§2)."""
        node = state.due[0]
        seats, deck = len(state.header.seats), state.header.cards
        match node.kind:
            case ChanceKind.DEAL:
                assert state.header.dealer is not None
                dealer = state.header.dealer
                return self.draw_deal(state, lots, (*state.header.clockwise(dealer), dealer))
            case ChanceKind.MARKERS:
                return MarkersDealt(seats=lots.shuffled(deck.categories[2].cards)[:seats])
            case ChanceKind.PILE:
                return PileShuffled(cards=lots.shuffled(self._pile(state)))
            case _:
                assert node.seat is not None
                assert node.target is not None
                card = lots.one(state.cards_of(node.target))
                return Looked(seat=node.seat, target=node.target, card=card)

    def outcomes(self, state: State) -> Iterator[Chance]:
        """A look has one outcome a card of the hand, a rebuilt pile counts once."""
        node = state.due[0]
        if node.kind is ChanceKind.LOOK:
            assert node.seat is not None
            assert node.target is not None
            for card in state.cards_of(node.target):
                yield Looked(seat=node.seat, target=node.target, card=card)
        else:
            yield PileShuffled(cards=self._pile(state))

    @staticmethod
    def _pile(state: State) -> tuple[str, ...]:
        """The action cards to be shuffled: all 39 at set-up, later the discards as they lie."""
        if state.position.turn > 0:
            return state.position.discards
        return tuple(action for action, card in ACTIONS.items() for _ in range(card.copies))

    def after_chance(self, course: Course, entry: Chance) -> None:
        """Set-up ends with an opening card each; looks end the action; a pile is drawn from."""
        state = course.state
        dealer = state.header.dealer
        assert dealer is not None
        match entry:
            case PileShuffled() if state.position.turn == 0:
                for seat in (*state.header.clockwise(dealer), dealer):
                    course.add(Drew(seat=seat, card=course.state.pile[0]))
                course.add(TurnBegan(seat=dealer))
                self.begin_turn(course)
            case PileShuffled():
                self._draw(course)
            case Looked() if not state.due:
                self.after_question(course, self._active(state))

    # -- turns -------------------------------------------------------------------------------

    def begin_turn(self, course: Course) -> None:
        """Draw, out of the reshuffled discards where the pile is empty."""
        if course.state.pile:
            self._draw(course)
        else:
            course.add(ChanceDue(nodes=(ChanceNode(kind=ChanceKind.PILE),)))

    def _draw(self, course: Course) -> None:
        seat = self._active(course.state)
        course.add(
            Drew(seat=seat, card=course.state.pile[0]), Awaited(seat=seat, kind=WaitKind.TURN)
        )

    def after_skip(self, course: Course, seat: Seat) -> None:
        """Before playing, the card just drawn goes under the pile, unseen (§5)."""
        if course.state.position.played is None:
            course.add(PutBack(seat=seat))
        self.next_turn(course, seat)

    @staticmethod
    def _active(state: State) -> Seat:
        assert state.position.active is not None
        return state.position.active

    def turn_moves(self, state: State, seat: Seat, kind: WaitKind) -> Sequence[Move]:
        """Each way to play each card held, or the end of the turn."""
        if kind is WaitKind.AFTER:
            return (End(),)
        marker = state.position.markers[seat]
        others = tuple(sorted(state.header.clockwise(seat)))
        held = dict.fromkeys(state.actions[seat])
        return tuple(chain.from_iterable(_plays(action, marker, others) for action in held))

    def check_turn_move(self, state: State, seat: Seat, kind: WaitKind, move: Move) -> None:
        """Refuse a move of the wrong phase, a card not held, or wrong choices for it."""
        match move:
            case End() if kind is WaitKind.AFTER:
                return
            case Play() if kind is WaitKind.TURN:
                self._check_play(state, seat, move)
            case _:
                raise Illegal(Reason.WRONG_MOVE)

    def _check_play(self, state: State, seat: Seat, play: Play) -> None:
        held = state.actions[seat]
        masked = play.action == TIP
        if not masked and play.action not in ACTIONS:
            raise Illegal(Reason.NO_SUCH_CARD, card=play.action)
        if play.action not in held and UNKNOWN not in held:
            raise Illegal(Reason.NOT_HELD, card=play.action)
        kind = ActionKind.TIP if masked else ACTIONS[play.action].kind
        given = {name for name in ("cards", "go", "target") if getattr(play, name) is not None}
        if given not in _CHOICES[kind]:
            raise Illegal(Reason.WRONG_MOVE)
        if play.target is not None:
            self.check_seat(state, play.target, other_than=seat)
        if play.go is not None:
            self._check_marker(state, play.go)
            if play.go == state.position.markers[seat]:
                raise Illegal(Reason.SAME_MARKER, card=play.go)
        if play.cards is not None:
            here = (state.position.markers[seat],) if kind is ActionKind.PRESENT else ()
            self.check_theory(state, (*play.cards, *here))

    def after_move(self, course: Course, moved: Moved) -> None:
        """Add the play and what it sets going, or the next turn."""
        match moved.move:
            case Play() as play:
                self._play(course, moved, play)
            case _:
                course.add(moved)
                self.next_turn(course, moved.seat)

    def _play(self, course: Course, moved: Moved, play: Play) -> None:
        seat, action = moved.seat, ACTIONS.get(play.action)
        if action is None or action.kind is ActionKind.TIP:
            assert play.target is not None
            course.add(
                replace(moved, to=play.target),
                Awaited(seat=play.target, kind=WaitKind.ANSWER, asker=seat),
            )
            return
        course.add(moved)
        match action.kind:
            case ActionKind.ANY:
                assert play.cards is not None
                self._take_marker(course, seat, play.cards[2])
                self.ask(course, seat, play.cards)
            case ActionKind.PRESENT if play.go is not None:
                self._take_marker(course, seat, play.go)
                course.add(Awaited(seat=seat, kind=WaitKind.AFTER))
            case ActionKind.PRESENT:
                assert play.cards is not None
                self.ask(course, seat, (*play.cards, course.state.position.markers[seat]))
            case ActionKind.SLEUTH:
                asked = course.state.header.cards.sort(action.asks)
                self.ask(course, seat, asked, every=True)
            case ActionKind.SNOOP:
                look = ChanceNode(kind=ChanceKind.LOOK, seat=seat, target=play.target)
                course.add(ChanceDue(nodes=(look,)))
            case ActionKind.ALL_SNOOP:
                course.add(ChanceDue(nodes=self._all_looks(course.state, seat, action.step)))

    @staticmethod
    def _all_looks(state: State, player: Seat, step: int) -> tuple[ChanceNode, ...]:
        """A look for each seat that is not out, starting with the player, going that way round;
        its neighbour may be out.
        """
        seats = len(state.header.seats)
        order = [(player + step * n) % seats for n in range(seats)]
        return tuple(
            ChanceNode(kind=ChanceKind.LOOK, seat=seat, target=(seat + step) % seats)
            for seat in order
            if seat not in state.position.out
        )

    @staticmethod
    def _take_marker(course: Course, seat: Seat, marker: Card) -> None:
        markers = course.state.position.markers
        if markers[seat] == marker:
            return
        other = markers.index(marker) if marker in markers else None
        course.add(Swapped(seat=seat, marker=marker, other=other))

    # -- tips --------------------------------------------------------------------------------

    def answers(self, state: State, wait: Wait) -> Iterator[Move]:
        """Cards to show; for a tip exactly what its kind allows."""
        if wait.kind is not WaitKind.ANSWER:
            yield from super().answers(state, wait)
            return
        played = state.position.played
        assert played is not None
        assert isinstance(played.move, Play)
        action = ACTIONS[played.move.action]
        fitting = tuple(card for card in state.hands[wait.seat] if card in action.asks)
        if action.whole or not fitting:
            yield Answer(cards=fitting)
        else:
            yield from (Answer(cards=(card,)) for card in fitting)

    def check_answer(self, state: State, wait: Wait, move: Move) -> None:
        """Refuse an answer to a tip that hands over too much, too little or the wrong cards."""
        if wait.kind is not WaitKind.ANSWER:
            super().check_answer(state, wait, move)
            return
        if not isinstance(move, Answer):
            raise Illegal(Reason.WRONG_MOVE)
        played = state.position.played
        assert played is not None
        assert isinstance(played.move, Play)
        action = ACTIONS.get(played.move.action)
        if move.cards is None or action is None:
            if (move.cards is None) != (action is None):
                raise Illegal(Reason.WRONG_MOVE)
            return
        for card in move.cards:
            if card not in action.asks:
                raise Illegal(Reason.NOT_ASKED_FOR, card=card)
            if not state.may_hold(wait.seat, card):
                raise Illegal(Reason.NOT_HELD, card=card)
        if len(set(move.cards)) != len(move.cards):
            raise Illegal(Reason.DUPLICATE_CARD)
        hand = state.hands[wait.seat]
        if UNKNOWN in hand:
            count_fits = action.whole or len(move.cards) <= 1
        else:
            fitting = sum(card in action.asks for card in hand)
            count_fits = len(move.cards) == (fitting if action.whole else min(fitting, 1))
        if not count_fits:
            raise Illegal(Reason.WRONG_COUNT)


@cache
def _plays(action: str, marker: Card, others: tuple[Seat, ...]) -> tuple[Play, ...]:
    """Every way to play the card with this marker before one and these seats around."""
    suspects, vehicles, destinations = (category.cards for category in GETAWAY.categories)
    match ACTIONS[action].kind:
        case ActionKind.ANY:
            return _named(action, GETAWAY.theories)
        case ActionKind.PRESENT:
            asks = _named(action, tuple(product(suspects, vehicles)))
            goes = (Play(action=action, go=place) for place in destinations if place != marker)
            return (*asks, *goes)
        case ActionKind.SNOOP | ActionKind.TIP:
            return tuple(Play(action=action, target=target) for target in others)
        case ActionKind.ALL_SNOOP | ActionKind.SLEUTH:
            return (Play(action=action),)


@cache
def _named(action: str, choices: tuple[tuple[Card, ...], ...]) -> tuple[Play, ...]:
    """A way to play the card for each of these choices of cards."""
    return tuple(Play(action=action, cards=cards) for cards in choices)


_CHOICES: MappingProxyType[ActionKind, tuple[set[str], ...]] = MappingProxyType(
    {
        ActionKind.ANY: ({"cards"},),
        ActionKind.PRESENT: ({"cards"}, {"go"}),
        ActionKind.SNOOP: ({"target"},),
        ActionKind.ALL_SNOOP: (set(),),
        ActionKind.SLEUTH: (set(),),
        ActionKind.TIP: ({"target"},),
    }
)
