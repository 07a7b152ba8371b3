"""Two people play a whole match in their Mini Apps, lobby to verdict, with an AI seat."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gm.master.commands import Strike
from gm.master.tables import Ai, Person
from tests.webapp.parlour import JON, MIRA, Parlour, Phone
from tests.webapp.test_page import Visit, browser, pytestmark, visit

__all__ = ["browser", "pytestmark", "visit"]

CHAT = -100
STEPS = 250
GAMES = {"getaway": 5, "casefile": 3, "mansion": 4}
"""The games, and the turn from which on a person accuses."""


class Player:
    """A person who plays by what stands on their page, and nothing else but one last hint."""

    def __init__(self, parlour: Parlour, page: Page, phone: Phone, accuses_from: int) -> None:
        self._parlour, self._page, self._phone = parlour, page, phone
        self._accuses_from = accuses_from

    def step(self) -> bool:
        """Taps once, where something is asked; whether something was."""
        shown = self._phone.table(self._parlour.table)
        if shown["ask"] is None:
            return False
        ask = self._page.locator(".ask")
        ask.wait_for()
        before = ask.inner_text()
        if self._page.locator(".ask .cards").count():
            self._pick(shown)
        else:
            self._tap(shown["turn"])
        self._page.wait_for_function(
            "(was) => document.querySelector('.ask')?.innerText !== was"
            " && !document.querySelector('.ask[aria-busy=true]')",
            arg=before,
        )
        return True

    def _tap(self, turn: int) -> None:
        """One's accusation when it is time for it, else the first thing that is no accusation."""
        buttons = self._page.locator(".ask .row button")
        labels = buttons.all_inner_texts()
        bold = turn >= self._accuses_from
        accusing = [n for n, label in enumerate(labels) if "Accuse" in label]
        others = [n for n, label in enumerate(labels) if n not in accusing and "Back" not in label]
        chosen = accusing if accusing and (bold or not others) else others
        buttons.nth(chosen[0]).click()

    def _pick(self, shown: dict[str, Any]) -> None:
        """Two cards of different kinds; of three, those of the case: somebody has to win."""
        match = self._parlour.scene().match
        assert match is not None
        titles = {c["id"]: c["title"] for k in shown["sheet"]["categories"] for c in k["cards"]}
        groups = self._page.locator(".ask .group")
        onward = self._page.get_by_role("button", name="Go on")
        for n in range(groups.count()):
            if onward.is_enabled():
                break
            group = groups.nth(n)
            case = [titles[card] for card in match.state.case]
            right = [title for title in case if group.get_by_text(title, exact=False).count()]
            if groups.count() == 3 and right:
                group.locator("button", has_text=right[0]).first.click()
            else:
                group.locator("button").first.click()
        onward.click()


def ais_play(parlour: Parlour) -> bool:
    """The AI seats that are awaited move, as their clock says; whether any was."""
    scene = parlour.scene()
    assert scene.match is not None
    waits = scene.match.state.position.waits
    if not any(isinstance(scene.table.occupants[wait.seat], Ai) for wait in waits):
        return False
    parlour.now += 9_000
    parlour.did(Strike(id=str(uuid.uuid4()), table=parlour.table))
    return True


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_in_two_browsers(parlour: Parlour, visit: Visit, game: str) -> None:
    table = parlour.open((MIRA,), 0, CHAT)
    parlour.members[CHAT, JON.id] = "member"
    parlour.store.set_reachable(JON.id, True)
    mira = visit(MIRA, width=1280, wait=".lobby")
    jon = visit(JON, width=1280, wait=".lobby", start_param=table)
    jon.get_by_role("button", name="Join").click()
    expect(mira.locator(".chairs li")).to_have_count(2)
    mira.get_by_role("button", name="+ AI").click()
    expect(jon.locator(".chairs li")).to_have_count(3)
    if game != "getaway":
        name = {"casefile": "Case File", "mansion": "The Mansion"}[game]
        mira.get_by_role("group", name="Game").get_by_role("button", name=name).click()
        chosen = jon.get_by_role("group", name="Game").locator('[aria-pressed="true"]')
        expect(chosen).to_contain_text(name)
    mira.get_by_role("button", name="Begin").click()
    for page in (mira, jon):
        page.locator(".sheet").wait_for()
    people: tuple[tuple[Page, Person], ...] = ((mira, MIRA), (jon, JON))
    players = [
        Player(parlour, page, parlour.phone(person), GAMES[game]) for page, person in people
    ]
    for _ in range(STEPS):
        scene = parlour.scene()
        assert scene.match is not None
        if scene.match.state.position.over:
            break
        if not any(player.step() for player in players):
            assert ais_play(parlour), "somebody is awaited"
    for page, _ in people:
        expect(page.locator(".verdict [role=status] p").first).to_be_visible(timeout=12_000)
        expect(page.locator(".ask")).to_have_count(0)
    mira.get_by_role("button", name="Play again with the same people").click()
    for page, _ in people:
        expect(page.locator(".chairs li")).to_have_count(3)
