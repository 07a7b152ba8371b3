"""Taps that Telegram brings twice, that are forged, or that anybody could have made."""

from __future__ import annotations

from dataclasses import replace

import pytest
from redis import Redis

from gm.master.master import Scene
from gm.master.tables import Person
from gm.master.waits import wait_id
from gm.telegram.taps import Taps
from gm.telegram.toast import Toast
from gm.telegram.verbs import _may_touch
from gm.voice.screens import parse, turn_screen
from tests.support.database import database, redis
from tests.support.table import ANN, BOB, DEE, PLACE, TableTop

__all__ = ["database", "redis"]


class Keys:
    """Toasts as the keys of their lines."""

    def toast(self, key: str, person: Person, **params: str | int) -> str:
        return key

    def cards(self, scene: Scene, person: Person) -> str:
        return "cards"


@pytest.fixture
def top(redis: Redis) -> TableTop:
    return TableTop(redis)


@pytest.fixture
def taps(top: TableTop) -> Taps:
    return Taps(
        master=top.master,
        store=top.store,
        words=Keys(),
        members=lambda chat, person: "member",
        username="case_bot",
    )


def final(top: TableTop) -> tuple[Person, str]:
    """Somebody who is awaited, and a button that makes their move."""
    person, wait = top.awaited()
    assert top.scene.match is not None
    view, step = top.scene.match.view(wait.seat), ""
    while (screen := turn_screen(view, top.moves(wait), parse(step))).move is None:
        step = screen.rows[0][0].step
    return person, f"{wait_id(top.table, wait.opened)}.{step}"


def test_the_tap_that_closed_a_wait_has_the_same_answer_when_brought_again(
    top: TableTop, taps: Taps
) -> None:
    top.playing()
    person, data = final(top)
    first = taps.take("q", data, person, None, "tg:1:1")
    assert first == Toast(query="q")
    events = top.scene.match and top.scene.match.events
    assert taps.take("q", data, person, None, "tg:1:1") == first
    assert taps.take("q", data, person, None, "tg:1:2").text == "refused.STALE"
    assert top.scene.match is not None
    assert top.scene.match.events == events


def test_in_private_only_those_who_sit_there_touch_a_table(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    for table in (top.table, replace(top.table, place=None)):
        assert _may_touch(table, ANN, None)
        assert not _may_touch(table, DEE, None)
    assert _may_touch(top.table, DEE, PLACE)
