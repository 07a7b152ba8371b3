"""What one person alone reads: the two pages on which a match begins, and how it ended.

The pages belong to no table; their buttons carry `s:<game>[:<seats>[:<level>]]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gm.game.rulesets import RULESETS
from gm.game.view import View
from gm.i18n import Html, render
from gm.i18n.channels import Button as Label
from gm.master.notices import Notice
from gm.master.solo import SEATS, seats_of
from gm.seats import LEVELS
from gm.telegram import keyboards
from gm.telegram.cards import proof
from gm.telegram.message import Button, Message
from gm.telegram.scene import Scene
from gm.voice.lines import Line, say
from gm.voice.narrate import told

GAMES, RIVALS, RUNNING, BEGUN = "games", "rivals", "running", "begun"
"""The pages: which game, against whom, that one is running; none any more."""


def page(notice: Notice, language: str) -> Message | None:
    """A page of the way to a match alone; None once it has begun."""
    rules = str(notice.args.get("rules", ""))
    match str(notice.args["page"]):
        case "games":
            return _games(language)
        case "rivals":
            return _rivals(language, rules, int(notice.args["seats"]))
        case "running":
            return _running(language, rules)
        case _:
            return None


def first_seats(rules: str) -> int:
    """How many play by default."""
    return min(max(SEATS, seats_of(rules).start), seats_of(rules).stop - 1)


def _games(language: str) -> Message:
    lines = [
        line
        for rules in RULESETS
        for line in (say(f"game.{rules}.name"), say(f"game.{rules}.about"))
    ]
    rows = tuple((_button(language, say(f"game.{r}.name"), r),) for r in RULESETS)
    words = [render(line, language, channel=Html()) for line in lines]
    games = [
        f"<b>{name}</b>\n{about}" for name, about in zip(words[::2], words[1::2], strict=True)
    ]
    return _page(language, say("solo.games"), games, rows)


def _rivals(language: str, rules: str, seats: int) -> Message:
    """How many play, and the levels; a tap on a level begins."""
    about = [
        render(_about(level, known.face), language, channel=Html())
        for level, known in LEVELS.items()
    ]
    title = say("solo.rivals", game=say(f"game.{rules}.name"))
    count = [
        _button(language, _count(n, chosen=n == seats), f"{rules}:{n}") for n in seats_of(rules)
    ]
    levels = [
        _button(
            language,
            say("solo.begin", face=known.face, level=_level(level)),
            f"{rules}:{seats}:{level}",
        )
        for level, known in LEVELS.items()
    ]
    lines = ["\n".join(about), render(say("solo.how", count=seats - 1), language, channel=Html())]
    back = _button(language, say("choice.back"), "")
    rows = (*((level,) for level in levels), tuple(count), (back,))
    return _page(language, title, lines, rows)


def _about(level: str, face: str) -> Line:
    return say("solo.level", face=face, level=_level(level), about=say(f"level.{level}.about"))


def _level(level: str) -> Line:
    return say(f"level.{level}.name")


def _count(seats: int, *, chosen: bool) -> Line:
    """How many AI seats there are among so many seats."""
    return say("solo.chosen" if chosen else "solo.count", count=seats - 1)


def _running(language: str, rules: str) -> Message:
    rows = (
        (_button(language, say("button.unpause"), "on"),),
        (_button(language, say("button.anew"), "new"),),
    )
    game = say(f"game.{rules}.name")
    about = render(say("solo.running.about"), language, channel=Html())
    return _page(language, say("solo.running", game=game), [about], rows)


def _page(language: str, title: Line, parts: Iterable[str], rows: keyboards.Rows) -> Message:
    head = f"<b>{render(title, language, channel=Html())}</b>"
    return Message(text="\n\n".join((head, *parts)), keyboard=rows)


def _button(language: str, label: Line, data: str) -> Button:
    return {"text": render(label, language, channel=Label()), "callback_data": f"s:{data}"}


# -- the end ---------------------------------------------------------------------------------


def verdict(scene: Scene, view: View, lines: Sequence[Line]) -> Message:
    """How one's own match ended; its last turn is told with it, where it was another's."""
    position = view.position
    head, *rest = lines
    if position.winner == view.seat:
        head = say(f"verdict.own.{head.key.removeprefix('verdict.')}")
    elif position.stopped is not None:
        head = say(f"verdict.own.{_why(view)}")
    text = [scene.bold(head), *(scene.html(r) for r in rest if r.key != "verdict.thanks")]
    turn = told(view, position.turn)
    last = [line for line in turn if not line.key.startswith("story.stopped.")]
    if position.active != view.seat and last:
        text = [scene.paragraph(last), "", *text]
    text += proof(scene)
    return Message(text="\n".join(text), keyboard=keyboards.solo_again(scene))


def _why(view: View) -> str:
    """Why it was stopped: accused wrongly, given up, or not taken up again in time."""
    if view.seat in view.position.out:
        return "out"
    return "stopped" if view.position.stopped == "stopped" else "late"
