"""Every level plays every game to its end, legally, and keeps its word about accusing."""

from __future__ import annotations

from random import Random

import pytest

from gm.cli.simulate import LONGEST, new_header, play_out
from gm.game.events import Moved
from gm.game.moves import Accuse, Join
from gm.game.rulesets import RULESETS
from gm.seats import LEVELS

PROVING = ("rookie", "steady")
"""These accuse what is proved and nothing else."""

TABLES = [
    ("casefile", "normal", 2),
    ("casefile", "advanced", 4),
    ("casefile", "grand", 6),
    ("getaway", None, 3),
    ("getaway", None, 6),
    ("mansion", None, 3),
]
"""Small and large; more and longer matches are in tests/bench."""


def test_every_game_is_played() -> None:
    assert {rules for rules, _, _ in TABLES} == set(RULESETS)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("rules", "deck", "seats"), TABLES)
def test_a_match_among_equals_ends_with_a_winner(
    rules: str, deck: str | None, seats: int, level: str
) -> None:
    seed = Random(f"{rules} {deck} {seats} {level}").randbytes(32)
    header = new_header(rules, deck, seats, seed)
    entries, state = [], None
    for entry, after in play_out(header, [LEVELS[level]] * seats, seed):
        entries.append(entry)
        state = after
    assert state is not None
    assert state.position.turn < LONGEST
    theories = [
        entry.move.theory
        for entry in entries
        if isinstance(entry, Moved) and isinstance(entry.move, Accuse | Join)
    ]
    assert theories
    if level in PROVING:
        assert set(theories) == {state.case}
        assert state.position.winner is not None


def test_the_same_seed_gives_the_same_match() -> None:
    seed = bytes(32)
    header = new_header("getaway", None, 4, seed)
    levels = [LEVELS[level] for level in ("rookie", "steady", "steady", "rookie")]
    first, second = ([entry for entry, _ in play_out(header, levels, seed)] for _ in range(2))
    assert first == second


def test_levels_are_told_apart_by_their_names() -> None:
    names = [name for level in LEVELS.values() for name in level.names]
    assert len(set(names)) == len(names)
    assert all(len(level.names) >= 6 and level.version >= 1 for level in LEVELS.values())
    assert len({level.face for level in LEVELS.values()}) == len(LEVELS)
