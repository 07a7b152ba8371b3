"""What one seat may tap, one screen at a time; the shrunken summary once its wait is closed.

A screen is a function of a view, the seat's legal moves and a path of taps, and of nothing
else: no state lies behind a button. A question is one message whether one card fits or several,
though it may say to its reader what only they see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gm.game.cards import Card, Seat
from gm.game.decks import ACTIONS, ActionKind
from gm.game.events import WaitKind
from gm.game.moves import Answer, Move, Show
from gm.game.view import View
from gm.voice.choices import (
    ACCUSE,
    ASK_HERE,
    END,
    SURE,
    TAKE,
    TOKENS,
    Branch,
    Level,
    Path,
    Step,
    branch,
)
from gm.voice.lines import ActionName, CardName, Form, Line, SeatName, say
from gm.voice.lines import cards as card_list
from gm.voice.narrate import spelled_out, theory_line, what
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
    here = branch(moves, path)
    if here.move is not None:
        return Screen(lines=(), move=here.move, path=here.path)
    if not here.taken:
        return _root(view, here)
    lines = _prompt(view, here)
    rows = _buttons(view, here)
    back = Choice(label=say("choice.back"), step=".".join(here.path[:-1]))
    if here.options[0][1] is SURE:
        return Screen(lines=lines, rows=((rows[0][0], back),), path=here.path)
    return Screen(lines=lines, rows=(*rows, (back,)), path=here.path)


def _root(view: View, here: Branch) -> Screen:
    wait = view.position.wait(view.seat) if view.seat is not None else None
    rows = tuple((choice,) for row in _buttons(view, here) for choice in row)
    if wait is not None and wait.kind is WaitKind.AFTER:
        return Screen(lines=(*turn_summary(view), say("turn.after")), rows=rows)
    about = [about_action(str(step.value)) for _, step in here.options if step != ACCUSE]
    return Screen(lines=(say("turn.choose", turn=view.position.turn), *about), rows=rows)


def about_action(action: str) -> Line:
    """What an action card does, in a sentence."""
    kind = ACTIONS[action].kind
    match kind:
        case ActionKind.SLEUTH:
            key = "about.sleuth"
        case ActionKind.TIP:
            key = "about.tip.whole" if ACTIONS[action].whole else "about.tip.one"
        case ActionKind.ALL_SNOOP:
            way = "left" if ACTIONS[action].step > 0 else "right"
            return say(f"about.all_snoop.{way}", action=ActionName(action))
        case ActionKind.ANY | ActionKind.PRESENT | ActionKind.SNOOP:
            return say(f"about.{kind.value}", action=ActionName(action))
    return say(key, action=ActionName(action), trait=what(action), cards=spelled_out(action))


def _prompt(view: View, here: Branch) -> tuple[Line, ...]:
    """What has been chosen so far and what is to be chosen now."""
    deed, *rest = here.taken
    step = here.options[0][1]
    if step is SURE:
        return _sure(view, here.taken)
    lines = [say("turn.accusing") if deed == ACCUSE else about_action(str(deed.value))]
    chosen = [str(taken.value) for taken in rest if taken.level is Level.CARD]
    if chosen:
        lines.append(say("turn.so_far", cards=card_list(chosen, form=Form.TITLE)))
    lines.append(_question(view, step))
    if step.level is Level.CARD and any(str(o.value) in view.hand for _, o in here.options):
        lines.append(say("turn.own_mark"))
    return tuple(lines)


def _question(view: View, step: Step) -> Line:
    match step.level:
        case Level.CARD:
            categories = view.header.cards.categories
            category = categories[view.header.cards.category_of(str(step.value))]
            return say(f"choose.{category.name}")
        case Level.SEAT:
            return say("choose.seat")
        case Level.MARKER:
            return say("choose.marker")
        case _:
            assert view.seat is not None
            return say("choose.way", marker=CardName(view.position.markers[view.seat]))


def _sure(view: View, taken: Sequence[Step]) -> tuple[Line, ...]:
    """The one line before something final, in the words of what will happen."""
    deed, *rest = taken
    if deed == ACCUSE:
        theory = tuple(str(step.value) for step in rest)
        known = [card for card in theory if card in view.hand or card in view.position.up]
        doubt = (say("sure.known", cards=card_list(known)),) if known else ()
        return (say("sure.accuse", theory=theory_line(view, theory)), *doubt)
    action = str(deed.value)
    chosen = [str(step.value) for step in rest if step.level in (Level.CARD, Level.MARKER)]
    name = ActionName(action)
    kind = ACTIONS[action].kind
    match kind:
        case ActionKind.ANY:
            return (say("sure.ask", cards=card_list(chosen, "or")), *_moving(view, chosen[-1]))
        case ActionKind.PRESENT if TAKE in taken:
            return _moving(view, chosen[0])
        case ActionKind.PRESENT:
            assert view.seat is not None
            asked = (*chosen, view.position.markers[view.seat])
            return (say("sure.ask", cards=card_list(asked, "or")),)
        case ActionKind.SNOOP:
            return (say("sure.snoop", target=SeatName(int(rest[0].value))),)
        case ActionKind.TIP:
            target = SeatName(int(rest[0].value))
            return (say("sure.tip", action=name, target=target),)
        case ActionKind.ALL_SNOOP | ActionKind.SLEUTH:
            return (say("sure.play", action=name), about_action(action))


def _moving(view: View, marker: Card) -> tuple[Line, ...]:
    markers, me = view.position.markers, view.seat
    assert me is not None
    mine = CardName(markers[me])
    if marker == markers[me]:
        return ()
    if marker in markers:
        other = SeatName(markers.index(marker))
        return (say("sure.swap", marker=CardName(marker), mine=mine, other=other),)
    return (say("sure.move", marker=CardName(marker), mine=mine),)


def _buttons(view: View, here: Branch) -> tuple[tuple[Choice, ...], ...]:
    """The options as rows: two cards a row, everything longer alone."""
    choices = [
        Choice(label=_label(view, step, here.taken), step=".".join((*here.path, token)))
        for token, step in here.options
    ]
    width = 2 if here.options[0][1].level is Level.CARD else 1
    return tuple(tuple(choices[n : n + width]) for n in range(0, len(choices), width))


def _label(view: View, step: Step, taken: Sequence[Step]) -> Line:
    match step.level:
        case Level.DEED if step in (ACCUSE, END):
            return say(f"choice.{step.value}")
        case Level.DEED:
            return say("choice.play", action=ActionName(str(step.value)))
        case Level.WAY if step == ASK_HERE:
            assert view.seat is not None
            marker = view.position.markers[view.seat]
            return say("choice.ask_here", card=CardName(marker, Form.TITLE))
        case Level.WAY:
            return say("choice.take")
        case Level.CARD:
            return card_label(str(step.value), own=str(step.value) in view.hand)
        case Level.MARKER:
            return _marker_label(view, str(step.value))
        case Level.SEAT:
            return say("choice.seat", seat=SeatName(int(step.value)))
        case Level.SURE:
            return say("choice.confirm_accuse" if ACCUSE in taken else "choice.confirm")


def card_label(card: Card, *, own: bool = False) -> Line:
    """A card on a button; one's own carries a small mark."""
    key = "choice.own_card" if own else "choice.card"
    return say(key, card=CardName(card, Form.TITLE), icon=CardName(card, Form.ICON))


def _marker_label(view: View, marker: Card) -> Line:
    markers, me = view.position.markers, view.seat
    card, icon = CardName(marker, Form.TITLE), CardName(marker, Form.ICON)
    own = "own_" if marker in view.hand else ""
    if marker not in markers:
        return say(f"choice.{own}marker.middle", card=card, icon=icon)
    owner: Seat = markers.index(marker)
    if owner == me:
        return say(f"choice.{own}marker.here", card=card, icon=icon)
    return say(f"choice.{own}marker.seat", card=card, icon=icon, seat=SeatName(owner))


# -- questions -------------------------------------------------------------------------------


def question_screen(
    view: View, moves: Sequence[Move], path: Path = (), *, opened: int | None = None
) -> Screen:
    """A private question: one tap each, also where only one card fits, and says that it is one.

    `opened`: the event of the view's log that opened the wait, by default the last one of this
    seat. Without moves, what was answered.
    """
    if not moves:
        return Screen(lines=question_summary(view, opened))
    options = dict(zip(TOKENS, moves, strict=False))
    if path and path[0] in options:
        return Screen(lines=(), move=options[path[0]], path=path[:1])
    rows = tuple(
        (Choice(label=_answer_label(move), step=token),) for token, move in options.items()
    )
    return Screen(lines=(*question_text(view, len(moves)), *_these(moves)), rows=rows)


def _these(moves: Sequence[Move]) -> tuple[Line, ...]:
    """The cards of a button that hands over several."""
    return tuple(
        say("ask.tip.these", cards=card_list(move.cards))
        for move in moves
        if isinstance(move, Answer) and move.cards is not None and len(move.cards) > 1
    )


def _answer_label(move: Move) -> Line:
    match move:
        case Show(card=card):
            return card_label(card)
        case Answer(cards=()):
            return say("choice.nothing")
        case Answer(cards=(card,)):
            return card_label(card)
        case Answer(cards=cards) if cards is not None:
            return say("choice.hand_over", count=len(cards))
        case _:
            raise ValueError(type(move).__name__)
