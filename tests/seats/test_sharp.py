"""What sharp does at moments where the right move is plain."""

from __future__ import annotations

from random import Random

from gm.cli.simulate import new_header, play_out
from gm.game.audience import redact
from gm.game.engine import advance, legal_moves, start
from gm.game.events import Dealt, FirstDrawn, Moved
from gm.game.moves import Accuse, Ask, Decline, Join, Show
from gm.game.state import State
from gm.game.view import View, fold
from gm.seats import LEVELS, sharp


class Told:
    """A match of casefile that is told move by move; the cases and hands are given."""

    def __init__(self, case: tuple[str, ...], hands: tuple[tuple[str, ...], ...], up=()) -> None:
        header = new_header("casefile", "normal", len(hands), bytes(32))
        self.state = State(header=header)
        self.views = [View(header=header, seat=seat) for seat in range(len(hands))]
        self._see(start(header))
        for event in start(header):
            self.state = self.state.apply(event)
        self.add(Dealt(case=case, hands=hands, up=up))
        self.add(FirstDrawn(seat=0))

    def add(self, entry) -> None:
        events, self.state = advance(self.state, entry)
        self._see(events)

    def move(self, seat: int, move) -> None:
        self.add(Moved(seat=seat, move=move))

    def _see(self, events) -> None:
        for seat, view in enumerate(self.views):
            seen = (redact(event, seat) for event in events)
            self.views[seat] = fold(view, (event for event in seen if event is not None))

    def chosen(self, level=sharp.choose, number=0):
        seat = self.state.position.waits[0].seat
        return level(self.views[seat], legal_moves(self.state, seat), Random(number))


def three() -> Told:
    return Told(
        case=("red", "knife", "billiard"),
        hands=(
            ("yellow", "white", "rope"),
            ("green", "blue", "dining"),
            ("purple", "candlestick", "kitchen"),
        ),
    )


def test_it_asks_only_what_it_does_not_know() -> None:
    for number in range(10):
        move = three().chosen(number=number)
        assert isinstance(move, Ask)
        assert not set(move.cards) <= {"yellow", "white", "rope"}


def seen_through() -> Told:
    """Seat 1 has seen all that seat 0 holds, and it is the turn of seat 0."""
    told = Told(
        case=("red", "knife", "billiard"),
        hands=(
            ("yellow", "white", "rope", "kitchen"),
            ("green", "blue", "purple", "candlestick"),
        ),
        up=("dining",),
    )
    for other, shown in (
        ("purple", "white"),
        ("candlestick", "rope"),
        ("green", "kitchen"),
        ("blue", "yellow"),
    ):
        told.move(0, Ask(cards=("red", "knife")))
        told.move(1, Ask(cards=(shown, other)))
        told.move(0, Show(card=shown))
    return told


def test_it_accuses_when_it_is_certain() -> None:
    told = seen_through()
    told.move(0, Ask(cards=("red", "knife")))
    assert told.chosen() == Accuse(theory=("red", "knife", "billiard"))


def test_it_joins_with_the_case_where_it_is_certain() -> None:
    told = seen_through()
    told.move(0, Accuse(theory=("green", "knife", "billiard")))
    assert told.chosen() == Join(theory=("red", "knife", "billiard"))


def test_it_shows_again_what_the_asker_has_seen() -> None:
    told = three()
    told.move(0, Ask(cards=("green", "blue")))
    told.move(1, Show(card="blue"))
    told.move(1, Ask(cards=("yellow", "purple")))
    told.move(2, Show(card="purple"))
    told.move(2, Ask(cards=("green", "rope")))
    told.move(0, Show(card="rope"))
    told.move(0, Ask(cards=("green", "blue")))
    for number in range(10):
        assert told.chosen(number=number) == Show(card="blue")


def test_it_declines_to_join_where_it_knows_next_to_nothing() -> None:
    told = three()
    told.move(0, Accuse(theory=("red", "knife", "billiard")))
    assert told.chosen() == Decline()


def test_it_guesses_before_a_rival_who_is_nearly_there() -> None:
    """Whole matches among sharp seats: some accusations are guesses, and most of them right."""
    right = guesses = 0
    for number in range(30):
        seed = Random(number).randbytes(32)
        header = new_header("casefile", "normal", 3, seed)
        for entry, state in play_out(header, [LEVELS["sharp"]] * 3, seed):
            if isinstance(entry, Moved) and isinstance(entry.move, Accuse):
                guesses += 1
                right += entry.move.theory == state.case
    assert guesses > 30  # more than one a match: some were wrong
    assert right / guesses > 0.35
