"""Text is shaped as its script wants it, from our own fonts, and never as an empty box."""

from __future__ import annotations

import pytest

from gm.pictures.lettering import (
    SMALLEST,
    Weight,
    drawable,
    fitted,
    initial,
    lettering,
    shape,
)
from tests.pictures.scripts import LANGUAGES, names

LATIN, BENGALI, GUJARATI = (
    "NotoSans-Regular",
    "NotoSansBengali-Regular",
    "NotoSansGujarati-Regular",
)
KOREAN = "NotoSansKR-Regular"


@pytest.mark.parametrize("weight", list(Weight))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_script_is_drawn_without_an_empty_box(language: str, weight: Weight) -> None:
    for name in names(language).values():
        glyphs, width = shape(name, weight)
        assert drawable(name) == name
        assert width > 0
        assert all(glyph.id for glyph in glyphs), name
        assert len({g.font for g in glyphs}) <= 1 + (" " in name or "-" in name), name


@pytest.mark.parametrize(
    ("text", "fonts"),
    [
        ("Phòng", [LATIN]),
        ("ক্ষমা", [BENGALI]),
        ("કૃષ્ણ", [GUJARATI]),
        ("서재", [KOREAN]),
        ("a ক b", [LATIN, BENGALI, LATIN]),
        ("서재, ক", [KOREAN, LATIN, BENGALI]),
    ],
)
def test_each_run_is_drawn_by_the_first_font_that_has_it(text: str, fonts: list[str]) -> None:
    found = [glyph.font.partition(".")[0] for glyph in shape(text)[0]]
    assert [f for n, f in enumerate(found) if n == 0 or found[n - 1] != f] == fonts


def test_conjuncts_join_and_vowels_move_before_their_letter() -> None:
    whole, apart = shape("ক্ষ")[0], shape("ক")[0] + shape("ষ")[0]
    assert len(whole) == 1
    assert whole[0].id not in {glyph.id for glyph in apart}
    alone, (sign, letter) = shape("ক")[0][0], shape("কি")[0]
    assert letter.id == alone.id
    assert sign.x < letter.x  # written after it, drawn before
    assert shape("क")[0] == ()  # no font of ours has it


def test_clusters_follow_the_text() -> None:
    for language in LANGUAGES:
        for name in names(language).values():
            clusters = [glyph.cluster for glyph in shape(name)[0]]
            assert clusters == sorted(clusters)
            assert clusters[0] == 0
            assert max(clusters) < len(name)


def test_marks_typed_apart_are_the_same_letter() -> None:
    assert shape("e\u0302\u0301") == shape("ế")


@pytest.mark.parametrize(
    ("text", "left"),
    [("Mira 🌸", "Mira"), ("🌸🌸", ""), ("שלום", ""), ("a\nb", "ab"), ("  Jo  n ", "Jo n")],
)
def test_what_no_font_has_is_left_out(text: str, left: str) -> None:
    assert drawable(text) == left
    assert lettering("🌸", 40).path == ""


def test_the_ink_fills_the_line_and_stays_within_it() -> None:
    line = lettering("HHHH", 100, Weight.BOLD)
    left, top, right, bottom = line.box
    assert 0 < left < right < line.width
    assert top == pytest.approx(-71.4, abs=1)  # capitals stand on the baseline
    assert bottom == pytest.approx(0, abs=0.5)
    double = lettering("HHHH", 200, Weight.BOLD)
    assert double.width == pytest.approx(2 * line.width)
    for language in LANGUAGES:
        for name in names(language).values():
            left, top, right, bottom = lettering(name, 100).box
            assert -20 < left < right < lettering(name, 100).width + 20
            assert -120 < top < 0
            assert -1 < bottom < 60


def test_a_long_name_is_drawn_smaller_and_then_cut_between_letters() -> None:
    whole = lettering("Conservatory", 40)
    assert fitted("Conservatory", 40, whole.width) == whole
    smaller = fitted("Conservatory", 40, whole.width * 0.8)
    assert smaller.size == pytest.approx(32)
    assert smaller.width == pytest.approx(whole.width * 0.8)
    for text in ("Conservatory", "ક્ષત્રિય કૃષ્ણ", "গ্রন্থাগার"):
        width = lettering(text, 40).width * 0.45
        cut = fitted(text, 40, width)
        assert cut.size == 40 * SMALLEST
        assert 0 < cut.width <= width


@pytest.mark.parametrize(
    ("name", "first"),
    [("Ruby", "R"), ("Ánh", "Á"), ("সোনালি", "সো"), ("ক্ষমা", "ক্ষ"), ("서재", "서"), ("", "")],
)
def test_a_first_letter_is_what_a_reader_sees_as_one(name: str, first: str) -> None:
    assert initial(name) == first
