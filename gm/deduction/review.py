"""The review of one match: for every seat what it could know, and when, from what it had seen.

Nothing but the seats' own views goes in, each as far as it was seen at the time; bits are those
of the exact chances of the case, every deal counting the same. How much a question could be
expected to tell is counted over deals drawn at that moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import log2
from typing import Final

from gm.deduction.bundle import Bundle
from gm.deduction.facts import Card, CaseIs, Fact, Has, HasNot, Problem
from gm.deduction.knowledge import problem
from gm.deduction.sample import Below, Sampler
from gm.deduction.solver import solve
from gm.game.cards import Seat
from gm.game.events import Ended, Moved, QuestionPut, TurnBegan
from gm.game.moves import Play, Suggest
from gm.game.view import View

DEALS: Final = 200
"""Deals drawn for a question."""
GOOD: Final = 60
"""Points for questions that all told as much as any could."""
TIMELY: Final = 40
"""Points for the right accusation at the first moment that it could be proved."""
LATE: Final = 10
"""Points lost for every own turn that passed with a proof in hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question put aloud. `told`: bits that the asker gained by the end of the turn.

    `expected`: bits that it could be expected to tell, `best` the most that any question open
    to the seat could, and `instead` that question.
    """

    turn: int
    seat: Seat
    cards: tuple[Card, ...]
    told: float
    expected: float
    best: float
    instead: tuple[Card, ...]

    @property
    def quality(self) -> float:
        """The share of the best, 0 to 1; 1 where no question could tell anything."""
        return min(1.0, self.expected / self.best) if self.best > 0 else 1.0

    @property
    def luck(self) -> float:
        """Bits told beyond what was to be expected."""
        return self.told - self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReview:
    """One seat's match. `bits[t]`: its uncertainty when turn t was over, `bits[0]` after the deal.

    `provable`: the turn whose end left it one theory, None if none did; `missed`: turns of its
    own that began after that and were over before the match was; `timing`: won, guessed (won
    without a proof), wrong, missed or open; `questions`, `timely`: the parts of the score.
    """

    bits: tuple[float, ...]
    provable: int | None
    missed: int
    timing: str
    questions: int
    timely: int

    @property
    def score(self) -> int:
        """0 to 100."""
        return self.questions + self.timely


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """All seats, all questions in order; `luckiest` and `best` are places in `questions`."""

    seats: tuple[SeatReview, ...]
    questions: tuple[Question, ...]
    luckiest: int | None
    best: int | None


def review(views: Sequence[View], below: Below) -> Review:
    """The review of a match that was dealt; `views`: every seat's, to the end, by seat.

    `below` gives the lots for drawn deals, as `gm.deduction.sample` says.
    """
    readers = [_Reader(view) for view in views]
    questions = tuple(q for reader in readers for q in reader.questions(below))
    questions = tuple(sorted(questions, key=lambda question: question.turn))
    telling = range(len(questions))
    return Review(
        seats=tuple(reader.seat_review(questions) for reader in readers),
        questions=questions,
        luckiest=max(telling, key=lambda n: questions[n].luck, default=None),
        best=max(telling, key=lambda n: questions[n].expected, default=None),
    )


class _Reader:
    """One seat's view, cut where turns end."""

    def __init__(self, view: View) -> None:
        known = problem(view)
        assert known is not None
        assert view.seat is not None
        self.view, self.known, self.seat = view, known, view.seat
        self.begins = [n for n, event in enumerate(view.log) if isinstance(event, TurnBegan)]
        ended = (n for n, event in enumerate(view.log) if isinstance(event, Ended))
        over = next(ended, len(view.log))
        self.ends = [*self.begins, over]  # where the deal, turn 1, turn 2 … are over
        self._bits: dict[int, float] = {}

    def until(self, event: int) -> Problem:
        """What the seat knew before this event of its log."""
        facts = tuple(fact for fact in self.known.facts if fact.source < event)
        return replace(self.known, facts=facts)

    def bits(self, event: int) -> float:
        """The uncertainty about the case before this event."""
        known = self.until(event)
        facts = len(known.facts)
        if facts not in self._bits:
            self._bits[facts] = uncertainty(known)
        return self._bits[facts]

    def turns(self) -> Iterator[tuple[int, int, int, Seat]]:
        """Every turn: its number, its first event, where it is over, whose it is."""
        for number, (begin, end) in enumerate(zip(self.begins, self.ends[1:], strict=True), 1):
            event = self.view.log[begin]
            assert isinstance(event, TurnBegan)
            yield number, begin, end, event.seat

    # -- questions ---------------------------------------------------------------------------

    def questions(self, below: Below) -> Iterator[Question]:
        """The seat's own questions to the first who holds a card."""
        log = self.view.log
        for number, begin, end, seat in self.turns():
            for at in range(begin, end):
                event = log[at]
                if seat == self.seat and isinstance(event, QuestionPut) and not event.every:
                    move = next(e for e in reversed(log[:at]) if isinstance(e, Moved))
                    yield self._question(number, at, end, event, move, below)

    def _question(
        self, turn: int, at: int, end: int, put: QuestionPut, move: Moved, below: Below
    ) -> Question:
        known = self.until(at)
        sampler = Sampler(known)
        deals = [sampler.draw(below) for _ in range(DEALS)]
        bundle = Bundle(known.categories, deals, below)
        instead = min(
            _open(known, put, move),
            key=lambda cards: bundle.bits(bundle.answers(cards, put.order)),
        )
        expected = self.bits(at) - _left(known, bundle, put.cards, put.order)
        best = self.bits(at) - _left(known, bundle, instead, put.order)
        if expected >= best:
            instead, best = put.cards, expected
        return Question(
            turn=turn,
            seat=self.seat,
            cards=put.cards,
            told=self.bits(at) - self.bits(end),
            expected=expected,
            best=best,
            instead=instead,
        )

    # -- the seat as a whole -----------------------------------------------------------------

    def seat_review(self, questions: Sequence[Question]) -> SeatReview:
        """What it knew turn by turn, and its score."""
        bits = tuple(self.bits(end) for end in self.ends)
        told = (fact.source for fact in self.known.facts if isinstance(fact, CaseIs))
        shown = next(told, len(self.view.log))
        proved = (n for n, end in enumerate(self.ends) if bits[n] == 0 and end <= shown)
        provable = next(proved, None)
        own = [number for number, _, _, seat in self.turns() if seat == self.seat]
        missed = sum(
            provable is not None and provable < number < len(self.begins) for number in own
        )
        timing, timely = self._timing(provable, missed)
        asked = [question.quality for question in questions if question.seat == self.seat]
        good = round(GOOD * sum(asked) / len(asked)) if asked else 0
        return SeatReview(
            bits=bits,
            provable=provable,
            missed=missed,
            timing=timing,
            questions=good,
            timely=timely,
        )

    def _timing(self, provable: int | None, missed: int) -> tuple[str, int]:
        """How the seat used its moment to accuse, and the points for it."""
        position = self.view.position
        late = max(0, TIMELY - LATE * missed)
        if position.winner == self.seat:
            return ("guessed" if provable is None else "won"), late
        if self.seat in position.out - position.removed:
            return "wrong", 0
        return ("missed", late // 2) if missed else ("open", TIMELY // 2)


def uncertainty(known: Problem) -> float:
    """Bits of uncertainty about the case, all consistent deals counting the same."""
    answer = solve(known)
    shares = (count / answer.deals for count in answer.theories.values())
    return max(0.0, sum(-share * log2(share) for share in shares))


def _left(known: Problem, bundle: Bundle, cards: tuple[Card, ...], order: Sequence[Seat]) -> float:
    """Bits left open on average after asking for these cards.

    How often each answer comes is counted over the bundle, what it leaves open is exact. A look
    at the cards laid aside, which may follow, is left out.
    """
    left = 0.0
    for deals, owner, shown in bundle.told(cards, order):
        passed = order if owner is None else order[: order.index(int(owner))]
        facts: list[Fact] = [HasNot(place=seat, card=c) for seat in passed for c in cards]
        if owner is not None and shown is not None:
            facts.append(Has(place=owner, card=shown))
        after = replace(known, facts=(*known.facts, *facts))
        left += deals.bit_count() / bundle.size * uncertainty(after)
    return left


def _open(known: Problem, put: QuestionPut, move: Moved) -> Iterator[tuple[Card, ...]]:
    """The questions that the seat could have put instead, by the same kind of move."""
    match move.move:
        case Suggest():
            yield from product(*known.categories[:2], put.cards[2:])
        case Play(cards=(_, _)):
            yield from product(*known.categories[:2], put.cards[2:])
        case Play():
            yield from product(*known.categories)
        case _:
            yield from combinations(known.cards, 2)
