"""Who is told what, when, and how loudly; and that no queue ever holds a card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from gm.game import dealing
from gm.game.cards import Seat
from gm.game.decks import ACTIONS, GETAWAY, ActionKind
from gm.game.events import Chance, ChanceKind, Dealt, PileShuffled
from gm.game.moves import Accuse, Answer, End, Move, Play, Show
from gm.game.state import State
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.tables import Place
from gm.store.codec import dump
from tests.support.offline import Offline
from tests.support.table import ANN, BOB, CY, DEE, PLACE

PEOPLE = (ANN, BOB, CY)
CASE = ("red", "balloon", "falls")
DEALER = ("train", "memorial", "beach", "bridge", "canyon", "fort")
LEFT = ("yellow", "white", "green", "seaplane", "airliner", "island")
RIGHT = ("blue", "purple", "limousine", "automobile", "mountain", "geyser")

Told = dict[str, list[str]]
"""By recipient (me: the active seat, left, right, group) what is drawn; `!` marks what rings."""


class Stacked(Offline):
    """A table of three whose hands are known; the active seat (the dealer) draws `action`."""

    def __init__(self, action: str, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(PEOPLE, seed="stacked")
        self._action = action
        monkeypatch.setattr("gm.master.sitting.draw", self._draw)
        self.begun = self.begin()
        self.me: Seat = self.match.header.dealer
        self.left, self.right = (self.me + 1) % 3, (self.me + 2) % 3

    def _draw(self, state: State, seed: bytes) -> Chance:
        drawn = dealing.draw(state, seed)
        match state.due[0].kind:
            case ChanceKind.DEAL:
                dealer = state.header.dealer
                assert dealer is not None
                hands = {dealer: DEALER, (dealer + 1) % 3: LEFT, (dealer + 2) % 3: RIGHT}
                return Dealt(case=CASE, hands=tuple(hands[seat] for seat in range(3)))
            case ChanceKind.PILE:
                assert isinstance(drawn, PileShuffled)
                cards = list(drawn.cards)
                at = cards.index(self._action)
                cards[3], cards[at] = cards[at], cards[3]
                return PileShuffled(cards=tuple(cards))
        return drawn

    def told(self, notices: tuple[Notice, ...]) -> Told:
        """Who is told what, but for the taking back of reminders of waits that are closed."""
        open_waits = {wait.opened for wait in self.match.state.position.waits}
        who = {
            PEOPLE[self.me].id: "me",
            PEOPLE[self.left].id: "left",
            PEOPLE[self.right].id: "right",
        }
        told: Told = {}
        for notice in notices:
            if notice.kind is NoticeKind.NUDGE and notice.args["wait"] not in open_waits:
                continue
            to = "group" if isinstance(notice.to, Place) else who[notice.to]
            told.setdefault(to, []).append(notice.kind + ("!" if notice.ring else ""))
        return told


def plays_of(action: str, top: Stacked) -> Iterator[tuple[Move, Told, list[Seat]]]:
    """Ways to play an action, who is told what, and who is asked."""
    card = {"group": ["card"]}
    quiet: Told = {"me": ["turn"], **card}
    match ACTIONS[action].kind:
        case ActionKind.ANY:
            asks_left = ("yellow", "seaplane", "island")
            asks_right = ("blue", "limousine", "geyser")
            yield (
                Play(action=action, cards=asks_left),
                {"left": ["question!"], **quiet},
                [top.left],
            )
            yield (
                Play(action=action, cards=asks_right),
                {"right": ["question!"], **quiet},
                [top.right],
            )
            yield Play(action=action, cards=CASE), quiet, []
            yield Play(action=action, cards=("red", "train", "fort")), quiet, []
        case ActionKind.PRESENT:
            here = top.match.state.position.markers[top.me]
            yield (
                Play(action=action, cards=("yellow", "seaplane")),
                {"left": ["question!"], **quiet},
                [top.left],
            )
            free = next(c for c in GETAWAY.categories[2].cards if c != here)
            yield Play(action=action, go=free), quiet, []
        case ActionKind.SNOOP:
            yield Play(action=action, target=top.left), quiet, []
        case ActionKind.ALL_SNOOP:
            yield Play(action=action), {"left": ["look"], "right": ["look"], **quiet}, []
        case ActionKind.SLEUTH:
            told, asked = dict(quiet), []
            for name, seat, hand in (
                ("left", top.left, LEFT),
                ("right", top.right, RIGHT),
            ):
                if ACTIONS[action].asks.intersection(hand):
                    told[name] = ["question!"]
                    asked.append(seat)
            yield Play(action=action), told, asked
        case ActionKind.TIP:
            for name, seat in (("left", top.left), ("right", top.right)):
                yield (
                    Play(action=action, target=seat),
                    {name: ["question!"], **quiet},
                    [seat],
                )


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_card_tells_just_those_concerned(
    action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(len(list(plays_of(action, Stacked(action, monkeypatch))))):
        top = Stacked(action, monkeypatch)
        move, expected, asked = list(plays_of(action, top))[n]
        assert top.told(top.act(top.me, move)) == expected
        assert [w.seat for w in top.match.state.position.waits] == (asked or [top.me])
        for seat in asked:
            answer = top.match.moves(seat)[0]
            assert isinstance(answer, Show | Answer)
            name = "left" if seat == top.left else "right"
            assert top.told(top.act(seat, answer)) == {
                name: ["question"],
                "me": ["turn"],
                "group": ["card"],
            }
        assert top.told(top.act(top.me, End())) == {
            "me": ["turn"],
            "left": ["turn!"],
            "group": ["story", "card"],
        }


def test_a_deal_tells_everybody_their_hand_and_one_that_it_is_their_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    top = Stacked("any", monkeypatch)
    assert top.told(top.begun) == {
        "me": ["hand!", "turn!"],
        "left": ["hand!"],
        "right": ["hand!"],
        "group": ["deal", "card"],
    }
    urgent = [n for n in top.begun if n.kind is NoticeKind.HAND]
    assert {n.urgency for n in urgent} == {Urgency.ANSWER}
    assert all(n.fresh for n in urgent)


def test_a_wrong_accusation_shows_the_case_to_the_accuser_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    top = Stacked("any", monkeypatch)
    assert top.told(top.act(top.me, Accuse(theory=("red", "balloon", "fort")))) == {
        "me": ["turn", "out"],
        "left": ["turn!"],
        "group": ["story", "card"],
    }


def test_a_right_accusation_is_told_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    top = Stacked("any", monkeypatch)
    assert top.told(top.act(top.me, Accuse(theory=CASE))) == {
        "me": ["turn"],
        "group": ["verdict!", "card"],
    }


def test_a_skipped_turn_closes_its_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    top = Stacked("any", monkeypatch)
    assert top.told(top.strike()) == {"me": ["nudge"], "group": ["card"]}
    assert top.told(top.strike()) == {"group": ["mention!", "card"]}
    assert top.told(top.strike()) == {
        "me": ["turn"],
        "left": ["turn!"],
        "group": ["story", "card"],
    }


def test_a_closed_wait_takes_its_reminder_back(monkeypatch: pytest.MonkeyPatch) -> None:
    top = Stacked("any", monkeypatch)
    reminder = next(n for n in top.strike() if n.kind is NoticeKind.NUDGE)
    after = top.act(top.me, Play(action="any", cards=CASE))
    assert [n for n in after if n.kind is NoticeKind.NUDGE] == [reminder]


def test_an_answer_by_the_clock_closes_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    top = Stacked("any", monkeypatch)
    top.act(top.me, Play(action="any", cards=("yellow", "seaplane", "island")))
    assert top.told(top.strike()) == {"left": ["nudge"], "group": ["card"]}
    top.strike()
    assert top.told(top.strike()) == {
        "left": ["question"],
        "me": ["turn"],
        "group": ["card"],
    }


def test_the_end_closes_what_was_open(monkeypatch: pytest.MonkeyPatch) -> None:
    from gm.master.commands import Actor, Stop

    stop = Stop(id="", actor=Actor(person=ANN, admin=True), table="T")
    top = Stacked("sleuth_female", monkeypatch)
    top.act(top.me, Play(action="sleuth_female"))
    assert top.told(top.do(stop)) == {
        "me": ["turn"],
        "left": ["question"],
        "right": ["question"],
        "group": ["verdict!", "card"],
    }
    top = Stacked("any", monkeypatch)
    assert top.told(top.do(stop)) == {
        "me": ["turn"],
        "group": ["verdict!", "card"],
    }


def test_ai_seats_are_not_written_to() -> None:
    top = Offline((ANN,), seed="ai", ai=3)
    notices = [*top.begin()]
    lots = Random(1)
    while not top.over:
        notices += top.step(lots)
    assert {n.to for n in notices} == {ANN.id, PLACE}


def test_no_notice_holds_a_card_and_a_turn_has_one_group_message() -> None:
    secret = {*GETAWAY.cards, *ACTIONS}
    for seed in range(50):
        lots = Random(seed)
        people = (ANN, BOB, CY, DEE)[: 3 + seed % 2]
        top = Offline(people, seed=f"scan{seed}", ai=seed % 3)
        notices = [*top.begin()]
        for _ in range(30):
            if top.over:
                break
            notices += top.strike() if lots.random() < 0.1 else top.step(lots, accuse=0.03)
        for notice in notices:
            assert not secret & set(re.findall(r"\w+", dump(notice))), notice
        stories = [n.slot for n in notices if n.to == PLACE and n.kind is NoticeKind.STORY]
        assert len(stories) == len(set(stories))
        assert len(stories) <= top.match.state.position.turn
