"""Counts of all ways to go on, committed, and counted again by a referee written differently."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gm.cli import main
from gm.game.dealing import draw
from gm.game.engine import decide
from gm.game.perft import entries, perft
from gm.game.record.lines import Line, write
from gm.game.record.reading import read, write_header
from gm.game.record.replay import replay
from gm.game.state import fold
from tests.game import slow_casefile, slow_getaway, slow_mansion
from tests.game.matches import any_header, begun

GOLDEN = Path(__file__).parents[1] / "records" / "golden"
COUNTS: dict[str, list[int]] = json.loads((Path(__file__).parent / "perft.json").read_text())
"""Nodes by depth, from 1, after the first lines ("record:lines") of a golden record."""

SLOW = [(name, depth) for name, nodes in COUNTS.items() for depth in range(1, len(nodes) + 1)]
BIG = 2_000_000


def text(position: str) -> list[str]:
    name, _, length = position.partition(":")
    return (GOLDEN / f"{name}.jsonl").read_text().splitlines()[: int(length) if length else None]


@pytest.mark.parametrize(
    ("name", "depth"),
    [
        pytest.param(
            name, depth, marks=[pytest.mark.long] if COUNTS[name][depth - 1] > BIG else []
        )
        for name, depth in SLOW
    ],
)
def test_counts_are_as_committed(name: str, depth: int) -> None:
    state = replay(read("\n".join(text(name)).encode())).state
    assert perft(state, depth) == COUNTS[name][depth - 1]


REFEREES: dict[str, Any] = {
    "casefile": slow_casefile,
    "getaway": slow_getaway,
    "mansion": slow_mansion,
}


def count(referee: Any, game: Any, depth: int, known: dict[Any, int]) -> int:
    """The number of sequences of that length."""
    if depth == 0:
        return 1
    if (game, depth) not in known:
        lines = referee.possible(game)
        known[game, depth] = (
            len(lines)
            if depth == 1
            else sum(count(referee, referee.after(game, line), depth - 1, known) for line in lines)
        )
    return known[game, depth]


@pytest.mark.parametrize("name", COUNTS)
def test_the_slow_referee_counts_the_same(name: str) -> None:
    lines = [json.loads(line) for line in text(name)]
    referee = REFEREES[lines[0]["rules"]]
    game, known = referee.opened(lines), {}
    for depth, nodes in enumerate(COUNTS[name], start=1):
        if nodes <= BIG:
            assert count(referee, game, depth, known) == nodes


def canonical(line: dict[str, Any]) -> str:
    """A line as text; cards that may be named in any order are sorted."""
    cards = {"cards": sorted(line["cards"])} if line.get("move") in ("ask", "answer") else {}
    return json.dumps({**line, **cards}, sort_keys=True)


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("rules", REFEREES)
def test_both_referees_allow_the_same_through_whole_matches(rules: str, number: int) -> None:
    luck, referee = random.Random(number), REFEREES[rules]
    seed = luck.randbytes(32)
    state = begun(any_header(rules, luck, seed))
    lines = [write_header(state.header)]
    while state.position.turn == 0:
        drawn = draw(state, seed)
        lines.append(write(Line(content=drawn)))
        state = fold(state, decide(state, drawn))
    game = referee.opened(lines)
    for _ in range(60):
        coming = {canonical(write(Line(content=entry))): entry for entry in entries(state)}
        allowed = {canonical(line): line for line in referee.possible(game)}
        assert coming.keys() == allowed.keys()
        if not coming:
            return
        # Each kind of line as often as any other, but for accusations: they end the match.
        kinds: dict[str, list[str]] = {}
        for line in sorted(coming):
            kind = str(allowed[line].get("move")) + str(allowed[line].get("action"))
            kinds.setdefault(kind, []).append(line)
        if len(kinds) > 1 and luck.random() < 0.9:
            kinds.pop("accuseNone", None)
        line = luck.choice(kinds[luck.choice(sorted(kinds))])
        state = fold(state, decide(state, coming[line]))
        game = referee.after(game, allowed[line])


def test_the_command_splits_by_first_line(capsys: pytest.CaptureFixture[str]) -> None:
    def said(name: str, depth: int) -> tuple[int, dict[str, Any]]:
        status = main(["perft", str(GOLDEN / f"{name}.jsonl"), "--depth", str(depth)])
        return status, json.loads(capsys.readouterr().out)

    status, counted = said("snoop_due", 2)
    assert (status, counted["nodes"]) == (0, COUNTS["snoop_due"][1])
    first = {"chance": {"chance": "look", "seat": 0, "target": 2, "card": "purple"}, "nodes": 325}
    assert counted["split"][0] == first
    assert said("tip_one", 1)[1] == {
        "depth": 1,
        "nodes": 2,
        "split": [
            {"move": {"seat": 1, "move": "answer", "cards": [card]}, "nodes": 1}
            for card in ("white", "blue")
        ],
    }
    assert said("three_seats", 0)[1] == {"depth": 0, "nodes": 1, "split": []}
    assert said("all_out", 3)[1] == {"depth": 3, "nodes": 0, "split": []}


def test_the_set_up_must_be_complete(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join(text("three_seats:3")))
    assert main(["perft", str(path), "--depth", "1"]) == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "CHANCE_DUE"
