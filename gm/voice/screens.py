"""What one seat may tap, one screen at a time; the shrunken summary once its wait is closed.

A screen is a function of a view, the seat's legal moves and a path of taps, and of nothing
else: no state lies behind a button. A question looks alike whether one card fits or several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gm.game.events import WaitKind
from gm.game.moves import Answer, Move
from gm.game.position import Wait
from gm.game.view import View
from gm.voice.choices import ACCUSE, SUGGEST, SURE, TOKENS, Branch, Level, Path, branch
from gm.voice.deeds import throw
from gm.voice.labels import answer_label, label
from gm.voice.lines import Line, say
from gm.voice.lines import cards as card_list
from gm.voice.prompts import about_action, prompt
from gm.voice.summaries import question_summary, question_text, turn_summary


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A button: its label, and the whole path that a tap on it leads to, joined by dots."""

    label: Line
    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """Lines and rows of buttons; `move` where the path was a whole move.

    `path` is the part of the asked path that is valid.
    """

    lines: tuple[Line, ...]
    rows: tuple[tuple[Choice, ...], ...] = ()
    move: Move | None = None
    path: Path = ()


def parse(step: str) -> Path:
    """The path of a button's `step`; "" is the first screen."""
    return tuple(step.split(".")) if step else ()


# -- the turn --------------------------------------------------------------------------------


def turn_screen(view: View, moves: Sequence[Move], path: Path = ()) -> Screen:
    """The panel of the seat whose turn it is; without moves, what became of its turn."""
    if not moves:
        return Screen(lines=turn_summary(view))
    wait = view.position.wait(view.seat) if view.seat is not None else None
    assert wait is not None
    return _chosen(view, moves, path, wait)


def _chosen(view: View, moves: Sequence[Move], path: Path, wait: Wait) -> Screen:
    """The screen that a path of choices leads to."""
    here = branch(moves, path)
    if here.move is not None:
        return Screen(lines=(), move=here.move, path=here.path)
    if not here.taken:
        return _root(view, here, wait)
    lines, rows = prompt(view, here), _buttons(view, here)
    back = Choice(label=say("choice.back"), step=".".join(here.path[:-1]))
    if here.options[0][1] is SURE:
        return Screen(lines=lines, rows=((rows[0][0], back),), path=here.path)
    return Screen(lines=lines, rows=(*rows, (back,)), path=here.path)


def _root(view: View, here: Branch, wait: Wait) -> Screen:
    """The first screen of a wait: what can be done now, a button a row."""
    rows = tuple((choice,) for row in _buttons(view, here) for choice in row)
    return Screen(lines=_opening(view, here, wait), rows=rows)


def _opening(view: View, here: Branch, wait: Wait) -> tuple[Line, ...]:
    turn = view.position.turn
    match wait.kind:
        case WaitKind.AFTER:
            suggests = any(step == SUGGEST for _, step in here.options)
            after = say("turn.after.suggest" if suggests else "turn.after")
            return (*turn_summary(view), after)
        case WaitKind.WALK:
            board = view.position.board
            assert board is not None
            return (say("turn.walk", throw=throw(board.dice)),)
        case WaitKind.TURN if view.header.rules == "getaway":
            played = [str(step.value) for _, step in here.options if step != ACCUSE]
            return (say("turn.choose", turn=turn), *map(about_action, played))
        case WaitKind.TURN:
            return (say(f"turn.choose.{view.header.rules}", turn=turn),)
        case _:
            return question_text(view)


def _buttons(view: View, here: Branch) -> tuple[tuple[Choice, ...], ...]:
    """The options as rows: two cards or rooms a row, everything longer alone."""
    choices = [
        Choice(label=label(view, step, here.taken), step=".".join((*here.path, token)))
        for token, step in here.options
    ]
    width = 2 if here.options[0][1].level is Level.CARD else 1
    return tuple(tuple(choices[n : n + width]) for n in range(0, len(choices), width))


# -- questions -------------------------------------------------------------------------------

_CHOSEN = (WaitKind.JOIN, WaitKind.ORDER, WaitKind.AGREE)
"""Questions that are answered by choices, one screen deep, like a turn."""


def question_screen(
    view: View, moves: Sequence[Move], path: Path = (), *, opened: int | None = None
) -> Screen:
    """A private question: one tap each, alike for one fitting card and for several.

    `opened`: the event of the view's log that opened the wait, by default the last one of this
    seat. Without moves, what was answered.
    """
    if not moves:
        return Screen(lines=question_summary(view, opened))
    wait = view.position.wait(view.seat) if view.seat is not None else None
    if wait is not None and wait.kind in _CHOSEN:
        return _chosen(view, moves, path, wait)
    options = dict(zip(TOKENS, moves, strict=False))
    if path and path[0] in options:
        return Screen(lines=(), move=options[path[0]], path=path[:1])
    rows = tuple(
        (Choice(label=answer_label(move), step=token),) for token, move in options.items()
    )
    return Screen(lines=(*question_text(view), *_these(moves)), rows=rows)


def _these(moves: Sequence[Move]) -> tuple[Line, ...]:
    """The cards of a button that hands over several."""
    return tuple(
        say("ask.tip.these", cards=card_list(move.cards))
        for move in moves
        if isinstance(move, Answer) and move.cards is not None and len(move.cards) > 1
    )
