"""Whole random matches: cards are conserved, records repeat them, seats see what they may."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.game.audience import redact
from gm.game.cards import UNKNOWN
from gm.game.decks import ACTIONS, ActionKind
from gm.game.events import Drew, Moved
from gm.game.moves import Play
from gm.game.record.fairness import check_fairness
from gm.game.record.lines import DealNote, Line
from gm.game.record.reading import Record, dump, read
from gm.game.record.redacted import redacted, view
from gm.game.record.replay import Replay, replay
from gm.game.record.verdict import check
from gm.game.state import State, fold
from gm.store import codec
from tests.game.matches import GAMES, match_record

MATCHES = [(rules, number) for rules in GAMES for number in range(12)]
numbers = st.integers(0, 1_000_000)


def cut(record: Record, length: int) -> Record:
    return replace(record, lines=record.lines[:length])


@pytest.mark.parametrize(("rules", "number"), MATCHES)
def test_a_record_survives_its_text_and_is_fair(rules: str, number: int) -> None:
    record = match_record(number, rules=rules)
    again = read(dump(record).encode())
    assert again == record
    played = replay(again)
    check_fairness(played)
    assert check(played)["over"] is True


@pytest.mark.parametrize(("rules", "number"), MATCHES)
def test_every_card_is_somewhere_at_every_moment(rules: str, number: int) -> None:
    played = replay(match_record(number, rules=rules))
    deck = played.state.header.cards
    state, tips = State(header=played.record.header), Counter[str]()
    for event in played.events():
        state = state.apply(event)
        if isinstance(event, Moved) and isinstance(event.move, Play):
            tips[event.move.action] += ACTIONS[event.move.action].kind is ActionKind.TIP
        if not state.hands:
            continue
        hands = (card for hand in state.hands for card in hand)
        placed = [*state.case, *hands, *state.position.up, *state.aside]
        assert sorted(placed) == sorted(deck.cards)
        assert len(set(state.position.markers)) == len(state.position.markers)
        if state.position.board is not None:
            squares = [spot for spot in state.position.board.tokens if not isinstance(spot, str)]
            assert len(set(squares)) == len(squares)
        if state.position.turn and rules == "getaway":
            held = Counter(card for cards in state.actions for card in cards)
            assert held + Counter(state.pile) + Counter(state.position.discards) + tips == {
                action: card.copies for action, card in ACTIONS.items()
            }


@pytest.mark.parametrize(("rules", "number"), MATCHES)
def test_every_event_survives_storage_as_anybody_sees_it(rules: str, number: int) -> None:
    played = replay(match_record(number, rules=rules))
    for event in played.events():
        for seat in (None, *range(len(played.record.header.seats))):
            seen = redact(event, seat)
            assert seen is None or codec.load_event(codec.dump(seen)) == seen
        assert codec.load_event(codec.dump(event)) == event


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(GAMES), numbers, st.floats(0, 1))
def test_a_redacted_record_gives_its_seat_the_same_view(
    rules: str, number: int, share: float
) -> None:
    whole = match_record(number, rules=rules, longest=60)
    record = cut(whole, round(share * len(whole.lines)))
    played = replay(record)
    for seat in range(len(record.header.seats)):
        given_out = redacted(played, seat)
        again = replay(read(dump(given_out).encode()))
        assert again.seat in (None, seat)
        assert view(again, seat) == view(played, seat)
        assert redacted(again, seat) == given_out


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("number", [3, 4])
def test_so_does_every_prefix(rules: str, number: int) -> None:
    record = match_record(number, rules=rules, longest=50)
    for length in range(len(record.lines) + 1):
        played = replay(cut(record, length))
        for seat in range(len(record.header.seats)):
            again = replay(redacted(played, seat))
            assert view(again, seat) == view(played, seat)


def own_log(played: Replay, seat: int) -> str:
    return dump(redacted(played, seat))


@pytest.mark.parametrize(("rules", "number"), MATCHES)
def test_a_seat_is_told_only_cards_that_came_before_its_eyes(rules: str, number: int) -> None:
    """Whatever a redacted record names, the events it is made of named to that seat."""
    record = match_record(number, rules=rules)
    played = replay(record)
    for seat in range(len(record.header.seats)):
        seen = view(played, seat)
        deal = next(
            line for line in redacted(played, seat).lines if hasattr(line.content, "hands")
        )
        for owner, hand in enumerate(deal.content.hands):  # type: ignore[union-attr]
            assert (UNKNOWN in hand) == (owner != seat)
        drawn = Counter(
            event.card for event in seen.log if isinstance(event, Drew) and event.seat == seat
        )
        piles = Counter(
            card
            for line in redacted(played, seat).lines
            for card in getattr(line.content, "cards", None) or ()
            if card in ACTIONS
        )
        assert piles <= drawn


def test_a_card_that_was_put_back_is_known_to_those_who_drew_it() -> None:
    """A draws it, its clock runs out, and the card comes round to B at the end of the pile."""
    found = 0
    for number in range(40):
        played = replay(match_record(number, longest=400))
        rounds = [event for event in played.events() if isinstance(event, Drew)]
        if len(rounds) > 45:
            found += 1
            for seat in range(len(played.record.header.seats)):
                again = replay(redacted(played, seat))
                assert view(again, seat) == view(played, seat)
        if found == 2:
            return
    pytest.fail("no match went round its pile")


def test_the_deal_may_carry_a_note_that_every_seat_keeps() -> None:
    record = match_record(1, longest=10)
    lines = list(record.lines)
    lines.insert(3, Line(content=DealNote(details={"root": "00"}), x={"leaf": 1}))
    played = replay(read(dump(replace(record, lines=tuple(lines))).encode()))
    kept = [line for line in redacted(played, 0).lines if isinstance(line.content, DealNote)]
    assert kept == [Line(content=DealNote(details={"root": "00"}))]


def test_a_replay_is_the_live_match() -> None:
    played = replay(match_record(7))
    folded = fold(State(header=played.record.header), played.events())
    assert folded == played.state
