"""The only secrecy code: what one seat, or the public (None), sees of an event.

Payloads are by allow-list: an event either is public, or says here what is left of it for
somebody it does not belong to. Two deals that a seat cannot tell apart give it equal events.
"""

from __future__ import annotations

from dataclasses import replace

from gm.game.cards import UNKNOWN, Seat
from gm.game.decks import ACTIONS, ActionKind
from gm.game.events import (
    Awaited,
    CaseSeen,
    ChanceDue,
    Dealt,
    Drew,
    Ended,
    Event,
    FirstDrawn,
    Joined,
    Lapsed,
    Looked,
    MarkersDealt,
    Moved,
    Passed,
    PileShuffled,
    PutBack,
    QuestionPut,
    Revealed,
    Rolled,
    SeenEvent,
    Stopped,
    Swapped,
    TokenMoved,
    TurnBegan,
    WeaponMoved,
    WeaponsPlaced,
    WentOut,
)
from gm.game.moves import (
    TIP,
    Accuse,
    Agree,
    Answer,
    Ask,
    Decline,
    End,
    Join,
    Move,
    Order,
    Passage,
    Play,
    Refuse,
    Removed,
    Roll,
    Show,
    Skipped,
    Stay,
    Suggest,
    Walk,
)


def redact(event: Event, seat: Seat | None) -> SeenEvent | None:
    """The event as `seat` sees it (None: a spectator), or None where it sees nothing of it."""
    match event:
        case ChanceDue():
            return None
        case Dealt():
            return replace(
                event,
                case=_hidden(event.case),
                hands=tuple(
                    hand if owner == seat else _hidden(hand)
                    for owner, hand in enumerate(event.hands)
                ),
                aside=_hidden(event.aside),
            )
        case PileShuffled():
            return replace(event, cards=_hidden(event.cards))
        case Looked() | Drew():
            return event if event.seat == seat else replace(event, card=UNKNOWN)
        case CaseSeen():
            return event if event.seat == seat else replace(event, case=_hidden(event.case))
        case Moved():
            if seat == event.seat or not (event.sealed or event.to is not None):
                return event
            if event.sealed:
                # Whether somebody has chosen yet is sealed too: only the accusation is heard of.
                accused = isinstance(event.move, Accuse)
                return replace(event, move=masked(event.move)) if accused else None
            return event if seat == event.to else replace(event, move=masked(event.move))
        case (
            MarkersDealt()
            | Stopped()
            | TurnBegan()
            | PutBack()
            | Swapped()
            | FirstDrawn()
            | WeaponsPlaced()
            | Rolled()
            | TokenMoved()
            | WeaponMoved()
            | Joined()
            | Revealed()
            | QuestionPut()
            | Passed()
            | Awaited()
            | Lapsed()
            | WentOut()
            | Ended()
        ):
            return event


def masked(move: Move) -> Move:
    """What is left of a move for those it is not shown to."""
    match move:
        case Show():
            return Show(card=UNKNOWN)
        case Answer():
            return Answer(cards=None)
        case Accuse(theory=theory):
            return Accuse(theory=_hidden(theory))
        case Join(theory=theory):
            return Join(theory=_hidden(theory))
        case Play(action=action) if action == TIP or ACTIONS[action].kind is ActionKind.TIP:
            return Play(action=TIP, target=move.target)
        case (
            Play()
            | Ask()
            | Decline()
            | Order()
            | Agree()
            | Refuse()
            | Roll()
            | Walk()
            | Passage()
            | Stay()
            | Suggest()
            | End()
            | Skipped()
            | Removed()
        ):
            return move


def _hidden(cards: tuple[str, ...]) -> tuple[str, ...]:
    return (UNKNOWN,) * len(cards)
