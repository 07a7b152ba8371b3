"""A table as one person may see it, as JSON: made from the view of their seat, never from state.

The page holds no rules and no words; whatever it shows comes from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gm.game.cards import Seat
from gm.game.events import Revealed, WaitKind
from gm.game.position import Wait
from gm.game.view import View
from gm.master.clocks import ends
from gm.master.master import Scene
from gm.master.pace import ladder
from gm.master.tables import Ai, ClockKind, Keeper, Occupant, Person, Phase, Table
from gm.master.waits import wait_id
from gm.store.notebook import Cell, Scribble
from gm.voice.choices import Path
from gm.voice.lines import Name, say
from gm.voice.narrate import learned, story, verdict
from gm.voice.prompts import about_action
from gm.voice.screens import Screen, question_screen, turn_screen
from webapp.api.board import placed, reach
from webapp.api.lobby import lobby, seats
from webapp.api.picking import pick
from webapp.api.sheet import sheet, tags
from webapp.api.words import Cast, Json


def row(table: Table, me: Person, cast: Cast) -> Json:
    """A table in the list of one's tables."""
    return {
        "id": table.id,
        "title": cast.text(say("choice.seat", seat=Name(table.title))),
        "phase": table.phase.value,
        "seated": table.seat_of(me.id) is not None,
    }


def snapshot(
    scene: Scene, me: Person, cast: Cast, reachable: Callable[[int], bool] = lambda _person: True
) -> Json:
    """Everything the page shows of a table, but the notebook."""
    table = scene.table
    seat = table.seat_of(me.id)
    shown = row(table, me, cast) | {
        "match": table.match,
        "me": seat,
        "now": scene.now + scene.outage,
        "seats": [_seat(table, n, cast) for n in range(len(table.occupants))],
    }
    if scene.match is None or table.phase is Phase.LOBBY:
        chairs = zip(shown["seats"], seats(table, reachable), strict=True)
        shown["seats"] = [chair | more for chair, more in chairs]
        waiting = table.phase is Phase.LOBBY
        return shown | {
            "rules": table.rules,
            "seen": 0,
            "sheet": None,
            "lobby": lobby(table, me, cast, reachable) if waiting else None,
        }
    view = scene.match.view(seat)
    position = view.position
    return shown | {
        "rules": view.header.rules,
        "seen": len(view.log),
        "turn": position.turn,
        "active": position.active,
        "seats": [_seat(table, n, cast) | _public(view, n) for n in range(len(position.sizes))],
        "middle": _middle(view),
        "up": list(position.up),
        "board": placed(view),
        "accusation": _accusation(view),
        "awaited": [_awaited(scene, wait, cast) for wait in position.waits]
        if table.phase is Phase.PLAYING
        else [],
        "hand": list(view.hand),
        "actions": [
            {"name": cast.action(action), "about": cast.text(about_action(action))}
            for action in view.actions
        ],
        "paused": table.paused is not None,
        "help": table.help.value,
        "sheet": sheet(view, table.help, cast),
        "log": _log(view, cast),
        "learned": cast.texts(learned(view)),
        "verdict": cast.texts(verdict(view)),
        "reveal": _reveal(view),
        "ask": ask(scene, seat, cast),
    }


def _seat(table: Table, seat: Seat, cast: Cast) -> Json:
    occupant = table.occupants[seat]
    return {"name": cast.name(seat), "kind": _kind(occupant)}


def _kind(occupant: Occupant) -> str:
    match occupant:
        case Person():
            return "person"
        case Ai():
            return "ai"
        case Keeper():
            return "keeper"


def _public(view: View, seat: Seat) -> Json:
    position = view.position
    return {
        "size": position.sizes[seat],
        "out": seat in position.out,
        "marker": position.markers[seat] if position.markers else None,
        "token": view.header.tokens[seat] if view.header.tokens else None,
    }


def _middle(view: View) -> list[str]:
    """The markers that lie in the middle, where the game has markers."""
    if not view.position.markers:
        return []
    return [c for c in view.header.cards.categories[-1].cards if c not in view.position.markers]


def _accusation(view: View) -> Json | None:
    """A sealed accusation: who made it, and who joined once the last has chosen."""
    accusation = view.position.accusation
    if accusation is None:
        return None
    joined = accusation.joined
    return {"accuser": accusation.accuser, "joined": None if joined is None else list(joined)}


def _reveal(view: View) -> Json | None:
    """The case at the end, and the sealed theories that were opened before it, in their order."""
    case = view.position.case
    if case is None:
        return None
    opened = next((event for event in view.log if isinstance(event, Revealed)), None)
    theories = () if opened is None else opened.theories
    return {
        "theories": [
            {"seat": seat, "cards": list(theory), "right": theory == case}
            for seat, theory in theories
        ],
        "case": list(case),
    }


def _log(view: View, cast: Cast) -> list[Json]:
    told = ((turn, story(view, turn)) for turn in range(1, view.position.turn + 1))
    return [
        {"turn": turn, "lines": cast.texts(lines)} | tags(lines) for turn, lines in told if lines
    ]


# -- waits -----------------------------------------------------------------------------------


def _awaited(scene: Scene, wait: Wait, cast: Cast) -> Json:
    # Who has chosen already whether to join is sealed, so no clock may stop for it (§1).
    sealed = wait.kind is WaitKind.JOIN
    return {
        "seat": wait.seat,
        "text": cast.wait(wait.kind.value, wait.seat),
        "until": None if sealed else _until(scene, wait.seat),
    }


def _until(scene: Scene, seat: Seat) -> int | None:
    """When a person's clock runs out, in wall ms; AI seats and the keeper have no clock to see."""
    clocks = (c for c in scene.table.clocks if c.seat == seat and c.wait is not None)
    clock = next(clocks, None)
    if clock is None or clock.kind is not ClockKind.WAIT or scene.table.paused is not None:
        return None
    return ends(clock, scene.now) + scene.outage


def _more(scene: Scene, seat: Seat) -> bool:
    """Whether one's clock may be started anew."""
    clock = next((c for c in scene.table.clocks if c.seat == seat), None)
    if clock is None or clock.kind is not ClockKind.WAIT or scene.table.paused is not None:
        return False
    return bool(ladder(scene.table).more) and not clock.extended


def ask(scene: Scene, seat: Seat | None, cast: Cast, path: Path = ()) -> Json | None:
    """The screen of one's own open wait at a path of taps; None where nothing is asked."""
    if scene.match is None or seat is None or scene.table.phase is not Phase.PLAYING:
        return None
    wait = scene.match.state.position.wait(seat)
    if wait is None:
        return None
    moves = scene.match.moves(seat)
    picked = pick(scene.match.view(seat), moves, path) if path else None
    shown = screen(scene, seat, wait, path)
    return {
        "wait": wait_id(scene.table, wait.opened),
        "kind": wait.kind.value,
        "until": _until(scene, seat),
        "more": _more(scene, seat),
        "path": ".".join(shown.path),
        "lines": cast.texts(shown.lines if picked is None else shown.lines[:1]),
        "rows": [
            [{"label": cast.label(choice.label), "step": choice.step} for choice in row]
            for row in shown.rows
        ],
        "pick": picked,
        "reach": reach(moves, cast),
    }


def screen(scene: Scene, seat: Seat, wait: Wait, path: Path) -> Screen:
    """The same screen as in the private chat."""
    assert scene.match is not None
    draw = turn_screen if wait.asker is None else question_screen
    return draw(scene.match.view(seat), scene.match.moves(seat), path)


# -- the notebook ----------------------------------------------------------------------------


def noted(cells: Iterable[Cell]) -> list[Json]:
    """Cells of one's notebook; what was taken away has the value null."""
    return [
        {
            "card": cell.card,
            "place": cell.place,
            "layer": cell.layer.value,
            "value": None if cell.value in (Scribble.CLEAR, 0, "") else cell.value,
            "index": cell.index,
        }
        for cell in cells
    ]
