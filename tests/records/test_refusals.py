"""Bytes that are no record, and lines that cannot be, are refused with their line and reason."""

import contextlib
import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gm.cli import main
from gm.game.reasons import Reason
from gm.game.record import reading
from gm.game.record.reading import BadRecord, read
from gm.game.record.replay import replay

GOLDEN = Path(__file__).parent / "golden"
HEADER = '{"record":1,"rules":"getaway","seats":["A","B","C"],"dealer":0}'
SETUP = (GOLDEN / "three_seats.jsonl").read_text().splitlines()
SNOOP = (GOLDEN / "snoop_due.jsonl").read_text().splitlines()
ASKED = [*SETUP, '{"seat":0,"move":"play","action":"any","cards":["red","train","fort"]}']
TIP = (GOLDEN / "tip_one.jsonl").read_text().splitlines()
PILE = (GOLDEN / "pile_empty.jsonl").read_text().splitlines()
SEAL = '{"sealed":"' + "0" * 64 + '","scheme":"casekeeper-1"}'


def deal(**changes: object) -> str:
    return json.dumps(json.loads(SETUP[1]) | changes)


def header(**changes: object) -> str:
    return json.dumps(json.loads(HEADER) | changes)


def play(action: str, **choices: object) -> str:
    return json.dumps({"seat": 0, "move": "play", "action": action, **choices})


HANDS = json.loads(SETUP[1])["hands"]
OTHER_HANDS = [["yellow", "yellow", *HANDS[0][2:]], *HANDS[1:]]
HIDDEN = ["??"] * 6
JOINED = [
    '{"record":1,"rules":"casefile","deck":"normal","options":{"accusation_order":"agreed"},"seats":["A","B","C"]}',
    '{"chance":"deal","case":["red","knife","kitchen"],"hands":[["yellow","billiard","dining"],["green","purple","rope"],["white","blue","candlestick"]],"up":[]}',
    '{"chance":"first","seat":0}',
    '{"seat":0,"move":"accuse","theory":["red","rope","kitchen"]}',
    '{"seat":1,"move":"decline"}',
    '{"seat":2,"move":"join","theory":["red","knife","kitchen"]}',
]
THROWN = [
    '{"record":1,"rules":"mansion","deck":null,"options":{},"seats":["A","B","C"],"tokens":["red","green","blue"]}',
    '{"chance":"deal","case":["red","wrench","study"],"hands":[["yellow","green","purple","candlestick","billiard","lounge"],["rope","pipe","knife","revolver","dining","library"],["white","blue","kitchen","ballroom","conservatory","hall"]],"up":[]}',
    '{"chance":"weapons","rooms":{"rope":"dining","pipe":"kitchen","knife":"hall","wrench":"billiard","candlestick":"lounge","revolver":"ballroom"}}',
    '{"seat":0,"move":"roll"}',
    '{"chance":"roll","dice":[4]}',
]

ASIDE = (GOLDEN / "mansion_look_aside_due.jsonl").read_text().splitlines()
UP = (GOLDEN / "casefile_four_seats.jsonl").read_text().splitlines()

FILES: list[tuple[str, int, list[str]]] = [
    # the file
    ("NOT_JSON", 1, ["record"]),
    ("NOT_JSON", 1, ["\ufeff" + HEADER]),
    ("NOT_JSON", 2, [HEADER, ""]),
    ("NOT_JSON", 2, [HEADER, '{"stopped":"stopped","at":NaN}']),
    ("NOT_JSON", 2, [HEADER, '{"x":' + "[" * 100_000]),
    ("NOT_AN_OBJECT", 2, [HEADER, "[1]"]),
    ("NOT_AN_OBJECT", 1, ["1"]),
    ("DUPLICATE_KEY", 2, [HEADER, '{"stopped":"stopped","stopped":"stopped"}']),
    ("WRONG_VALUE", 2, [HEADER, '{"seat":' + "9" * 5000 + ',"move":"end"}']),
    # the header
    ("MISSING_KEY", 1, ["{}"]),
    ("WRONG_VERSION", 1, [header(record=2)]),
    ("WRONG_TYPE", 1, [header(record=True)]),
    ("UNKNOWN_RULES", 1, [header(rules="chess")]),
    ("UNKNOWN_DECK", 1, [header(deck="normal")]),
    ("WRONG_TYPE", 1, [header(deck=1)]),
    ("UNKNOWN_OPTION", 1, [header(options={"dice": 1})]),
    ("UNKNOWN_OPTION", 1, [header(options={"last_seat_wins": 1})]),
    ("WRONG_TYPE", 1, [header(options=[])]),
    ("WRONG_SEATS", 1, [header(seats=["A", "A", "B"])]),
    ("WRONG_TYPE", 1, [header(seats=["A", 1, "B"])]),
    ("WRONG_TYPE", 1, [header(seats="ABC")]),
    ("WRONG_DEALER", 1, [header(dealer=3)]),
    ("UNKNOWN_KEY", 1, [header(tokens=["red", "blue", "green"])]),
    # lines
    ("UNKNOWN_LINE", 2, [HEADER, "{}"]),
    ("UNKNOWN_LINE", 2, [HEADER, '{"chance":"storm"}']),
    ("UNKNOWN_LINE", 2, [HEADER, '{"seat":0,"move":"dance"}']),
    ("UNKNOWN_KEY", 5, [*SETUP, '{"seat":0,"move":"end","card":"red"}']),
    ("UNKNOWN_KEY", 5, [*SETUP, '{"seat":0,"move":"end","occupant":"person"}']),
    ("MISSING_KEY", 5, [*SETUP, '{"seat":0,"move":"show"}']),
    ("MISSING_KEY", 5, [*SETUP, '{"move":"end"}']),
    ("WRONG_TYPE", 5, [*SETUP, '{"seat":true,"move":"end"}']),
    ("WRONG_TYPE", 5, [*SETUP, '{"seat":0,"move":"accuse","theory":"red"}']),
    ("WRONG_TYPE", 5, [*SETUP, '{"seat":0,"move":"end","x":1}']),
    ("WRONG_TYPE", 5, [*SETUP, '{"seat":0,"move":"end","at":"1"}']),
    ("WRONG_VALUE", 5, [*SETUP, '{"seat":0,"move":"end","at":1e999}']),
    ("WRONG_VALUE", 5, [*SETUP, '{"stopped":"bored"}']),
    ("WRONG_VALUE", 5, [*SETUP, '{"seat":0,"occupant":"dog"}']),
    ("NO_SUCH_SEAT", 5, [*SETUP, '{"seat":3,"occupant":"person"}']),
    ("WRONG_VALUE", 6, [*ASKED, '{"seat":2,"move":"show","card":"fort","by":"vote"}']),
    ("WRONG_VALUE", 2, [HEADER, '{"sealed":"00","scheme":"casekeeper-1"}']),
    ("UNKNOWN_KEY", 5, [*SETUP, '{"opened":{"seed":"' + "0" * 64 + '","b":1}}']),
    ("MISPLACED", 3, [HEADER, SEAL, SEAL]),
    ("MISPLACED", 5, [*SETUP, '{"dealt":{}}']),
    ("MISPLACED", 6, [*SETUP, '{"opened":{"seed":"' + "0" * 64 + '"}}', '{"stopped":"stopped"}']),
    ("MISPLACED", 6, [*ASKED, '{"passed":1}']),
    # draws
    ("CHANCE_DUE", 2, [HEADER, '{"seat":0,"move":"end"}']),
    ("CHANCE_DUE", 2, [HEADER, '{"stopped":"stopped"}']),
    ("CHANCE_NOT_DUE", 5, [*SETUP, SETUP[3]]),
    ("WRONG_CHANCE", 2, [HEADER, SETUP[2]]),
    ("WRONG_CHANCE", 6, [*SNOOP, '{"chance":"look","seat":0,"target":1,"card":"white"}']),
    ("WRONG_COUNT", 2, [HEADER, deal(case=["red", "balloon"])]),
    ("WRONG_COUNT", 2, [HEADER, deal(up=["red"])]),
    ("WRONG_CATEGORY", 2, [HEADER, deal(case=["red", "falls", "balloon"])]),
    ("NO_SUCH_CARD", 2, [HEADER, deal(case=["red", "balloon", "moon"])]),
    ("NO_SUCH_CARD", 2, [HEADER, deal(hands=[["moon", *HANDS[0][1:]], *HANDS[1:]])]),
    ("DUPLICATE_CARD", 2, [HEADER, deal(hands=OTHER_HANDS)]),
    ("REDACTED", 2, [HEADER, deal(case=["??", "balloon", "falls"])]),
    ("WRONG_COUNT", 3, [*SETUP[:2], '{"chance":"markers","seats":["beach"]}']),
    ("NO_SUCH_CARD", 3, [*SETUP[:2], '{"chance":"markers","seats":["beach","fort","red"]}']),
    ("NO_SUCH_CARD", 4, [*SETUP[:3], SETUP[3].replace("tip_north", "tip_moon")]),
    ("REDACTED", 4, [*SETUP[:3], SETUP[3].replace("tip_north", "??")]),
    # moves
    ("NO_SUCH_SEAT", 5, [*SETUP, '{"seat":-1,"move":"end"}']),
    ("NOT_AWAITED", 5, [*SETUP, '{"seat":1,"move":"end"}']),
    ("WRONG_MOVE", 5, [*SETUP, '{"seat":0,"move":"show","card":"red"}']),
    ("WRONG_MOVE", 5, [*SETUP, play("present", target=1)]),
    ("WRONG_MOVE", 5, [*SETUP, play("any")]),
    ("WRONG_COUNT", 5, [*SETUP, play("any", cards=["red", "train"])]),
    ("NOT_HELD", 5, [*SETUP, play("snoop", target=1)]),
    ("REDACTED", 5, [*SETUP, play("tip", target=1)]),
    ("NO_SUCH_CARD", 5, [*SETUP, play("dance")]),
    ("NO_SUCH_CARD", 5, [*SETUP, play("present", go="moon")]),
    ("REDACTED", 5, [*SETUP, '{"seat":0,"move":"accuse","theory":["??","??","??"]}']),
    ("NO_SUCH_SEAT", 5, [*SNOOP[:4], play("snoop", target=7)]),
    ("WRONG_MOVE", 6, [*ASKED, '{"seat":2,"move":"end"}']),
    ("REDACTED", 6, [*ASKED, '{"seat":2,"move":"show","card":"??"}']),
    ("REDACTED", 6, [*TIP, '{"seat":1,"move":"answer","cards":"??"}']),
    ("NOT_ASKED_FOR", 6, [*TIP, '{"seat":1,"move":"answer","cards":["geyser"]}']),
    ("NOT_HELD", 6, [*TIP, '{"seat":1,"move":"answer","cards":["red"]}']),
    ("DUPLICATE_CARD", 6, [*TIP, '{"seat":1,"move":"answer","cards":["blue","blue"]}']),
    ("WRONG_TYPE", 6, [*TIP, '{"seat":1,"move":"answer","cards":[1]}']),
    ("WRONG_COUNT", len(PILE) + 1, [*PILE, '{"chance":"pile","cards":[]}']),
    # the other games
    ("WRONG_ORDER", 7, [*JOINED, '{"seat":0,"move":"order","order":[0,0]}']),
    ("OUT_OF_REACH", 6, [*THROWN, '{"seat":0,"move":"walk","to":"study"}']),
    ("CHANCE_DUE", 5, [*THROWN[:4], '{"seat":0,"occupant":"keeper"}']),
    ("WRONG_TYPE", 5, [*THROWN[:4], '{"chance":"roll","dice":["4"]}']),
    ("WRONG_TYPE", 5, [*THROWN[:4], '{"chance":"roll","dice":[true]}']),
    ("WRONG_CHANCE", 5, [*THROWN[:4], THROWN[2]]),
    ("WRONG_VALUE", 6, [*THROWN, '{"seat":0,"move":"walk","to":[20]}']),
    ("WRONG_TYPE", 6, [*THROWN, '{"seat":0,"move":"walk","to":[20,"7"]}']),
    ("MISSING_KEY", 3, [*THROWN[:2], THROWN[2].replace('"rope":"dining",', "")]),
    ("WRONG_CHANCE", 8, [*ASIDE, '{"chance":"look","seat":1,"target":"aside","card":"blue"}']),
    ("WRONG_TYPE", 8, [*ASIDE, '{"chance":"look","seat":0,"target":"up","card":"blue"}']),
    ("WRONG_CHANCE", 2, [JOINED[0], JOINED[2]]),
    ("NO_SUCH_CARD", 2, [UP[0], UP[1].replace('"up":["rope"]', '"up":["??"]')]),
    ("MISSING_KEY", 1, [THROWN[0].replace(',"tokens":["red","green","blue"]', "")]),
    # redacted records
    ("REDACTED", 2, [HEADER, deal(hands=[HANDS[0], HANDS[1], HIDDEN])]),
    ("REDACTED", 2, [HEADER, deal(hands=[HIDDEN] * 3, case=["??"] * 3)]),
]


def refused(data: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        replay(read(data))
    return caught.value


@pytest.mark.parametrize(("reason", "line", "lines"), FILES)
def test_a_bad_line_is_named(reason: str, line: int, lines: list[str]) -> None:
    error = refused("\n".join(lines).encode() + b"\n")
    assert (error.reason.value, error.line) == (reason, line)


def test_bytes_that_are_no_text_are_named() -> None:
    assert refused(b"").reason is Reason.EMPTY
    error = refused(HEADER.encode() + b"\n\xff\n")
    assert (error.reason, error.line) == (Reason.NOT_UTF8, 2)


def test_a_huge_file_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_LINES", 4)
    error = refused("\n".join(ASKED).encode())
    assert (error.reason, error.line) == (Reason.TOO_LARGE, 5)
    monkeypatch.setattr(reading, "MAX_BYTES", 40)
    assert refused("\n".join(ASKED).encode()).line == 1


def test_told_lines_must_fit_what_is_known() -> None:
    hidden = [HEADER, deal(case=["??"] * 3, hands=[HIDDEN, HANDS[1], HIDDEN]), *SETUP[2:3]]
    pile = json.dumps({"chance": "pile", "cards": ["??"] * 39})
    asked = [*hidden, pile, play("any", cards=["red", "train", "fort"])]

    def told(*lines: str) -> tuple[str, int]:
        error = refused("\n".join([*asked, *lines]).encode())
        return error.reason.value, error.line

    passed, show = '{"passed":1}', '{"seat":2,"move":"show","card":"??"}'
    assert told('{"passed":2}') == ("ANSWER_DIFFERS", 6)
    assert told('{"asked":1}') == ("ANSWER_DIFFERS", 6)
    assert told(show) == ("ANSWER_DIFFERS", 6)
    assert told(passed, '{"asked":0}') == ("MISPLACED", 7)
    assert told(passed, '{"seat":0,"move":"removed"}') == ("ANSWER_DIFFERS", 7)
    assert told(passed, '{"asked":2}', '{"passed":2}') == ("MISPLACED", 8)
    assert told(passed, '{"asked":2}', show.replace("??", "purple")) == ("NOT_ASKED_FOR", 8)
    assert told(play("snoop", target=1)) == ("ANSWER_DIFFERS", 6)
    for good in ([], [passed], [passed, '{"asked":2}'], [passed, '{"asked":2}', show]):
        assert replay(read("\n".join([*asked, *good]).encode())).seat == 1
    unknown = "\n".join([*hidden, pile, play("dance", target=1)]).encode()
    assert refused(unknown).reason is Reason.NO_SUCH_CARD
    look = '{"chance":"look","seat":0,"target":2,"card":"moon"}'
    looked = "\n".join([*hidden, pile, play("snoop", target=2), look]).encode()
    assert refused(looked).reason is Reason.NOT_HELD


def test_every_reason_of_the_reader_and_the_rules_is_shown() -> None:
    elsewhere = {
        # shown by tests/records/golden
        "OVER", "OWN_SEAT", "SAME_MARKER", "ALREADY_REMOVED",
        # shown above
        "EMPTY", "NOT_UTF8", "TOO_LARGE", "ANSWER_DIFFERS",
        # shown by test_fairness and test_knowledge
        "DEAL_UNSEALED", "LEAVES_DIFFER",  # shown by test_lone_checker
        "NOT_SEALED", "NOT_OPENED", "SEAL_BROKEN", "NOT_AS_DRAWN", "UNKNOWN_SCHEME", "IMPOSSIBLE",
    }  # fmt: skip
    assert {reason for reason, _, _ in FILES} | elsewhere == {reason.value for reason in Reason}


@settings(deadline=None)
@given(st.binary(max_size=300))
@example(b"\x00")
def test_any_bytes_get_an_answer(data: bytes) -> None:
    assert refused(data).line >= 1


@settings(deadline=None)
@given(st.data())
def test_a_record_with_one_character_changed_gets_an_answer(data: st.DataObject) -> None:
    text = (GOLDEN / "tip_to_an_out_seat.jsonl").read_text()
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from('0"{}[]:,?xé\n'))
    with contextlib.suppress(BadRecord):
        replay(read((text[:place] + other + text[place + 1 :]).encode()))


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, Any, str]:
    status = main(argv)
    out, err = capsys.readouterr()
    return status, json.loads(out) if out else None, err


def test_the_command_line_answers_whatever_it_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = str(GOLDEN / "three_seats.jsonl")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x7fELF\x02\xff")
    named = tmp_path / "named"
    named.write_text(HEADER + '\n{"\\ud800":1,"stopped":"stopped"}\n')

    status, said_it, _ = said(capsys, "record", "check", str(binary))
    assert (status, said_it["reason"]) == (1, "NOT_UTF8")
    status, said_it, _ = said(capsys, "record", "check", str(named))
    assert (status, said_it) == (
        1,
        {"ok": False, "line": 2, "reason": "UNKNOWN_KEY", "detail": "key: \ud800"},
    )
    for path in (tmp_path / "missing", tmp_path):
        status, said_it, err = said(capsys, "verify", str(path))
        assert (status, said_it, err.count("\n")) == (2, None, 1)
    for seat in ("99", "-1"):
        status, said_it, _ = said(capsys, "record", "legal", good, "--seat", seat)
        assert (status, said_it["reason"]) == (2, "NO_SUCH_SEAT")
    assert said(capsys, "dance", good)[0] == 2
    for argv in (
        ["record"],
        ["record", "dance"],
        ["record", "view", good],
        ["record", "view", good, "--seat", "B"],
        ["record", "replay", good, "--lang", "xx"],
        ["perft", good, "--depth", "-1"],
        ["perft", good, "--depth", "1000"],
        ["simulate", good],
    ):
        with pytest.raises(SystemExit) as caught:
            main(argv)
        assert caught.value.code == 2
        capsys.readouterr()

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(HEADER.encode())))
    status, said_it, _ = said(capsys, "record", "check", "-")
    assert (status, said_it["phase"], said_it["to_act"]) == (0, "setup", [])
