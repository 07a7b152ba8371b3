"""From a notice and the scene it is drawn from to a message, or nothing where it is past.

Whatever was true when the notice was queued, the message shows what is true now.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import assert_never

from gm.game.leaves import root
from gm.game.view import View
from gm.i18n import Html, render
from gm.i18n.channels import isolated
from gm.master.notices import Notice, NoticeKind
from gm.master.reasons import Refusal
from gm.master.tables import Person, Phase
from gm.telegram import keyboards, pages, private, showing, solo, votes
from gm.telegram.cards import aside, card, proof
from gm.telegram.catching_up import digest
from gm.telegram.message import Message
from gm.telegram.pages import SEAT
from gm.telegram.scene import Links, Scene
from gm.voice.answers import line as line_of
from gm.voice.lines import Line, Listing, Name, SeatName, say
from gm.voice.narrate import story, verdict
from gm.voice.narrate import told as told_to


def draw(notice: Notice, scene: Scene) -> Message | None:
    """The message for this notice as it should look now; None where there is nothing to say."""
    args = notice.args
    if args.get("match", scene.table.match) != scene.table.match:
        return None
    view, path = scene.view, str(args.get("path", ""))
    match notice.kind:
        case NoticeKind.CARD:
            return card(scene, str(args.get("page", "")))
        case NoticeKind.DEAL:
            return _deal(scene)
        case NoticeKind.KEPT:
            return private.kept(scene, notice.to)
        case NoticeKind.CONCEDE:
            return private.concede(scene, notice.to, str(args.get("page", "")))
        case NoticeKind.SAY:
            return spoken(notice, scene.language, scene.links, scene)
        case NoticeKind.BALLOT:
            return votes.vote(scene, str(args["mark"]))
        case NoticeKind.WHOM:
            return votes.whom(scene)
        case NoticeKind.CHECK:
            return votes.check(scene, args)
        case NoticeKind.OWN | NoticeKind.SOLO:
            return None  # belongs to no table
        case _ if view is None:
            return None
        case NoticeKind.STORY:
            told = told_to(view, int(args["turn"]))
            return Message(text=scene.paragraph(told)) if told else None
        case NoticeKind.MENTION:
            return _mention(notice, scene)
        case NoticeKind.VERDICT:
            return _verdict(scene, notice.stage)
        case NoticeKind.DIGEST:
            return digest(scene, view, asked=bool(args.get("asked")))
        case _ if view.seat is None:
            return None
        case NoticeKind.HAND:
            return private.hand(scene, view)
        case NoticeKind.TURN:
            return private.turn_panel(
                scene, view, int(args["turn"]), path, advice=bool(args.get("advice"))
            )
        case NoticeKind.QUESTION:
            return private.question(scene, view, path)
        case NoticeKind.LOOK:
            return private.seen(scene, view)
        case NoticeKind.OUT:
            return private.out(scene, view)
        case NoticeKind.NUDGE:
            return private.nudge(scene, view)
        case NoticeKind.LOG:
            return private.log(scene, view)
        case _:
            assert_never(notice.kind)


def spoken(notice: Notice, language: str, links: Links, scene: Scene | None = None) -> Message:
    """A page, or a line of the catalogue by the notice's `key`."""
    given = dict(notice.args)
    key = str(given.pop("key"))
    given.pop("language", None)
    given.pop("lobbies", None)
    rules = str(given.pop("rules", ""))
    if key in pages.PAGES:
        return pages.page(key, language)
    if key == "idle_table" and scene is not None:
        return Message(text=scene.html(_idle(given)))
    said = line_of(key, given, None if scene is None else scene.zone)
    if scene is None:
        rows = keyboards.to_rules(links, language, rules) if key == "rules_waiting" else ()
        return Message(text=render(said, language, channel=Html()), keyboard=rows)
    rows = ()
    if key in _CLOSED:
        rows = keyboards.private_chat(scene)
    elif key == "open_private_seat":
        rows = keyboards.private_chat(scene, SEAT)
    elif key in ("seat_to_ai", "seat_to_keeper"):
        rows = keyboards.back(scene)
    elif key in ("pause_vote", "paused", "all_away"):
        rows = keyboards.pause(scene)
    elif key == "set_aside" and scene.table.phase is Phase.ASIDE:
        said, rows = aside(scene), keyboards.aside(scene)
    return Message(text=scene.html(said), keyboard=rows)


_CLOSED = (
    "open_private",
    f"refused.{Refusal.UNREACHABLE}",
    f"refused.{Refusal.UNREACHABLE_YOU}",
)
"""Lines about a private chat that is not open; a button leads there."""


def _idle(counts: Mapping[str, str | int]) -> Line:
    """How often each person here was idle, by seat."""
    people = tuple(
        say("idle.person", seat=SeatName(int(seat.removeprefix("seat"))), matches=int(count))
        for seat, count in counts.items()
        if seat.startswith("seat")
    )
    return say("say.idle_table", people=Listing(people)) if people else say("say.idle_nobody")


def _mention(notice: Notice, scene: Scene) -> Message | None:
    """The awaited person's name as a link, so that Telegram tells them."""
    assert scene.view is not None
    wait = next((w for w in scene.view.position.waits if w.opened == scene.opened), None)
    if wait is None:
        return None
    person = scene.table.occupants[wait.seat]
    if not isinstance(person, Person) or person.id != notice.args["person"]:
        return None
    words = say(f"mention.{wait.kind.value}", name=Name(person.name))
    text = render(words, scene.language, scene.names, Linked(person.id))
    return Message(text=text, keyboard=votes.late_row(scene, scene.view, wait.seat))


def _deal(scene: Scene) -> Message | None:
    """What seals the deal, and what each seat added to it."""
    table = scene.table
    if not table.added:
        return None
    sealed = root(tuple(map(bytes.fromhex, table.leaves))).hex()
    added = (
        say("deal.added", seat=SeatName(seat), words=Name(words))
        for seat, words in enumerate(table.added)
        if isinstance(table.occupants[seat], Person)
    )
    lines = scene.html(say("deal.sealed")), f"<code>{sealed}</code>"
    return Message(text="\n".join((*lines, scene.html(say("deal.luck")), *map(scene.html, added))))


class Linked(Html):
    """HTML in which the one name is a link to a person."""

    def __init__(self, person: int) -> None:
        self._person = person

    def name(self, name: str) -> str:
        """The name as a mention that needs no username."""
        shown = html.escape(isolated(name), quote=False)
        return f'<a href="tg://user?id={self._person}">{shown}</a>'


_SAID_BY_VERDICT = ("story.stopped.", "story.last")


def _drama(view: View, *, theories: bool) -> tuple[Line, ...]:
    """Who accused together and, with `theories`, of what; () for any other end."""
    told = story(view, view.position.turn)
    if not any(line.key == "story.theory" for line in told):
        return ()
    keys = ("story.accusing.joined", "story.theory")[: 1 + theories]
    return tuple(line for line in told if line.key in keys)


def _verdict(scene: Scene, stage: int = 0) -> Message | None:
    """How it ended; in stages 1 and 2 of a drama not yet that, but who accused, and of what."""
    assert scene.view is not None
    lines = verdict(scene.view)
    if not lines:
        return None
    if stage in (1, 2):
        told = (*_drama(scene.view, theories=stage == 2), say(f"drama.{stage}"))
        return Message(text="\n".join(map(scene.html, told)))
    if scene.table.solo:
        return showing.with_case(solo.verdict(scene, scene.view, lines), scene)
    head, *rest = lines
    text = [scene.bold(head), *map(scene.html, rest)]
    drama = _drama(scene.view, theories=True)
    if drama:
        text = [*map(scene.html, drama), "", *text]
    elif head.key != "verdict.solved":
        told = story(scene.view, scene.view.position.turn)
        before = [line for line in told if not line.key.startswith(_SAID_BY_VERDICT)]
        text = [scene.paragraph(before), *text] if before else text
    text += proof(scene)
    said = Message(text="\n".join(text), keyboard=keyboards.again(scene))
    return showing.with_case(said, scene)
