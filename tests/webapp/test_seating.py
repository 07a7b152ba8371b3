"""What one does at a table beside moves: the chat's own commands, and refused to all the same."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from gm.master.tables import Phase
from tests.webapp.parlour import EVE, JON, MIRA, NOOR, PEOPLE, Parlour, Phone

CHAT = -100


def lobby(parlour: Parlour) -> str:
    """Mira is the host, Jon and Noor sit beside her."""
    return parlour.open(PEOPLE, 1, CHAT)


def running(parlour: Parlour) -> str:
    return parlour.begin(PEOPLE, 0, CHAT, rules="casefile", deck="normal")


def ended(parlour: Parlour) -> str:
    table = running(parlour)
    parlour.play(400, 3, accuse=0.1)
    assert parlour.scene().table.phase is Phase.OVER
    return table


def names(parlour: Parlour) -> list[str]:
    return [str(getattr(each, "name", "")) for each in parlour.scene().table.occupants]


def test_a_lobby_is_filled_changed_and_begun_without_the_chat(parlour: Parlour) -> None:
    table = parlour.open((MIRA,), 0, CHAT)
    mira, jon = parlour.phone(MIRA), parlour.phone(JON)
    parlour.members[CHAT, JON.id] = "member"
    parlour.store.set_reachable(JON.id, True)
    reply = jon.do(table, "join").json
    assert reply is not None
    assert reply["table"]["me"] == 1
    assert "Jon" in reply["said"]
    assert mira.do(table, "add_ai").status_code == 200
    assert mira.do(table, "add_ai").status_code == 200
    assert mira.do(table, "drop_ai").status_code == 200
    assert mira.put("option", table, {"option": "rules", "value": "mansion"}).status_code == 200
    assert mira.put("option", table, {"option": "help", "value": "odds"}).status_code == 200
    assert jon.put("piece", table, {"token": "blue"}).status_code == 200
    shown = mira.table(table)
    assert [chair["name"] for chair in shown["seats"]][::2][0]
    assert shown["lobby"]["ready"] is True
    blue = next(token for token in shown["lobby"]["pieces"]["tokens"] if token["id"] == "blue")
    assert blue["seat"] == 1
    begun = mira.do(table, "begin").json
    assert begun is not None
    assert begun["table"]["phase"] == "playing"
    assert begun["table"]["help"] == "odds"
    assert begun["table"]["seats"][1]["token"] == "blue"


def test_every_switch_of_the_lobby_can_be_turned_through_all_its_values(parlour: Parlour) -> None:
    table = parlour.open((MIRA,), 0, CHAT)
    mira = parlour.phone(MIRA)
    for rules in ("getaway", "casefile", "mansion"):
        mira.put("option", table, {"option": "rules", "value": rules})
        shown = mira.table(table)["lobby"]
        for option in (*shown["options"], *shown["time"]["options"]):
            seen, labels = [], set()
            for _ in range(8):
                here = mira.table(table)["lobby"]
                now = {o["name"]: o for o in (*here["options"], *here["time"]["options"])}
                value, label = now[option["name"]]["next"], now[option["name"]]["label"]
                labels.add(label)
                if value in seen:
                    break
                seen.append(value)
                data = {"option": option["name"], "value": value}
                assert mira.put("option", table, data).status_code == 200
            assert len(labels) >= min(2, len(seen)), option["name"]


def test_who_begins_is_voted_for_by_chairs_and_no_id_of_anybody_is_told(parlour: Parlour) -> None:
    table = parlour.open(PEOPLE, 0, CHAT, rules="casefile", first="vote")
    mira = parlour.phone(MIRA)
    chairs = mira.table(table)["lobby"]["voting"]["chairs"]
    assert not {str(person.id) for person in PEOPLE} & set(chairs)
    for person in (MIRA, NOOR):
        assert parlour.phone(person).put("vote", table, {"chair": chairs[1]}).status_code == 200
    assert mira.table(table)["lobby"]["voting"]["own"] == chairs[1]
    assert parlour.phone(JON).table(table)["lobby"]["voting"]["own"] is None, "sealed"
    assert mira.put("vote", table, {"chair": "x"}).status_code == 409
    begun = mira.do(table, "begin").json
    assert begun is not None
    assert begun["table"]["active"] == 1


def test_only_who_is_in_the_chat_may_join(parlour: Parlour) -> None:
    """To know a table's address is not enough; the chat is asked each time."""
    table = parlour.open((MIRA,), 0, CHAT)
    eve = parlour.phone(EVE)
    for status in (None, "left", "kicked"):
        if status:
            parlour.members[CHAT, EVE.id] = status
        reply = eve.do(table, "join")
        assert (reply.status_code, (reply.json or {})["reason"]) == (403, "NOT_A_MEMBER")
    parlour.members[CHAT, EVE.id] = "restricted"
    assert eve.do(table, "join").status_code == 200
    assert eve.table(table)["lobby"]["unreachable"] is True, "nobody opened a private chat"


def test_an_admin_of_the_chat_may_what_the_host_may(parlour: Parlour) -> None:
    table = lobby(parlour)
    parlour.members[CHAT, EVE.id] = "administrator"
    eve = parlour.phone(EVE)
    assert eve.do(table, "drop_ai").status_code == 200
    assert eve.put("option", table, {"option": "help", "value": "auto"}).status_code == 200
    assert eve.do(table, "begin").status_code == 200
    assert eve.do(table, "stop").status_code == 200
    assert parlour.scene().table.phase is Phase.OVER


def test_a_repeat_does_nothing_twice(parlour: Parlour) -> None:
    table = parlour.open((MIRA,), 0, CHAT)
    mira, op = parlour.phone(MIRA), str(uuid.uuid4())
    for _ in range(3):
        assert mira.do(table, "add_ai", op).status_code == 200
    assert len(names(parlour)) == 2


def test_a_match_is_paused_and_resumed_and_played_again(parlour: Parlour) -> None:
    table = parlour.begin((MIRA, JON, NOOR), 0, CHAT, rules="casefile", deck="normal")
    for person in (MIRA, JON):
        assert parlour.phone(person).do(table, "pause").status_code == 200
    assert parlour.phone(NOOR).table(table)["paused"] is True
    assert parlour.phone(NOOR).do(table, "go_on").status_code == 200
    assert parlour.phone(NOOR).table(table)["paused"] is False
    parlour.play(400, 3, accuse=0.1)
    again = parlour.phone(JON).do(table, "again").json
    assert again is not None
    assert (again["table"]["phase"], again["table"]["match"]) == ("lobby", 2)


def test_more_time_is_offered_once_and_given(parlour: Parlour) -> None:
    table = running(parlour)
    phone = next(p for p in map(parlour.phone, PEOPLE) if p.table(table)["ask"])
    assert phone.table(table)["ask"]["more"] is True
    assert phone.do(table, "more_time").status_code == 200
    assert phone.table(table)["ask"]["more"] is False
    assert phone.do(table, "more_time").status_code == 409


def test_to_leave_is_for_the_lobby_and_to_concede_for_the_match(parlour: Parlour) -> None:
    table = lobby(parlour)
    assert parlour.phone(NOOR).do(table, "leave").status_code == 200
    parlour.phone(MIRA).do(table, "begin")
    jon = parlour.phone(JON)
    assert jon.do(table, "leave").status_code == 409
    assert jon.table(table)["me"] == 1
    assert jon.do(table, "concede").status_code == 200
    assert jon.table(table)["me"] is None


# -- every deed by everybody who may not -----------------------------------------------------


def verb(name: str) -> Callable[[Phone, str], TestResponse]:
    return lambda phone, table: phone.do(table, name)


def put(what: str, **data: object) -> Callable[[Phone, str], TestResponse]:
    return lambda phone, table: phone.put(what, table, dict(data))


def moving(move: dict[str, Any]) -> Callable[[Phone, str], TestResponse]:
    """A move with the wait of whoever is awaited, by somebody else."""

    def made(phone: Phone, table: str) -> TestResponse:
        return phone.move(table, WAITS[table], move)

    return made


WAITS: dict[str, str] = {}
DEEDS: dict[str, Callable[[Phone, str], TestResponse]] = {
    **{name: verb(name) for name in ("join", "leave", "concede", "return", "add_ai", "drop_ai")},
    **{name: verb(name) for name in ("begin", "again", "stop", "more_time", "pause", "go_on")},
    "option": put("option", option="help", value="odds"),
    "piece": put("piece", token="red"),
    "vote": put("vote", chair="x"),
    "move": moving({"move": "ask", "cards": ["red", "knife"]}),
    "act": lambda phone, table: phone.act(table, WAITS[table], ""),
    "sure": lambda phone, table: phone.sure(table, WAITS[table], {"move": "end"}),
    "note": lambda phone, table: phone.note(table, "red/case", "yes"),
    "why": lambda phone, table: phone.why(table, "red/case"),
    "replay": lambda phone, table: phone.get(f"/api/tables/{table}/replay/1?seat=1"),
}
SCENES: dict[str, Callable[[Parlour], str]] = {"lobby": lobby, "running": running, "ended": ended}
AT_A_TABLE = ("return", "join", "leave", "concede", "add_ai", "drop_ai")
IN_A_MATCH = ("return", "concede", "stop", "pause", "note", "why")
MAY = {
    "lobby": {
        "host": {
            "return",
            "leave",
            "concede",
            "add_ai",
            "drop_ai",
            "begin",
            "stop",
            "option",
            "join",
        },
        "seated": {"return", "leave", "concede", "add_ai", "drop_ai", "join"},
        "member": {"join"},
        "stranger": set(),
    },
    "running": {
        "host": {
            "return",
            "concede",
            "stop",
            "pause",
            "note",
            "why",
            "more_time",
            "act",
            "move",
            "sure",
        },
        "seated": {"return", "concede", "stop", "pause", "note", "why"},
        "member": set(),
        "stranger": set(),
    },
    "ended": {
        "host": {"return", "again", "note", "why", "replay"},
        "seated": {"return", "again", "note", "why", "replay"},
        "member": {"again", "replay"},
        "stranger": {"replay"},
    },
}
"""What may succeed, by scene and by who one is; everything else must be refused."""


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("who", ["host", "seated", "member", "stranger"])
def test_every_deed_of_everybody_who_may_not_is_refused_and_changes_nothing(
    parlour: Parlour, scene: str, who: str
) -> None:
    table = SCENES[scene](parlour)
    awaited = None
    if scene == "running":
        seat = parlour.scene().match.state.position.waits[0].seat  # type: ignore[union-attr]
        awaited = PEOPLE[seat]
        WAITS[table] = parlour.phone(awaited).table(table)["ask"]["wait"]
    else:
        WAITS[table] = "AAAAAAAAAAAA"
    seated = next(person for person in (JON, NOOR) if person != awaited)
    if scene == "running" and who == "host" and awaited is not None:
        person = awaited  # the one who may do most
    else:
        person = {"host": MIRA, "seated": seated, "member": EVE, "stranger": EVE}[who]
    if who == "member":
        parlour.members[CHAT, EVE.id] = "member"
    phone = parlour.phone(person)
    for name in DEEDS.keys() - MAY[scene][who]:
        before = state(parlour)
        reply = DEEDS[name](phone, table)
        assert reply.status_code in (403, 404, 409), (name, reply.json)
        assert (reply.json or {})["reason"], name
        assert state(parlour) == before, name


def state(parlour: Parlour) -> tuple[object, ...]:
    """All that anybody could have changed."""
    scene = parlour.scene()
    cells = [parlour.notebook.cells(parlour.table, 1, p.id) for p in (*PEOPLE, EVE)]
    events = None if scene.match is None else scene.match.events
    return scene.table, scene.revision, events, cells


def test_what_may_be_done_can_be_done(parlour: Parlour) -> None:
    """The table above hides nothing: each of its entries succeeds somewhere."""
    done: set[str] = set()
    for scene, people in MAY.items():
        for who, deeds in people.items():
            for name in deeds - done:
                parlour.redis.flushdb()
                parlour.members.clear()
                table = SCENES[scene](parlour)
                person = {"host": MIRA, "seated": JON, "member": EVE, "stranger": EVE}[who]
                if scene == "running" and who == "host":
                    match = parlour.scene().match
                    assert match is not None
                    person = PEOPLE[match.state.position.waits[0].seat]
                    ask = parlour.phone(person).table(table)["ask"]
                    WAITS[table] = ask["wait"] if ask else ""
                if who == "member":
                    parlour.members[CHAT, EVE.id] = "member"
                reply = DEEDS[name](parlour.phone(person), table)
                if reply.status_code == 200:
                    done.add(name)
    whole = {name for people in MAY.values() for deeds in people.values() for name in deeds}
    assert whole - done <= {"sure"}, "to end a turn needs no asking whether one is sure"
