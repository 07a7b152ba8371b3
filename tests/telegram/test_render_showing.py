"""Captions fit, say what the picture shows, and belong to the picture's language."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from gm.game import engine
from gm.game.audience import redact
from gm.game.board import TOKENS, WEAPONS
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
from gm.telegram import cards, showing
from gm.telegram.cards import card
from gm.telegram.message import Message
from gm.telegram.render import draw
from gm.telegram.scene import Scene
from gm.themes import theme
from gm.voice.narrate import story
from tests.telegram.staging import ADA, JON, LINKS, MIRA, NOOR, notice, staged, table
from tests.voice.test_narrate import match

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
    return draw(notice(NoticeKind.CARD), scene(view, language, **fields))


@pytest.mark.parametrize("language", [DEFAULT, PSEUDO])
def test_every_caption_fits_whatever_people_are_called(language: str) -> None:
    for view in views(6, 1, 40)[::4]:
        message = drawn(view, language)
        assert message is not None
        assert showing.fits(message.text)
        assert message.picture is not None
        assert all(f"{n}" + "🌸" * 14 + "…" in message.text for n in range(1, 6))


def test_names_stay_whole_where_there_is_room() -> None:
    view = views(6, 1, 10)[-1]
    at = table(*LONG, ADA, rules="mansion", phase=Phase.PLAYING, idle=(0,) * 6)
    for people, whole in ((LONG, False), ((MIRA, *LONG[1:2], JON, NOOR, ADA), True)):
        seated = replace(at, occupants=(*people, Ai(level="rookie", name="Eun")))
        message = draw(
            notice(NoticeKind.CARD),
            Scene(table=seated, view=view, language=DEFAULT, links=LINKS),
        )
        assert message is not None
        assert ("🌸" * 63 in message.text) is whole


def test_the_stories_give_way_before_what_the_board_shows() -> None:
    """Whatever is left out, every tag that is opened is closed, and the title stays."""
    view = next(v for v in reversed(views(6, 1, 60)[:40]) if story(v, v.position.turn - 1))
    at = scene(view, DEFAULT)
    texts = [card(replace(at, pictures=False)).text, *cards.shorter(at, view)]
    lengths = [len(text) for text in texts]
    assert lengths == sorted(lengths, reverse=True)
    assert len(set(lengths)) == len(lengths)
    told = [("suggested" in t or "walked" in t or "accused" in t, "Rope" in t) for t in texts]
    assert told == sorted(told, reverse=True)
    for text in texts:
        assert text.startswith(f"<b>The Mansion · turn {view.position.turn}</b>")
        assert text.count("<") == 2
    assert showing.fits(texts[-1])


def test_the_card_says_in_words_where_everything_is() -> None:
    words = theme("default", "en").titles
    for view in views(3, 2, 60)[::6]:
        board, message = view.position.board, drawn(view, pictures=False)
        assert board is not None
        assert message is not None
        assert message.picture is None
        lines = message.text.split("\n")
        for thing, spot in zip((*TOKENS, *WEAPONS), (*board.tokens, *board.weapons), strict=True):
            if thing in TOKENS and thing not in view.header.tokens and not isinstance(spot, str):
                assert words[thing] not in message.text.split("\n\n")[1]  # it has never moved
                continue
            (line,) = (
                line
                for line in lines
                if f"{words[thing]} · " in line or f"{words[thing]}: " in line
            )
            after = line.split(words[thing])[1].lstrip(" ·:")
            if isinstance(spot, str):
                assert after.startswith(words[spot])
            else:
                assert re.match(r"\d+ steps? from the ", after)


def test_a_caption_is_counted_as_telegram_counts_it() -> None:
    assert showing.fits("<b>" + "x" * 1024 + "</b>")
    assert not showing.fits("x" * 1025)
    assert showing.fits("&amp;" * 1024)
    assert not showing.fits("🔴" * 513)


def test_no_picture_where_there_is_no_board_or_none_may_be_sent() -> None:
    shut = drawn(views(3, 2, 3)[-1], pictures=False)
    for message in (shut, card(staged(match("any"), None))):
        assert message is not None
        assert message.picture is None


@pytest.mark.parametrize("phase", [Phase.OVER, Phase.ASIDE, Phase.CLOSED])
def test_the_board_stays_when_the_match_does_not_go_on(phase: Phase) -> None:
    """A photo cannot become a text again."""
    at = scene(views(3, 2, 3)[-1], DEFAULT)
    ended = card(replace(at, table=replace(at.table, phase=phase)))
    assert ended.picture is not None
    assert "turn" not in ended.text


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
