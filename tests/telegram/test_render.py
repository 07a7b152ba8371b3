"""What must hold of every message: escaped, within limits, current, and for its reader only."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from gm.game.audience import redact
from gm.game.cards import UNKNOWN
from gm.game.events import CaseSeen, Looked, Stop, Stopped
from gm.game.moves import Accuse, End, Show
from gm.game.moves import Play as Card
from gm.i18n import DEFAULT, PSEUDO
from gm.master.notices import NoticeKind as Kind
from gm.master.tables import Ai, Keeper, Person, Phase
from gm.telegram.message import Message
from gm.telegram.private import POPUP, brief
from gm.telegram.render import draw
from gm.telegram.scene import Links, Scene
from tests.telegram.staging import (
    ADA,
    JON,
    MIRA,
    NOOR,
    drawn,
    lobby,
    notice,
    staged,
    transcript,
)
from tests.voice.playing import Play, random_match
from tests.voice.test_limits import LIMITS, seen
from tests.voice.test_narrate import match

NASTY = (
    Person(id=1, name="<b>Bobby</b> & </code>"),
    Person(id=2, name="\u202e" + "W" * 63),
    Ai(level="rookie", name="Ada"),
    Keeper(follows=Person(id=4, name="שלום {seat} _x_")),
)


def checked(message: Message, language: str, *, private: bool) -> None:
    """Telegram would take the message."""
    root = ElementTree.fromstring(f"<m>{message.text}</m>")  # noqa: S314 - our own text
    assert {element.tag for element in root.iter()} <= {"m", "b", "code", "a", "tg-time"}
    words = "".join(root.itertext())
    assert 0 < len(words.encode("utf-16-le")) // 2 <= (1024 if message.picture else 4096)
    for button in (button for row in message.keyboard for button in row):
        assert 0 < seen(button["text"]) <= LIMITS[language], button["text"]
        (action,) = button.keys() - {"text"}
        assert action in {"callback_data", "url"} | ({"web_app"} if private else set())
        assert len(button.get("callback_data", "").encode()) <= 64


def messages(play: Play, language: str) -> list[tuple[Message, int | None]]:
    """Every message that could be drawn of a match at this point, with its reader."""
    found: list[tuple[Message, int | None]] = []

    def add(kind: Kind, seat: int | None, about: int | None = None, **args: str | int) -> None:
        scene = staged(play, seat, *NASTY, language=language, about=about, several=True)
        message = draw(notice(kind, **args), scene)
        if message is not None:
            found.append((message, seat))

    turn = play.state.position.turn
    add(Kind.CARD, None)
    add(Kind.VERDICT, None)
    add(Kind.STORY, None, turn=turn)
    for seat in range(4):
        add(Kind.HAND, seat)
        add(Kind.LOG, seat)
        add(Kind.TURN, seat, turn=turn, path="")
    for wait in play.state.position.waits:
        about = {"wait": wait.opened}
        add(Kind.QUESTION, wait.seat, wait.opened, path="", **about)
        add(Kind.NUDGE, wait.seat, wait.opened, **about)
        add(Kind.MENTION, None, wait.opened, person=1, **about)
    return found


@pytest.mark.parametrize("language", [DEFAULT, PSEUDO])
def test_every_message_of_a_match_would_be_taken(language: str) -> None:
    for n, play in enumerate(random_match(3, steps=60)):
        if n % 10 == 0 or play.state.position.over:
            for message, seat in messages(play, language):
                checked(message, language, private=seat is not None)


def test_lobby_and_options_would_be_taken() -> None:
    for language in (DEFAULT, PSEUDO):
        scene = lobby(*NASTY, language=language)
        for page in ("", "options"):
            checked(drawn(Kind.CARD, scene, page=page), language, private=False)
        for key in (
            "rules_getaway",
            "rules_casefile",
            "rules_mansion",
            "help_group",
            "help_private",
            "hello",
            "hello_group",
        ):
            checked(drawn(Kind.SAY, scene, key=key), language, private=False)


@pytest.mark.parametrize("number", range(2))
def test_messages_depend_on_what_their_reader_may_know_alone(number: int) -> None:
    """A hidden look at another card changes no message of anybody but who looked."""
    play = _with_a_look(number)
    at = next(n for n, e in enumerate(play.events) if isinstance(e, Looked))
    looked = play.events[at]
    assert isinstance(looked, Looked)
    other = next(c for c in play.state.hands[looked.target] if c != looked.card)
    twin = Play(4, dealer=play.header.dealer or 0)
    twin.events = list(play.events)
    twin.events[at] = Looked(seat=looked.seat, target=looked.target, card=other)
    twin.state = play.state
    for (one, seat), (two, _) in zip(
        messages(play, DEFAULT), messages(twin, DEFAULT), strict=True
    ):
        if seat != looked.seat:
            assert one == two
    assert redact(looked, None) == Looked(seat=looked.seat, target=looked.target, card=UNKNOWN)


def _with_a_look(number: int) -> Play:
    return next(
        play
        for play in random_match(number, steps=200)
        if any(isinstance(event, Looked) for event in play.events)
    )


def test_hands_and_questions_cannot_be_forwarded() -> None:
    play = match("any")
    assert drawn(Kind.HAND, staged(play, 3)).protect
    assert drawn(Kind.TURN, staged(play, 3), turn=1).protect
    play.move(3, Card(action="any", cards=("white", "train", "memorial")))
    wait = play.state.position.waits[0].opened
    assert drawn(Kind.QUESTION, staged(play, 0, about=wait), wait=wait).protect
    assert drawn(Kind.LOG, staged(play, 0)).protect
    assert not drawn(Kind.CARD, staged(play, None)).protect


def test_a_tap_carries_the_wait_it_answers() -> None:
    play = match("any")
    scene = staged(play, 3)
    panel = drawn(Kind.TURN, scene, turn=1, path="")
    assert [row[0]["callback_data"] for row in panel.keyboard] == [
        f"{scene.wait}.0",
        f"{scene.wait}.1",
    ]
    deeper = drawn(Kind.TURN, scene, turn=1, path="1.0")
    assert deeper.keyboard[-1][0]["callback_data"] == f"{scene.wait}.1"


def test_what_is_past_is_not_said() -> None:
    play = match("any")
    play.move(3, Card(action="any", cards=("white", "train", "memorial")))
    wait = play.state.position.waits[0].opened
    play.move(0, Show(card="white"))
    assert draw(notice(Kind.NUDGE, wait=wait), staged(play, 0, about=wait)) is None
    asked = staged(play, None, about=wait)
    assert draw(notice(Kind.MENTION, wait=wait, person=1), asked) is None
    assert draw(notice(Kind.VERDICT), staged(play, None)) is None
    assert draw(notice(Kind.STORY, turn=9), staged(play, None)) is None
    old = notice(Kind.HAND, match=2)
    assert draw(old, staged(play, 0)) is None


def test_private_messages_are_drawn_for_a_seat_only() -> None:
    play = match("any")
    for kind in (Kind.HAND, Kind.TURN, Kind.QUESTION, Kind.LOOK, Kind.OUT, Kind.NUDGE, Kind.LOG):
        args = {"turn": 1, "wait": 3, "event": 3}
        assert draw(notice(kind, **args), staged(play, None, about=3)) is None


def test_the_last_turn_keeps_its_panel_while_the_next_is_played() -> None:
    play = match("present")
    play.move(3, Card(action="present", go="fort"))
    play.move(3, End())
    play.move(0, Accuse(theory=("red", "train", "fort")))
    old = drawn(Kind.TURN, staged(play, 3), turn=1)
    assert old.keyboard == ()
    assert "You played Ask here or move" in transcript(old)


def test_an_end_without_a_solver_tells_how_it_came() -> None:
    play = match("any")
    for seat in (3, 0, 1, 2):
        play.move(seat, Accuse(theory=("red", "train", "fort")))
    text = transcript(drawn(Kind.VERDICT, staged(play, None)))
    assert text.startswith("Ada 🐣🤖 accused: Ruby in the train to the fort. That is not the case")
    assert "Nobody solved the case." in text


def test_a_stopped_match_says_so_once() -> None:
    play = match("any")
    play.enter(Stopped(why=Stop.STOPPED))
    text = transcript(drawn(Kind.VERDICT, staged(play, None)))
    assert text.startswith("The match was stopped. Nobody wins.\nIt was Ruby")
    assert text.count("stopped") == 1


def test_people_who_look_the_same_are_numbered() -> None:
    twins = (Person(id=1, name="Bartholomew A"), Person(id=2, name="Bartholomew B"), ADA, NOOR)
    text = transcript(drawn(Kind.CARD, staged(match("any"), None, *twins)))
    assert "1. 1. Bartholomew A" in text
    assert "2. 2. Bartholomew B" in text
    assert "3. Ada 🐣🤖" in text


def test_a_mention_links_its_person_by_id() -> None:
    play = match("any")
    wait = play.state.position.waits[0].opened
    scene = staged(play, None, MIRA, JON, ADA, Person(id=77, name="<i>N</i>"), about=wait)
    message = drawn(Kind.MENTION, scene, wait=wait, person=77)
    assert '<a href="tg://user?id=77">\u2068&lt;i&gt;N&lt;/i&gt;\u2069</a>' in message.text
    assert draw(notice(Kind.MENTION, wait=wait, person=5), scene) is None


def test_sheets_open_by_link_in_groups_and_as_web_app_in_private() -> None:
    play = match("any")
    group = drawn(Kind.CARD, staged(play, None))
    assert group.keyboard[0][1]["url"] == "https://t.me/keeper_bot/sheet?startapp=" + "A" * 16
    hand = drawn(Kind.HAND, staged(play, 3))
    assert hand.keyboard[0][0]["web_app"]["url"].startswith("https://play.example/app?")


def test_without_an_address_of_our_own_there_is_no_sheet_button() -> None:
    links = Links(username="keeper_bot")
    assert links.sheet("x") is None
    assert links.page("x") is None
    assert Links(username="b", public_url="https://p").sheet("x") == "https://t.me/b?startapp=x"


@pytest.mark.parametrize("language", [DEFAULT, PSEUDO])
def test_the_pop_up_of_my_cards_holds(language: str) -> None:
    for number in range(5):
        play = Play(3, dealer=0)
        play.draws(Random(number).randbytes(32))
        for seat in range(3):
            scene: Scene = staged(play, seat, MIRA, JON, ADA, language=language)
            assert scene.view is not None
            text = brief(scene, scene.view)
            assert len(text) <= POPUP
            assert len(re.findall("[\U0001f300-\U0001faff☀-➿✈♨⚪]", text)) >= 5


def test_who_is_out_is_needed_only_while_somebody_plays() -> None:
    play = match("any")
    play.move(3, Accuse(theory=("red", "train", "fort")))
    seen_at = next(n for n, e in enumerate(play.events) if isinstance(e, CaseSeen))
    said = {
        phase: transcript(drawn(Kind.OUT, staged(play, 3, about=seen_at, phase=phase)))
        for phase in (Phase.PLAYING, Phase.ASIDE)
    }
    assert "still needed" in said[Phase.PLAYING]
    assert "still needed" not in said[Phase.ASIDE]
    assert "You have seen the case" in said[Phase.ASIDE]
