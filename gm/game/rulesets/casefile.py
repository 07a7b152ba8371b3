"""casefile: two cards a question, accusations that others may join (§1). Only its differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from types import MappingProxyType
from typing import ClassVar

from gm.game.cards import UNKNOWN, Card, Seat, Theory
from gm.game.chance import Lots
from gm.game.events import (
    Awaited,
    Chance,
    ChanceKind,
    Dealt,
    FirstDrawn,
    Joined,
    Lapsed,
    Moved,
    Revealed,
    TurnBegan,
    WaitKind,
)
from gm.game.header import Header
from gm.game.moves import Agree, Ask, Decline, Join, Move, Order, Refuse
from gm.game.options import ACCUSATION_ORDER, FIRST, Option
from gm.game.position import Accusation, Wait
from gm.game.reasons import Illegal, Reason
from gm.game.rulesets.ruleset import Course, RuleSet
from gm.game.state import State


class Casefile(RuleSet):
    """The two-card game for two to six seats."""

    name = "casefile"
    decks: ClassVar[Mapping[str | None, range]] = MappingProxyType(
        {"normal": range(2, 5), "advanced": range(2, 7), "grand": range(3, 7)}
    )
    options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {**RuleSet.options, "first": FIRST, "accusation_order": ACCUSATION_ORDER}
    )
    setup = (ChanceKind.DEAL, ChanceKind.FIRST)

    def sizes(self, header: Header) -> tuple[tuple[int, ...], int]:
        """Equal hands, what is over lies face up."""
        seats = len(header.seats)
        each, up = divmod(len(header.cards.cards) - len(header.cards.categories), seats)
        return (each,) * seats, up

    # -- chance ------------------------------------------------------------------------------

    def check_chance(self, state: State, entry: Chance) -> None:
        """Refuse a draw of the wrong kind, a wrong deal, a first seat that is not there."""
        node = state.due[0]
        match entry:
            case Dealt() if node.kind is ChanceKind.DEAL:
                self.check_deal(state, entry)
            case FirstDrawn() if node.kind is ChanceKind.FIRST:
                if entry.seat not in range(len(state.header.seats)):
                    raise Illegal(Reason.NO_SUCH_SEAT, seat=entry.seat)
                if entry.voted and state.header.options["first"] != "vote":
                    raise Illegal(Reason.WRONG_VALUE, key="by")
            case _:
                raise Illegal(Reason.WRONG_CHANCE)

    def draw(self, state: State, lots: Lots) -> Chance:
        """The deal, then who begins."""
        seats = range(len(state.header.seats))
        if state.due[0].kind is ChanceKind.DEAL:
            return self.draw_deal(state, lots, seats)
        return FirstDrawn(seat=lots.one(seats))

    def outcomes(self, state: State) -> Iterator[Chance]:
        """Nothing is drawn after the set-up."""
        return iter(())

    def after_chance(self, course: Course, entry: Chance) -> None:
        """The seat that was drawn begins."""
        if isinstance(entry, FirstDrawn):
            course.add(TurnBegan(seat=entry.seat))
            self.begin_turn(course)

    # -- turns -------------------------------------------------------------------------------

    def begin_turn(self, course: Course) -> None:
        """Ask or accuse."""
        seat = course.state.position.active
        assert seat is not None
        course.add(Awaited(seat=seat, kind=WaitKind.TURN))

    def turn_moves(self, state: State, seat: Seat, kind: WaitKind) -> Sequence[Move]:
        """Every two cards of the deck, in deck order."""
        return _asks(state.header.cards.cards)

    def check_turn_move(self, state: State, seat: Seat, kind: WaitKind, move: Move) -> None:
        """Refuse anything but two different cards of the deck."""
        if not isinstance(move, Ask):
            raise Illegal(Reason.WRONG_MOVE)
        if len(move.cards) != 2:
            raise Illegal(Reason.WRONG_COUNT)
        for card in move.cards:
            self.check_card(state, card, state.header.cards.cards)
        if move.cards[0] == move.cards[1]:
            raise Illegal(Reason.DUPLICATE_CARD, card=move.cards[0])

    def after_move(self, course: Course, moved: Moved) -> None:
        """Put the question round from the left."""
        assert isinstance(moved.move, Ask)
        course.add(moved)
        self.ask(course, moved.seat, moved.move.cards)

    def after_question(self, course: Course, asker: Seat) -> None:
        """The ask, answered or not, ends the turn."""
        self.next_turn(course, asker)

    # -- accusations -------------------------------------------------------------------------

    def check_theory(self, state: State, theory: Theory) -> None:
        """A seat's own record hides theories that were never shown."""
        hidden = state.redacted and set(theory) == {UNKNOWN}
        if not hidden or len(theory) != len(state.header.cards.categories):
            super().check_theory(state, theory)

    def answers(self, state: State, wait: Wait) -> Iterator[Move]:
        """Joining with any theory or not, every order of the accusers, yes or no."""
        match wait.kind:
            case WaitKind.JOIN:
                yield from (Join(theory=theory) for theory in state.header.cards.theories)
                yield Decline()
            case WaitKind.ORDER:
                orders = permutations(_accusation(state).clockwise)
                yield from (Order(order=order) for order in orders)
            case WaitKind.AGREE:
                yield from (Agree(), Refuse())
            case _:
                yield from super().answers(state, wait)

    def check_answer(self, state: State, wait: Wait, move: Move) -> None:
        """Refuse a wrong theory, and an order that is none of the accusers."""
        match (wait.kind, move):
            case (WaitKind.SHOW, _):
                super().check_answer(state, wait, move)
            case (WaitKind.JOIN, Join(theory=theory)):
                self.check_theory(state, theory)
            case (WaitKind.JOIN, Decline()) | (WaitKind.AGREE, Agree() | Refuse()):
                return
            case (WaitKind.ORDER, Order(order=order)):
                if sorted(order) != sorted(_accusation(state).clockwise):
                    raise Illegal(Reason.WRONG_ORDER)
            case _:
                raise Illegal(Reason.WRONG_MOVE)

    def accused(self, course: Course, moved: Moved, theory: Theory) -> None:
        """Every other seat that is not out is asked at once whether it joins."""
        course.add(replace(moved, sealed=True))
        position = course.state.position
        for seat in course.state.header.clockwise(moved.seat):
            if seat not in position.out:
                course.add(Awaited(seat=seat, kind=WaitKind.JOIN, asker=moved.seat))
        self._chosen(course)

    def answered(self, course: Course, moved: Moved, wait: Wait) -> None:
        """Go on when the last has chosen, proposed or agreed."""
        match moved.move:
            case Join() | Decline():
                course.add(replace(moved, sealed=True))
                self._chosen(course)
            case Order(order=order):
                course.add(moved)
                if order != _accusation(course.state).clockwise:
                    joined = _accusation(course.state).joined or ()
                    asked = (Awaited(seat=s, kind=WaitKind.AGREE, asker=wait.seat) for s in joined)
                    course.add(*asked)
                self._settle(course)
            case Agree():
                course.add(moved)
                self._settle(course)
            case Refuse():
                course.add(moved)
                self._reveal(course, _accusation(course.state).clockwise)
            case _:
                super().answered(course, moved, wait)

    def after_removal(self, course: Course, seat: Seat) -> None:
        """A seat removed before the reveal counts as declined and drops out of the order.

        That it lapses is said also where it had chosen: whether it had is sealed.
        """
        accusation = course.state.position.accusation
        if accusation is None:
            return
        course.add(Lapsed(seat=seat))
        if accusation.joined is None:
            self._chosen(course)
        else:
            self._settle(course)

    def _chosen(self, course: Course) -> None:
        """When the last seat has chosen, say who joined."""
        state = course.state
        if state.position.waits:
            return
        sealed = dict(state.theories)
        accuser = _accusation(state).accuser
        joined = (seat for seat in state.header.clockwise(accuser) if seat in sealed)
        course.add(Joined(seats=tuple(s for s in joined if s not in state.position.out)))
        self._settle(course)

    def _settle(self, course: Course) -> None:
        """Compare the theories with the case as soon as their order is settled."""
        state, accusation = course.state, _accusation(course.state)
        agreed = state.header.options["accusation_order"] == "agreed"
        if not accusation.joined:
            self._alone(course, accusation)
        elif not agreed or accusation.proposal == accusation.clockwise:
            self._reveal(course, accusation.clockwise)
        elif accusation.proposal is None:
            if not state.position.waits:
                accuser = accusation.accuser
                course.add(Awaited(seat=accuser, kind=WaitKind.ORDER, asker=accuser))
        elif not state.position.waits:
            self._reveal(course, accusation.proposal)

    def _alone(self, course: Course, accusation: Accusation) -> None:
        """A lone theory is shown only where it is right; hidden in a seat's record, it is not."""
        self.lapse(course)
        theory = dict(course.state.theories)[accusation.accuser]
        if self.right(course.state, theory):
            course.add(Revealed(theories=((accusation.accuser, theory),)))
        self.judge(course, accusation.accuser, theory)

    def _reveal(self, course: Course, order: tuple[Seat, ...]) -> None:
        """All theories at once, then the case: the first right one wins, else nobody."""
        self.lapse(course)
        state = course.state
        sealed = dict(state.theories)
        theories = tuple((seat, sealed[seat]) for seat in order)
        if any(UNKNOWN in theory for theory in (state.case, *(t for _, t in theories))):
            raise Illegal(Reason.REDACTED)
        course.add(Revealed(theories=theories))
        right = (seat for seat, theory in theories if theory == state.case)
        self.end(course, next(right, None))

    def lapse(self, course: Course) -> None:
        """While theories are sealed everybody lapses: who had chosen is sealed too."""
        position = course.state.position
        accusation = position.accusation
        if accusation is None or accusation.joined is not None:
            super().lapse(course)
            return
        others = course.state.header.clockwise(accusation.accuser)
        course.add(*(Lapsed(seat=seat) for seat in others if seat not in position.out))


@cache
def _asks(cards: tuple[Card, ...]) -> tuple[Ask, ...]:
    return tuple(Ask(cards=pair) for pair in combinations(cards, 2))


def _accusation(state: State) -> Accusation:
    assert state.position.accusation is not None
    return state.position.accusation
