"""The board is the one of the page, and reach is what trying every path finds."""

from __future__ import annotations

import random
import re

import pytest

from gm.game.board import (
    CORRIDOR,
    DOORS,
    FRONTS,
    GRID,
    LETTERS,
    PASSAGES,
    ROOM_AT,
    ROOMS,
    STARTS,
    TOKENS,
    may_leave,
    reach,
    steps_to,
    taken,
)
from gm.game.cards import Spot, Square
from tests.game import slow_mansion

SQUARES = sorted(CORRIDOR)


def any_position(luck: random.Random) -> tuple[Spot, int, frozenset[Square]]:
    """Where a token stands, its throw, and the squares of the others, often close by."""
    spot: Spot = luck.choice(ROOMS) if luck.random() < 0.4 else luck.choice(SQUARES)
    near = [*FRONTS[spot]] if isinstance(spot, str) else [spot]
    row, column = luck.choice(near)
    close = [s for s in SQUARES if s != spot and abs(s[0] - row) + abs(s[1] - column) < 5]
    others = {luck.choice(close if luck.random() < 0.7 else SQUARES) for _ in range(5)}
    return spot, luck.randint(1, 12), frozenset(others - {spot})


@pytest.mark.parametrize("number", range(20))
def test_reach_is_what_trying_every_path_finds(number: int) -> None:
    """1,000 positions: a square or a room, a throw of one or two dice, tokens in the way."""
    luck = random.Random(number)
    for _ in range(50):
        spot, throw, blocked = any_position(luck)
        found = reach(spot, throw, blocked)
        assert len(set(found)) == len(found)
        assert set(found) == slow_mansion.ends(spot, throw, blocked)


def test_reach_is_listed_rooms_first() -> None:
    found = reach((8, 9), 5, frozenset())
    rooms = [spot for spot in found if isinstance(spot, str)]
    squares = [spot for spot in found if not isinstance(spot, str)]
    assert found == (*sorted(rooms, key=ROOMS.index), *sorted(squares))
    assert rooms
    assert squares


def test_a_token_that_is_shut_in_ends_a_longest_walk() -> None:
    ways_out = frozenset({(2, 7), (23, 6)})
    assert reach((0, 9), 6, ways_out) == ((1, 7),)
    assert reach((0, 9), 3, ways_out) == ((1, 7),)
    assert reach((1, 8), 4, ways_out) == ((0, 9),)
    assert reach((0, 9), 4, frozenset({(1, 9)})) == ()
    # a corner with two ends that are as far
    assert reach((1, 9), 2, frozenset({(1, 7)})) == ((0, 9), (1, 8))


def test_no_token_leaves_a_room_whose_doors_are_all_blocked() -> None:
    for room in ROOMS:
        *some, last = FRONTS[room]
        assert may_leave(room, frozenset(some))
        assert not may_leave(room, frozenset([*some, last]))
        assert reach(room, 6, frozenset([*some, last])) == ()
    assert may_leave((17, 1), frozenset({(17, 0), (17, 2), (16, 1), (18, 1)}))
    assert taken(["hall", (17, 0), "hall"]) == {(17, 0)}


def test_the_grid_is_the_one_of_the_page() -> None:
    assert list(GRID) == slow_mansion.GRID
    assert len(GRID) == 25
    assert {len(row) for row in GRID} == {24}
    assert set("".join(GRID)) == set("~X.123456") | set(LETTERS) | {c.lower() for c in LETTERS}
    assert dict(zip(TOKENS, STARTS, strict=True)) == slow_mansion.START
    assert set(STARTS) <= CORRIDOR


def test_every_door_is_a_small_letter_beside_its_square() -> None:
    small = {
        (r, c): LETTERS[cell.upper()]
        for r, row in enumerate(GRID)
        for c, cell in enumerate(row)
        if cell.islower()
    }
    assert {cell: room for room, cell, _ in DOORS} == small
    for room, (row, column), front in DOORS:
        assert front in CORRIDOR
        assert abs(front[0] - row) + abs(front[1] - column) == 1
        assert ROOM_AT[front] == room
        assert front in FRONTS[room]
    assert len(ROOM_AT) == len(DOORS)
    doors = {(room, cell, front) for room in ROOMS for cell, front in slow_mansion.DOORS[room]}
    assert set(DOORS) == doors


def test_passages_join_rooms_both_ways() -> None:
    assert dict(PASSAGES) == slow_mansion.PASSAGES
    assert all(PASSAGES[other] == room for room, other in PASSAGES.items())


TABLE = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in re.findall(r"^\|.*\|$", slow_mansion.PAGE, re.MULTILINE)
]
HEAD = next(n for n, row in enumerate(TABLE) if row[0].startswith("from"))


def test_steps_are_those_of_the_page() -> None:
    rooms, rows = TABLE[HEAD][1:], TABLE[HEAD + 2 : HEAD + 17]
    assert sorted(rooms) == sorted(ROOMS)
    assert [row[0] for row in rows] == [*rooms, *(f"start {token}" for token in TOKENS)]
    for name, *steps in rows:
        spot = STARTS[TOKENS.index(name[6:])] if name.startswith("start") else name
        said = [0 if cell == "–" else int(cell) for cell in steps]
        assert [steps_to(spot, room) for room in rooms] == said


def test_a_room_is_in_reach_exactly_from_its_steps_on() -> None:
    for spot in [*ROOMS, *STARTS]:
        for room in ROOMS:
            steps = steps_to(spot, room)
            if 1 < steps <= 12:
                assert room in reach(spot, steps, frozenset())
                assert room not in reach(spot, steps - 1, frozenset())
