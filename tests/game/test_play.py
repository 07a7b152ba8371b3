"""Any way through the rules: what is listed is allowed, what is not is refused without a trace."""

from __future__ import annotations

import random

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from gm.game.cards import UNKNOWN
from gm.game.dealing import by_lot, draw
from gm.game.engine import decide, legal_moves, phase, verify
from gm.game.events import Entry, Event, Moved, Passed, Stop, Stopped
from gm.game.moves import (
    TIP,
    Accuse,
    Answer,
    End,
    Move,
    Play,
    Removed,
    Show,
    Skipped,
)
from gm.game.reasons import Illegal, Reason
from gm.game.record.lines import Line
from gm.game.record.reading import Record, dump, read
from gm.game.record.replay import replay
from gm.game.rulesets import ruleset
from gm.game.state import State, fold
from gm.store import codec
from tests.game.matches import new_state, next_entry, set_up

CARDS = ruleset("getaway").header(deck=None, options={}, seats="ABC", dealer=0).cards.cards
cards = st.sampled_from([*CARDS, UNKNOWN, "moon"])
some = st.lists(cards, max_size=4).map(tuple)
seats = st.integers(-1, 6)
actions = st.sampled_from(["any", "present", "snoop", "sleuth_blue", "tip_red", TIP, "dance"])
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Show, card=cards),
    st.builds(Answer, cards=some | st.none()),
    st.builds(Accuse, theory=some),
    st.builds(Play, action=actions, cards=some | st.none(), go=cards | st.none())
    | st.builds(Play, action=actions, target=seats),
    st.just(End()),
)


def refused(state: State, entry: Entry | Passed) -> Reason:
    with pytest.raises(Illegal) as caught:
        decide(state, entry)
    return caught.value.reason


def canonical(state: State, move: Move) -> Move:
    if isinstance(move, Answer) and move.cards is not None:
        return Answer(cards=state.header.cards.sort(move.cards))
    return move


class Match(RuleBasedStateMachine):
    """A match that goes any way, with its record beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.seed = b"\x07" * 32
        self.state = new_state(3)
        self.lines: list[Line] = []
        self.events: list[Event] = []

    def happen(self, entry: Entry) -> None:
        events = decide(self.state, entry)
        self.state = fold(self.state, events)
        self.lines.append(Line(content=entry))
        self.events.extend(codec.load_event(codec.dump(event)) for event in events)

    @precondition(lambda self: not self.state.position.over)
    @rule(number=st.integers(0, 10_000))
    def go_on(self, number: int) -> None:
        luck = random.Random(number)
        for _ in range(8):
            if not self.state.position.over:
                self.happen(next_entry(self.state, self.seed, luck))

    @precondition(lambda self: not self.state.position.over and self.state.case)
    @rule(why=st.sampled_from(Stop), chance=st.integers(0, 9))
    def stop(self, why: Stop, chance: int) -> None:
        if chance == 0:
            self.happen(Stopped(why=why))

    @rule(seat=seats, move=moves)
    def try_anything(self, seat: int, move: Move) -> None:
        before = self.state
        listed = canonical(before, move) in legal_moves(before, seat)
        try:
            verify(before, seat, move)
            allowed = True
        except Illegal:
            allowed = False
            refused(before, Moved(seat=seat, move=move))
        assert allowed == listed
        assert self.state == before

    @precondition(lambda self: self.state.due or self.state.position.over)
    @rule(seat=seats, move=moves | st.sampled_from([Skipped(), Removed()]))
    def nobody_moves_now(self, seat: int, move: Move) -> None:
        reason = refused(self.state, Moved(seat=seat, move=move))
        assert reason is (Reason.OVER if self.state.position.over else Reason.CHANCE_DUE)

    @invariant()
    def all_that_is_listed_is_allowed_once(self) -> None:
        for seat in range(3):
            listed = legal_moves(self.state, seat)
            assert len(set(listed)) == len(listed)
            for move in listed[:: max(1, len(listed) // 20)]:
                verify(self.state, seat, move)
            assert bool(listed) == (
                self.state.position.wait(seat) is not None and not self.state.due
            )

    @invariant()
    def somebody_or_chance_comes_next(self) -> None:
        position = self.state.position
        assert position.over or bool(self.state.due) or bool(position.waits)
        assert (phase(self.state) == "over") == position.over
        assert position.removed <= position.out

    def teardown(self) -> None:
        record = Record(header=self.state.header, lines=tuple(self.lines))
        played = replay(read(dump(record).encode()))
        assert played.state == self.state
        assert [event for step in played.steps for event in step.events] == self.events
        luck = random.Random(1)
        for _ in range(3000):
            if self.state.position.over:
                return
            self.state = fold(self.state, decide(self.state, self.ending(luck)))
        pytest.fail("the match does not end")

    def ending(self, luck: random.Random) -> Entry:
        """What comes next, by players who accuse as soon as they may."""
        entry = next_entry(self.state, self.seed, luck)
        turn = [wait for wait in self.state.position.waits if wait.asker is None]
        if self.state.due or not turn:
            return entry
        return Moved(seat=turn[0].seat, move=Accuse(theory=CASES[luck.randrange(2)]))


CASES = [("red", "balloon", "falls"), ("blue", "train", "fort")]

TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=30, stateful_step_count=15, deadline=None)


def test_a_question_told_to_a_full_match_is_refused() -> None:
    state = set_up(3, b"\x01" * 32)
    assert refused(state, Passed(seat=1)) is Reason.MISPLACED


def test_lots_are_drawn_where_there_is_no_choice_too() -> None:
    """The same draw again gives the same; one fitting card is shown by lot as any other."""
    seed = b"\x01" * 32
    for number in range(40):
        luck, state = random.Random(number), set_up(4, seed)
        for _ in range(30):
            if state.position.over:
                break
            for wait in state.position.waits:
                if wait.asker is not None and not state.due:
                    assert by_lot(state, wait.seat, seed) in legal_moves(state, wait.seat)
            if state.due:
                assert draw(state, seed) == draw(state, seed)
            state = fold(state, decide(state, next_entry(state, seed, luck)))
