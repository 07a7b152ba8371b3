"""The one live card of a table in its group: the lobby, its options, the running match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from gm.game.cards import Card, Seat
from gm.game.chance import seal
from gm.game.options import AI_PLAYOUT, LAST_SEAT_WINS, TAKEOVER, Option, Value
from gm.game.rulesets import ruleset
from gm.game.view import View
from gm.master.clocks import ends
from gm.master.lobby import derived, most_seats
from gm.master.tables import ClockKind, Phase
from gm.telegram import keyboards
from gm.telegram.message import Message
from gm.telegram.scene import Scene
from gm.voice.lines import (
    CardName,
    Duration,
    Form,
    Line,
    Listing,
    Name,
    SeatName,
    Time,
    cards,
    say,
    seats,
)
from gm.voice.narrate import story

OPTIONS = {
    "last_seat_wins": LAST_SEAT_WINS,
    "takeover": TAKEOVER,
    "ai_playout": AI_PLAYOUT,
}
"""The switches that the options page shows beside the clock."""
NOTHING: Mapping[str, Value] = MappingProxyType({})
STORIES = 2
"""The story of so many turns stands on the table card."""


def card(scene: Scene, page: str = "") -> Message:
    """The card as it should look now."""
    match scene.table.phase:
        case Phase.LOBBY if page == "options":
            return _options(scene)
        case Phase.LOBBY:
            return _lobby(scene)
        case Phase.PLAYING if scene.view is not None:
            return _playing(scene, scene.view)
        case Phase.ASIDE:
            end = keyboards.at_table(scene, say("button.end_now"), "stop")
            key = "card.aside.kept" if scene.table.kept else "card.aside"
            text = _lines(_head(scene), scene.html(say(key)))
            return Message(text=text, keyboard=(*keyboards.back(scene), (end,)))
        case Phase.OVER:
            return Message(
                text=_lines(_head(scene), scene.html(say("card.over"))),
                keyboard=keyboards.again(scene),
            )
        case _:
            return Message(text=_lines(_head(scene), scene.html(say("card.closed"))))


def game(scene: Scene) -> Line:
    """The game's name."""
    return say(f"game.{scene.table.rules}.name")


def _head(scene: Scene) -> str:
    return scene.bold(game(scene))


def _lines(*lines: str) -> str:
    return "\n".join(lines)


# -- the lobby -------------------------------------------------------------------------------


def _lobby(scene: Scene) -> Message:
    table = scene.table
    sealed = f"<code>{seal(table.seed)}</code>"
    return Message(
        text=_lines(
            scene.bold(say("lobby.title", game=game(scene))),
            scene.html(say(f"game.{table.rules}.about")),
            "",
            *_chairs(scene),
            *map(scene.html, _needed(scene)),
            "",
            scene.html(_settings(scene)),
            f"{scene.html(say('lobby.sealed'))} {sealed}",
        ),
        keyboard=keyboards.lobby(scene),
    )


def _chairs(scene: Scene) -> Iterable[str]:
    for seat, occupant in enumerate(scene.table.occupants):
        person = getattr(occupant, "id", None)
        if person is None:
            key = "lobby.chair.ai"
        elif person in scene.reachable:
            key = "lobby.chair.host" if person == scene.table.host else "lobby.chair.ready"
        else:
            key = "lobby.chair.closed"
        yield scene.html(say(key, number=seat + 1, seat=SeatName(seat)))


def _needed(scene: Scene) -> Iterable[Line]:
    """What is still missing before the match can begin."""
    table, least, most = scene.table, least_seats(scene), most_seats(scene.table)
    missing = least - len(table.occupants)
    closed = [p for p in table.people if p.id not in scene.reachable]
    if missing > 0:
        yield say("lobby.missing", count=missing, least=least, most=most)
    if closed:
        names = Listing(tuple(Name(person.name) for person in closed))
        yield say("lobby.unreachable", count=len(closed), names=names)
    if missing <= 0 and not closed:
        host = next((p.name for p in table.people if p.id == table.host), "")
        yield say("lobby.ready", host=Name(host), taken=len(table.occupants), most=most)


def least_seats(scene: Scene) -> int:
    """How few can play at this table."""
    return ruleset(scene.table.rules).decks[scene.table.deck].start


def _settings(scene: Scene) -> Line:
    table = scene.table
    return say(
        "lobby.settings",
        clock=Duration(table.turn_seconds),
        last=_value(scene, "last_seat_wins", LAST_SEAT_WINS),
        takeover=_value(scene, "takeover", TAKEOVER, derived(table)),
    )


def _value(
    scene: Scene, name: str, option: Option, derived: Mapping[str, Value] = NOTHING
) -> Line:
    value = {**scene.table.options, **derived}.get(name, option.values[0])
    return say(f"option.{name}.{str(value).lower()}")


def _options(scene: Scene) -> Message:
    clock = say("option.turn_seconds", clock=Duration(scene.table.turn_seconds))
    rows = [(keyboards.at_table(scene, clock, "set:turn_seconds"),)]
    notes = [scene.html(say("option.turn_seconds.about"))]
    for name, option in OPTIONS.items():
        label = say(f"option.{name}", value=_value(scene, name, option))
        rows.append((keyboards.at_table(scene, label, f"set:{name}"),))
        notes.append(scene.html(say(f"option.{name}.about")))
    rows.append((keyboards.at_table(scene, say("button.lobby"), "lobby"),))
    return Message(
        text=_lines(scene.bold(say("lobby.options", game=game(scene))), "", *notes),
        keyboard=tuple(rows),
    )


# -- the match -------------------------------------------------------------------------------


def _playing(scene: Scene, view: View) -> Message:
    position = view.position
    head = scene.bold(say("card.title", game=game(scene), turn=position.turn))
    told = [story(view, turn) for turn in range(position.turn - STORIES + 1, position.turn + 1)]
    paragraphs = [scene.paragraph(lines) for lines in told if lines]
    return Message(
        text=_lines(
            head,
            *map(scene.html, awaited(scene, view)),
            "",
            *(scene.html(_seat(view, seat)) for seat in range(len(view.header.seats))),
            scene.html(_middle(view)),
            *(("", *paragraphs) if paragraphs else ()),
        ),
        keyboard=keyboards.playing(scene),
        pin=True,
    )


def awaited(scene: Scene, view: View) -> Iterable[Line]:
    """Who is awaited for what, and until when where a clock runs."""
    kinds = dict.fromkeys(wait.kind for wait in view.position.waits)
    for kind in kinds:
        some = [wait.seat for wait in view.position.waits if wait.kind is kind]
        yield say(f"card.awaited.{kind.value}", count=len(some), seats=seats(some))
    until = [ends(c, scene.now) for c in scene.table.clocks if c.kind is ClockKind.WAIT]
    if until:
        yield say("card.until", time=Time(min(until) + scene.outage))


def _seat(view: View, seat: Seat) -> Line:
    position = view.position
    state = "removed" if seat in position.removed else "out" if seat in position.out else "in"
    if seat == position.active and state == "in":
        state = "active"
    return say(
        f"card.seat.{state}",
        number=seat + 1,
        seat=SeatName(seat),
        size=say("card.size", count=position.sizes[seat]),
        icon=CardName(position.markers[seat], Form.ICON),
        marker=CardName(position.markers[seat], Form.TITLE),
    )


def _middle(view: View) -> Line:
    taken: tuple[Card, ...] = view.position.markers
    free = [card for card in view.header.cards.categories[2].cards if card not in taken]
    return say("card.middle", markers=cards(free, form=Form.TITLE))
