"""The checker that stands alone says what `verify` says, of good records and of changed ones."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from gm.cli.simulate import new_header
from gm.game.chance import SCHEME, seal, stirred
from gm.game.dealing import by_clock, draw
from gm.game.engine import advance, legal_moves, start
from gm.game.events import Dealt, Entry, Moved
from gm.game.leaves import leaves
from gm.game.moves import Accuse, Join, Move
from gm.game.record.fairness import check_fairness, deal_note
from gm.game.record.lines import Content, Line, Opened, Sealed
from gm.game.record.reading import BadRecord, Record, dump, read
from gm.game.record.replay import replay
from gm.game.state import State, fold

CHECKER = Path(__file__).parents[2] / "deploy" / "verify_record.py"
TABLES = [
    ("getaway", None, 3),
    ("getaway", None, 6),
    ("casefile", "normal", 3),
    ("casefile", "advanced", 4),
    ("casefile", "grand", 5),
    ("mansion", None, 2),
    ("mansion", None, 4),
]


def played(rules: str, deck: str | None, seats: int, lots: Random) -> list[str]:
    """The record of random moves, in which each seat added something, sealed and opened."""
    seed = lots.randbytes(32)
    luck = tuple(f"word {lots.random()}" for _ in range(seats))
    key = stirred(seed, luck)
    header = new_header(rules, deck, seats, key)
    state = fold(State(header=header), start(header))
    lines: list[Content] = [Sealed(digest=seal(seed), scheme=SCHEME)]
    while not state.position.over:
        entry: Entry
        if state.due:
            entry = draw(state, key)
        elif lots.random() < 0.15:
            entry = by_clock(state, state.position.waits[0].seat, key)
        else:
            seat = state.position.waits[0].seat
            entry = Moved(seat=seat, move=_chosen(legal_moves(state, seat), lots))
        lines.append(entry)
        if isinstance(entry, Dealt):
            lines.append(deal_note(luck, leaves(key, header.cards, entry)))
        _, state = advance(state, entry)
    lines.append(Opened(seed=seed))
    record = Record(header=header, lines=tuple(Line(content=content) for content in lines))
    return dump(record).splitlines()


def _chosen(moves: tuple[Move, ...], lots: Random) -> Move:
    calm = [move for move in moves if not isinstance(move, Accuse | Join)]
    return lots.choice(calm if calm and lots.random() < 0.99 else list(moves))


def ours(lines: list[str]) -> str | None:
    """Why not, in a word."""
    try:
        check_fairness(replay(read("\n".join(lines).encode())))
    except BadRecord as error:
        return error.reason.value
    return None


def theirs(lines: list[str], folder: Path) -> bool:
    path = folder / "record.jsonl"
    path.write_text("\n".join(lines))
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(CHECKER), str(path)], capture_output=True, check=False
    )
    return done.returncode == 0 and done.stdout == b"good\n"


@pytest.mark.parametrize(("rules", "deck", "seats"), TABLES)
def test_both_find_a_fair_match_good(
    rules: str, deck: str | None, seats: int, tmp_path: Path
) -> None:
    lines = played(rules, deck, seats, Random(f"{rules}{deck}{seats}"))
    assert ours(lines) is None
    assert theirs(lines, tmp_path)


def test_both_find_every_kind_of_lie(tmp_path: Path) -> None:
    lots = Random(8)
    lines = played("getaway", None, 3, lots)
    number = {kind: n for n, line in enumerate(lines) for kind in _kinds(json.loads(line))}
    lies = {
        "deal": lambda d: d["hands"][0].append(d["hands"][1].pop()),
        "case": lambda d: d["case"].reverse(),
        "luck": lambda d: d["dealt"]["luck"].reverse(),
        "leaf": lambda d: d["dealt"]["leaves"].reverse(),
        "root": lambda d: d["dealt"].update(root="0" * 64),
        "markers": lambda d: d["seats"].reverse(),
        "pile": lambda d: d["cards"].reverse(),
        "dealer": lambda d: d.update(dealer=(d["dealer"] + 1) % 3),
        "sealed": lambda d: d.update(sealed="0" * 64),
        "opened": lambda d: d["opened"].update(seed="0" * 64),
    }
    where = {"case": "deal", "luck": "dealt", "leaf": "dealt", "root": "dealt", "dealer": "record"}
    for name, lie in lies.items():
        at = number[where.get(name, name)]
        told = json.loads(lines[at])
        lie(told)
        changed = [*lines[:at], json.dumps(told), *lines[at + 1 :]]
        said = ours(changed)
        assert said is not None, name
        assert (said == "LEAVES_DIFFER") == (name in ("leaf", "root")), name
        assert not theirs(changed, tmp_path), name
    for luck, why in ((["a"], "WRONG_COUNT"), ("abc", "WRONG_TYPE")):
        note = json.loads(lines[number["dealt"]])
        note["dealt"]["luck"] = luck
        told = [*lines[: number["dealt"]], json.dumps(note), *lines[number["dealt"] + 1 :]]
        assert ours(told) == why
        assert not theirs(told, tmp_path)
    missing = [line for line in lines if "dealt" not in json.loads(line)]
    assert ours(missing) == "DEAL_UNSEALED"
    assert not theirs(missing, tmp_path)


def test_both_miss_no_card_that_was_not_shown(tmp_path: Path) -> None:
    """A seat that has a card asked for and shows none is found out by both."""
    lines = played("casefile", "grand", 4, Random(3))
    shows = [n for n, line in enumerate(lines) if json.loads(line).get("move") == "show"]
    for at in (shows[0], shows[-1]):
        changed = [*lines[:at], *lines[at + 1 :]]
        assert ours(changed) is not None
        assert not theirs(changed, tmp_path)


def _kinds(line: dict[str, object]) -> list[str]:
    named = [str(line["chance"])] if "chance" in line else []
    return [*named, *(key for key in ("dealt", "sealed", "opened", "record") if key in line)]
