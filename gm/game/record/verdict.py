"""What `record check` and `record legal` say about a record, as JSON objects."""

from __future__ import annotations

from gm.game.cards import Card, Seat
from gm.game.engine import legal_moves, phase
from gm.game.events import Moved, WaitKind
from gm.game.moves import Answer, Show
from gm.game.position import Wait
from gm.game.record.lines import Object, write_move
from gm.game.record.reading import BadRecord
from gm.game.record.replay import Replay
from gm.game.state import State


def check(played: Replay) -> Object:
    """Where a full record stands. Errors: BadRecord REDACTED."""
    state = played.full().state
    position = state.position
    waits = () if state.due else sorted(position.waits, key=lambda wait: wait.seat)
    return {
        "ok": True,
        "moves": sum(isinstance(line.content, Moved) for line in played.record.lines),
        "phase": phase(state),
        "to_act": [wait.seat for wait in waits],
        "pending": [_pending(state, wait) for wait in waits if wait.asker is not None],
        "out": sorted(position.out),
        "winner": position.winner,
        "over": position.over,
        "case": None if position.case is None else list(position.case),
    }


def _pending(state: State, wait: Wait) -> Object:
    """An open question, with the cards that may answer it where it asks for cards."""
    question: Object = {"seat": wait.seat, "kind": wait.kind.value}
    if wait.kind not in (WaitKind.SHOW, WaitKind.ANSWER):
        return question
    options: set[Card] = set()
    for move in legal_moves(state, wait.seat):
        if isinstance(move, Show):
            options.add(move.card)
        else:
            assert isinstance(move, Answer)
            options.update(move.cards or ())
    return {**question, "options": list(state.header.cards.sort(options))}


def legal(played: Replay, seat: Seat) -> Object:
    """All that the seat may do at the end of a full record. Errors: BadRecord REDACTED."""
    moves = legal_moves(played.full().state, seat)
    return {"seat": seat, "moves": [write_move(move) for move in moves]}


def refusal(error: BadRecord) -> Object:
    """The first bad line, and why; `detail` names what the reason is about."""
    detail = ", ".join(f"{name}: {value}" for name, value in error.params.items())
    return {
        "ok": False,
        "line": error.line,
        "reason": error.reason.value,
        "detail": detail[:_LONGEST_DETAIL],
    }


_LONGEST_DETAIL = 200
