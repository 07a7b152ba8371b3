"""The words of advice: what to do in this turn, and what it would tell."""

from __future__ import annotations

from collections.abc import Iterator

from gm.game.board import ROOMS, steps_to
from gm.game.decks import ACTIONS, ActionKind
from gm.game.moves import Accuse, Ask, Move, Passage, Play, Roll, Stay, Suggest, Walk
from gm.game.view import View
from gm.voice.deeds import theory_line
from gm.voice.labels import whereabouts
from gm.voice.lines import ActionName, CardName, Line, SeatName, cards, say


def advice(view: View, move: Move, open_theories: int, left: float | None) -> Iterator[Line]:
    """What to do, and why: how many theories are open, and how many would be left."""
    yield _what(view, move)
    if isinstance(move, Accuse):
        yield say("advice.proved")
    elif left is not None:
        yield say("advice.why", count=open_theories, left=max(1, round(left)))
    else:
        yield say("advice.open", count=open_theories)


def _what(view: View, move: Move) -> Line:
    match move:
        case Accuse(theory=theory):
            return say("advice.accuse", theory=theory_line(view, theory))
        case Ask(cards=named):
            return say("advice.ask", cards=cards(named, "or"))
        case Suggest(cards=named):
            theory = (*named, str(whereabouts(view)))
            return say("advice.suggest", theory=theory_line(view, theory))
        case Play():
            return _played(view, move)
        case Roll() | Passage() | Stay():
            return say(f"advice.{type(move).__name__.lower()}")
        case Walk(to=str(room)):
            return say("advice.walk", room=CardName(room))
        case Walk(to=spot):
            nearest = min(ROOMS, key=lambda room: steps_to(spot, room))
            return say("advice.towards", room=CardName(nearest))
        case _:
            return say("advice.end")


def _played(view: View, play: Play) -> Line:
    name = ActionName(play.action)
    if play.cards is not None:
        asked = play.cards
        if ACTIONS[play.action].kind is ActionKind.PRESENT:
            assert view.seat is not None
            asked = (*asked, view.position.markers[view.seat])
        return say("advice.play.ask", action=name, cards=cards(asked, "or"))
    if play.go is not None:
        return say("advice.play.go", action=name, marker=CardName(play.go))
    if play.target is not None:
        return say("advice.play.target", action=name, target=SeatName(play.target))
    return say("advice.play", action=name)
