"""Case File and the Mansion beside Getaway: every screen, every move, and what stays sealed."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from gm.game import board
from gm.game.events import WaitKind
from gm.game.moves import Accuse, Answer, Ask, End, Join, Move, Roll, Show, Suggest, Walk
from gm.game.reasons import Reason
from gm.game.record.lines import write_move
from gm.master.commands import Actor, MoreTime, Strike
from gm.master.master import Scene
from gm.master.tables import Person
from gm.voice.screens import parse
from tests.webapp.parlour import EVE, JON, MIRA, NOOR, PEOPLE, Parlour, Phone
from tests.webapp.test_stream import live
from webapp.api import snapshot as snapshots
from webapp.api import stream as streams
from webapp.api.words import Cast

GAMES: dict[str, dict[str, Any]] = {
    "getaway": {"rules": "getaway"},
    "normal": {"rules": "casefile", "deck": "normal"},
    "advanced": {"rules": "casefile", "deck": "advanced"},
    "grand, agreed": {"rules": "casefile", "deck": "grand", "accusation_order": "agreed"},
    "mansion": {"rules": "mansion"},
    "two dice": {"rules": "mansion", "dice": 2},
}
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
TWO = (MIRA, JON)


def until(
    parlour: Parlour, kind: WaitKind, number: int = 1, *, turn: int = 1, accuse: float = 0.0
) -> Person:
    """Plays on by random moves until somebody is awaited for this; who that is."""
    random = Random(number)
    for _ in range(500):
        position = scene(parlour).match.state.position  # type: ignore[union-attr]
        for wait in position.waits:
            if wait.kind is kind and position.turn >= turn:
                person = scene(parlour).table.occupants[wait.seat]
                assert isinstance(person, Person)
                return person
        parlour.move(random, accuse=accuse)
    raise AssertionError(kind)


def scene(parlour: Parlour) -> Scene:
    return parlour.scene()


def legal(parlour: Parlour, person: Person) -> tuple[Move, ...]:
    """What a person may do now."""
    now = parlour.scene()
    assert now.match is not None
    seat = now.table.seat_of(person.id)
    assert seat is not None
    return now.match.moves(seat)


def moments(parlour: Parlour, game: dict[str, Any], people: tuple[Person, ...]) -> Iterator[int]:
    """A match at random moments, to its end or nearly."""
    parlour.begin(people, **game)
    random = Random(str(game))
    for n in range(60):
        yield n
        if parlour.move(random, accuse=0.05) is None:
            return


# -- what is shown ---------------------------------------------------------------------------


def shown_screens(now: Scene, seat: int, names: Cast, random: Random) -> int:
    """Renders the screens down one random path of taps; how deep it went."""
    assert now.match is not None
    wait = now.match.state.position.wait(seat)
    assert wait is not None
    path, depth = "", 0
    while snapshots.screen(now, seat, wait, parse(path)).move is None:
        ask = snapshots.ask(now, seat, names, parse(path))
        assert ask is not None
        assert all(ask["lines"])
        buttons = [choice for row in ask["rows"] for choice in row]
        assert buttons
        assert all(button["label"] for button in buttons)
        down = [b["step"] for b in buttons if len(b["step"]) > len(path)]
        path, depth = random.choice(down), depth + 1
    return depth


@pytest.mark.parametrize(
    ("game", "people"),
    [*((game, PEOPLE) for game in GAMES), ("normal", TWO), ("mansion", TWO)],
    ids=lambda value: value if isinstance(value, str) else str(len(value)),
)
def test_every_screen_renders_at_any_moment(
    parlour: Parlour, game: str, people: tuple[Person, ...]
) -> None:
    random = Random(1)
    deepest = 0
    for _ in moments(parlour, GAMES[game], people):
        now = parlour.scene()
        assert now.match is not None
        names = Cast(now.table, "en")
        for person in (*people, EVE):
            shown = snapshots.snapshot(now, person, names)
            cards = [c["id"] for k in shown["sheet"]["categories"] for c in k["cards"]]
            assert sorted(cards) == sorted(now.match.header.cards.cards)
            assert ("up" in shown["sheet"]["places"]) is bool(shown["up"])
            assert all(wait["text"] for wait in shown["awaited"])
            if shown["ask"] is not None:
                deepest = max(deepest, shown_screens(now, shown["me"], names, random))
    assert deepest >= 3


def test_two_in_the_mansion_have_a_column_for_the_cards_laid_aside(parlour: Parlour) -> None:
    table = parlour.begin(TWO, rules="mansion")
    shown = parlour.phone(MIRA).table(table)
    assert shown["sheet"]["places"] == ["0", "1", "aside", "case"]


class Blind:
    """A match whose state holds nothing but what is public."""

    def __init__(self, now: Scene, seat: int | None) -> None:
        assert now.match is not None
        self._seat, self._view = seat, now.match.view(seat)
        self._moves = () if seat is None else now.match.moves(seat)
        self.state = replace(
            now.match.state,
            case=(),
            hands=(),
            aside=(),
            theories=(),
            looked=(),
        )

    def view(self, seat: int | None) -> object:
        assert seat == self._seat
        return self._view

    def moves(self, seat: int) -> tuple[Move, ...]:
        assert seat == self._seat
        return self._moves


@games
def test_a_snapshot_needs_nothing_but_the_view(parlour: Parlour, game: dict[str, Any]) -> None:
    for _ in moments(parlour, game, PEOPLE):
        now = parlour.scene()
        names = Cast(now.table, "en")
        for person in (*PEOPLE, EVE):
            blind = cast("Any", Blind(now, now.table.seat_of(person.id)))
            told = snapshots.snapshot(replace(now, match=blind), person, names)
            assert told == snapshots.snapshot(now, person, names)


# -- moves -----------------------------------------------------------------------------------


@games
def test_every_move_is_taken_or_refused_with_a_reason(
    parlour: Parlour, game: dict[str, Any]
) -> None:
    """Of what is posted in the record's notation the engine takes what is legal, nothing else."""
    random, refused = Random(7), 0
    strange = [
        Roll(),
        End(),
        Walk(to="hall"),
        Walk(to=(0, 0)),
        Walk(to="cellar"),
        Suggest(cards=("red", "rope")),
        Ask(cards=("red", "red")),
        Show(card="red"),
        Answer(cards=()),
        Accuse(theory=("red", "rope")),
        Join(theory=("??", "??", "??")),
    ]
    for _ in moments(parlour, game, PEOPLE):
        now = parlour.scene()
        assert now.match is not None
        if not (waits := now.match.state.position.waits):
            return
        person = now.table.occupants[random.choice(waits).seat]
        assert isinstance(person, Person)
        phone, moves = parlour.phone(person), legal(parlour, person)
        wait = phone.table(parlour.table)["ask"]["wait"]
        odd = random.choice(strange)
        if odd not in moves:
            reply = phone.move(parlour.table, wait, write_move(odd))
            assert reply.status_code == 409
            assert reply.json
            assert reply.json["reason"] in list(Reason)
            assert reply.json["text"]
            assert parlour.scene().revision == now.revision
            refused += 1
        plain = [move for move in moves if not isinstance(move, Accuse)]
        reply = phone.move(parlour.table, wait, write_move(random.choice(plain)))
        assert reply.status_code == 200, reply.json
        assert parlour.scene().revision == now.revision + 1
    assert refused > 20


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"move": "fly"},
        {"move": "walk"},
        {"move": "walk", "to": [1]},
        {"move": "walk", "to": [1, 2, 3]},
        {"move": "walk", "to": {"row": 1}},
        {"move": "walk", "to": "hall", "seat": 1},
        {"move": "roll", "by": "lot"},
        {"chance": "roll", "dice": [6]},
        {"stopped": "stopped"},
        {"passed": 1},
        {"move": "roll", "chance": "roll", "dice": [6]},
    ],
)
def test_what_is_no_move_is_refused(parlour: Parlour, move: dict[str, Any]) -> None:
    table = parlour.begin(rules="mansion")
    person = until(parlour, WaitKind.TURN)
    phone = parlour.phone(person)
    wait, before = phone.table(table)["ask"]["wait"], parlour.scene().revision
    for reply in (phone.move(table, wait, move), phone.sure(table, wait, move)):
        assert reply.status_code == 400
        assert reply.json
        assert reply.json["reason"] == "BAD_REQUEST"
    assert parlour.scene().revision == before


@pytest.mark.parametrize("move", ["skipped", "removed"])
def test_nobody_skips_or_removes_themselves(parlour: Parlour, move: str) -> None:
    table = parlour.begin(rules="mansion")
    phone = parlour.phone(until(parlour, WaitKind.TURN))
    wait = phone.table(table)["ask"]["wait"]
    assert phone.move(table, wait, {"move": move}).status_code == 409


def test_the_same_walk_twice_is_made_once_and_by_nobody_else(parlour: Parlour) -> None:
    table = parlour.begin(rules="mansion")
    person = until(parlour, WaitKind.WALK)
    phone, op = parlour.phone(person), str(uuid.uuid4())
    ask, before = phone.table(table)["ask"], parlour.scene().revision
    move = {"move": "walk", "to": ask["reach"][0]["to"]}
    for other in (*PEOPLE, EVE):
        if other != person:
            reply = parlour.phone(other).move(table, ask["wait"], move)
            assert reply.status_code in (403, 409)
    assert parlour.scene().revision == before
    assert phone.move(table, ask["wait"], move, op).status_code == 200
    assert phone.move(table, ask["wait"], move, op).status_code == 200
    assert parlour.scene().revision == before + 1
    late = phone.move(table, ask["wait"], move)
    assert (late.status_code, (late.json or {})["reason"]) == (409, "STALE")


def confirmed(phone: Phone, table: str, wait: str, move: dict[str, Any]) -> None:
    """Asks whether one is sure of a move, and taps the first button of what comes."""
    reply = phone.sure(table, wait, move)
    assert reply.status_code == 200, reply.json
    assert reply.json
    ((sure, _),) = reply.json["ask"]["rows"]
    assert phone.act(table, wait, sure["step"]).status_code == 200


@pytest.mark.parametrize("game", ["getaway", "normal", "mansion"])
def test_cards_picked_together_make_the_move_that_they_say(parlour: Parlour, game: str) -> None:
    """For each deed that asks for cards: what is offered, what is asked then, what is made."""
    parlour.begin(**GAMES[game])
    made = set()
    wanted = {
        "getaway": {"accuse", "playany"},
        "normal": {"accuse", "ask", "join"},
        "mansion": {"accuse", "suggest"},
    }[game]
    random = Random(3)
    for _ in range(150):
        now = parlour.scene()
        assert now.match is not None
        waits = now.match.state.position.waits
        if made >= wanted or not waits:
            break
        person = now.table.occupants[waits[0].seat]
        assert isinstance(person, Person)
        phone = parlour.phone(person)
        ask = phone.table(parlour.table)["ask"]
        for (button,) in ask["rows"] if ask["kind"] in ("turn", "after", "join") else []:
            reply = snapshots.ask(now, waits[0].seat, Cast(now.table, "en"), (button["step"],))
            assert reply is not None
            pick = reply["pick"]
            name = pick and pick["move"]["move"] + pick["move"].get("action", "")
            if pick is None or name in made:
                continue
            if pick["each"]:
                cards = [random.choice(group) for group in pick["groups"]]
            else:
                cards = random.sample([c for g in pick["groups"] for c in g], pick["count"])
            assert len(cards) == pick["count"]
            move = {**pick["move"], pick["key"]: cards}
            confirmed(phone, parlour.table, ask["wait"], move)
            log = parlour.scene().match.events  # type: ignore[union-attr]
            played = log[len(now.match.events)].move  # type: ignore[union-attr]
            written = write_move(played)
            assert sorted(written.pop(pick["key"])) == sorted(cards)  # type: ignore[call-overload]
            assert written == pick["move"]
            made.add(name)
            break
        else:
            parlour.move(random)
    assert made >= wanted


def test_a_move_without_a_question_whether_one_is_sure(parlour: Parlour) -> None:
    table = parlour.begin(rules="mansion")
    phone = parlour.phone(until(parlour, WaitKind.TURN))
    wait = phone.table(table)["ask"]["wait"]
    for move in ({"move": "roll"}, {"move": "walk", "to": "hall"}, {"move": "ask", "cards": []}):
        reply = phone.sure(table, wait, move)
        assert (reply.status_code, (reply.json or {})["reason"]) == (409, "WRONG_MOVE")


# -- the board -------------------------------------------------------------------------------


def test_the_printed_board_is_the_engines(parlour: Parlour) -> None:
    printed = parlour.phone(EVE).get("/api/board").json
    assert printed is not None
    assert tuple(printed["grid"]) == board.GRID
    assert printed["passages"] == dict(board.PASSAGES)
    doors = [(d["room"], tuple(d["cell"]), tuple(d["front"])) for d in printed["doors"]]
    assert tuple(doors) == board.DOORS
    assert [tuple(square) for square in printed["starts"].values()] == list(board.STARTS)


def test_a_walk_lists_every_end_in_words(parlour: Parlour) -> None:
    table = parlour.begin(rules="mansion", dice=2)
    for turn in range(1, 12, 3):
        person = until(parlour, WaitKind.WALK, turn, turn=turn)
        shown = parlour.phone(person).table(table)
        ends = [m.to for m in legal(parlour, person) if isinstance(m, Walk)]
        reach = shown["ask"]["reach"]
        assert [e["to"] if isinstance(e["to"], str) else tuple(e["to"]) for e in reach] == ends
        labels = [end["label"] for end in reach]
        assert len(set(labels)) == len(labels)
        others = [p for p in (*PEOPLE, EVE) if p != person]
        assert all(parlour.phone(p).table(table)["ask"] is None for p in others)
    assert shown["board"]["tokens"][0]["id"] == "red"
    assert {token["seat"] for token in shown["board"]["tokens"]} == {0, 1, 2, None}
    assert sum(shown["board"]["dice"]) >= 2


# -- what stays sealed -----------------------------------------------------------------------


def told(parlour: Parlour, person: Person) -> dict[str, Any]:
    shown = parlour.phone(person).table(parlour.table)
    return {key: value for key, value in shown.items() if key != "now"}


def sealed(parlour: Parlour) -> tuple[Person, list[Person]]:
    """A sealed accusation of four: who accused, and who may join, in the order they are asked."""
    four = (*PEOPLE, Person(id=44, name="Ada", language="en"))
    parlour.begin(four, rules="casefile", deck="normal")
    person = until(parlour, WaitKind.TURN)
    phone = parlour.phone(person)
    wait = phone.table(parlour.table)["ask"]["wait"]
    theory = next(m for m in legal(parlour, person) if isinstance(m, Accuse)).theory
    assert (
        phone.move(parlour.table, wait, {"move": "accuse", "theory": list(theory)}).status_code
        == 200
    )
    now = parlour.scene()
    assert now.match is not None
    asked = [now.table.occupants[wait.seat] for wait in now.match.state.position.waits]
    return person, [person for person in asked if isinstance(person, Person)]


JOINS = ({"move": "join", "theory": ["red", "knife", "dining"]}, {"move": "decline"})


@pytest.mark.parametrize("choice", JOINS, ids=["join", "decline"])
def test_nothing_tells_who_has_chosen(parlour: Parlour, choice: dict[str, Any]) -> None:
    """Not an event, not an id, not a counter, not a clock: all others see what they saw before."""
    _, asked = sealed(parlour)
    chooser, other, _ = asked
    parlour.did(
        MoreTime(id="more", actor=Actor(person=other), table=parlour.table)
    )  # clocks of different lengths
    watching = [p for p in (*PEOPLE, EVE, *asked) if p != chooser]
    before = [told(parlour, person) for person in watching]
    phone = parlour.phone(chooser)
    wait = phone.table(parlour.table)["ask"]["wait"]
    assert phone.move(parlour.table, wait, choice).status_code == 200
    assert [told(parlour, person) for person in watching] == before
    assert told(parlour, chooser)["ask"] is None
    names = [each["text"] for each in told(parlour, EVE)["awaited"]]
    assert len(names) == 3


def test_a_stream_does_not_tell_who_has_chosen(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.2)
    accuser, (chooser, other, _) = sealed(parlour)
    with parlour.serving() as address:
        for watcher in (accuser, other, EVE):
            phone = parlour.phone(watcher)
            with live(address, phone, parlour.table) as page:
                page.until("state")
                if watcher is accuser:
                    mover = parlour.phone(chooser)
                    wait = mover.table(parlour.table)["ask"]["wait"]
                    assert mover.move(parlour.table, wait, JOINS[0]).status_code == 200
                assert [m.event for m in page.until("comment")] == ["comment"]


def test_a_change_one_cannot_see_does_not_delay_a_heartbeat(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.2)
    table = parlour.begin()
    heard = threading.Event()

    def busy() -> None:
        while not heard.is_set():
            parlour.redis.xadd("feed", {"table": table})

    with parlour.serving() as address, live(address, parlour.phone(NOOR), table) as page:
        page.until("state")
        noise = threading.Thread(target=busy)
        noise.start()
        try:
            assert [m.event for m in page.until("comment")] == ["comment"]
        finally:
            heard.set()
            noise.join()


def test_theories_are_revealed_with_the_case_and_never_before(parlour: Parlour) -> None:
    accuser, asked = sealed(parlour)
    for person in asked:
        assert all(told(parlour, p)["reveal"] is None for p in (*asked, accuser, EVE))
        phone = parlour.phone(person)
        wait = phone.table(parlour.table)["ask"]["wait"]
        choice = JOINS[person is asked[0]]
        assert phone.move(parlour.table, wait, choice).status_code == 200
    shown = told(parlour, EVE)
    theories, case = shown["reveal"]["theories"], shown["reveal"]["case"]
    seats = [each["seat"] for each in theories]
    assert len(seats) == 3
    assert shown["accusation"]["joined"] == seats[1:]
    assert all(each["right"] is (each["cards"] == case) for each in theories)


def test_nobody_is_awaited_in_a_match_set_aside(parlour: Parlour) -> None:
    table = parlour.begin((MIRA,), ais=2, rules="mansion")
    for _ in range(400):
        if (ask := told(parlour, MIRA)["ask"]) and ask["kind"] == "turn":
            break
        parlour.now += 60_000
        parlour.did(Strike(id=str(uuid.uuid4()), table=table))
    case = parlour.scene().match.state.case  # type: ignore[union-attr]
    theory = next(
        move.theory
        for move in legal(parlour, MIRA)
        if isinstance(move, Accuse) and move.theory != case
    )
    move = {"move": "accuse", "theory": list(theory)}
    assert parlour.phone(MIRA).move(table, ask["wait"], move).status_code == 200
    shown = told(parlour, MIRA)
    assert (shown["phase"], shown["awaited"], shown["ask"]) == ("aside", [], None)
