"""Any way through the rules: what is listed is allowed, what is not is refused without a trace."""

from __future__ import annotations

import random
from itertools import combinations, permutations, product

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from gm.game.board import ROOMS, TOKENS, WEAPONS
from gm.game.cards import UNKNOWN
from gm.game.dealing import by_lot, draw
from gm.game.decks import ACTIONS, DECKS
from gm.game.engine import decide, legal_moves, phase, verify
from gm.game.events import ChanceKind, Entry, Event, Moved, Passed, Stop, Stopped, WaitKind
from gm.game.moves import (
    TIP,
    Accuse,
    Agree,
    Answer,
    Ask,
    Decline,
    End,
    Join,
    Move,
    Order,
    Passage,
    Play,
    Refuse,
    Removed,
    Roll,
    Show,
    Skipped,
    Stay,
    Suggest,
    Walk,
)
from gm.game.reasons import Illegal, Reason
from gm.game.record.lines import Line
from gm.game.record.reading import Record, dump, read
from gm.game.record.replay import replay
from gm.game.state import State, fold
from gm.store import codec
from tests.game.matches import GAMES, any_header, begun, next_entry, set_up

seats = st.integers(-1, 6)
numbers = st.integers(0, 10_000)


def strange_moves(rules: str) -> st.SearchStrategy[Move]:
    """Moves of any kind that name cards and places of the game, or of none."""
    names = {card for (name, _), deck in DECKS.items() if name == rules for card in deck.cards}
    cards = st.sampled_from([*sorted(names), UNKNOWN, "moon"])
    some = st.lists(cards, max_size=4).map(tuple)
    squares = st.tuples(st.integers(-1, 25), st.integers(-1, 24))
    actions = st.sampled_from([*ACTIONS, TIP, "dance"])
    return st.one_of(
        st.builds(Show, card=cards),
        st.builds(Answer, cards=some | st.none()),
        st.builds(Accuse, theory=some),
        st.builds(Join, theory=some),
        st.builds(Ask, cards=some),
        st.builds(Suggest, cards=some),
        st.builds(Order, order=st.lists(seats, max_size=4).map(tuple)),
        st.builds(Walk, to=cards | squares),
        st.builds(Play, action=actions, cards=some | st.none(), go=cards | st.none())
        | st.builds(Play, action=actions, target=seats),
        st.sampled_from([End(), Decline(), Agree(), Refuse(), Roll(), Passage(), Stay()]),
    )


def refused(state: State, entry: Entry | Passed) -> Reason:
    with pytest.raises(Illegal) as caught:
        decide(state, entry)
    return caught.value.reason


def canonical(state: State, move: Move) -> Move:
    """The move with its cards in the order in which they are listed."""
    match move:
        case Answer(cards=cards) if cards is not None:
            return Answer(cards=state.header.cards.sort(cards))
        case Ask(cards=cards) if set(cards) <= set(state.header.cards.cards):
            return Ask(cards=state.header.cards.sort(cards))
        case _:
            return move


def is_allowed(state: State, seat: int, move: Move) -> bool:
    try:
        verify(state, seat, move)
    except Illegal:
        return False
    return True


class Match(RuleBasedStateMachine):
    """A match that goes any way, with its record beside it."""

    game = ""

    @initialize(number=numbers)
    def begin(self, number: int) -> None:
        luck = random.Random(number)
        self.seed = luck.randbytes(32)
        self.state = begun(any_header(self.game, luck, self.seed))
        self.lines: list[Line] = []
        self.events: list[Event] = []
        for _ in range(luck.randrange(60)):
            if not self.state.position.over:
                self.happen(next_entry(self.state, self.seed, luck))

    def happen(self, entry: Entry) -> None:
        events = decide(self.state, entry)
        self.state = fold(self.state, events)
        self.lines.append(Line(content=entry))
        self.events.extend(codec.load_event(codec.dump(event)) for event in events)
        if phase(self.state) == "order":  # rare, so it is not left to the invariants
            self.nothing_else_is_allowed()

    @precondition(lambda self: not self.state.position.over)
    @rule(number=numbers)
    def go_on(self, number: int) -> None:
        luck = random.Random(number)
        for _ in range(8):
            if not self.state.position.over:
                self.happen(next_entry(self.state, self.seed, luck))

    @precondition(lambda self: not self.state.position.over and self.state.case)
    @rule(why=st.sampled_from(Stop), chance=st.integers(0, 9))
    def stop(self, why: Stop, chance: int) -> None:
        if chance == 0:
            stopped = Stopped(why=why)
            if self.state.due and self.state.due[0].kind is ChanceKind.ROLL:
                assert refused(self.state, stopped) is Reason.CHANCE_DUE
            else:
                self.happen(stopped)

    @rule(seat=seats, data=st.data())
    def try_anything(self, seat: int, data: st.DataObject) -> None:
        move = data.draw(STRANGE[self.game])
        before = self.state
        allowed = is_allowed(before, seat, move)
        assert allowed == (canonical(before, move) in legal_moves(before, seat))
        if not allowed:
            refused(before, Moved(seat=seat, move=move))
        assert self.state == before

    @precondition(lambda self: self.state.due or self.state.position.over)
    @rule(seat=seats, data=st.data())
    def nobody_moves_now(self, seat: int, data: st.DataObject) -> None:
        move = data.draw(STRANGE[self.game] | st.sampled_from([Skipped(), Removed()]))
        reason = refused(self.state, Moved(seat=seat, move=move))
        assert reason is (Reason.OVER if self.state.position.over else Reason.CHANCE_DUE)

    @invariant()
    def every_card_is_somewhere(self) -> None:
        state = self.state
        if state.hands:
            hands = (card for hand in state.hands for card in hand)
            placed = [*state.case, *hands, *state.position.up, *state.aside]
            assert sorted(placed) == sorted(state.header.cards.cards)

    @invariant()
    def all_that_is_listed_is_allowed_once(self) -> None:
        for seat in range(len(self.state.header.seats)):
            listed = legal_moves(self.state, seat)
            assert len(set(listed)) == len(listed)
            for move in listed[:: max(1, len(listed) // 20)]:
                verify(self.state, seat, move)
            assert bool(listed) == (
                self.state.position.wait(seat) is not None and not self.state.due
            )

    @invariant()
    def nothing_else_is_allowed(self) -> None:
        """Of every move without a theory: it is listed or it is refused."""
        for wait in self.state.position.waits[:1]:
            listed = set(legal_moves(self.state, wait.seat))
            for move in CANDIDATES[self.game]:
                allowed = is_allowed(self.state, wait.seat, move)
                assert allowed == (canonical(self.state, move) in listed)

    @invariant()
    def somebody_or_chance_comes_next(self) -> None:
        position = self.state.position
        assert position.over or bool(self.state.due) or bool(position.waits)
        assert (phase(self.state) == "over") == position.over
        assert position.removed <= position.out

    def teardown(self) -> None:
        if not hasattr(self, "state"):
            return
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
        if self.state.due or not turn or turn[0].kind is WaitKind.WALK:
            return entry
        theories = self.state.header.cards.theories
        return Moved(seat=turn[0].seat, move=Accuse(theory=theories[-luck.randrange(2)]))


def every_short_move(rules: str) -> list[Move]:
    """All moves of the game's kinds but those that name a theory."""
    bare: list[Move] = [End(), Decline(), Agree(), Refuse(), Roll(), Passage(), Stay()]
    names = {card for (name, _), deck in DECKS.items() if name == rules for card in deck.cards}
    shows: list[Move] = [Show(card=card) for card in sorted(names)]
    match rules:
        case "casefile":
            pairs = [Ask(cards=pair) for pair in combinations(DECKS["casefile", "grand"].cards, 2)]
            orders = [Order(order=o) for n in range(2, 5) for o in permutations(range(5), n)]
            return [*bare, *shows, *pairs, *orders]
        case "mansion":
            spots = [*ROOMS, *product(range(25), range(24))]
            suggests = [Suggest(cards=pair) for pair in product(TOKENS, WEAPONS)]
            return [*bare, *shows, *suggests, *(Walk(to=spot) for spot in spots)]
        case _:
            plays = [Play(action=action, target=seat) for action in ACTIONS for seat in range(6)]
            alone = [Play(action=action) for action in ACTIONS]
            goes = [Play(action="present", go=card) for card in sorted(names)]
            return [*bare, *shows, *plays, *alone, *goes]


STRANGE = {rules: strange_moves(rules) for rules in GAMES}
CANDIDATES = {rules: every_short_move(rules) for rules in GAMES}


class CasefileMatch(Match):
    """casefile."""

    game = "casefile"


class GetawayMatch(Match):
    """getaway."""

    game = "getaway"


class MansionMatch(Match):
    """mansion."""

    game = "mansion"


PLAYED = settings(max_examples=30, stateful_step_count=8, deadline=None)
TestCasefile, TestGetaway, TestMansion = (
    CasefileMatch.TestCase,
    GetawayMatch.TestCase,
    MansionMatch.TestCase,
)
TestCasefile.settings = TestGetaway.settings = TestMansion.settings = PLAYED


def test_every_game_is_played() -> None:
    assert {machine.game for machine in Match.__subclasses__()} == set(GAMES)


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
