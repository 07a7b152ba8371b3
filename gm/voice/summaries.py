"""The words of a question and of what became of it, for the seat concerned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.game.cards import Seat
from gm.game.decks import ACTIONS
from gm.game.events import Awaited, Ended, Lapsed, Moved, SeenEvent, TurnBegan, WaitKind
from gm.game.moves import Agree, Answer, Decline, Join, Order, Play, Refuse, Show
from gm.game.view import View
from gm.voice.deeds import spelled_out, theory_line, what
from gm.voice.lines import ActionName, Line, SeatName, cards, say, seats
from gm.voice.narrate import answered, told, turn_events


def question_text(view: View) -> tuple[Line, ...]:
    """What this seat is asked at the moment; () where it is not asked."""
    wait = view.position.wait(view.seat) if view.seat is not None else None
    if wait is None or wait.asker is None:
        return ()
    return _asked(view, wait.asker, wait.kind, wait.opened)


def _asked(view: View, asker: Seat, kind: WaitKind, opened: int) -> tuple[Line, ...]:
    who = SeatName(asker)
    if kind in (WaitKind.JOIN, WaitKind.ORDER):
        return (say(f"ask.{kind.value}", seat=who),)
    if kind is WaitKind.AGREE:
        accusation = view.position.accusation
        assert accusation is not None
        assert accusation.proposal is not None
        return (say("ask.agree", seat=who, seats=seats(accusation.proposal)),)
    if kind is WaitKind.ANSWER:
        action = _last_play(view.log[:opened])
        key = "ask.tip.whole" if ACTIONS[action].whole else "ask.tip.one"
        return (say(key, seat=who, trait=what(action), cards=spelled_out(action)),)
    question = view.position.question
    assert question is not None
    if question.every:
        action = _last_play(view.log[:opened])
        asked = say("ask.sleuth", seat=who, trait=what(action), cards=spelled_out(action))
        return (asked, say("ask.must"))
    if view.position.board is not None:
        theory = theory_line(view, question.cards)
        return (say("ask.suggestion", seat=who, theory=theory), say("ask.must"))
    return (say("ask.cards", seat=who, cards=cards(question.cards, "or")), say("ask.must"))


def _last_play(log: Sequence[SeenEvent]) -> str:
    played = (
        event.move.action
        for event in reversed(log)
        if isinstance(event, Moved) and isinstance(event.move, Play)
    )
    return next(played, "")


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
            case Moved(move=Join(theory=theory)) if event.seat == view.seat:
                return (say("answered.join", theory=theory_line(view, theory)),)
            case Moved(move=Decline() | Order() | Agree() | Refuse()) if event.seat == view.seat:
                return (say(f"answered.{type(event.move).__name__.lower()}"),)
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
    lines = told(view, turn)
    if any(line.key == "learned.looked" for line in lines):
        # the card that was played and what was seen say it all
        lines = tuple(line for line in lines if not line.key.startswith("own.all_snoop."))
    return (*_played(events), *lines)


def _latest_turn(view: View) -> int:
    starts = [event.seat for event in view.log if isinstance(event, TurnBegan)]
    return max((n for n, seat in enumerate(starts, 1) if seat == view.seat), default=0)


def _played(events: Sequence[SeenEvent]) -> Iterator[Line]:
    own = events[0].seat if isinstance(events[0], TurnBegan) else None
    moved = [event for event in events if isinstance(event, Moved) and event.seat == own]
    for event in moved:
        if isinstance(event.move, Play):
            yield say("turn.played", action=ActionName(event.move.action))
    # getaway says what was played; a deed of the other games tells itself.
    if not moved:
        yield say("turn.nothing_played")
