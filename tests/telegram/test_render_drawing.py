"""Whose view and which language a message is drawn in."""

from __future__ import annotations

from dataclasses import replace

from gm.i18n import PSEUDO
from gm.master.master import Scene as Found
from gm.master.match import Match
from gm.master.notices import Notice, NoticeKind
from gm.master.tables import Person, Phase, Table
from gm.telegram.drawing import Drawing
from tests.telegram.staging import ADA, JON, LINKS, MIRA, NOW, PLACE, TABLE, table
from tests.voice.playing import Play
from tests.voice.test_narrate import match

NOOR = Person(id=3, name="Noor", language=PSEUDO)


class World:
    """One table, and people whose private chats are open but for Jon's."""

    def __init__(self, play: Play | None, found: Table) -> None:
        self._play = play
        self._found = found
        self.tables: tuple[str, ...] = (TABLE,)
        self.pictures = True

    def scene(self, table: str) -> Found | None:
        if table != TABLE:
            return None
        at = None if self._play is None else Match(self._play.header, self._play.events)
        return Found(table=self._found, match=at, revision=1, now=NOW, outage=0)

    def reachable(self, person: int) -> bool:
        return person != JON.id

    def pictures_in(self, chat: int) -> bool:
        return self.pictures

    def tables_of(self, person: int) -> tuple[str, ...]:
        return self.tables


def drawing(world: World) -> Drawing:
    return Drawing(master=world, store=world, links=LINKS, language="en")


def playing() -> World:
    return World(match("any"), table(MIRA, JON, ADA, NOOR, phase=Phase.PLAYING))


def notice(kind: NoticeKind, to: object, **args: str | int) -> Notice:
    return Notice(table=TABLE, to=to, slot="s", kind=kind, args=args)  # type: ignore[arg-type]


def test_a_person_gets_the_hand_of_their_own_seat() -> None:
    draw = drawing(playing()).draw
    mine, hers = draw(notice(NoticeKind.HAND, 1)), draw(notice(NoticeKind.HAND, 2))
    assert mine is not None
    assert hers is not None
    assert "Balloon" in mine.text
    assert "Balloon" not in hers.text
    assert draw(notice(NoticeKind.HAND, 99)) is None


def test_groups_read_the_tables_language_and_people_their_own() -> None:
    world = playing()
    hand = drawing(world).draw(notice(NoticeKind.HAND, NOOR.id))
    card = drawing(world).draw(notice(NoticeKind.CARD, PLACE))
    assert hand is not None
    assert card is not None
    assert "\u2067" in hand.text
    assert "\u2067" not in card.text


def test_the_wait_of_a_notice_is_found_in_the_readers_own_log() -> None:
    play = match("any")
    world = World(play, table(MIRA, JON, ADA, NOOR, phase=Phase.PLAYING))
    wait = play.state.position.waits[0].opened
    assert drawing(world).draw(notice(NoticeKind.NUDGE, NOOR.id, wait=wait)) is not None
    assert drawing(world).draw(notice(NoticeKind.NUDGE, NOOR.id, wait=wait - 1)) is None


def test_the_lobby_shows_who_can_be_reached() -> None:
    card = drawing(World(None, table(MIRA, JON))).draw(notice(NoticeKind.CARD, PLACE))
    assert card is not None
    assert "Jon\u2069 ⏳\n" in card.text
    assert card.text.count("private chat") == 1, "said once, for all of them"
    assert "Mira\u2069 ✓ · host" in card.text


def test_a_reader_at_several_tables_is_told_which() -> None:
    world = playing()
    world.tables = (TABLE, "other")
    hand = drawing(world).draw(notice(NoticeKind.HAND, 1))
    assert hand is not None
    assert hand.text.startswith("<b>\u2068Friday club\u2069</b>\n")


def test_words_without_a_table_are_said_all_the_same() -> None:
    said = replace(notice(NoticeKind.SAY, 1, key="no_match", language="en"), table=None)
    message = drawing(playing()).draw(said)
    assert message is not None
    assert message.text.startswith("You are in no match")
    gone = replace(notice(NoticeKind.HAND, 1), table="gone")
    assert drawing(playing()).draw(gone) is None


def test_toasts_and_pop_ups() -> None:
    world = playing()
    found = world.scene(TABLE)
    assert found is not None
    assert drawing(world).cards(found, MIRA).startswith("🟡 Aurelio, ⚪ Pearl, 🎈 Balloon")
    toast = drawing(world).toast("refused.TOO_FEW", MIRA, least=3)
    assert toast == "At least 3 seats must be taken. Wait for others or add an AI."
    assert drawing(world).toast("note.joined", MIRA, name="Mira") == (
        "Welcome, \u2068Mira\u2069! You have a seat."
    )
