"""The sheet as JSON, now or as it stood at the end of a turn; whom and what a story names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm.game.events import TurnBegan
from gm.game.view import View, fold
from gm.master.tables import Help
from gm.voice.lines import CardName, Form, Line, Listing, Param, SeatName, say
from webapp.api import marks
from webapp.api.words import Cast, Json


def sheet(view: View, level: Help, cast: Cast) -> Json:
    """Rows, columns, and what the level of help shows in them."""
    return {
        "categories": [
            {
                "name": cast.text(say(f"app.category.{category.name}")),
                "cards": [
                    {"id": c, "title": cast.card(c, Form.TITLE), "icon": cast.card(c, Form.ICON)}
                    for c in category.cards
                ],
            }
            for category in view.header.cards.categories
        ],
        "places": list(marks.places(view)),
    } | settled(view, level)


def settled(view: View, level: Help) -> Json:
    """What the level of help shows: marks, open groups, chances, the likeliest theories."""
    found = marks.sheet(view, level)
    return {
        "marks": found.marks,
        "groups": [
            {"place": str(group.place), "number": group.number, "cards": list(group.cards)}
            for group in found.groups
        ],
        "odds": found.odds,
        "theories": [
            {"cards": list(theory), "percent": percent} for theory, percent in found.theories
        ],
    }


def until(view: View, turn: int) -> View:
    """The view as it stood when this turn ended; 0: when the first had not begun."""
    starts = [n for n, event in enumerate(view.log) if isinstance(event, TurnBegan)]
    if turn >= len(starts):
        return view
    return fold(View(header=view.header, seat=view.seat), view.log[: starts[turn]])


def tags(lines: Iterable[Line]) -> Json:
    """The seats and the cards that these lines name."""
    named = [param for line in lines for param in _params(line)]
    return {
        "seats": sorted({param.seat for param in named if isinstance(param, SeatName)}),
        "cards": sorted({param.id for param in named if isinstance(param, CardName)}),
    }


def _params(param: Param) -> Iterator[Param]:
    match param:
        case Line(params=params):
            for each in params.values():
                yield from _params(each)
        case Listing(items=items):
            for each in items:
                yield from _params(each)
        case _:
            yield param
