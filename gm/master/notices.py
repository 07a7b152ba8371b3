"""What is to be said, to whom and in which message; the words are found when it is sent.

A notice holds no text and no card: it names a slot (one message of one chat, edited in place)
and what to draw there. The sender draws it from the state of that moment, so a chat that was
held up gets the last state once, and nothing secret waits in a queue.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from types import MappingProxyType

from gm.master.tables import Place


class Urgency(IntEnum):
    """What goes first within a chat and overall."""

    ANSWER = 0
    QUESTION = 1
    STORY = 2
    DECORATION = 3


class NoticeKind(StrEnum):
    """What to draw.

    CARD the lobby or table card; DEAL what sealed the deal, and what each seat added to it;
    STORY what happened in turn `turn`; MENTION who is awaited, by name; VERDICT the end; HAND
    one's cards; TURN the active seat's panel of turn `turn`; QUESTION the private question of
    the wait opened at event `wait`; LOOK the card seen at event `event`; OUT the case after a
    wrong accusation; NUDGE a reminder of `wait`; KEPT that a seat is kept for somebody who was
    idle, while it is; CONCEDE whether somebody really gives up, or `page` "back": nothing any
    more; LOG what happened so far, as that seat saw it; DIGEST what happened since event
    `event`; BALLOT a vote of mark `mark`, while it runs; WHOM whom one might take off the table;
    CHECK whether people and the chat can be reached, with what the chat said of it; OWN a page
    of somebody's own time; SOLO one of those on which they begin a match alone; SAY the catalogue
    line `key` with the other arguments.
    """

    CARD = "card"
    DEAL = "deal"
    STORY = "story"
    MENTION = "mention"
    VERDICT = "verdict"
    HAND = "hand"
    TURN = "turn"
    QUESTION = "question"
    LOOK = "look"
    OUT = "out"
    NUDGE = "nudge"
    KEPT = "kept"
    CONCEDE = "concede"
    LOG = "log"
    DIGEST = "digest"
    OWN = "own"
    BALLOT = "ballot"
    WHOM = "whom"
    CHECK = "check"
    SOLO = "solo"
    SAY = "say"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One thing to say.

    `to`: a place, or a person by id (their private chat); `slot`: the message within that chat
    and table that it is drawn in, sent anew where there is none; `fresh`: a new message even if
    the slot has one; `ring`: notifies (everything else arrives silently); `patience`: how long
    it may wait for a newer one in its slot, in ms; `stage`: of several drawings of one message,
    each of which is to be seen, which one this is.
    """

    table: str | None
    to: Place | int
    slot: str
    kind: NoticeKind
    args: Mapping[str, str | int] = field(default_factory=lambda: MappingProxyType({}))
    urgency: Urgency = Urgency.STORY
    ring: bool = False
    fresh: bool = False
    patience: int = 0
    stage: int = 0
