"""The one live card of a table in its group: the running match; before it, the lobby."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gm.game.board import TOKENS
from gm.game.cards import Seat
from gm.game.chance import seal
from gm.game.events import WaitKind
from gm.game.view import View
from gm.master.clocks import ends
from gm.master.tables import ClockKind, Phase
from gm.telegram import keyboards, showing, votes
from gm.telegram.deadlines import until as deadline
from gm.telegram.lobby import game, lobby
from gm.telegram.message import Message
from gm.telegram.scene import Scene
from gm.voice.board import at, lying
from gm.voice.labels import card_label
from gm.voice.lines import Form, Line, SeatName, cards, say, seats
from gm.voice.narrate import story

STORIES = 2
"""The story of so many turns stands on the table card."""


def card(scene: Scene, page: str = "") -> Message:
    """The card as it should look now."""
    if scene.table.solo:
        return _alone(scene)
    match scene.table.phase:
        case Phase.LOBBY:
            return lobby(scene, page)
        case Phase.PLAYING if scene.view is not None:
            return _playing(scene, scene.view)
        case _:
            # a photo cannot become a text again: what was played on a board ends with it
            return showing.with_board(_ended(scene), scene)


def _alone(scene: Scene) -> Message:
    """The card of one person's own match: the turns are told beside it."""
    match scene.table.phase:
        case Phase.PLAYING if scene.view is not None:
            text = _text(scene, scene.view, stories=0)
            return Message(text=text, keyboard=keyboards.alone(scene), pin=True)
        case Phase.ASIDE:
            text = _lines(_head(scene), scene.html(say("card.solo.aside")))
            return Message(text=text, keyboard=keyboards.solo_aside(scene))
        case _:
            return Message(text=_lines(_head(scene), scene.html(say("card.over"))))


def _ended(scene: Scene) -> Message:
    """The card where nothing is played any more, or for now."""
    match scene.table.phase:
        case Phase.ASIDE:
            text = _lines(_head(scene), scene.html(aside(scene)))
            return Message(text=text, keyboard=keyboards.aside(scene))
        case Phase.OVER:
            code = f"{scene.html(say('hand.sealed'))} <code>{seal(scene.table.seed)}</code>"
            return Message(
                text=_lines(_head(scene), scene.html(say("card.over")), code),
                keyboard=keyboards.again(scene),
            )
        case _:
            return Message(text=_lines(_head(scene), scene.html(say("card.closed"))))


def aside(scene: Scene) -> Line:
    """What a match that is set aside waits for."""
    return say("card.aside.kept" if scene.table.kept else "card.aside")


def proof(scene: Scene) -> Iterable[str]:
    """What proves a match that is over: the key to its seal, and the name of its record."""
    if scene.table.phase is Phase.OVER:
        yield f"{scene.html(say('verdict.seed'))} <code>{scene.table.seed.hex()}</code>"
        match = f"{scene.table.id}.{scene.table.match}"
        yield f"{scene.html(say('verdict.match'))} <code>{match}</code>"


def _head(scene: Scene) -> str:
    return scene.bold(game(scene))


def _lines(*lines: str) -> str:
    return "\n".join(lines)


# -- the match -------------------------------------------------------------------------------


def _playing(scene: Scene, view: View) -> Message:
    rows = (*keyboards.playing(scene), *votes.on_card(scene, view))
    said = Message(text=_text(scene, view), keyboard=rows, pin=True)
    return showing.with_board(said, scene, shorter(scene, view))


def shorter(scene: Scene, view: View) -> Iterable[str]:
    """What gives way first where there is little room: long names, then the stories, which are
    told in messages of their own, then what the picture of the board shows.
    """
    scene = replace(scene, short=True)
    for stories in range(STORIES, -1, -1):
        yield _text(scene, view, stories=stories)
    yield _text(scene, view, stories=0, middle=False)
    yield _lines(_title(scene, view), *map(scene.html, awaited(scene, view)))
    yield _title(scene, view)


def _text(scene: Scene, view: View, *, stories: int = STORIES, middle: bool = True) -> str:
    paragraphs = _told(scene, view)
    paragraphs = paragraphs[max(0, len(paragraphs) - stories) :]
    return _lines(
        _title(scene, view),
        *map(scene.html, awaited(scene, view)),
        "",
        *(scene.html(_seat(view, seat)) for seat in range(len(view.header.seats))),
        *(map(scene.html, _middle(view)) if middle else ()),
        *(("", *paragraphs) if paragraphs else ()),
    )


def _title(scene: Scene, view: View) -> str:
    return scene.bold(say("card.title", game=game(scene), turn=view.position.turn))


def _told(scene: Scene, view: View) -> list[str]:
    """The stories of the last turns, a paragraph each."""
    now = view.position.turn
    told = (story(view, turn) for turn in range(now - STORIES + 1, now + 1))
    return [scene.paragraph(lines) for lines in told if lines]


def awaited(scene: Scene, view: View) -> Iterable[Line]:
    """Who is awaited for what, and until when where a clock runs."""
    kinds = dict.fromkeys(wait.kind for wait in view.position.waits)
    for kind in kinds:
        some = [wait.seat for wait in view.position.waits if wait.kind is kind]
        yield say(f"card.awaited.{kind.value}", count=len(some), seats=seats(some))
    if scene.table.paused is not None:
        yield say("card.paused")
        return
    if WaitKind.JOIN in kinds or scene.table.solo:
        return  # whose clock still runs would tell who has not chosen yet
    until = [ends(c, scene.now) for c in scene.table.clocks if c.kind is ClockKind.WAIT]
    if until:
        yield deadline(scene, min(until))


def _seat(view: View, seat: Seat) -> Line:
    position = view.position
    state = "removed" if seat in position.removed else "out" if seat in position.out else "in"
    if seat == position.active and state == "in":
        state = "active"
    size = say("card.size", count=position.sizes[seat])
    about = (size, *_before(view, seat))
    return say(f"card.seat.{state}", number=seat + 1, seat=SeatName(seat), about=_dotted(about))


def _dotted(lines: Sequence[Line]) -> Line:
    """Short facts in a row."""
    *front, last = lines
    return say("card.dotted", front=_dotted(front), last=last) if front else last


def _before(view: View, seat: Seat) -> tuple[Line, ...]:
    """What lies before a seat for all to see: its marker, or its piece and where that stands."""
    position = view.position
    if position.markers:
        return (card_label(position.markers[seat]),)
    if position.board is None:
        return ()
    token = view.header.tokens[seat]
    spot = position.board.tokens[TOKENS.index(token)]
    return (card_label(token), at(spot))


def _middle(view: View) -> Iterable[Line]:
    """What lies open on the table besides."""
    position, deck = view.position, view.header.cards
    if position.markers:
        free = [card for card in deck.categories[2].cards if card not in position.markers]
        yield say("card.middle", markers=cards(free, form=Form.TITLE))
    if position.up:
        yield say("card.up", cards=cards(deck.sort(position.up), form=Form.TITLE))
    yield from map(_dotted, filter(None, lying(view)))
