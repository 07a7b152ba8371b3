"""What a turn's panel says while one chooses, and the one line before something final."""

from __future__ import annotations

from collections.abc import Sequence

from gm.game.cards import Card
from gm.game.decks import ACTIONS, ActionKind
from gm.game.view import View
from gm.voice.choices import ACCUSE, ASK, DEEDS, JOIN, SUGGEST, SURE, TAKE, Branch, Level, Step
from gm.voice.deeds import spelled_out, theory_line, what
from gm.voice.labels import whereabouts
from gm.voice.lines import ActionName, CardName, Form, Line, SeatName, say, seats
from gm.voice.lines import cards as card_list


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


def prompt(view: View, here: Branch) -> tuple[Line, ...]:
    """What has been chosen so far and what is to be chosen now."""
    step = here.options[0][1]
    if step is SURE:
        return _sure(view, here.taken)
    chosen = [str(taken.value) for taken in here.taken if taken.level is Level.CARD]
    lines = [_doing(view, here.taken[0])]
    if chosen:
        lines.append(say("turn.so_far", cards=card_list(chosen, form=Form.TITLE)))
    lines.append(_question(view, step, here.taken))
    if step.level is Level.CARD and any(str(o.value) in view.hand for _, o in here.options):
        lines.append(say("turn.own_mark"))
    return tuple(lines)


def _doing(view: View, deed: Step) -> Line:
    if deed.level is Level.SEAT:
        return say("turn.order")
    if deed == ACCUSE and _sealed(view):
        return say("turn.accuse.sealed")
    return say(f"turn.{deed.value}") if deed in DEEDS else about_action(str(deed.value))


def _sealed(view: View) -> bool:
    """Whether accusations are sealed until all have chosen (§1)."""
    return view.header.rules == "casefile"


def _question(view: View, step: Step, taken: Sequence[Step]) -> Line:
    match step.level:
        case Level.CARD if taken[0] == ASK:
            return say("choose.ask.first" if len(taken) == 1 else "choose.ask.second")
        case Level.CARD:
            categories = view.header.cards.categories
            category = categories[view.header.cards.category_of(str(step.value))]
            return say(f"choose.{category.name}")
        case Level.SEAT if taken[0].level is Level.SEAT:
            return say("choose.order", number=len(taken) + 1)
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
    chosen = tuple(str(step.value) for step in rest if step.level in (Level.CARD, Level.MARKER))
    if deed.level is Level.SEAT:
        order = seats(int(step.value) for step in taken)
        return (say("sure.order", seats=order),)
    if deed in (ACCUSE, JOIN):
        alone = "sure.accuse.sealed" if _sealed(view) else "sure.accuse"
        key = "sure.join" if deed == JOIN else alone
        known = [card for card in chosen if card in view.hand or card in view.position.up]
        doubt = (say("sure.known", cards=card_list(known)),) if known else ()
        return (say(key, theory=theory_line(view, chosen)), *doubt)
    if deed == ASK:
        return (say("sure.ask", cards=card_list(chosen, "or")),)
    if deed == SUGGEST:
        theory = (*chosen, str(whereabouts(view)))
        return (say("sure.suggest", theory=theory_line(view, theory)),)
    return _sure_play(view, str(deed.value), rest, chosen)


def _sure_play(
    view: View, action: str, rest: Sequence[Step], chosen: Sequence[Card]
) -> tuple[Line, ...]:
    name = ActionName(action)
    kind = ACTIONS[action].kind
    match kind:
        case ActionKind.ANY:
            return (say("sure.ask", cards=card_list(chosen, "or")), *_moving(view, chosen[-1]))
        case ActionKind.PRESENT if TAKE in rest:
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
