"""Two deals that a seat cannot tell apart: equal events, equal views, and the sheet knows both.

A match is played again with other cards in the hidden places. Where its seat sees the same, the
facts read off its view must allow that deal; where it does not, they must refuse it.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from gm.deduction.facts import CASE, Has, Place
from gm.deduction.knowledge import problem
from gm.deduction.sample import Sampler
from gm.deduction.solver import solve
from gm.game.audience import redact
from gm.game.cards import Card
from gm.game.engine import decide, legal_moves
from gm.game.events import Dealt, Ended, Event, Looked, Moved
from gm.game.moves import Answer, Show
from gm.game.reasons import Illegal
from gm.game.record.redacted import redacted, view
from gm.game.record.replay import Replay, replay
from gm.game.state import State, fold
from gm.game.view import View
from gm.game.view import fold as fold_view
from tests.game.matches import match_record

Deal = dict[Card, Place]


def true_deal(played: Replay) -> Deal:
    state = played.state
    deal: Deal = dict.fromkeys(state.case, CASE)
    return deal | {card: seat for seat, hand in enumerate(state.hands) for card in hand}


def again(played: Replay, seat: int, deal: Deal, luck: random.Random) -> View | None:
    """What the seat sees when the same match is played on another deal; None where it cannot be.

    Others show, answer and look at what they like; all else stays.
    """
    header = played.record.header
    state = fold(State(header=header), played.opening)
    seen: list[Event] = list(played.opening)
    for step in played.steps:
        if not step.events:
            continue
        try:
            events = decide(state, same(state, step.events[0], seat, deal, luck))
        except Illegal:
            return None
        state = fold(state, events)
        seen.extend(events)
    own = (redact(event, seat) for event in seen)
    return fold_view(View(header=header, seat=seat), (event for event in own if event))


def same(state: State, entry: Event, seat: int, deal: Deal, luck: random.Random) -> Event:
    match entry:
        case Dealt():
            hands = tuple(
                tuple(card for card in state.header.cards.cards if deal[card] == owner)
                for owner in range(len(entry.hands))
            )
            case = tuple(card for card in state.header.cards.cards if deal[card] == CASE)
            return replace(entry, hands=hands, case=case)
        case Looked() if entry.seat != seat:
            return replace(entry, card=luck.choice(state.hands[entry.target]))
        case Moved(move=Show() | Answer()) if seat not in (entry.seat, entry.to):
            moves = legal_moves(state, entry.seat)
            return replace(entry, move=luck.choice(moves)) if moves else entry
        case _:
            return entry


def near(deal: Deal, seat: int, luck: random.Random) -> Deal:
    """The deal with two cards changed that lie in others' places; the case stays one of each."""
    deck = match_record(0, longest=4).header.cards
    while True:
        one, two = luck.sample(sorted(card for card in deal if deal[card] != seat), 2)
        if deal[one] == deal[two]:
            continue
        if CASE in (deal[one], deal[two]) and deck.category_of(one) != deck.category_of(two):
            continue
        return {**deal, one: deal[two], two: deal[one]}


@pytest.mark.parametrize("number", range(24))
def test_a_seat_sees_the_same_exactly_where_its_facts_allow_it(number: int) -> None:
    luck = random.Random(number)
    record = match_record(number, longest=20 + 3 * number)
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
            deal = near(luck.choice([truth, *others]), seat, luck)
            pinned = tuple(Has(place=place, card=card) for card, place in deal.items())
            allowed = solve(replace(known, facts=(*known.facts, *pinned))).deals
            assert allowed == (again(played, seat, deal, luck) == seen)


@pytest.mark.parametrize("number", range(6))
def test_a_redacted_record_knows_as_much(number: int) -> None:
    played = replay(match_record(number, longest=50))
    for seat in range(len(played.record.header.seats)):
        own = replay(redacted(played, seat))
        assert problem(view(own, seat)) == problem(view(played, seat))


def test_the_public_knows_no_hand() -> None:
    for number in range(6):
        played = replay(match_record(number, longest=50))
        seen = view(played, None)
        assert not seen.hand
        ended = any(isinstance(event, Ended) for event in seen.log)
        assert (seen.case is not None) == ended
        before = fold_view(View(header=seen.header, seat=None), ())
        assert problem(before) is None
        known = problem(seen)
        assert known is not None
        assert solve(known).deals > 1
