"""Tables and scenes to draw from, and messages as a reader would see them."""

from __future__ import annotations

import html
import re
from typing import Any, cast

from gm.game.audience import redact
from gm.i18n import DEFAULT
from gm.master.notices import Notice, NoticeKind
from gm.master.sitting import Sitting
from gm.master.tables import Ai, Occupant, Person, Phase, Place, Table
from gm.master.waits import wait_id
from gm.master.winding import rewind
from gm.telegram.inbound import Inbound
from gm.telegram.message import Message
from gm.telegram.render import draw
from gm.telegram.scene import Links, Scene
from tests.voice.playing import Play

TABLE = "AAAAAAAAAAAAAAAA"
PLACE = Place(chat=-100, thread=None)
NOW = 1_796_000_000_000
LINKS = Links(username="keeper_bot", miniapp_name="sheet", public_url="https://play.example")
MIRA, JON, NOOR = Person(id=1, name="Mira"), Person(id=2, name="Jon"), Person(id=3, name="Noor")
ADA = Ai(level="rookie", name="Ada")


def table(*occupants: Occupant, **fields: object) -> Table:
    """A lobby in which these sit."""
    whole: dict[str, object] = {
        "id": TABLE,
        "place": PLACE,
        "title": "Friday club",
        "host": MIRA.id,
        "language": DEFAULT,
        "theme": "default",
        "rules": "getaway",
        "deck": None,
        "turn_seconds": 180,
        "opened_at": NOW,
        "key": b"k" * 32,
        "seed": b"s" * 32,
        "occupants": occupants,
        **fields,
    }
    return Table(**whole)  # type: ignore[arg-type]


def lobby(
    *occupants: Occupant, language: str = DEFAULT, reachable: tuple[int, ...] = (1, 2)
) -> Scene:
    return Scene(
        table=table(*occupants),
        view=None,
        language=language,
        links=LINKS,
        reachable=frozenset(reachable),
    )


def staged(
    play: Play,
    seat: int | None,
    *occupants: Occupant,
    language: str = DEFAULT,
    about: int | None = None,
    several: bool = False,
    **fields: object,
) -> Scene:
    """The scene of a match for a seat; `about`: the event or wait that is drawn about."""
    people = occupants or (MIRA, JON, ADA, NOOR)
    phase = Phase.OVER if play.state.position.over else Phase.PLAYING
    whole = table(*people, **{"phase": phase, "idle": (0,) * len(people), **fields})
    sitting = Sitting(whole, None, NOW)
    rewind(sitting, play.state.position.waits)
    at = sitting.table
    wait = None if seat is None else play.state.position.wait(seat)
    return Scene(
        table=at,
        view=play.view(seat),
        language=language,
        links=LINKS,
        now=NOW,
        moves=() if seat is None else play.moves(seat),
        wait=None if wait is None else wait_id(at, wait.opened),
        opened=None
        if about is None
        else sum(redact(event, seat) is not None for event in play.events[:about]),
        several=several,
    )


def notice(kind: NoticeKind, **args: str | int) -> Notice:
    return Notice(table=TABLE, to=PLACE, slot="slot", kind=kind, args=args)


def drawn(kind: NoticeKind, scene: Scene, **args: str | int) -> Message:
    message = draw(notice(kind, **args), scene)
    assert message is not None
    return message


def transcript(message: Message) -> str:
    """The message as it is read: text without markup and isolates, buttons in brackets."""
    text = html.unescape(re.sub(r"<[^>]+>", "", message.text))
    rows = [" ".join(f"[{button['text']}]" for button in row) for row in message.keyboard]
    return re.sub("[\u2066-\u2069]", "", "\n".join((text, *rows)))


def inbound_to(both: object) -> Inbound:
    """The door for updates, before something that is master and store at once."""
    return Inbound(
        master=cast("Any", both),
        store=cast("Any", both),
        taps=cast("Any", None),
        members=cast("Any", None),
        chats=cast("Any", None),
        bot_id=1,
        username="case_bot",
        language="en",
    )
