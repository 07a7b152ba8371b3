"""Buttons. A table's carries `l:<table>:<verb>[:<argument>]`, a wait's `<wait id>.<path>`."""

from __future__ import annotations

from gm.i18n import Button as Label
from gm.i18n import render
from gm.master.pace import ladder
from gm.master.tables import Phase
from gm.telegram.message import Button
from gm.telegram.pages import rules_key
from gm.telegram.scene import Links, Scene
from gm.voice.lines import Line, Name, say
from gm.voice.screens import Screen

Rows = tuple[tuple[Button, ...], ...]
MAX_DATA = 64
"""Bytes of callback data that Telegram takes."""


def at_table(scene: Scene, label: Line, verb: str) -> Button:
    """A button of the table itself."""
    data = f"l:{scene.table.id}:{verb}"
    assert len(data.encode()) <= MAX_DATA
    return {"text": scene.label(label), "callback_data": data}


def of_screen(scene: Scene, screen: Screen) -> Rows:
    """A screen's choices, if its wait is open."""
    if scene.wait is None:
        return ()
    return tuple(
        tuple(
            {"text": scene.label(choice.label), "callback_data": f"{scene.wait}.{choice.step}"}
            for choice in row
        )
        for row in screen.rows
    )


def lobby(scene: Scene) -> Rows:
    """The lobby card's buttons."""
    return (
        (
            at_table(scene, say("button.join"), "join"),
            at_table(scene, say("button.leave"), "leave"),
        ),
        (
            at_table(scene, say("button.ai_add"), "ai+"),
            at_table(scene, say("button.ai_drop"), "ai-"),
        ),
        (
            at_table(scene, say("button.options"), "options"),
            at_table(scene, say("button.begin"), "begin"),
        ),
    )


def playing(scene: Scene) -> Rows:
    """The table card's buttons."""
    cards = at_table(scene, say("button.cards"), "cards")
    sheet = scene.links.sheet(scene.table.id)
    first = (cards,) if sheet is None else (cards, {"text": _sheet(scene), "url": sheet})
    return (
        first,
        (
            at_table(scene, say("button.rules"), "rules"),
            *more(scene),
        ),
        *(pause(scene) if scene.table.paused is not None else ()),
    )


def more(scene: Scene) -> tuple[Button, ...]:
    """To have more time, where the table gives any."""
    if not ladder(scene.table).more:
        return ()
    return (at_table(scene, say("button.more"), "more"),)


def alone(scene: Scene) -> Rows:
    """What is always at hand for who plays alone, in the private chat."""
    cards = at_table(scene, say("button.cards"), "cards")
    rules = at_table(scene, say("button.rules"), "rules")
    return ((cards, *(button for row in private_sheet(scene) for button in row)), (rules,))


def below(scene: Scene) -> Rows:
    """What stands below the choices of a turn: advice where it may be asked for, and for who
    plays alone what the card has far above.
    """
    advice = ((at_table(scene, say("button.advise"), "advise"),),) if scene.table.advises else ()
    return (*advice, *(alone(scene)[:1] if scene.table.solo else ()))


def solo_aside(scene: Scene) -> Rows:
    """The way back into one's own match, and to its end."""
    on = at_table(scene, say("button.unpause"), "back")
    return ((on,), (at_table(scene, say("button.end_now"), "stop"),))


def solo_again(scene: Scene) -> Rows:
    """The same match once more, or another one."""
    other: Button = {"text": scene.label(say("button.solo")), "callback_data": "s:"}
    return (*again(scene), (other,))


def pause(scene: Scene) -> Rows:
    """To agree to a pause, or to end it; nothing where the match is over or not paused."""
    if scene.table.phase is not Phase.PLAYING:
        return ()
    if scene.table.paused is not None:
        return ((at_table(scene, say("button.unpause"), "unpause"),),)
    voting = scene.table.pause_votes
    return ((at_table(scene, say("button.pause"), "pause"),),) if voting else ()


def private_chat(scene: Scene, prefix: str = "") -> Rows:
    """Leads somebody to the private chat and from there to a seat; with SEAT to a free one."""
    link = scene.links.start(f"{prefix}{scene.table.id}")
    return (({"text": scene.label(say("button.private")), "url": link},),)


def to_rules(links: Links, language: str, rules: str) -> Rows:
    """Leads somebody to a game's rules in the private chat."""
    label = render(say("button.private"), language, channel=Label())
    return (({"text": label, "url": links.start(rules_key(rules))},),)


def door(links: Links, language: str, table: str, title: str) -> Button:
    """Leads from anywhere in private to a seat in an open lobby."""
    label = render(say("button.door", title=Name(title)), language, channel=Label())
    return {"text": label, "url": links.start(table)}


def again(scene: Scene) -> Rows:
    """The button that keeps the same people together."""
    return ((at_table(scene, say("button.again"), "again"),),)


def back(scene: Scene) -> Rows:
    """The way back for whoever is away; nothing where no seat is kept for anybody."""
    return ((at_table(scene, say("button.back"), "back"),),) if scene.table.kept else ()


def aside(scene: Scene) -> Rows:
    """The way back into a match that is set aside, where there is one, and to its end."""
    return (*back(scene), (at_table(scene, say("button.end_now"), "stop"),))


def concede(scene: Scene) -> Rows:
    """To give up, or not."""
    yes = at_table(scene, say("choice.confirm"), "concede")
    return ((yes, at_table(scene, say("choice.back"), "stay")),)


def private_sheet(scene: Scene) -> Rows:
    """Opens the sheet from a private chat."""
    page = scene.links.page(scene.table.id)
    return () if page is None else (({"text": _sheet(scene), "web_app": {"url": page}},),)


def _sheet(scene: Scene) -> str:
    return scene.label(say("button.sheet"))
