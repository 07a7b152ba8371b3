"""`casekeeper simulate`: counts that add up, records that are checked and verified, seeds kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm.cli import main


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict]:
    status = main(argv)
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("rules", ["casefile", "getaway", "mansion"])
def test_records_are_whole_fair_matches(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("simulate", "--rules", rules, "--seats", "steady,rookie,rookie", "--games", "3")
    status, counted = said(capsys, *asked, "--seed", "x", "--out", str(tmp_path))
    assert status == 0
    assert sum(counted["wins"]) + counted["undecided"] == 3
    assert counted["turns"]["least"] <= counted["turns"]["mean"] <= counted["turns"]["most"]
    wins = [0, 0, 0]
    for path in sorted(tmp_path.iterdir()):
        status, checked = said(capsys, "record", "check", str(path))
        assert status == 0
        assert checked["over"]
        wins[checked["winner"]] += 1
        assert said(capsys, "verify", str(path)) == (0, {"ok": True})
        assert '"occupant":"ai:steady"' in path.read_text()
    assert wins == counted["wins"]


def test_the_same_seed_writes_the_same_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("simulate", "--rules", "casefile", "--seats", "steady,rookie", "--games", "10")
    folders = [tmp_path / name for name in ("one", "two", "other")]
    for folder, seed in zip(folders, ("1", "1", "2"), strict=True):
        said(capsys, *asked, "--seed", seed, "--out", str(folder))
    one, two, other = ({p.name: p.read_text() for p in f.iterdir()} for f in folders)
    assert len(one) == 10
    assert one == two
    assert one["01.jsonl"] != other["01.jsonl"]


def test_what_cannot_be_played_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    casefile = ("simulate", "--rules", "casefile")
    assert said(
        capsys, *casefile, "--deck", "normal", "--seats", "rookie,rookie,rookie,rookie,rookie"
    ) == (
        1,
        {"ok": False, "reason": "WRONG_SEATS", "seats": 5},
    )
    assert said(capsys, *casefile, "--deck", "huge", "--seats", "rookie,rookie")[0] == 1
    assert main([*casefile, "--seats", "rookie,genius"]) == 2
    assert "genius" in capsys.readouterr().err
    with pytest.raises(SystemExit) as wrong:
        main([*casefile, "--seats", "rookie,rookie", "--games", "0"])
    assert wrong.value.code == 2
