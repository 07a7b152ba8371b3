"""Two deals that a seat cannot tell apart: equal events, equal views, and the sheet knows both.

A match is played again with other cards in the hidden places. Where its seat sees the same, the
facts read off its view must allow that deal; where it does not, they must refuse it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from enum import Enum
from itertools import product

import pytest

from gm.deduction.facts import ASIDE, CASE, UP, Has, Place
from gm.deduction.knowledge import problem
from gm.deduction.sample import Sampler
from gm.deduction.solver import solve
from gm.game.audience import redact
from gm.game.cards import UNKNOWN, Card, Deck, Theory
from gm.game.engine import decide, legal_moves
from gm.game.events import (
    CaseSeen,
    Dealt,
    Ended,
    Entry,
    Event,
    FirstDrawn,
    Joined,
    Looked,
    Moved,
    Revealed,
    Stop,
    Stopped,
    TurnBegan,
    WentOut,
)
from gm.game.moves import Accuse, Answer, Decline, Join, Removed, Show
from gm.game.reasons import Illegal
from gm.game.record.lines import Line
from gm.game.record.reading import Record, dump
from gm.game.record.redacted import redacted, view
from gm.game.record.replay import Replay, replay
from gm.game.rulesets import ruleset
from gm.game.state import State, fold
from gm.game.view import View
from gm.game.view import fold as fold_view
from tests.game.matches import GAMES, match_record

Deal = dict[Card, Place]


def true_deal(played: Replay) -> Deal:
    state = played.state
    deal: Deal = dict.fromkeys(state.case, CASE)
    deal |= dict.fromkeys(state.position.up, UP) | dict.fromkeys(state.aside, ASIDE)
    return deal | {card: seat for seat, hand in enumerate(state.hands) for card in hand}


class Fate(Enum):
    """What the others ever learn of a line that was sealed."""

    SEALED = "not even that it was there"
    CHOSEN = "that the seat joined, or declined"
    REVEALED = "the theory"


def fates(played: Replay) -> tuple[dict[int, Fate], set[int]]:
    """What became of each sealed line, and the accusations that were wrong and alone."""
    fate: dict[int, Fate] = {}
    wrong: set[int] = set()
    line: dict[int, int] = {}
    for step in played.steps:
        for event in step.events:
            match event:
                case TurnBegan():
                    line.clear()
                case Moved(sealed=True):
                    line[event.seat] = step.number
                    fate[step.number] = Fate.SEALED
                case WentOut():
                    line.pop(event.seat, None)
                case Joined():
                    fate.update(dict.fromkeys(line.values(), Fate.CHOSEN))
                case Revealed(theories=theories):
                    fate.update({line[seat]: Fate.REVEALED for seat, _ in theories})
                case CaseSeen() if event.seat in line:
                    wrong.add(line[event.seat])
                case _:
                    continue
    return fate, wrong


class Again:
    """The same match on another deal, as one seat sees it.

    Others show, answer and look at what they like, and seal what they like; all else stays.
    """

    def __init__(self, played: Replay, seat: int, deal: Deal, luck: random.Random) -> None:
        self.played, self.seat, self.deal, self.luck = played, seat, deal, luck
        self.fate, self.wrong = fates(played)
        self.state = fold(State(header=played.record.header), played.opening)

    def seen(self) -> View | None:
        """What the seat sees; None where the match cannot go like that."""
        seen: list[Event] = list(self.played.opening)
        for step in self.played.steps:
            entry = self.same(step.number, step.events[0]) if step.events else None
            if entry is None:
                continue
            try:
                events = decide(self.state, entry)
            except Illegal:
                return None
            self.state = fold(self.state, events)
            seen.extend(events)
        own = (redact(event, self.seat) for event in seen)
        view = View(header=self.played.record.header, seat=self.seat)
        return fold_view(view, (event for event in own if event))

    def same(self, number: int, entry: Event) -> Entry | None:
        state, luck = self.state, self.luck
        match entry:
            case Dealt():
                return replace(
                    entry,
                    hands=tuple(self.cards(seat) for seat in range(len(entry.hands))),
                    case=self.cards(CASE),
                    up=self.cards(UP),
                    aside=self.cards(ASIDE),
                )
            case Looked(target=target) if entry.seat != self.seat:
                seen = state.looked[entry.seat] if target == ASIDE else ()
                cards = [card for card in state.cards_of(target) if card not in seen]
                return replace(entry, card=luck.choice(cards)) if cards else entry
            case Moved(move=Show() | Answer()) if self.seat not in (entry.seat, entry.to):
                moves = legal_moves(state, entry.seat)
                return replace(entry, move=luck.choice(moves)) if moves else entry
            case Moved(sealed=True) if entry.seat != self.seat:
                return self.sealed(number, entry)
            case _:
                assert isinstance(entry, Entry)
                return entry

    def cards(self, place: Place) -> tuple[Card, ...]:
        return tuple(card for card in self.state.header.cards.cards if self.deal[card] == place)

    def sealed(self, number: int, entry: Moved) -> Moved | None:
        """The sealed line with all of it changed that stayed sealed."""
        theories, case = self.state.header.cards.theories, self.state.case
        theory = self.luck.choice([t for t in theories if number not in self.wrong or t != case])
        match self.fate[number], entry.move:
            case Fate.REVEALED, _:
                return entry
            case _, Accuse():
                return replace(entry, move=Accuse(theory=theory))
            case Fate.SEALED, _:
                choices = [Join(theory=theory), Decline(), None]
                choice = self.luck.choice(choices)
                return choice and replace(entry, move=choice)
            case _, Join():
                return replace(entry, move=Join(theory=theory))
            case _:
                return entry


def again(played: Replay, seat: int, deal: Deal, luck: random.Random) -> View | None:
    return Again(played, seat, deal, luck).seen()


def near(deck: Deck, deal: Deal, seat: int, luck: random.Random) -> Deal:
    """The deal with two cards changed that lie in others' places; the case stays one of each."""
    while True:
        one, two = luck.sample(sorted(card for card in deal if deal[card] != seat), 2)
        if deal[one] == deal[two]:
            continue
        if CASE in (deal[one], deal[two]) and deck.category_of(one) != deck.category_of(two):
            continue
        return {**deal, one: deal[two], two: deal[one]}


@pytest.mark.parametrize("number", range(16))
@pytest.mark.parametrize("rules", GAMES)
def test_a_seat_sees_the_same_exactly_where_its_facts_allow_it(rules: str, number: int) -> None:
    luck = random.Random(number)
    record = match_record(number, rules=rules, longest=20 + 3 * number)
    played = replay(replace(record, lines=record.lines[: luck.randint(5, len(record.lines))]))
    truth = true_deal(played)
    for seat in range(len(record.header.seats)):
        seen = view(played, seat)
        known = problem(seen)
        assert known is not None
        answer = solve(known)
        assert all(answer.cells[card, place] for card, place in truth.items())
        sampler = Sampler(known)
        others = [sampler.draw(luck.randrange) for _ in range(3)]
        for deal in [truth, *others]:
            assert again(played, seat, deal, luck) == seen
        for _ in range(12):
            deal = near(record.header.cards, luck.choice([truth, *others]), seat, luck)
            pinned = tuple(Has(place=place, card=card) for card, place in deal.items())
            allowed = solve(replace(known, facts=(*known.facts, *pinned))).deals
            assert allowed == (again(played, seat, deal, luck) == seen)


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("number", range(6))
def test_a_redacted_record_knows_as_much(number: int, rules: str) -> None:
    played = replay(match_record(number, rules=rules, longest=50))
    for seat in range(len(played.record.header.seats)):
        own = replay(redacted(played, seat))
        assert problem(view(own, seat)) == problem(view(played, seat))


@pytest.mark.parametrize("number", range(40))
def test_a_theory_that_the_rules_do_not_show_is_never_told(number: int) -> None:
    """Not in a seat's view and not in its record, also when the match is over."""
    played = replay(match_record(number, rules="casefile", longest=60))
    events = list(played.events())
    shown = [pair for e in events if isinstance(e, Revealed) for pair in e.theories]
    for seat in (None, *range(len(played.record.header.seats))):
        seen: list[object] = list(view(played, seat).log)
        if seat is not None:
            seen += [line.content for line in redacted(played, seat).lines]
        told = [
            (moved.seat, moved.move.theory)
            for moved in seen
            if isinstance(moved, Moved) and isinstance(moved.move, Accuse | Join)
        ]
        assert told or not any(isinstance(e, Moved) and e.sealed for e in events)
        for other, theory in told:
            assert other == seat or (other, theory) in shown or set(theory) == {UNKNOWN}


THEORIES = {"right": ("red", "knife", "kitchen"), "wrong": ("blue", "rope", "dining")}
CHOICES = [None, Decline(), *(Join(theory=theory) for theory in THEORIES.values())]
AFTERWARDS: list[tuple[Entry, ...]] = [
    (),
    (Moved(seat=0, move=Removed()),),
    (Moved(seat=1, move=Removed()),),
    (Moved(seat=1, move=Removed()), Moved(seat=0, move=Removed())),
    (Moved(seat=2, move=Removed()), Moved(seat=1, move=Removed())),
    (Stopped(why=Stop.STOPPED),),
]


@pytest.mark.parametrize("theory", THEORIES.values(), ids=THEORIES)
@pytest.mark.parametrize("after", AFTERWARDS, ids=str)
def test_nothing_tells_who_has_chosen_while_the_choice_is_sealed(
    theory: Theory, after: tuple[Entry, ...]
) -> None:
    """Seats 1 and 2 chose or did not; seat 3 has not, so all of it is sealed, and it ends so."""
    told: dict[tuple[int | None, object], list[object]] = defaultdict(list)
    for one, two in product(CHOICES, CHOICES):
        chosen = [
            Moved(seat=seat, move=move) for seat, move in ((1, one), (2, two)) if move is not None
        ]
        for order in (chosen, chosen[::-1]):
            record = accusation(theory, (*order, *after))
            played = replay(record)
            for seat, own in ((None, None), (0, None), (1, one), (2, two), (3, None)):
                lines = "" if seat is None else dump(redacted(played, seat))
                told[seat, own].append((view(played, seat), lines))
    for (seat, own), views in told.items():
        assert all(seen == views[0] for seen in views), (seat, own)


def test_what_a_removed_seat_had_chosen_stays_sealed() -> None:
    """It counts as declined, and nobody learns whether it had joined, declined or not chosen."""
    told: dict[int | None, list[object]] = defaultdict(list)
    for choice in CHOICES:
        chosen = () if choice is None else (Moved(seat=1, move=choice),)
        declined = (Moved(seat=seat, move=Decline()) for seat in (2, 3))
        ends = (Moved(seat=1, move=Removed()), *declined)
        played = replay(accusation(THEORIES["wrong"], (*chosen, *ends)))
        assert played.state.position.out == {0, 1}
        for seat in (None, 0, 2, 3):
            lines = "" if seat is None else dump(redacted(played, seat))
            told[seat].append((view(played, seat), lines))
    for seat, views in told.items():
        assert all(seen == views[0] for seen in views), seat


def accusation(theory: Theory, entries: tuple[Entry, ...]) -> Record:
    """Four seats; the first accuses, and then this happens."""
    header = ruleset("casefile").header(deck="normal", options={}, seats="ABCD", dealer=None)
    dealt = Dealt(
        case=THEORIES["right"],
        hands=(
            ("yellow", "billiard"),
            ("green", "purple"),
            ("white", "blue"),
            ("candlestick", "dining"),
        ),
        up=("rope",),
    )
    accused = Moved(seat=0, move=Accuse(theory=theory))
    happened = (dealt, FirstDrawn(seat=0), accused, *entries)
    return Record(header=header, lines=tuple(Line(content=entry) for entry in happened))


@pytest.mark.parametrize("rules", GAMES)
def test_the_public_knows_no_hand(rules: str) -> None:
    for number in range(6):
        played = replay(match_record(number, rules=rules, longest=50))
        seen = view(played, None)
        assert not seen.hand
        ended = any(isinstance(event, Ended) for event in seen.log)
        assert (seen.case is not None) == ended
        before = fold_view(View(header=seen.header, seat=None), ())
        assert problem(before) is None
        known = problem(seen)
        assert known is not None
        assert solve(known).deals > 1
