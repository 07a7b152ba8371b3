"""What one person reads in the private chat: hand, panels, looks, reminders, the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gm.game.chance import seal
from gm.game.view import View
from gm.master.clocks import due, ends
from gm.master.tables import ClockKind, Phase, Place
from gm.telegram import keyboards, showing
from gm.telegram.advising import advised
from gm.telegram.deadlines import until
from gm.telegram.lobby import game
from gm.telegram.message import Button, Message
from gm.telegram.scene import Scene
from gm.voice.labels import card_label
from gm.voice.lines import ActionName, Line, Listing, Name, say
from gm.voice.narrate import learned, told
from gm.voice.screens import Screen, parse, question_screen, turn_screen
from gm.voice.summaries import turn_summary

LOG_SIZE = 3_000
"""So many characters of HTML a log message holds; Telegram takes 4096 after parsing."""
POPUP = 200
"""Characters that a pop-up holds (`answerCallbackQuery`)."""


def hand(scene: Scene, view: View) -> Message:
    """One's cards, and the way to the sheet."""
    groups = [
        " · ".join(scene.label(card_label(card)) for card in category.cards if card in view.hand)
        for category in view.header.cards.categories
    ]
    return _message(
        scene,
        [
            scene.bold(say("hand.title")),
            *filter(None, groups),
            scene.html(say("hand.keep")),
            f"{scene.html(say('hand.sealed'))} <code>{seal(scene.table.seed)}</code>",
        ],
        rows=keyboards.private_sheet(scene),
        protect=True,
    )


def brief(scene: Scene, view: View) -> str:
    """One's cards in a pop-up."""
    held = Listing(tuple(card_label(card) for card in view.hand))
    text = scene.plain(say("popup.cards", cards=held))
    if view.actions:
        actions = Listing(tuple(ActionName(action) for action in dict.fromkeys(view.actions)))
        text = f"{text}\n{scene.plain(say('popup.actions', actions=actions))}"
    if len(text) <= POPUP:
        return text
    return scene.plain(say("popup.cards", cards=held))[:POPUP]


def turn_panel(
    scene: Scene, view: View, turn: int, path: str, *, advice: bool = False
) -> Message | None:
    """The panel of the person's turn `turn`, with `advice` if it was asked for, or what became
    of the turn.
    """
    wait = view.position.wait(view.seat) if view.seat is not None else None
    mine = wait is not None and wait.asker is None and turn == view.position.turn
    if not mine:
        lines = turn_summary(view, turn)
        if not lines:
            return None
        told = _message(scene, map(scene.html, lines), protect=True)
        return showing.with_board(told, scene) if scene.table.solo else told
    screen = turn_screen(view, scene.moves, parse(path))
    if screen.move is not None:
        screen = turn_screen(view, scene.moves)
    if screen.path:
        panel = _panel(scene, screen, (), protect=True)
    else:
        hints = advised(scene, view) if advice and scene.table.advises else ()
        panel = _panel(scene, screen, (*hints, *_until(scene)), protect=True)
        panel = replace(panel, keyboard=(*panel.keyboard, *keyboards.below(scene)))
    return showing.with_board(panel, scene) if scene.table.solo else panel


def question(scene: Scene, view: View, path: str) -> Message | None:
    """The question that event `scene.opened` put, or what was answered to it."""
    wait = view.position.wait(view.seat) if view.seat is not None else None
    if wait is None or wait.asker is None or wait.opened != scene.opened:
        lines = question_screen(view, (), opened=scene.opened).lines
        return _message(scene, map(scene.html, lines), protect=True) if lines else None
    screen = question_screen(view, scene.moves, parse(path))
    if screen.move is not None:
        screen = question_screen(view, scene.moves)
    return _panel(scene, screen, _until(scene), protect=True)


def seen(scene: Scene, view: View) -> Message | None:
    """What a look or a wrong accusation let this person see."""
    if scene.opened is None:
        return None
    then = View(header=view.header, seat=view.seat, log=view.log[: scene.opened + 1])
    lines = learned(then, scene.opened)
    return _message(scene, map(scene.html, lines), protect=True) if lines else None


def out(scene: Scene, view: View) -> Message | None:
    """The case, for the eyes of whoever accused wrongly, and what is still theirs to do."""
    message = seen(scene, view)
    if message is None:
        return None
    if scene.table.phase is not Phase.PLAYING:  # nobody asks any more
        return message
    return Message(text=f"{message.text}\n{scene.html(say('out.stay'))}", protect=True)


def nudge(scene: Scene, view: View) -> Message | None:
    """A reminder of an open wait."""
    wait = view.position.wait(view.seat) if view.seat is not None else None
    if wait is None or wait.opened != scene.opened:
        return None
    rows = tuple((button,) for button in keyboards.more(scene))
    end = min(_ends(scene), default=scene.now)
    line = say("card.dotted", front=say(f"nudge.{wait.kind.value}"), last=until(scene, end))
    return _message(scene, [scene.html(line)], rows=rows)


def kept(scene: Scene, person: Place | int) -> Message | None:
    """That a seat is kept for this person and until when, or that it is too late.

    None once they sit there again.
    """
    assert isinstance(person, int)
    clock = scene.table.kept.get(person)
    if clock is not None:
        lines = say(f"kept.{clock.kind.value}"), until(scene, due(clock))
        return _message(scene, map(scene.html, lines), rows=keyboards.back(scene))
    if scene.table.seat_of(person) is not None or not scene.table.follows(person):
        return None
    return _message(scene, [scene.html(say("kept.late"))])


def concede(scene: Scene, person: Place | int, page: str) -> Message | None:
    """Whether to give up for good, and once that is done, that it is."""
    assert isinstance(person, int)
    if scene.table.seat_of(person) is not None and scene.table.phase is Phase.PLAYING:
        if page == "back" or scene.view is None:
            return None
        takeover = "solo" if scene.table.solo else scene.view.header.options["takeover"]
        line = say(f"concede.sure.{takeover}")
        return _message(scene, [scene.html(line)], rows=keyboards.concede(scene))
    if not scene.table.follows(person):
        return None
    return _message(scene, [scene.html(say("concede.done"))])


def log(scene: Scene, view: View) -> Message:
    """The story so far with what this person learned, the newest turns if it is long."""
    kept: list[str] = []
    for turn in range(view.position.turn, 0, -1):
        lines = told(view, turn)
        if not lines:
            continue
        entry = f"{scene.bold(say('log.turn', turn=turn))} {scene.paragraph(lines)}"
        if sum(map(len, kept)) + len(entry) > LOG_SIZE:
            break
        kept.insert(0, entry)
    body = kept or [scene.html(say("log.nothing"))]
    return _message(scene, [scene.bold(say("log.title", game=game(scene))), *body], protect=True)


def _panel(
    scene: Scene, screen: Screen, ending: Iterable[Line], *, protect: bool = False
) -> Message:
    lines = map(scene.html, (*screen.lines, *ending))
    return _message(scene, lines, rows=keyboards.of_screen(scene, screen), protect=protect)


def _until(scene: Scene) -> tuple[Line, ...]:
    running = _ends(scene)
    if scene.table.solo:
        return ()  # nothing is lost when the time is up
    if scene.table.paused is not None:
        return (say("card.paused"),)
    return (until(scene, min(running)),) if running else ()


def _ends(scene: Scene) -> list[int]:
    seat = None if scene.view is None else scene.view.seat
    return [
        ends(clock, scene.now)
        for clock in scene.table.clocks
        if clock.kind is ClockKind.WAIT and clock.seat == seat
    ]


def _message(
    scene: Scene,
    lines: Iterable[str],
    *,
    rows: Sequence[tuple[Button, ...]] = (),
    protect: bool = False,
) -> Message:
    """A private message; it names its table where its reader sits at several."""
    title = Name(scene.table.title) if scene.table.title else game(scene)
    heading = [scene.bold(say("private.table", title=title))] if scene.several else []
    return Message(text="\n".join((*heading, *lines)), keyboard=tuple(rows), protect=protect)
