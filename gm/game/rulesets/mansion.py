"""mansion: the board, where one suggests the room one is in (§3). Only its differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import ClassVar

from gm.game.board import PASSAGES, ROOM_AT, ROOMS, TOKENS, WEAPONS, may_leave, reach, taken
from gm.game.cards import ASIDE, UNKNOWN, Card, Seat, Spot
from gm.game.chance import Lots
from gm.game.events import (
    Awaited,
    Chance,
    ChanceDue,
    ChanceKind,
    ChanceNode,
    Dealt,
    Looked,
    Moved,
    Rolled,
    TokenMoved,
    TurnBegan,
    WaitKind,
    WeaponMoved,
    WeaponsPlaced,
)
from gm.game.header import Header
from gm.game.moves import End, Move, Passage, Roll, Stay, Suggest, Walk
from gm.game.options import DICE, LAST_SEAT_PLAYS, Option
from gm.game.position import Board
from gm.game.reasons import Illegal, Reason
from gm.game.rulesets.ruleset import Course, RuleSet
from gm.game.state import State

LAID_ASIDE = 4
"""Of the 18 cards of a match of two seats (§3)."""


_SUGGESTIONS = tuple(Suggest(cards=pair) for pair in product(TOKENS, WEAPONS))


class Mansion(RuleSet):
    """The board game for two to six seats."""

    name = "mansion"
    decks: ClassVar[Mapping[str | None, range]] = MappingProxyType({None: range(2, 7)})
    options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {**RuleSet.options, "last_seat_wins": LAST_SEAT_PLAYS, "dice": DICE}
    )
    setup = (ChanceKind.DEAL, ChanceKind.WEAPONS)

    def sizes(self, header: Header) -> tuple[tuple[int, ...], int]:
        """18 cards dealt one at a time from seat 0, four of them laid aside for two seats."""
        seats = len(header.seats)
        each, more = divmod(18 - (LAID_ASIDE if seats == 2 else 0), seats)
        return tuple(each + (seat < more) for seat in range(seats)), 0

    def tokens(self, seats: Sequence[str], tokens: Sequence[Card] | None) -> tuple[Card, ...]:
        """A suspect for each seat, no two the same."""
        if tokens is None:
            raise Illegal(Reason.MISSING_KEY, key="tokens")
        if len(tokens) != len(seats):
            raise Illegal(Reason.WRONG_COUNT, key="tokens")
        for token in tokens:
            if token not in TOKENS:
                raise Illegal(Reason.NO_SUCH_CARD, card=token)
        if len(set(tokens)) != len(tokens):
            raise Illegal(Reason.DUPLICATE_CARD, key="tokens")
        return tuple(tokens)

    # -- chance ------------------------------------------------------------------------------

    def check_chance(self, state: State, entry: Chance) -> None:
        """Refuse a draw of the wrong kind, or one that cannot come."""
        node = state.due[0]
        match entry:
            case Dealt() if node.kind is ChanceKind.DEAL:
                self.check_deal(state, entry)
            case WeaponsPlaced(rooms=rooms) if node.kind is ChanceKind.WEAPONS:
                for room in rooms:
                    self.check_card(state, room, ROOMS)
                if len(set(rooms)) != len(rooms):
                    raise Illegal(Reason.DUPLICATE_CARD)
            case Rolled(dice=dice) if node.kind is ChanceKind.ROLL:
                if len(dice) != state.header.options["dice"]:
                    raise Illegal(Reason.WRONG_COUNT)
                if not all(1 <= pips <= 6 for pips in dice):
                    raise Illegal(Reason.WRONG_VALUE, key="dice")
            case Looked() if node.kind is ChanceKind.LOOK:
                if (entry.seat, entry.target) != (node.seat, node.target):
                    raise Illegal(Reason.WRONG_CHANCE)
                self._check_look(state, entry)
            case _:
                raise Illegal(Reason.WRONG_CHANCE)

    @staticmethod
    def _check_look(state: State, look: Looked) -> None:
        if look.card == UNKNOWN:
            return
        if not state.may_hold(ASIDE, look.card) or look.card in state.looked[look.seat]:
            raise Illegal(Reason.NOT_HELD, card=look.card)

    def draw(self, state: State, lots: Lots) -> Chance:
        """The deal, a room for each weapon, the dice, a card of those laid aside."""
        node = state.due[0]
        match node.kind:
            case ChanceKind.DEAL:
                return self.draw_deal(state, lots, range(len(state.header.seats)))
            case ChanceKind.WEAPONS:
                return WeaponsPlaced(rooms=lots.shuffled(ROOMS)[: len(WEAPONS)])
            case ChanceKind.ROLL:
                dice = state.header.options["dice"]
                assert isinstance(dice, int)
                return Rolled(dice=tuple(lots.below(6) + 1 for _ in range(dice)))
            case _:
                assert node.seat is not None
                card = lots.one(self._unseen(state, node.seat))
                return Looked(seat=node.seat, target=ASIDE, card=card)

    def outcomes(self, state: State) -> Iterator[Chance]:
        """Every throw, dice told apart; a card laid aside that the seat has not seen yet."""
        node = state.due[0]
        if node.kind is ChanceKind.ROLL:
            dice = state.header.options["dice"]
            assert isinstance(dice, int)
            yield from (Rolled(dice=d) for d in product(range(1, 7), repeat=dice))
            return
        assert node.seat is not None
        for card in self._unseen(state, node.seat):
            yield Looked(seat=node.seat, target=ASIDE, card=card)

    @staticmethod
    def _unseen(state: State, seat: Seat) -> tuple[Card, ...]:
        unseen = (card for card in state.aside if card not in state.looked[seat])
        return state.header.cards.sort(unseen)

    def after_chance(self, course: Course, entry: Chance) -> None:
        """Set-up ends with the first turn; a throw is walked where there is a step."""
        match entry:
            case WeaponsPlaced():
                header = course.state.header
                first = min(range(len(header.seats)), key=lambda s: TOKENS.index(header.tokens[s]))
                course.add(TurnBegan(seat=first))
                self.begin_turn(course)
            case Rolled():
                seat = _active(course.state)
                kind = WaitKind.WALK if self._reach(course.state, seat) else WaitKind.AFTER
                course.add(Awaited(seat=seat, kind=kind))
            case Looked():
                self.after_question(course, entry.seat)
            case _:
                return

    # -- turns -------------------------------------------------------------------------------

    def begin_turn(self, course: Course) -> None:
        """Roll, take a passage or stay."""
        course.add(Awaited(seat=_active(course.state), kind=WaitKind.TURN))

    def turn_moves(self, state: State, seat: Seat, kind: WaitKind) -> Sequence[Move]:
        """Every way to move, to walk, to suggest; an end where no other is open."""
        match kind:
            case WaitKind.TURN:
                return self._ways(state, seat) or (End(),)
            case WaitKind.WALK:
                return tuple(Walk(to=spot) for spot in self._reach(state, seat))
            case _:
                return (*_SUGGESTIONS, End()) if _board(state).may_suggest else (End(),)

    @staticmethod
    def _ways(state: State, seat: Seat) -> tuple[Move, ...]:
        """The ways to begin a turn that are open: (a), (b), (c) of §3."""
        board, spot = _board(state), _spot(state, seat)
        ways: list[Move] = []
        if may_leave(spot, taken(board.tokens)):
            ways.append(Roll())
        if spot in PASSAGES:
            ways.append(Passage())
        if seat in board.may_stay:
            ways.append(Stay())
        return tuple(ways)

    @staticmethod
    def _reach(state: State, seat: Seat) -> tuple[Spot, ...]:
        board, spot = _board(state), _spot(state, seat)
        others = (token for token in board.tokens if token != spot)
        return reach(spot, sum(board.dice), taken(others))

    def may_accuse(self, kind: WaitKind) -> bool:
        """Not between throw and walk."""
        return kind is not WaitKind.WALK

    def check_turn_move(self, state: State, seat: Seat, kind: WaitKind, move: Move) -> None:
        """Refuse a move of the wrong phase, a walk out of reach, a wrong suggestion."""
        match move:
            case Walk(to=to) if kind is WaitKind.WALK:
                if to not in self._reach(state, seat):
                    raise Illegal(Reason.OUT_OF_REACH)
            case Suggest(cards=cards) if kind is WaitKind.AFTER and _board(state).may_suggest:
                if len(cards) != 2:
                    raise Illegal(Reason.WRONG_COUNT)
                self.check_card(state, cards[0], TOKENS)
                self.check_card(state, cards[1], WEAPONS)
            case _ if kind is WaitKind.AFTER and move == End():
                return
            case _:
                if kind is not WaitKind.TURN or move not in (self._ways(state, seat) or (End(),)):
                    raise Illegal(Reason.WRONG_MOVE)

    def after_move(self, course: Course, moved: Moved) -> None:
        """Add the move and what it leads to."""
        seat = moved.seat
        course.add(moved)
        match moved.move:
            case Roll():
                course.add(ChanceDue(nodes=(ChanceNode(kind=ChanceKind.ROLL),)))
            case Walk(to=to):
                self._arrive(course, seat, to)
            case Passage():
                room = _spot(course.state, seat)
                assert isinstance(room, str)
                self._arrive(course, seat, PASSAGES[room])
            case Stay():
                course.add(Awaited(seat=seat, kind=WaitKind.AFTER))
            case Suggest(cards=cards):
                self._suggest(course, seat, cards)
            case _:
                self.next_turn(course, seat)

    @staticmethod
    def _arrive(course: Course, seat: Seat, to: Spot) -> None:
        token = course.state.header.tokens[seat]
        course.add(TokenMoved(suspect=token, to=to), Awaited(seat=seat, kind=WaitKind.AFTER))

    def _suggest(self, course: Course, seat: Seat, cards: tuple[Card, ...]) -> None:
        """Token and weapon come in and stay; a seat called from elsewhere may stay too."""
        suspect, weapon = cards
        header, board, room = course.state.header, _board(course.state), _spot(course.state, seat)
        assert isinstance(room, str)
        if board.tokens[TOKENS.index(suspect)] != room:
            called = header.tokens.index(suspect) if suspect in header.tokens else None
            course.add(TokenMoved(suspect=suspect, to=room, summoned=called))
        if board.weapons[WEAPONS.index(weapon)] != room:
            course.add(WeaponMoved(weapon=weapon, room=room))
        self.ask(course, seat, (suspect, weapon, room))

    def unanswered(self, course: Course, asker: Seat) -> None:
        """With cards laid aside the asker looks at one that it has not seen (§3, two seats)."""
        state = course.state
        if len(state.looked[asker]) < len(state.aside):
            look = ChanceNode(kind=ChanceKind.LOOK, seat=asker, target=ASIDE)
            course.add(ChanceDue(nodes=(look,)))
        else:
            self.after_question(course, asker)

    def go_out(self, course: Course, seat: Seat) -> None:
        """The token of a seat that goes out clears the door that it stands at."""
        super().go_out(course, seat)
        spot = _spot(course.state, seat)
        if not isinstance(spot, str) and spot in ROOM_AT:
            token = course.state.header.tokens[seat]
            course.add(TokenMoved(suspect=token, to=ROOM_AT[spot]))


def _active(state: State) -> Seat:
    assert state.position.active is not None
    return state.position.active


def _board(state: State) -> Board:
    assert state.position.board is not None
    return state.position.board


def _spot(state: State, seat: Seat) -> Spot:
    """Where the seat's token stands."""
    return _board(state).tokens[TOKENS.index(state.header.tokens[seat])]
