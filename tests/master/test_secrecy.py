"""Two deals that a seat cannot tell apart tell it the same, at the same time.

A match is played; then two hidden cards change places and the same people do the same again, as
far as the seat can see. For as long as its redacted log is the same, so must be every notice to
it and to the group, its wait ids, and when anything is due.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import pytest

from gm.game import dealing
from gm.game.audience import redact
from gm.game.cards import Card, Seat
from gm.game.events import Chance, Dealt, Event, Looked
from gm.game.moves import Accuse, Answer, Move, Show
from gm.game.state import State
from gm.master.clocks import due
from gm.master.notices import Notice
from gm.master.tables import Place
from gm.master.waits import wait_id
from tests.support.offline import Offline
from tests.support.table import ANN, BOB, CY, DEE, chosen

PEOPLE = (ANN, BOB, CY, DEE)
STEPS, PAIRS = 25, 110
FEWEST = 5
"""A pair counts when the seat could not tell the deals apart for so many steps."""


@dataclass(kw_only=True)
class Told:
    """What a seat got in one step, and when."""

    notices: list[Notice]
    waits: list[str]
    due: list[int]
    seen: list[Event | None] = field(repr=False)


Step = tuple[Seat, Move] | None
"""Somebody's move, or a clock that strikes."""


class Run(Offline):
    """One course of a match, with its draws and what everybody did written down."""

    def __init__(self, seed: int) -> None:
        super().__init__(PEOPLE, seed=f"secret{seed}")
        self.draws: list[Chance] = []
        self.steps: list[tuple[int, Step]] = []
        self.told: list[tuple[Notice, ...]] = []
        self.marks: list[int] = []
        self.states: list[tuple[list[tuple[Seat, str]], list[int]]] = []

    def draw(self, state: State, seed: bytes) -> Chance:
        drawn = dealing.draw(state, seed)
        self.draws.append(drawn)
        return drawn

    def note(self, notices: tuple[Notice, ...]) -> None:
        self.told.append(notices)
        self.marks.append(len(self.match.events))
        waits = [
            (wait.seat, wait_id(self.table, wait.opened))
            for wait in self.match.state.position.waits
        ]
        self.states.append((waits, [due(clock) for clock in self.table.clocks]))

    def got(self, n: int, seat: Seat) -> Told:
        person = PEOPLE[seat].id
        waits, dues = self.states[n]
        return Told(
            notices=[x for x in self.told[n] if isinstance(x.to, Place) or x.to == person],
            waits=[given for s, given in waits if s == seat],
            due=dues,
            seen=[redact(event, seat) for event in self.match.events[: self.marks[n]]],
        )

    def take(self, wait_ms: int, step: Step) -> None:
        self.now += wait_ms
        self.note(self.strike() if step is None else self.act(*step))


class Swap(Run):
    """The same course with two hidden cards in each other's place."""

    def __init__(self, seed: int, base: Run, a: Card, b: Card) -> None:
        super().__init__(seed)
        self._base = base
        self._other = {a: b, b: a}

    def swapped(self, card: Card) -> Card:
        return self._other.get(card, card)

    def draw(self, state: State, seed: bytes) -> Chance:
        drawn = self._base.draws[len(self.draws)]
        match drawn:
            case Dealt():
                sort = state.header.cards.sort
                drawn = replace(
                    drawn,
                    case=tuple(map(self.swapped, drawn.case)),
                    hands=tuple(sort(map(self.swapped, hand)) for hand in drawn.hands),
                )
            case Looked() if drawn.card not in state.hands[drawn.target]:
                drawn = replace(drawn, card=self.swapped(drawn.card))
        self.draws.append(drawn)
        return drawn

    def like(self, seat: Seat, move: Move) -> Move:
        """The same move, or the nearest that the changed hand allows."""
        if not isinstance(move, Show | Answer):
            return move
        moves = self.match.moves(seat)
        return move if move in moves else moves[0]


def base_run(seed: int, monkeypatch: pytest.MonkeyPatch) -> Run:
    run, lots = Run(seed), Random(seed)
    monkeypatch.setattr("gm.master.sitting.draw", run.draw)
    run.note(run.begin())
    while len(run.steps) < STEPS and not run.over:
        wait_ms = lots.randrange(20_000)
        asked = run.asked()
        step: Step = None
        if asked and lots.random() > 0.1:
            seat = lots.choice(asked).seat
            step = (seat, chosen(run.match.moves(seat), lots, accuse=0.01))
        run.steps.append((wait_ms, step))
        run.take(wait_ms, step)
    return run


def same_for(base: Run, swap: Swap, seat: Seat, monkeypatch: pytest.MonkeyPatch) -> int:
    """For how many steps the seat cannot tell; everything it got in them was equal."""
    monkeypatch.setattr("gm.master.sitting.draw", swap.draw)
    swap.note(swap.begin())
    for n in range(len(base.told)):
        if n > 0:
            wait_ms, step = base.steps[n - 1]
            if step is not None:
                who, move = step
                if swap.match.state.position.wait(who) is None:
                    return n
                if isinstance(move, Accuse) and base.match.state.case != swap.match.state.case:
                    return n
                step = (who, swap.like(who, move))
            swap.take(wait_ms, step)
        expected, got = base.got(n, seat), swap.got(n, seat)
        if expected.seen != got.seen:
            return n
        assert got == expected
    return len(base.told)


def test_what_a_seat_cannot_tell_apart_tells_it_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pairs = 0
    for seed in range(60):
        if pairs >= PAIRS:
            break
        base, lots = base_run(seed, monkeypatch), Random(seed)
        seat = seed % len(PEOPLE)
        dealt = next(draw for draw in base.draws if isinstance(draw, Dealt))
        hidden = [card for n, hand in enumerate(dealt.hands) if n != seat for card in hand]
        for _ in range(6):
            a = lots.choice(hidden)
            deck = base.match.header.cards
            kin = deck.categories[deck.category_of(a)].cards
            b = lots.choice([c for c in kin if c != a and c not in dealt.hands[seat]])
            if any(a in hand and b in hand for hand in dealt.hands):
                continue
            steps = same_for(base, Swap(seed, base, a, b), seat, monkeypatch)
            pairs += steps > FEWEST
    assert pairs >= PAIRS


def test_the_harness_sees_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    from gm.master import telling

    sound = telling.tell

    def leaky(sitting):  # type: ignore[no-untyped-def]
        told = sound(sitting)
        case = sitting.match.state.case if sitting.match else ()
        return tuple(replace(n, args={**n.args, "case": "".join(case)}) for n in told)

    monkeypatch.setattr("tests.support.offline.tell", leaky)
    with pytest.raises(AssertionError):
        test_what_a_seat_cannot_tell_apart_tells_it_the_same(monkeypatch)
