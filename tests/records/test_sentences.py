"""Every sentence of the rules that decides something has a record, and the record agrees."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from gm.cli.record import main

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
RULES = HERE.parent.parent / "deploy" / "docs" / "rules.md"
ROWS: list[dict[str, Any]] = tomllib.loads((HERE / "sentences.toml").read_text())["shows"]


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict[str, Any]]:
    status = main(argv)
    return status, json.loads(capsys.readouterr().out)


def test_every_sentence_is_shown_and_every_record_is_used() -> None:
    sentences = re.findall(r"^- §(\d+\.\d+) ", RULES.read_text(), re.MULTILINE)
    assert len(sentences) == len(set(sentences))
    assert {row["rule"] for row in ROWS} == set(sentences)
    assert {row["record"] for row in ROWS} == {path.stem for path in GOLDEN.iterdir()}
    assert all({"check", "refused", "legal", "view"} & row.keys() for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['rule']}-{row['record']}")
def test_the_record_agrees(row: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    path = str(GOLDEN / f"{row['record']}.jsonl")
    status, checked = said(capsys, "check", path)
    if "refused" in row:
        assert (status, checked["ok"]) == (1, False)
        assert {key: checked[key] for key in row["refused"]} == row["refused"]
        return
    assert (status, checked["ok"]) == (0, True)
    for key, value in row.get("check", {}).items():
        assert checked[key] == (None if value == "none" else value), key
    for expected in row.get("legal", []):
        moves = said(capsys, "legal", path, "--seat", str(expected["seat"]))[1]["moves"]
        assert len(moves) == expected.get("count", len(moves))
        assert all(move in moves for move in expected.get("has", []))
        assert not any(move in moves for move in expected.get("lacks", []))
    for expected in row.get("view", []):
        seen = said(capsys, "view", path, "--seat", str(expected["seat"]))[1]
        log = seen["log"]
        assert in_order(expected.get("log_has", []), log)
        assert not any(line in log for line in expected.get("log_lacks", []))
        if "log_case" in expected:
            assert log[0]["case"] == expected["log_case"]
        for key in expected.keys() - {"seat", "log_has", "log_lacks", "log_case"}:
            assert within(expected[key], seen[key]), key


def within(some: Any, whole: Any) -> bool:
    """Whether a table says all that the smaller one says."""
    if isinstance(some, dict) and isinstance(whole, dict):
        return all(key in whole and within(some[key], whole[key]) for key in some)
    return bool(some == whole)


def in_order(wanted: list[Any], log: list[Any]) -> bool:
    rest = iter(log)
    return all(line in rest for line in wanted)
