"""The words of a question and of what became of it, for the seat concerned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.game.cards import Seat
from gm.game.decks import ACTIONS
from gm.game.events import Awaited, Ended, Lapsed, Moved, SeenEvent, TurnBegan, WaitKind
from gm.game.moves import Accuse, Answer, Play, Show, Skipped
from gm.game.view import View
from gm.voice.lines import ActionName, Line, SeatName, cards, say
from gm.voice.narrate import answered, spelled_out, told, turn_events, what


def question_text(view: View, fitting: int = 2) -> tuple[Line, ...]:
    """What this seat is asked at the moment, where so many answers fit; () where it is not."""
    wait = view.position.wait(view.seat) if view.seat is not None else None
    if wait is None or wait.asker is None:
        return ()
    must = say("ask.only" if fitting == 1 else "ask.must")
    return _asked(view, wait.asker, wait.kind, wait.opened, must)


def _asked(view: View, asker: Seat, kind: WaitKind, opened: int, must: Line) -> tuple[Line, ...]:
    who = SeatName(asker)
    if kind is WaitKind.ANSWER:
        action = _last_play(view.log[:opened])
        key = "ask.tip.whole" if ACTIONS[action].whole else "ask.tip.one"
        return (say(key, seat=who, trait=what(action), cards=spelled_out(action)),)
    question = view.position.question
    assert question is not None
    if question.every:
        action = _last_play(view.log[:opened])
        asked = say("ask.sleuth", seat=who, trait=what(action), cards=spelled_out(action))
        return (asked, must)
    return (say("ask.cards", seat=who, cards=cards(question.cards, "or")), must)


def _last_play(log: Sequence[SeenEvent]) -> str:
    return next(
        event.move.action
        for event in reversed(log)
        if isinstance(event, Moved) and isinstance(event.move, Play)
    )


def question_summary(view: View, opened: int | None = None) -> tuple[Line, ...]:
    """What this seat answered to the question that event `opened` of its log put.

    () where it was never asked.
    """
    if opened is None:
        opened = next(
            (n for n in range(len(view.log) - 1, -1, -1) if _asks(view.log[n], view.seat)),
            None,
        )
    if opened is None or not 0 <= opened < len(view.log) or not _asks(view.log[opened], view.seat):
        return ()
    asked = view.log[opened]
    assert isinstance(asked, Awaited)
    assert asked.asker is not None
    action = _last_play(view.log[:opened])
    for event in view.log[opened + 1 :]:
        match event:
            case Moved(move=Show() | Answer()) if event.seat == view.seat:
                return (answered(event, action),)
            case Lapsed() if event.seat == view.seat:
                return (say("answered.lapsed", seat=SeatName(asked.asker)),)
            case TurnBegan() | Ended():
                return (say("answered.lapsed", seat=SeatName(asked.asker)),)
            case _:
                continue
    return ()


def _asks(event: SeenEvent, seat: Seat | None) -> bool:
    return isinstance(event, Awaited) and event.seat == seat and event.asker is not None


# -- the turn --------------------------------------------------------------------------------


def turn_summary(view: View, turn: int | None = None) -> tuple[Line, ...]:
    """What this seat played and learned in a turn of its own, and who is still awaited.

    `turn`: by default the seat's latest. () before its first.
    """
    if turn is None:
        turn = _latest_turn(view)
    events = turn_events(view, turn)
    if not events:
        return ()
    return (*_played(events), *told(view, turn))


def _latest_turn(view: View) -> int:
    starts = [event.seat for event in view.log if isinstance(event, TurnBegan)]
    return max((n for n, seat in enumerate(starts, 1) if seat == view.seat), default=0)


def _played(events: Sequence[SeenEvent]) -> Iterator[Line]:
    own = events[0].seat if isinstance(events[0], TurnBegan) else None
    moved = [event for event in events if isinstance(event, Moved) and event.seat == own]
    for event in moved:
        if isinstance(event.move, Play):
            yield say("turn.played", action=ActionName(event.move.action))
    if not any(isinstance(event.move, Play | Accuse | Skipped) for event in moved):
        yield say("turn.nothing_played")
