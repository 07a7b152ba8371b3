"""What the games share: waits, questions, accusations, seats that go out, the end.

A rule set is one class holding only its differences. It never changes a state: it adds events
to a `Course`, and the state follows from them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from gm.game.cards import UNKNOWN, Card, Seat, Theory
from gm.game.chance import Lots
from gm.game.decks import DECKS
from gm.game.events import (
    Awaited,
    CaseSeen,
    Chance,
    ChanceDue,
    ChanceKind,
    ChanceNode,
    Dealt,
    Ended,
    Event,
    Lapsed,
    Moved,
    Passed,
    QuestionPut,
    Stopped,
    TurnBegan,
    WaitKind,
    WentOut,
)
from gm.game.header import Header
from gm.game.moves import Accuse, Answer, Move, Removed, Show, Skipped
from gm.game.options import AI_PLAYOUT, LAST_SEAT_WINS, TAKEOVER, Option, complete
from gm.game.position import Wait
from gm.game.reasons import Illegal, Reason
from gm.game.state import State


class Course:
    """Events as they follow from one entry, and the state after them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, *events: Event) -> None:
        """Add events in order; the state follows."""
        for event in events:
            self.state = self.state.apply(event)
            self.events.append(event)


class RuleSet(ABC):
    """The rules of one game.

    `decks`: seats allowed by deck id; `setup`: the draws before the first turn, in order.
    """

    name: ClassVar[str]
    decks: ClassVar[Mapping[str | None, range]]
    options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {"last_seat_wins": LAST_SEAT_WINS, "takeover": TAKEOVER, "ai_playout": AI_PLAYOUT}
    )
    setup: ClassVar[tuple[ChanceKind, ...]]

    # -- what each game says for itself ------------------------------------------------------

    @abstractmethod
    def sizes(self, header: Header) -> tuple[tuple[int, ...], int]:
        """How many cards each hand holds, and how many lie face up."""

    @abstractmethod
    def check_chance(self, state: State, entry: Chance) -> None:
        """Refuse (Illegal) a draw that cannot come of the node that is due."""

    @abstractmethod
    def draw(self, state: State, lots: Lots) -> Chance:
        """The draw that is due, out of the sealed chance."""

    @abstractmethod
    def outcomes(self, state: State) -> Iterator[Chance]:
        """Every outcome of the draw that is due after the set-up, as perft counts them."""

    @abstractmethod
    def after_chance(self, course: Course, entry: Chance) -> None:
        """Add what follows from a draw."""

    @abstractmethod
    def turn_moves(self, state: State, seat: Seat, kind: WaitKind) -> Sequence[Move]:
        """Every move of a turn, but accusations."""

    @abstractmethod
    def check_turn_move(self, state: State, seat: Seat, kind: WaitKind, move: Move) -> None:
        """Refuse (Illegal) a move of a turn; agrees with `turn_moves`."""

    @abstractmethod
    def after_move(self, course: Course, moved: Moved) -> None:
        """Add what follows from a move of a turn."""

    @abstractmethod
    def begin_turn(self, course: Course) -> None:
        """Add what follows from the beginning of a turn."""

    def check_answer(self, state: State, wait: Wait, move: Move) -> None:
        """Refuse (Illegal) an answer to a question; here: showing a card."""
        question = state.position.question
        if not isinstance(move, Show) or question is None:
            raise Illegal(Reason.WRONG_MOVE)
        if move.card not in question.cards and move.card != UNKNOWN:
            raise Illegal(Reason.NOT_ASKED_FOR, card=move.card)
        if not state.may_hold(wait.seat, move.card):
            raise Illegal(Reason.NOT_HELD, card=move.card)

    def answers(self, state: State, wait: Wait) -> Iterator[Move]:
        """Every answer to the question that the seat is asked; here: each card that fits."""
        question = state.position.question
        assert question is not None
        hand = state.hands[wait.seat]
        return (Show(card=card) for card in hand if card in question.cards)

    # -- the header --------------------------------------------------------------------------

    def header(
        self,
        *,
        deck: str | None,
        options: Mapping[str, object],
        seats: Sequence[str],
        dealer: Seat | None,
        tokens: Sequence[Card] | None = None,
    ) -> Header:
        """A checked header; a dealer may be named, but matters to getaway only.

        Errors: Illegal for an unknown deck or option, or wrong seats.
        """
        if deck not in self.decks:
            raise Illegal(Reason.UNKNOWN_DECK, deck=deck)
        if len(seats) not in self.decks[deck] or len(set(seats)) != len(seats):
            raise Illegal(Reason.WRONG_SEATS, seats=len(seats))
        if dealer is not None and not 0 <= dealer < len(seats):
            raise Illegal(Reason.WRONG_DEALER, dealer=dealer)
        return Header(
            rules=self.name,
            deck=deck,
            options=complete(self.options, options),
            seats=tuple(seats),
            dealer=None,
            tokens=self.tokens(seats, tokens),
        )

    def tokens(self, seats: Sequence[str], tokens: Sequence[Card] | None) -> tuple[Card, ...]:
        """The suspect that each seat plays; none here. Errors: Illegal UNKNOWN_KEY."""
        if tokens is not None:
            raise Illegal(Reason.UNKNOWN_KEY, key="tokens")
        return ()

    # -- entries -----------------------------------------------------------------------------

    def start(self, course: Course) -> None:
        """Add what a match begins with: the draws of the set-up."""
        course.add(ChanceDue(nodes=tuple(ChanceNode(kind=kind) for kind in self.setup)))

    def check_deal(self, state: State, dealt: Dealt) -> None:
        """Refuse (Illegal) a deal of wrong cards or wrong sizes (§1–§3)."""
        deck = DECKS[state.header.rules, state.header.deck]
        if len(dealt.case) != len(deck.categories):
            raise Illegal(Reason.WRONG_COUNT)
        for category, card in zip(deck.categories, dealt.case, strict=True):
            if card != UNKNOWN:
                self.check_card(state, card, category.cards)
        sizes, up = self.sizes(state.header)
        if tuple(map(len, dealt.hands)) != sizes or len(dealt.up) != up:
            raise Illegal(Reason.WRONG_COUNT)
        if UNKNOWN in dealt.up:
            raise Illegal(Reason.NO_SUCH_CARD, card=UNKNOWN)
        cards = [*dealt.case, *dealt.up, *dealt.aside, *(c for hand in dealt.hands for c in hand)]
        if len(cards) != len(deck.cards):
            raise Illegal(Reason.WRONG_COUNT)
        known = [card for card in cards if card != UNKNOWN]
        for card in known:
            if card not in deck.order:
                raise Illegal(Reason.NO_SUCH_CARD, card=card)
        if len(set(known)) != len(known):
            raise Illegal(Reason.DUPLICATE_CARD)

    def draw_deal(self, state: State, lots: Lots, order: Sequence[Seat]) -> Dealt:
        """The case a category at a time, then the rest, shuffled, one at a time in this order of
        seats; what is over lies face up, or aside where these rules lay cards aside.
        """
        header, deck = state.header, state.header.cards
        case = tuple(lots.one(category.cards) for category in deck.categories)
        rest = lots.shuffled([card for card in deck.cards if card not in case])
        sizes, up = self.sizes(header)
        dealt, over = rest[: sum(sizes)], deck.sort(rest[sum(sizes) :])
        hands = {seat: dealt[n :: len(order)] for n, seat in enumerate(order)}
        return Dealt(
            case=case,
            hands=tuple(deck.sort(hands[seat]) for seat in range(len(order))),
            up=over if up else (),
            aside=() if up else over,
        )

    def check_theory(self, state: State, theory: Theory) -> None:
        """Refuse (Illegal) anything but one card of each category, in order."""
        categories = state.header.cards.categories
        if len(theory) != len(categories):
            raise Illegal(Reason.WRONG_COUNT)
        for category, card in zip(categories, theory, strict=True):
            self.check_card(state, card, category.cards)

    def check_card(self, state: State, card: Card, among: Sequence[Card]) -> None:
        """Refuse (Illegal) a card that is not one of these."""
        if card in among:
            return
        known = card in state.header.cards.order
        raise Illegal(Reason.WRONG_CATEGORY if known else Reason.NO_SUCH_CARD, card=card)

    def check_seat(self, state: State, seat: Seat | None, *, other_than: Seat) -> None:
        """Refuse (Illegal) a seat that is not at this table, or the mover's own."""
        if seat is None or not 0 <= seat < len(state.header.seats):
            raise Illegal(Reason.NO_SUCH_SEAT, seat=seat)
        if seat == other_than:
            raise Illegal(Reason.OWN_SEAT, seat=seat)

    def chance(self, course: Course, entry: Chance) -> None:
        """Add a draw and what follows. Errors: Illegal where it is not due or cannot be."""
        if course.state.position.over:
            raise Illegal(Reason.OVER)
        if not course.state.due:
            raise Illegal(Reason.CHANCE_NOT_DUE)
        self.check_chance(course.state, entry)
        course.add(entry)
        self.after_chance(course, entry)

    def move(self, course: Course, moved: Moved) -> None:
        """Add a move and what follows. Errors: Illegal, the course untouched."""
        self.check_move(course.state, moved.seat, moved.move)
        match moved.move:
            case Removed():
                self._remove(course, moved)
            case Skipped():
                course.add(moved)
                self.after_skip(course, moved.seat)
            case Accuse(theory=theory):
                self.accused(course, moved, theory)
            case _:
                wait = course.state.position.wait(moved.seat)
                assert wait is not None
                if wait.asker is None:
                    self.after_move(course, moved)
                else:
                    self.answered(course, moved, wait)

    def check_move(self, state: State, seat: Seat, move: Move) -> None:
        """Refuse (Illegal) a move that the rules do not allow now."""
        position = state.position
        if position.over:
            raise Illegal(Reason.OVER)
        if state.due:
            raise Illegal(Reason.CHANCE_DUE)
        if not 0 <= seat < len(state.header.seats):
            raise Illegal(Reason.NO_SUCH_SEAT, seat=seat)
        if isinstance(move, Removed):
            if seat in position.removed:
                raise Illegal(Reason.ALREADY_REMOVED)
            return
        wait = position.wait(seat)
        if wait is None:
            raise Illegal(Reason.NOT_AWAITED)
        if wait.asker is not None:
            self.check_answer(state, wait, move)
        elif isinstance(move, Accuse):
            self.check_accusation(state, wait.kind, move.theory)
        elif not isinstance(move, Skipped):
            self.check_turn_move(state, seat, wait.kind, move)

    def check_accusation(self, state: State, kind: WaitKind, theory: Theory) -> None:
        """Refuse (Illegal) an accusation at this point of a turn, or one that is no theory."""
        if not self.may_accuse(kind):
            raise Illegal(Reason.WRONG_MOVE)
        self.check_theory(state, theory)

    def may_accuse(self, kind: WaitKind) -> bool:
        """Whether a seat that is awaited for this may accuse instead."""
        return kind in (WaitKind.TURN, WaitKind.AFTER)

    def stop(self, course: Course, stopped: Stopped) -> None:
        """End the match from outside: over, no winner, the case public (§5)."""
        if course.state.position.over:
            raise Illegal(Reason.OVER)
        due = course.state.due
        if not course.state.case or (due and due[0].kind is ChanceKind.ROLL):
            raise Illegal(Reason.CHANCE_DUE)
        course.add(stopped)
        self.end(course, None)

    # -- questions ---------------------------------------------------------------------------

    def ask(
        self, course: Course, asker: Seat, cards: Sequence[Card], *, every: bool = False
    ) -> None:
        """Put a question round from the asker's left (§2)."""
        order = course.state.header.clockwise(asker)
        course.add(QuestionPut(asker=asker, cards=tuple(cards), order=order, every=every))
        self.put_round(course)

    def put_round(self, course: Course) -> None:
        """Go on with the question as far as the known hands tell."""
        while (question := course.state.position.question) is not None and question.left:
            seat = question.left[0]
            match course.state.holds_any(seat, question.cards):
                case None:
                    return
                case True:
                    course.add(Awaited(seat=seat, kind=WaitKind.SHOW, asker=question.asker))
                case False:
                    course.add(Passed(seat=seat))
        if question is not None and not course.state.position.waits:
            self.unanswered(course, question.asker)

    def told(self, course: Course, event: Passed | Awaited) -> None:
        """Take from a redacted record what the hidden hands cannot tell.

        Errors: Illegal where no question has reached that seat.
        """
        question = course.state.position.question
        if question is None or not question.left or question.left[0] != event.seat:
            raise Illegal(Reason.MISPLACED, seat=event.seat)
        match event:
            case Passed():
                course.add(event)
            case Awaited():
                course.add(Awaited(seat=event.seat, kind=WaitKind.SHOW, asker=question.asker))
        self.put_round(course)

    def after_question(self, course: Course, asker: Seat) -> None:
        """Add what follows when a question is settled; here the turn goes on."""
        course.add(Awaited(seat=asker, kind=WaitKind.AFTER))

    def unanswered(self, course: Course, asker: Seat) -> None:
        """Add what follows when nobody could answer; here the same as after an answer."""
        self.after_question(course, asker)

    def answered(self, course: Course, moved: Moved, wait: Wait) -> None:
        """Add an answer to the seat that asked, and what follows after the last."""
        move, asker = moved.move, wait.asker
        assert asker is not None
        if isinstance(move, Answer) and move.cards is not None:
            move = Answer(cards=course.state.header.cards.sort(move.cards))
        course.add(Moved(seat=moved.seat, move=move, to=asker, lot=moved.lot))
        if not course.state.position.waits:
            self.after_question(course, asker)

    # -- accusations, seats that go out, the end ---------------------------------------------

    def accused(self, course: Course, moved: Moved, theory: Theory) -> None:
        """Add an accusation and its outcome; here it is spoken aloud (§2, §3)."""
        course.add(moved)
        self.judge(course, moved.seat, theory)

    def judge(self, course: Course, seat: Seat, theory: Theory) -> None:
        """Add the outcome of a lone accusation: right wins; wrong is out and sees the case."""
        state = course.state
        if self.right(state, theory):
            self.end(course, seat)
            return
        course.add(CaseSeen(seat=seat, case=state.case))
        self.go_out(course, seat)
        if not self._decided(course):
            self.next_turn(course, seat)

    @staticmethod
    def right(state: State, theory: Theory) -> bool:
        """Whether it is the case; one that a seat's record hides was not, or it would be shown."""
        return theory == state.case and UNKNOWN not in theory

    def go_out(self, course: Course, seat: Seat) -> None:
        """Add that a seat takes no more turns."""
        course.add(WentOut(seat=seat))

    def _remove(self, course: Course, moved: Moved) -> None:
        seat, was_out = moved.seat, moved.seat in course.state.position.out
        course.add(moved)
        if was_out:
            return
        self.go_out(course, seat)
        active = course.state.position.active == seat
        if active:
            self.lapse(course)
        if self._decided(course):
            return
        if active:
            self.next_turn(course, seat)
        else:
            self.after_removal(course, seat)

    def lapse(self, course: Course) -> None:
        """Add that what is asked lapses."""
        course.add(*(Lapsed(seat=wait.seat) for wait in course.state.position.waits))

    def after_removal(self, course: Course, seat: Seat) -> None:
        """Add what follows when a seat is removed in another's turn; its answers stay due."""

    def _decided(self, course: Course) -> bool:
        """End the match where nobody, or with `last_seat_wins` only one seat, is left."""
        state = course.state
        left = [s for s in range(len(state.header.seats)) if s not in state.position.out]
        if not left:
            self.end(course, None)
        elif len(left) == 1 and state.header.options["last_seat_wins"]:
            self.end(course, left[0])
        return course.state.position.over

    def end(self, course: Course, winner: Seat | None) -> None:
        """Add the end of the match, the case open to all."""
        course.add(Ended(winner=winner, case=course.state.case))

    def next_turn(self, course: Course, seat: Seat) -> None:
        """Begin the turn of the next seat from `seat`'s left that is not out."""
        position = course.state.position
        order = (*course.state.header.clockwise(seat), seat)
        following = next(s for s in order if s not in position.out)
        course.add(TurnBegan(seat=following))
        self.begin_turn(course)

    def after_skip(self, course: Course, seat: Seat) -> None:
        """Add what follows when a turn's clock ran out (§5); here the turn passes."""
        self.next_turn(course, seat)
