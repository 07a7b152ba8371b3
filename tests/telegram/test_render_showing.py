"""Captions fit, say what the picture shows, and belong to the picture's language."""

from __future__ import annotations

from random import Random

import pytest

from gm.game import engine
from gm.game.audience import redact
from gm.game.dealing import draw as dealt
from gm.game.events import Moved
from gm.game.moves import Accuse
from gm.game.rulesets import ruleset
from gm.game.state import State
from gm.game.state import fold as fold_state
from gm.game.view import View
from gm.game.view import fold as fold_view
from gm.i18n import DEFAULT, PSEUDO
from gm.master.notices import NoticeKind
from gm.master.tables import Ai, Person, Phase
from gm.pictures.board import board_picture
from gm.telegram import showing
from gm.telegram.message import Message
from gm.telegram.render import draw
from gm.telegram.scene import Scene
from tests.telegram.staging import LINKS, notice, table

LONG = tuple(Person(id=n, name=f"{n}" + "🌸" * 63) for n in range(1, 6))


def views(seats: int, number: int, steps: int) -> list[View]:
    """The public views of a random match in the mansion, one a step."""
    random = Random(number)
    tokens = ["red", "yellow", "white", "green", "blue", "purple"][:seats]
    header = ruleset("mansion").header(
        deck=None, options={}, seats=tuple("ABCDEF"[:seats]), dealer=None, tokens=tokens
    )
    events = list(engine.start(header))
    state = fold_state(State(header=header), events)

    def enter(entry: object) -> None:
        nonlocal state
        new = engine.decide(state, entry)  # type: ignore[arg-type]
        events.extend(new)
        state = fold_state(state, new)

    found = []
    for _ in range(steps):
        while state.due:
            enter(dealt(state, bytes(32)))
        seen = (redact(event, None) for event in events)
        found.append(fold_view(View(header=header, seat=None), (e for e in seen if e is not None)))
        if state.position.over:
            break
        wait = random.choice(state.position.waits)
        moves = [
            move
            for move in engine.legal_moves(state, wait.seat)
            if not isinstance(move, Accuse) or random.random() < 0.001
        ]
        enter(Moved(seat=wait.seat, move=random.choice(moves)))
    return found


def scene(view: View, language: str, **fields: object) -> Scene:
    seats = len(view.header.seats)
    people = (*LONG, Ai(level="rookie", name="W" * 20))[:seats]
    phase = Phase.OVER if view.position.over else Phase.PLAYING
    at = table(*people, rules="mansion", phase=phase, idle=(0,) * seats)
    return Scene(table=at, view=view, language=language, links=LINKS, **fields)  # type: ignore[arg-type]


def drawn(view: View, language: str = DEFAULT, **fields: object) -> Message | None:
    return draw(notice(NoticeKind.BOARD), scene(view, language, **fields))


@pytest.mark.parametrize("language", [DEFAULT, PSEUDO])
def test_every_caption_fits_whatever_people_are_called(language: str) -> None:
    for view in views(6, 1, 40)[::4]:
        message = drawn(view, language)
        assert message is not None
        assert showing.fits(message.text)
        assert message.picture is not None
        assert message.text.count("\n") == 12


def test_long_names_give_way_to_where_things_are() -> None:
    view = views(6, 1, 10)[-1]
    message = drawn(view)
    assert message is not None
    assert "🌸" not in message.text
    short = scene(view, DEFAULT)
    people = tuple(Person(id=n, name=f"P{n}") for n in range(6))
    named = showing.board(
        Scene(
            table=table(*people, rules="mansion", phase=Phase.PLAYING, idle=(0,) * 6),
            view=view,
            language=DEFAULT,
            links=short.links,
        )
    )
    assert named is not None
    assert all(f"P{n}" in named.text for n in range(6))


def test_a_caption_is_counted_as_telegram_counts_it() -> None:
    assert showing.fits("<b>" + "x" * 1024 + "</b>")
    assert not showing.fits("x" * 1025)
    assert showing.fits("&amp;" * 1024)
    assert not showing.fits("🔴" * 513)


def test_no_board_where_there_is_none_or_no_picture_may_be_sent() -> None:
    view = views(3, 2, 3)[-1]
    assert drawn(view, pictures=False) is None
    assert drawn(View(header=view.header, seat=None)) is None


def test_messages_that_look_alike_have_one_digest() -> None:
    first, *_, last = views(3, 3, 30)
    same, other = drawn(first), drawn(last)
    assert same is not None
    assert other is not None
    again = drawn(first)
    assert again is not None
    assert same.digest == again.digest != other.digest
    assert same.digest != Message(text=same.text).digest


def test_the_picture_is_drawn_from_what_everybody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(
        showing, "board_picture", lambda standing: seen.append(standing) or board_picture(standing)
    )
    view = views(4, 4, 6)[-1]
    drawn(view)
    (standing,) = seen
    assert standing.board == view.position.board
    assert standing.active == view.header.tokens[view.position.active or 0]
    assert set(standing.players) == set(view.header.tokens)
