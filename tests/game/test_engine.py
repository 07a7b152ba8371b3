"""What no record can show: the engine's answers to redacted and live matches alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from matches import match_record, new_state, set_up

from gm.cli.record import main
from gm.deduction.knowledge import problem
from gm.game.cards import UNKNOWN
from gm.game.engine import decide, legal_moves, phase
from gm.game.events import Moved, Passed, WaitKind
from gm.game.moves import Answer, Play, Show
from gm.game.reasons import Illegal, Reason
from gm.game.record.reading import BadRecord, Record, dump, read
from gm.game.record.redacted import redacted, view
from gm.game.record.replay import Replay, replay
from gm.game.record.verdict import check, legal
from gm.game.state import State, fold

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
