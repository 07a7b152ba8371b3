"""What no record can show: the engine's answers to redacted and live matches alone."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from gm.cli import main as run
from gm.cli.record import main, view_object
from gm.deduction.facts import Has
from gm.deduction.knowledge import problem
from gm.game.audience import masked
from gm.game.cards import UNKNOWN
from gm.game.dealing import by_clock, draw
from gm.game.engine import decide, legal_moves, phase
from gm.game.events import Dealt, Moved, Passed, Stop, Stopped, WaitKind
from gm.game.moves import Answer, Decline, End, Move, Order, Play, Refuse, Show, Skipped
from gm.game.perft import entries
from gm.game.reasons import Illegal, Reason
from gm.game.record.reading import BadRecord, Record, dump, read
from gm.game.record.redacted import redacted, view
from gm.game.record.replay import Replay, replay
from gm.game.record.verdict import check, legal
from gm.game.state import State, fold
from tests.game.matches import match_record, new_state, set_up

SEED = b"\x05" * 32


def reason(state: State, moved: Moved) -> Reason:
    with pytest.raises(Illegal) as caught:
        decide(state, moved)
    return caught.value.reason


def asked(kind: WaitKind) -> State:
    """A live match in which a seat is asked, by a suggestion or by a tip."""
    for number in range(60):
        played = replay(match_record(number))
        state = fold(State(header=played.record.header), played.opening)
        for step in played.steps:
            state = fold(state, step.events)
            if any(wait.kind is kind for wait in state.position.waits):
                return state
    raise AssertionError(kind)


def test_masked_moves_are_refused_in_a_live_match() -> None:
    """A forged tap must not pass for what a redacted record may say."""
    showing, answering = asked(WaitKind.SHOW), asked(WaitKind.ANSWER)
    shower, target = showing.position.waits[0].seat, answering.position.waits[0].seat
    assert reason(showing, Moved(seat=shower, move=Show(card=UNKNOWN))) is Reason.NOT_HELD
    masked = Moved(seat=target, move=Answer(cards=None))
    assert reason(answering, masked) is Reason.WRONG_MOVE
    state = set_up(3, SEED)
    tip = Moved(seat=state.position.waits[0].seat, move=Play(action="tip", target=1))
    assert reason(state, tip) is Reason.NOT_HELD


def test_a_mover_orders_its_answer_as_it_likes() -> None:
    for number in range(200):
        played = replay(match_record(number))
        state = fold(State(header=played.record.header), played.opening)
        for step in played.steps:
            entry = step.events[0] if step.events else None
            if isinstance(entry, Moved) and isinstance(entry.move, Answer):
                cards = entry.move.cards or ()
                turned = Moved(seat=entry.seat, move=Answer(cards=cards[::-1]), lot=entry.lot)
                if len(cards) > 1:
                    assert decide(state, turned) == step.events
                    return
            state = fold(state, step.events)
    pytest.fail("no tip with two cards")


def truncated() -> Replay:
    """A redacted record that stops before it tells how a question went."""
    for number in range(60):
        played = replay(match_record(number))
        for seat in range(len(played.record.header.seats)):
            lines = redacted(played, seat).lines
            for length, line in enumerate(lines):
                if isinstance(line.content, Passed):
                    short = Record(header=played.record.header, lines=lines[:length])
                    again = replay(read(dump(short).encode()))
                    if not again.state.position.waits and not again.state.due:
                        return again
    raise AssertionError


def test_a_redacted_record_may_stop_inside_a_question() -> None:
    played = truncated()
    assert phase(played.state) == "chance"
    assert played.seat is not None
    assert problem(view(played, played.seat)) is not None
    assert legal_moves(played.state, played.seat) == ()
    for command in (check, lambda record: legal(record, 0)):
        with pytest.raises(BadRecord, match="REDACTED"):
            command(played)
    with pytest.raises(BadRecord, match="REDACTED"):
        view(played, played.seat + 1)


def test_view_before_the_deal_marks_everything_maybe(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    header = dump(Record(header=new_state(3).header, lines=()))
    path = tmp_path / "match.jsonl"
    path.write_text(header)
    assert main(["view", str(path), "--seat", "0"]) == 0
    marks = json.loads(capsys.readouterr().out)["marks"]
    assert marks["red"] == {"0": "maybe", "1": "maybe", "2": "maybe", "case": "maybe"}


def test_public_moves_are_not_masked() -> None:
    for move in (End(), Play(action="any", cards=("red", "train", "fort"))):
        assert masked(move) == move


def test_a_match_that_is_over_is_not_stopped_again() -> None:
    state = set_up(3, SEED)
    over = fold(state, decide(state, Stopped(why=Stop.STOPPED)))
    with pytest.raises(Illegal) as caught:
        decide(over, Stopped(why=Stop.ABANDONED))
    assert caught.value.reason is Reason.OVER


def test_no_card_is_laid_aside() -> None:
    state = new_state(3)
    dealt = draw(state, SEED)
    assert isinstance(dealt, Dealt)
    with pytest.raises(Illegal) as caught:
        decide(state, replace(dealt, aside=("red",)))
    assert caught.value.reason is Reason.WRONG_COUNT


def golden(name: str) -> str:
    return (Path(__file__).parents[1] / "records" / "golden" / f"{name}.jsonl").read_text()


def test_a_look_aside_is_drawn_in_deck_order() -> None:
    """However the record lists the four, and never one that the seat has seen."""
    due = golden("mansion_look_aside_due")
    state = replay(read(due.encode())).state
    cards = '"blue","knife","conservatory","billiard"'
    assert cards in due
    turned = due.replace(cards, '"billiard","conservatory","knife","blue"')
    other = replay(read(turned.encode())).state
    drawn = [draw(state, bytes([n]) * 32) for n in range(30)]
    assert drawn == [draw(other, bytes([n]) * 32) for n in range(30)]
    assert {getattr(look, "card", "") for look in drawn} == set(state.aside)
    text = golden("mansion_looks_twice_at_one_card").splitlines()[:-1]
    again = replay(read("\n".join(text).encode())).state
    looks = [draw(again, bytes([n]) * 32) for n in range(30)]
    assert {getattr(look, "card", "") for look in looks} == set(state.aside) - {"blue"}


@pytest.mark.parametrize(
    ("name", "seat", "move"),
    [
        ("casefile_three_seats", 0, Skipped()),
        ("casefile_shows_a_card_not_held", 1, Show(card="rope")),
        ("casefile_accused", 1, Decline()),
        ("casefile_joined_with_the_order_open", 0, Order(order=(0, 1, 2))),
        ("casefile_order_proposed", 2, Refuse()),
        ("mansion_thrown", 0, Skipped()),
        ("mansion_entered", 0, Skipped()),
        ("tip_nothing", 2, Answer(cards=())),
    ],
)
def test_what_a_clock_does(name: str, seat: int, move: Move) -> None:
    """§5.5–§5.7, §5.14."""
    lines = golden(name).splitlines()[: 4 if "not_held" in name else None]
    state = replay(read("\n".join(lines).encode())).state
    lot = isinstance(move, Show | Answer)
    assert by_clock(state, seat, SEED) == Moved(seat=seat, move=move, lot=lot)


def test_nothing_is_drawn_in_casefile_once_the_match_has_begun() -> None:
    """So there is nothing for perft to count either."""
    state = replay(read(golden("casefile_first_seat_due").encode())).state
    assert list(entries(state)) == []


def test_a_record_that_hides_what_was_revealed_is_refused() -> None:
    text = dump(redacted(replay(read(golden("casefile_joiner_wins").encode())), 1))
    assert replay(read(text.encode())).state.position.winner == 2
    hidden = text.replace(
        '"join","theory":["red","knife","kitchen"]', '"join","theory":["??","??","??"]'
    )
    with pytest.raises(BadRecord, match="REDACTED"):
        replay(read(hidden.encode()))


def test_before_the_deal_a_view_has_the_places_of_its_match() -> None:
    for name, places in (
        ("casefile_four_seats", {"0", "1", "2", "3", "up", "case"}),
        ("mansion_two_seats", {"0", "1", "aside", "case"}),
        ("mansion_three_seats", {"0", "1", "2", "case"}),
    ):
        lines = golden(name).splitlines()
        for length in (1, len(lines)):
            seen = view_object(replay(read("\n".join(lines[:length]).encode())), 0)
            marks = seen["marks"]
            assert isinstance(marks, dict)
            assert {frozenset(row) for row in marks.values()} == {frozenset(places)}
            assert ("tokens" in seen) == name.startswith("mansion")


def test_a_card_of_no_deck_has_no_category() -> None:
    deck = new_state(3).header.cards
    assert deck.category_of("fort") == 2
    with pytest.raises(KeyError):
        deck.category_of("moon")


def test_an_answer_that_its_own_record_hides_is_no_fact() -> None:
    """A sloppy redaction hides from a target which tip it answered: nothing follows from it."""
    golden = Path(__file__).parents[1] / "records" / "golden" / "tip_one_given.jsonl"
    text = dump(redacted(replay(read(golden.read_bytes())), 2))
    text = text.replace("tip_red", "tip").replace('"cards":["train"]', '"cards":"??"')
    known = problem(view(replay(read(text.encode())), 2))
    assert known is not None
    assert {type(fact) for fact in known.facts} == {Has}
    wrong = text.replace('"cards":"??"', '"cards":[]')
    with pytest.raises(BadRecord, match="WRONG_MOVE"):
        replay(read(wrong.encode()))


def test_a_record_that_contradicts_itself_is_impossible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A seat has one of three cards, and later passes on all three: both lines are named."""
    golden = Path(__file__).parents[1] / "records" / "golden" / "suggestion_shown.jsonl"
    lines = dump(redacted(replay(read(golden.read_bytes())), 0)).splitlines()
    asked = len(lines) - 1
    lines += ['{"seat":0,"move":"end"}', '{"seat":1,"move":"skipped"}']
    lines += ['{"seat":2,"move":"skipped"}']
    path = tmp_path / "match.jsonl"
    asks = '{"seat":0,"move":"play","action":"any","cards":["red","train","fort"]}'
    lines[3] = lines[3].replace('"??","any"', '"any","any"')
    path.write_text("\n".join([*lines, asks, '{"passed":1}', '{"passed":2}']))
    for argv in (["record", "view"], ["deduce"]):
        assert run([*argv, str(path), "--seat", "0"]) == 1
        said = json.loads(capsys.readouterr().out)
        assert said["reason"] == "IMPOSSIBLE"
        assert said["line"] == len(lines) + 3
        assert said["detail"] == f"lines: {asked} {len(lines) + 3}"


def test_deduce_is_exact_when_asked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    golden = Path(__file__).parents[1] / "records" / "golden" / "tip_whole.jsonl"
    said = {}
    for exact in ([], ["--exact"]):
        assert run(["deduce", str(golden), "--seat", "0", *exact]) == 0
        said[bool(exact)] = json.loads(capsys.readouterr().out)
    assert said[True]["deals"] == "720"
    assert said[True]["cells"]["red"] == {"0": "0/1", "1": "1/2", "2": "1/4", "case": "1/4"}
    assert said[False]["cells"]["red"] == {"0": 0.0, "1": 0.5, "2": 0.25, "case": 0.25}
    theories = said[True]["theories"]
    assert theories[0] == [["red", "balloon", "falls"], theories[0][1]]
    assert sum(Fraction(p) for _, p in theories) == 1
    assert all(Fraction(a[1]) >= Fraction(b[1]) for a, b in pairwise(theories))

    path = tmp_path / "match.jsonl"
    path.write_text(dump(Record(header=new_state(3).header, lines=())))
    assert run(["deduce", str(path), "--seat", "0"]) == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "CHANCE_DUE"
