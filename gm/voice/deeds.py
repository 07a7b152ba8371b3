"""What a seat did in its turn, a sentence or two a deed, as the whole table may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from gm.game.cards import Seat, Theory
from gm.game.decks import ACTIONS, GETAWAY, ActionKind
from gm.game.events import (
    Awaited,
    Ended,
    Joined,
    Lapsed,
    Moved,
    Revealed,
    Rolled,
    SeenEvent,
    Swapped,
    TokenMoved,
    WaitKind,
    WentOut,
)
from gm.game.moves import (
    Accuse,
    Agree,
    Answer,
    End,
    Order,
    Passage,
    Play,
    Refuse,
    Removed,
    Roll,
    Skipped,
    Stay,
    Walk,
)
from gm.game.view import View
from gm.voice.lines import (
    CardName,
    Form,
    Line,
    Listing,
    SeatName,
    TraitName,
    cards,
    say,
    seats,
)


def theory_line(view: View, theory: Theory) -> Line:
    """A theory, named category by category."""
    names = {
        category.name: CardName(card)
        for category, card in zip(view.header.cards.categories, theory, strict=True)
    }
    return Line(f"theory.{view.header.rules}", MappingProxyType(names))


def what(action: str) -> TraitName:
    """What a sleuth or a tip asks for, in words: a trait or a whole category."""
    return TraitName(action.partition("_")[2])


def spelled_out(action: str) -> Listing:
    """The cards that answer a sleuth or a tip, by name: whoever is asked need not look them up."""
    return cards(GETAWAY.sort(ACTIONS[action].asks), form=Form.TITLE)


def deed(view: View, event: Moved, events: Sequence[SeenEvent]) -> Iterator[Line]:
    """What this move was and what came of it; `events` are those of its turn."""
    who = SeatName(event.seat)
    match event.move:
        case Play() as play:
            yield from _played(event.seat, play, events)
        case Accuse() if event.sealed:
            yield from _sealed(view, event.seat, events)
        case Accuse(theory=theory):
            wrong = WentOut(seat=event.seat) in events
            key = "story.accused.wrong" if wrong else "story.accused.right"
            yield say(key, seat=who, theory=theory_line(view, theory))
        case Order(order=order):
            yield say("story.order", seat=who, seats=seats(order))
        case Agree():
            yield say("story.agreed", seat=who)
        case Refuse():
            yield say("story.refused", seat=who)
        case Roll():
            yield from _thrown(view, event.seat, events)
        case Passage():
            room = next(e.to for e in events if isinstance(e, TokenMoved))
            yield say("story.passage", seat=who, room=CardName(str(room)))
        case Stay():
            yield say("story.stayed", seat=who)
        case End() if sum(isinstance(e, Moved) and e.seat == event.seat for e in events) == 1:
            yield say("story.shut_in", seat=who)
        case Skipped():
            yield say("story.skipped", seat=who)
        case Removed():
            yield say("story.removed", seat=who)
        case _:
            return


# -- getaway ---------------------------------------------------------------------------------


def _played(seat: Seat, play: Play, events: Sequence[SeenEvent]) -> Iterator[Line]:
    who, action = SeatName(seat), ACTIONS.get(play.action)
    if action is None or action.kind is ActionKind.TIP:
        assert play.target is not None
        key = "story.tip.answered"
        if not any(isinstance(e, Moved) and isinstance(e.move, Answer) for e in events):
            lapsed = any(isinstance(e, Lapsed | Ended) for e in events)
            key = "story.tip.lapsed" if lapsed else "story.tip.open"
        yield say(key, seat=who, target=SeatName(play.target))
        return
    match action.kind:
        case ActionKind.ANY | ActionKind.PRESENT:
            for event in events:
                if isinstance(event, Swapped):
                    yield _swapped(event)
        case ActionKind.SNOOP:
            assert play.target is not None
            yield say("story.snoop", seat=who, target=SeatName(play.target))
        case ActionKind.ALL_SNOOP:
            way = "left" if action.step > 0 else "right"
            yield say(f"story.all_snoop.{way}", seat=who)
        case ActionKind.SLEUTH:
            named = spelled_out(play.action)
            yield say("story.sleuth", seat=who, trait=what(play.action), cards=named)


def _swapped(event: Swapped) -> Line:
    who, marker = SeatName(event.seat), CardName(event.marker)
    if event.other is None:
        return say("story.moved", seat=who, marker=marker)
    return say("story.swapped", seat=who, marker=marker, other=SeatName(event.other))


# -- casefile --------------------------------------------------------------------------------


def _sealed(view: View, accuser: Seat, events: Sequence[SeenEvent]) -> Iterator[Line]:
    """A sealed accusation: that it stands, who joined, and what was revealed."""
    who = SeatName(accuser)
    joined = next((event.seats for event in events if isinstance(event, Joined)), None)
    revealed = next((event for event in events if isinstance(event, Revealed)), None)
    if joined is None:
        left = any(isinstance(event, WentOut) and event.seat == accuser for event in events)
        void = "story.accusing.void" if left else "story.accusing.unopened"
        yield say(void if left or view.position.over else "story.accusing", seat=who)
    elif joined:
        yield say("story.accusing.joined", seat=who, count=len(joined), seats=seats(joined))
    if revealed is not None and len(revealed.theories) > 1:
        for seat, theory in revealed.theories:
            yield say("story.theory", seat=SeatName(seat), theory=theory_line(view, theory))
    elif revealed is not None:
        theory = revealed.theories[0][1]
        yield say("story.accused.right", seat=who, theory=theory_line(view, theory))
    elif joined is not None and WentOut(seat=accuser) in events:
        yield say("story.accused.alone", seat=who)


# -- mansion ---------------------------------------------------------------------------------


def throw(dice: Sequence[int]) -> Line:
    """A throw: the number, or the sum of two dice."""
    if len(dice) == 1:
        return say("throw.one", pips=dice[0])
    return say("throw.two", one=dice[0], two=dice[1], pips=sum(dice))


def _thrown(view: View, seat: Seat, events: Sequence[SeenEvent]) -> Iterator[Line]:
    who = SeatName(seat)
    dice = next((event.dice for event in events if isinstance(event, Rolled)), None)
    if dice is None:
        return
    kinds = [event.kind for event in events if isinstance(event, Awaited)]
    walk = next(
        (m for e in events if isinstance(e, Moved) and isinstance(m := e.move, Walk)), None
    )
    if walk is None:
        lapsed = any(
            isinstance(e, Moved) and isinstance(e.move, Skipped | Removed) for e in events
        )
        thrown = "story.thrown" if lapsed or view.position.over else "story.walking"
        key = thrown if WaitKind.WALK in kinds else "story.stuck"
        yield say(key, seat=who, throw=throw(dice))
    elif isinstance(walk.to, str):
        yield say("story.walked.room", seat=who, throw=throw(dice), room=CardName(walk.to))
    else:
        yield say("story.walked.square", seat=who, throw=throw(dice))
