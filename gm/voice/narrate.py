"""What happened, as lines. Everything is read from one view, so nothing else can slip in.

The story tells what the whole table may know and reads the same in every view; what one seat
learned besides is `learned`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from gm.game.cards import ASIDE, UNKNOWN, Seat
from gm.game.decks import ACTIONS
from gm.game.events import (
    Awaited,
    CaseSeen,
    Ended,
    Lapsed,
    Looked,
    Moved,
    Passed,
    QuestionPut,
    Revealed,
    SeenEvent,
    Stopped,
    TurnBegan,
    WaitKind,
    WentOut,
)
from gm.game.moves import Accuse, Answer, Play, Show
from gm.game.view import View
from gm.voice.deeds import deed, theory_line, what
from gm.voice.lines import CardName, Line, SeatName, cards, say, seats


def turn_events(view: View, turn: int) -> tuple[SeenEvent, ...]:
    """What the view has seen of one turn, counted from 1; () for a turn not yet begun."""
    first, end = _span(view, turn)
    return view.log[first:end]


def _span(view: View, turn: int) -> tuple[int, int]:
    """Where a turn begins in the view's log, and where it ends."""
    starts = [n for n, event in enumerate(view.log) if isinstance(event, TurnBegan)]
    if not 1 <= turn <= len(starts):
        return 0, 0
    return starts[turn - 1], starts[turn] if turn < len(starts) else len(view.log)


def story(view: View, turn: int) -> tuple[Line, ...]:
    """What happened in one turn: a short paragraph, a sentence a line, () while nothing did."""
    events = turn_events(view, turn)
    return tuple(chain.from_iterable(_told(view, event, events) for event in events))


def told(view: View, turn: int) -> tuple[Line, ...]:
    """The story as the view's own seat reads it, which it calls you, with what it learned.

    What the private lines say better is left out of the story.
    """
    private = learned_in(view, turn)
    lines = [_to_self(line, view.seat) for line in story(view, turn)]
    lines = [line for line in lines if line.key != "own.lot"]  # what the lot showed says it all
    if private and _whose(view, turn) == view.seat:
        lines = [line for line in lines if line.key not in _SAID_BETTER]
    return (*lines, *private)


def _whose(view: View, turn: int) -> Seat | None:
    """The seat whose turn it was."""
    return next((e.seat for e in turn_events(view, turn) if isinstance(e, TurnBegan)), None)


_SAID_BETTER = frozenset({"own.snoop", "own.tip.answered", "story.showed"})


def _to_self(line: Line, me: Seat | None) -> Line:
    """The line in the second person where it is about this seat's own turn."""
    if me is None or line.params.get("seat") != SeatName(me):
        return line
    return Line(f"own.{line.key.removeprefix('story.')}", line.params, line.count)


def _told(view: View, event: SeenEvent, events: Sequence[SeenEvent]) -> Iterator[Line]:
    match event:
        case Moved(move=Show() | Answer(), lot=True) if event.seat not in view.position.removed:
            yield say("story.lot", seat=SeatName(event.seat))
        case Moved():
            yield from deed(view, event, events)
        case QuestionPut():
            yield from _asked(view, event, events)
        case Looked(target=target) if target == ASIDE:
            yield say("story.aside", seat=SeatName(event.seat))
        case Stopped():
            yield say(f"story.stopped.{event.why.value}")
        case Ended(winner=winner) if winner is not None:
            if not _accused_right(view.log):
                yield say("story.last", seat=SeatName(winner))
        case _:
            return


def _asked(view: View, question: QuestionPut, events: Sequence[SeenEvent]) -> Iterator[Line]:
    who = SeatName(question.asker)
    if view.position.board is not None:
        yield say("story.suggested", seat=who, theory=theory_line(view, question.cards))
    elif not question.every:
        yield say("story.asked", seat=who, cards=cards(question.cards, "or"))
    passed = [event.seat for event in events if isinstance(event, Passed)]
    called = [
        event.seat
        for event in events
        if isinstance(event, Awaited) and event.kind is WaitKind.SHOW
    ]
    shown = {e.seat for e in events if isinstance(e, Moved) and isinstance(e.move, Show)}
    lapsed = {event.seat for event in events if isinstance(event, Lapsed)} & set(called)
    if any(isinstance(event, Ended) for event in events):  # nobody answers any more
        lapsed = set(called) - shown
    if not called and len(passed) == len(question.order):
        yield say("story.nobody")
    elif passed:
        yield say("story.passed", count=len(passed), seats=seats(passed))
    showed = [seat for seat in called if seat in shown]
    if showed:
        yield say("story.showed", count=len(showed), seats=seats(showed))
    choosing = [seat for seat in called if seat not in shown | lapsed]
    if choosing:
        yield say("story.choosing", count=len(choosing), seats=seats(choosing))
    if lapsed:
        yield say("story.lapsed")


# -- what one seat learned -------------------------------------------------------------------


def learned(view: View, since: int = 0) -> tuple[Line, ...]:
    """What this seat was shown, saw or showed in private, from event `since` of its log on."""
    if view.seat is None:
        return ()
    tips: dict[Seat, str] = {}
    lines: list[Line] = []
    for n, event in enumerate(view.log):
        if isinstance(event, Moved) and isinstance(event.move, Play) and event.to is not None:
            tips[event.to] = event.move.action
        if n >= since:
            lines += _learned(view, view.seat, event, tips)
    return tuple(lines)


def learned_in(view: View, turn: int) -> tuple[Line, ...]:
    """What this seat learned in one turn."""
    first, end = _span(view, turn)
    return learned(View(header=view.header, seat=view.seat, log=view.log[:end]), first)


def _learned(view: View, me: Seat, event: SeenEvent, tips: dict[Seat, str]) -> Iterable[Line]:
    match event:
        case Moved(move=Show(card=card), to=to) if to == me:
            yield say("learned.shown", seat=SeatName(event.seat), card=CardName(card))
        case Moved(move=Answer(cards=answer), to=to) if to == me and answer is not None:
            yield tip_answer(event.seat, tips[event.seat], answer)
        case Moved(move=Show() | Answer()) if event.seat == me:
            yield answered(event, tips.get(me, ""))
        case Looked(card=card, target=target) if event.seat == me and card != UNKNOWN:
            if target == ASIDE:
                yield say("learned.aside", card=CardName(card))
            else:
                yield say("learned.looked", target=SeatName(target), card=CardName(card))
        case CaseSeen(case=case) if event.seat == me:
            yield say("learned.case", theory=theory_line(view, case))
        case _:
            return


def answered(event: Moved, tip: str) -> Line:
    """What this seat showed; `tip`: the tip that asked for it, if one did."""
    assert event.to is not None
    who = SeatName(event.to)
    by = "lot" if event.lot else "self"
    match event.move:
        case Show(card=card):
            return say(f"answered.show.{by}", seat=who, card=CardName(card))
        case Answer(cards=given) if given:
            return say(f"answered.tip.{by}", seat=who, cards=cards(given))
        case _:
            return say("answered.nothing", seat=who, trait=what(tip))


def tip_answer(seat: Seat, action: str, answer: Sequence[str]) -> Line:
    """What the answer to one's tip tells."""
    who, trait = SeatName(seat), what(action)
    if not answer:
        return say("learned.tip.none", seat=who, trait=trait)
    if ACTIONS[action].whole:
        return say("learned.tip.all", seat=who, trait=trait, cards=cards(answer))
    return say("learned.tip.one", seat=who, trait=trait, card=CardName(answer[0]))


# -- the end ---------------------------------------------------------------------------------


def verdict(view: View) -> tuple[Line, ...]:
    """How the match ended and what the case was; () while it is going on."""
    position = view.position
    if not position.over or position.case is None:
        return ()
    if position.winner is None:
        why = position.stopped.value if position.stopped is not None else "nobody"
        head = say(f"verdict.{why}")
    elif _accused_right(view.log):
        head = say("verdict.solved", seat=SeatName(position.winner))
    else:
        head = say("verdict.last", seat=SeatName(position.winner))
    lines = [head, say("verdict.case", theory=theory_line(view, position.case))]
    lines.append(say("verdict.turns", count=position.turn))
    helped = sorted(_out_before(view, position.turn) - position.removed)
    if helped:
        lines.append(say("verdict.thanks", count=len(helped), seats=seats(helped)))
    return tuple(lines)


def _out_before(view: View, turn: int) -> frozenset[Seat]:
    """The seats that were out when this turn began, and answered from then on."""
    first, _ = _span(view, turn)
    return frozenset(event.seat for event in view.log[:first] if isinstance(event, WentOut))


def _accused_right(log: Sequence[SeenEvent]) -> bool:
    """Whether the match ended with a right accusation."""
    last = next((event for event in reversed(log) if not isinstance(event, Ended)), None)
    if isinstance(last, Revealed):
        return True
    return isinstance(last, Moved) and isinstance(last.move, Accuse)
