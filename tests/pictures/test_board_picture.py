"""The board as a picture: complete, small, the same for the same board, and of public things."""

from __future__ import annotations

import struct
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from gm.game.board import CORRIDOR, DOORS, PASSAGES, ROOMS, STARTS, TOKENS
from gm.game.decks import DECKS, MANSION
from gm.game.position import Board
from gm.pictures.board import HEIGHT, WIDTH, Standing, board_picture
from gm.pictures.case import Closing, case_picture
from gm.pictures.colours import BRASS, SUSPECTS
from gm.pictures.floor import AREAS, INSIDE, MIDDLE, SIGNS, cells
from gm.pictures.pieces import EMBLEMS, piece
from gm.pictures.raster import Picture
from gm.themes import theme
from tests.pictures.scripts import LANGUAGES, names

START = Standing(
    board=Board(tokens=STARTS, weapons=ROOMS[:6]),
    names=names("en"),
    turn="Turn 1",
    active="red",
    players={"red": "Mira", "green": "Tuấn"},
)


def with_board(**changes: object) -> Standing:
    return replace(START, board=replace(START.board, **changes))  # type: ignore[arg-type]


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_is_a_small_png_in_every_script(language: str) -> None:
    picture = board_picture(replace(START, names=names(language)))
    assert size(picture.png) == (WIDTH, HEIGHT) == (1080, HEIGHT)
    assert len(picture.png) < 300_000


def test_the_picture_holds_shapes_only() -> None:
    root = ElementTree.fromstring(board_picture(START).svg)  # noqa: S314 - our own picture
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags == {"svg", "g", "path", "rect", "circle"}


def test_equal_boards_are_equal_to_the_byte_and_others_are_not() -> None:
    once, again = board_picture(START), board_picture(replace(START))
    assert once.key == again.key
    assert once.png == again.png
    others = [
        with_board(tokens=((17, 7), *STARTS[1:])),
        with_board(tokens=("hall", *STARTS[1:])),
        with_board(weapons=("study", *ROOMS[1:6])),
        with_board(dice=(3,)),
        with_board(dice=(1, 2)),
        replace(START, active="blue"),
        replace(START, turn="Turn 2"),
        replace(START, before=(3,)),
        replace(START, players={}),
        replace(START, gone=frozenset({"white"})),
    ]
    keys = [board_picture(other).key for other in others]
    assert len({once.key, *keys}) == 1 + len(keys)


def test_what_the_whole_table_cannot_see_makes_no_difference() -> None:
    may = with_board(may_stay=frozenset({1}), may_suggest=True)
    assert board_picture(may).key == board_picture(START).key


def test_whose_turn_it_is_is_marked_without_colour_alone() -> None:
    lit, plain = piece("red", "R", 20, lit=True), piece("red", "R", 20)
    assert BRASS in lit
    assert plain in lit


def test_no_two_pieces_have_one_shape() -> None:
    shapes = {piece(token, "", 20).replace(SUSPECTS[token], "") for token in TOKENS}
    assert len(shapes) == len(TOKENS)
    assert set(SUSPECTS) == set(TOKENS)


def test_every_weapon_has_its_own_sign() -> None:
    weapons = MANSION.categories[1].cards
    assert set(EMBLEMS) == set(weapons)
    assert len(set(EMBLEMS.values())) == len(weapons)


def test_words_stand_in_their_room_and_clear_of_its_doors() -> None:
    assert set(INSIDE) == set(ROOMS)
    assert set(SIGNS) == set(PASSAGES)
    doors = {cell for _, cell, _ in DOORS}
    for spots in (INSIDE, SIGNS):
        for room, (row, column, rows, columns) in spots.items():
            covered = {
                (r, c) for r in range(row, row + rows) for c in range(column, column + columns)
            }
            assert covered <= AREAS[room], room
            top = {(r, c) for r, c in covered if r == row}
            assert not top & doors, room
    for room, sign in SIGNS.items():
        one, two = cells(*INSIDE[room]), cells(*sign)
        assert one.y + one.h <= two.y
    row, column, rows, columns = MIDDLE
    assert not CORRIDOR & {
        (r, c) for r in range(row, row + rows) for c in range(column, column + columns)
    }


def test_everything_in_one_room_is_still_drawn() -> None:
    for room in ROOMS:
        crowded = with_board(tokens=(room,) * 6, weapons=(room,) * 6)
        assert size(board_picture(crowded).png) == (WIDTH, HEIGHT)


def test_any_board_is_drawn_for_every_language() -> None:
    lots = Random(7)
    squares = sorted(CORRIDOR)
    for language in LANGUAGES:
        tokens = [
            spot if lots.random() < 0.5 else lots.choice(ROOMS) for spot in lots.sample(squares, 6)
        ]
        board = Board(
            tokens=tuple(tokens),
            weapons=tuple(lots.choices(ROOMS, k=6)),
            dice=tuple(lots.choices(range(1, 7), k=2)),
        )
        drawn = board_picture(
            replace(START, board=board, names=names(language), active=lots.choice(TOKENS))
        )
        assert len(drawn.png) < 300_000


def test_names_from_people_cannot_break_out() -> None:
    nasty = '"/><script>&<b>🌸\u202e' + "W" * 200
    picture = board_picture(replace(START, players=dict.fromkeys(TOKENS, nasty)))
    assert "script" not in picture.svg
    assert size(picture.png) == (WIDTH, HEIGHT)


@pytest.mark.parametrize("deck", sorted(DECKS, key=str))
def test_the_case_of_every_game_has_a_picture(deck: str | None) -> None:
    cards = DECKS[deck]
    case = tuple(category.cards[0] for category in cards.categories)
    closing = Closing(
        head="Mira wins", case=case, cards=cards, names=theme("default", "en").titles
    )
    picture = case_picture(closing)
    assert size(picture.png)[0] == 1080
    assert len(picture.png) < 100_000
    other = (cards.categories[0].cards[1], *case[1:])
    assert case_picture(replace(closing, case=other)).key != picture.key


def test_a_png_is_made_once() -> None:
    one, two = Picture(board_picture(START).svg), Picture(board_picture(START).svg)
    assert one.png is two.png
