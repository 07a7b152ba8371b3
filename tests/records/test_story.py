"""`casekeeper record replay`: what everybody at the table could tell afterwards, and no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gm.cli import main
from gm.game.record.reading import BadRecord, dump, read
from gm.game.record.redacted import redacted
from gm.game.record.replay import replay
from gm.i18n import languages

GOLDEN = Path(__file__).parent / "golden"


def told(capsys: pytest.CaptureFixture[str], name: str, *more: str) -> list[dict[str, Any]]:
    assert main(["record", "replay", str(GOLDEN / f"{name}.jsonl"), *more]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for said in objects:  # names are isolated, so that their direction turns no sentence around
        said["text"] = said["text"].replace("\u2068", "").replace("\u2069", "")
    return objects


def test_the_story_is_told_turn_by_turn(capsys: pytest.CaptureFixture[str]) -> None:
    first, second, end = told(capsys, "last_seat_wins")
    assert (first["turn"], first["seat"]) == (1, 0)
    assert (second["turn"], second["seat"]) == (2, 1)
    assert "A " in first["text"]
    assert "B " in second["text"]
    assert end["winner"] == 2
    assert "C " in end["text"]


def test_a_shown_card_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    (turn,) = told(capsys, "suggestion_shown")
    passed, shown, card = "B", "C", "the train"
    assert passed in turn["text"]
    assert shown in turn["text"]
    assert turn["text"].count(card) == 1  # asked for; that this one was shown is not said


def test_it_stops_at_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    whole = told(capsys, "last_seat_wins")
    lines = (GOLDEN / "last_seat_wins.jsonl").read_text().splitlines()
    assert told(capsys, "last_seat_wins", "--at", str(len(lines))) == whole
    assert told(capsys, "last_seat_wins", "--at", "5")[0] == whole[0]
    assert told(capsys, "last_seat_wins", "--at", "4") == [{"turn": 1, "seat": 0, "text": ""}]
    assert told(capsys, "last_seat_wins", "--at", "1") == []
    for at in (0, len(lines) + 1):
        path = str(GOLDEN / "last_seat_wins.jsonl")
        assert main(["record", "replay", path, "--at", str(at)]) == 1
        assert json.loads(capsys.readouterr().out)["reason"] == "MISPLACED"


@pytest.mark.parametrize("language", languages())
def test_every_golden_record_is_told(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    for path in sorted(GOLDEN.iterdir()):
        try:
            played = replay(read(path.read_bytes()))
        except BadRecord:
            continue
        objects = told(capsys, path.stem, "--lang", language)
        turns = [said for said in objects if "turn" in said]
        assert len(turns) == played.state.position.turn
        assert [said for said in turns[:-1] if not said["text"]] == []
        assert any("winner" in said for said in objects) == played.state.position.over


def test_a_seats_own_record_tells_no_public_story(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    played = replay(read((GOLDEN / "suggestion_shown.jsonl").read_bytes()))
    path = tmp_path / "own.jsonl"
    path.write_text(dump(redacted(played, 0)))
    assert main(["record", "replay", str(path)]) == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "REDACTED"
