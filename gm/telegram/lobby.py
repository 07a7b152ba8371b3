"""The lobby's pages on the one live card: the chairs, the games, options, pieces, who begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from gm.game.board import TOKENS
from gm.game.chance import seal
from gm.game.options import Value
from gm.game.rulesets import RULESETS, ruleset
from gm.master.choosing import ballots, chair_name, least_seats, most_seats, values
from gm.master.hosting import asleep
from gm.master.lobby import derived
from gm.master.pace import SWITCHES, ladder, pace_of
from gm.master.tables import Ai, Occupant, Table
from gm.telegram import keyboards
from gm.telegram.keyboards import at_table
from gm.telegram.message import Message
from gm.telegram.scene import Scene
from gm.voice.labels import card_label
from gm.voice.lines import CardName, Duration, Form, Line, Listing, Name, SeatName, say

NOTHING: Mapping[str, Value] = MappingProxyType({})


def lobby(scene: Scene, page: str = "") -> Message:
    """A page of the lobby; one that is unknown, or not of this game, is the first."""
    return _PAGES[page](scene) if page in _open(scene.table) else _chairs(scene)


def game(scene: Scene) -> Line:
    """The game's name."""
    return say(f"game.{scene.table.rules}.name")


def _page(scene: Scene, title: Line, lines: Iterable[str], rows: keyboards.Rows = ()) -> Message:
    """A page beside the first one, with the way back to it."""
    back = at_table(scene, say("button.lobby"), "lobby")
    text = "\n".join((scene.bold(title), "", *lines))
    return Message(text=text, keyboard=(*rows, (back,)))


# -- the chairs ------------------------------------------------------------------------------


def _chairs(scene: Scene) -> Message:
    table = scene.table
    sealed = f"<code>{seal(table.seed)}</code>"
    return Message(
        text="\n".join(
            (
                scene.bold(say("lobby.title", game=game(scene))),
                scene.html(say(f"game.{table.rules}.about")),
                "",
                *_who(scene),
                *map(scene.html, _needed(scene)),
                "",
                scene.html(_settings(scene)),
                f"{scene.html(say('lobby.sealed'))} {sealed}",
                scene.html(say("lobby.luck")),
            )
        ),
        keyboard=(
            *_games_row(scene),
            *_own_rows(scene),
            *keyboards.lobby(scene),
            *_host_row(scene),
        ),
    )


def _host_row(scene: Scene) -> keyboards.Rows:
    """To host instead of a host who is asleep."""
    host = scene.table.known(scene.table.host)
    if host is None or not asleep(scene.table, scene.now):
        return ()
    return ((at_table(scene, say("button.host", name=Name(host.name)), "host"),),)


def _games_row(scene: Scene) -> keyboards.Rows:
    games = at_table(scene, say("button.games", game=game(scene)), "games")
    return ((games, at_table(scene, say("button.rules"), "rules")),)


def _open(table: Table) -> tuple[str, ...]:
    """The pages that this lobby has beside the first one."""
    pieces = ("pieces",) if table.rules == "mansion" else ()
    voting = ("voting",) if table.options.get("first") == "vote" else ()
    return ("games", "options", "time", *pieces, *voting)


def _own_rows(scene: Scene) -> keyboards.Rows:
    """What each chooses for themselves: a piece, a vote."""
    own = (page for page in _open(scene.table) if page in ("pieces", "voting"))
    return tuple((at_table(scene, say(f"button.{page}"), page),) for page in own)


def _who(scene: Scene) -> Iterable[str]:
    for seat, occupant in enumerate(scene.table.occupants):
        person = getattr(occupant, "id", None)
        if person is None:
            key = "lobby.chair.ai"
        elif person in scene.reachable:
            key = "lobby.chair.host" if person == scene.table.host else "lobby.chair.ready"
        else:
            key = "lobby.chair.closed"
        chair = say(key, number=seat + 1, seat=SeatName(seat), level=_level_of(occupant))
        token = scene.table.picks.get(str(person))
        if token is None or scene.table.rules != "mansion":
            yield scene.html(chair)
        else:
            yield scene.html(say("card.dotted", front=chair, last=card_label(token)))


def _level_of(occupant: Occupant) -> Line | str:
    """How well an AI seat plays; nothing of anybody else."""
    return say(f"level.{occupant.level}.name") if isinstance(occupant, Ai) else ""


def _needed(scene: Scene) -> Iterable[Line]:
    """What is still missing before the match can begin."""
    table, least, most = scene.table, least_seats(scene.table), most_seats(scene.table)
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


def _settings(scene: Scene) -> Line:
    table = scene.table
    clock, pace = Duration(table.turn_seconds), _value(table, "pace")
    takeover = _value(table, "takeover", derived(table))
    last = _value(table, "last_seat_wins")
    helps = _value(table, "help")
    line = say("lobby.settings", pace=pace, clock=clock, last=last, takeover=takeover, help=helps)
    if table.learning:
        line = say("card.dotted", front=say("lobby.learning"), last=line)
    if table.deck is None:
        return line
    deck = say("lobby.deck", deck=say(f"option.deck.{table.deck}"))
    return say("card.dotted", front=deck, last=line)


def _value(table: Table, name: str, derived: Mapping[str, Value] = NOTHING) -> Line:
    value = derived.get(name, values(table, name)[1])
    if name == "level":
        return say(f"level.{value}.name")
    return say(f"option.{name}.{str(value).lower()}")


# -- the other pages -------------------------------------------------------------------------


def _games(scene: Scene) -> Message:
    """The games to choose from, with a line on each, seats and length."""
    lines: list[str] = []
    for rules, game_rules in RULESETS.items():
        seats = [n for known in game_rules.decks.values() for n in known]
        name = say(f"game.{rules}.name")
        length = say(f"game.{rules}.length", least=min(seats), most=max(seats))
        about = scene.html(say(f"game.{rules}.about"))
        lines += (f"{scene.bold(name)} · {scene.html(length)}", about, "")
    rows = tuple((at_table(scene, say(f"game.{r}.name"), f"game:{r}"),) for r in RULESETS)
    return Message(
        text="\n".join((scene.bold(say("lobby.games")), "", *lines[:-1])), keyboard=rows
    )


def _options(scene: Scene) -> Message:
    table = scene.table
    clock = say("option.time", clock=Duration(table.turn_seconds))
    rows = [(at_table(scene, clock, "time"),)]
    notes = [scene.html(say("option.time.about"))]
    deck = ("deck",) if table.deck is not None else ()
    for name in (*deck, "level", "learning", "help", *ruleset(table.rules).options):
        label = say(f"option.{name}", value=_value(table, name))
        rows.append((at_table(scene, label, f"set:{name}"),))
        notes.append(scene.html(say(f"option.{name}.about")))
    return _page(scene, say("lobby.options", game=game(scene)), notes, tuple(rows))


def _time(scene: Scene) -> Message:
    """The pace, and every step of the ladder; a tap takes the next value."""
    table, steps = scene.table, ladder(scene.table)
    labels = {
        "pace": say("option.pace", value=_value(table, "pace")),
        "turn_seconds": say("option.turn_seconds", clock=Duration(table.turn_seconds)),
        "nudge": say("option.nudge", value=_share(steps.nudge)),
        "mention": say("option.mention", value=_share(steps.mention)),
        "waits": say("option.waits", waits=steps.waits),
        "grace": say("option.grace", length=Duration(steps.grace)),
        "more": say(f"option.more.{steps.more}"),
    }
    rows = tuple((at_table(scene, labels[name], f"set:{name}"),) for name in SWITCHES)
    about = say(f"lobby.time.{pace_of(table.turn_seconds).value}")
    lines = (scene.html(about), "", scene.html(say("lobby.time.when")))
    return _page(scene, say("lobby.time"), lines, rows)


def _share(share: int) -> Line:
    return say("option.share.at", share=share) if share else say("option.share.never")


def _pieces(scene: Scene) -> Message:
    """Who plays which piece; a tap takes a free one."""
    owner = {token: person for person, token in scene.table.picks.items()}
    seats = {str(getattr(o, "id", "")): n for n, o in enumerate(scene.table.occupants)}
    lines = []
    for token in TOKENS:
        seat = seats.get(owner.get(token, ""))
        who = say("lobby.piece.free") if seat is None else say("choice.seat", seat=SeatName(seat))
        lines.append(scene.html(say("card.dotted", front=card_label(token), last=who)))
    buttons = [at_table(scene, card_label(token), f"piece:{token}") for token in TOKENS]
    rows = tuple(tuple(buttons[n : n + 3]) for n in range(0, len(buttons), 3))
    about = scene.html(say("lobby.pieces.about", first=CardName(TOKENS[0], Form.TITLE)))
    return _page(scene, say("lobby.pieces"), (*lines, "", about), rows)


def _voting(scene: Scene) -> Message:
    """The sealed vote on who begins; only how many have voted is shown."""
    table = scene.table
    rows = tuple(
        (at_table(scene, say("choice.seat", seat=SeatName(seat)), f"vote:{chair_name(named)}"),)
        for seat, named in enumerate(table.occupants)
    )
    cast = say("lobby.voting.cast", count=len(ballots(table)), people=len(table.people))
    return _page(
        scene, say("lobby.voting"), map(scene.html, (say("lobby.voting.about"), cast)), rows
    )


_PAGES: Mapping[str, Callable[[Scene], Message]] = MappingProxyType(
    {
        "games": _games,
        "options": _options,
        "time": _time,
        "pieces": _pieces,
        "voting": _voting,
    }
)
PAGES = tuple(_PAGES)
"""The pages beside the first one."""
