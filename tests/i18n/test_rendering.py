"""Lines become text: names stay what they are, whatever is in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.i18n import DEFAULT, PSEUDO, Button, Html, Plain, render
from gm.i18n.catalogue import MissingSentenceError
from gm.i18n.channels import shortened, visible
from gm.voice.lines import ActionName, Duration, Line, SeatName, Time, TraitName, cards, say
from gm.voice.lines import seats as seat_list
from tests.voice.reading import Cast

NASTY = '<b>"Bobby"</b> & _co_'


def text(line: Line, language: str = DEFAULT, people: tuple[str, ...] = ("Mira", NASTY)) -> str:
    return render(line, language, Cast(people), Html())


def test_names_are_escaped_and_isolated_where_they_stand() -> None:
    line = say("story.snoop", seat=SeatName(1), target=SeatName(0))
    assert text(line) == (
        '\u2068&lt;b&gt;"Bobby"&lt;/b&gt; &amp; _co_\u2069 looked at one card of \u2068Mira\u2069.'
    )
    assert "<b>" in render(line, DEFAULT, Cast(("Mira", NASTY)), Plain())


def test_a_name_with_braces_fills_no_blank() -> None:
    line = say("story.skipped", seat=SeatName(0))
    assert "{seat}" in text(line, people=("{seat} {0.__class__}",))


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("\u202eevil\u202c", "evil"),
        ("\u200b\u200e", "–"),
        ("\u3164", "–"),
        ("a\nb\tc", "a b c"),
        ("  שלום  ", "שלום"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("", "–"),
    ],
)
def test_a_name_shows_on_one_line_and_never_as_nothing(name: str, seen: str) -> None:
    assert visible(name) == seen


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Mira", "Mira"),
        ("Bartholomew", "Bartholom…"),
        ("123456789abc", "123456789…"),
        ("12345678e\u0301\u0301\u0301", "12345678…"),
        ("1234567👩\u200d👩\u200d👧x", "1234567…"),
    ],
)
def test_a_button_cuts_names_between_what_reads_as_letters(name: str, short: str) -> None:
    assert shortened(name, 10) == short


def test_a_name_on_a_button_is_cut() -> None:
    label = render(say("choice.seat", seat=SeatName(0)), DEFAULT, Cast(("W" * 64,)), Button())
    assert label == f"\u2068{'W' * 9}…\u2069"


def test_lists_plurals_and_times_are_the_locales() -> None:
    assert text(
        say(
            "learned.tip.all",
            seat=SeatName(0),
            trait=TraitName("vehicles"),
            cards=cards(("train", "balloon")),
        )
    ) == ("Of the vehicles, \u2068Mira\u2069 holds exactly the train and the balloon.")
    one = say("story.showed", count=1, seats=seat_list([0]))
    two = say("story.showed", count=2, seats=seat_list([0, 0]))
    assert text(one).endswith("showed a card.")
    assert text(two).endswith("showed a card each.")
    assert text(say("turn.played", action=ActionName("tip_red"))) == (
        "You played Tip: one red vehicle."
    )


def test_moments_say_their_zone_and_lengths_their_unit() -> None:
    here = Time(1_796_000_000_000, "America/New_York")
    for moment, said in (
        (Time(1_796_000_000_000), "It was Mon 00:53 UTC."),
        (here, "It was Sun 19:53."),
        (replace(here, named=True), "It was Sun 19:53 (New York)."),
        (replace(here, left=300), "It was in 5 minutes."),
    ):
        line = say("verdict.case", theory=moment)
        assert render(line, DEFAULT) == said
        form = "wt" if moment.left is None else "r"
        shown = said.removeprefix("It was ").removesuffix(".")
        assert text(line) == (
            f'It was <tg-time unix="1796000000" format="{form}">{shown}</tg-time>.'
        )
    for seconds, said in (
        (120, "2 minutes"),
        (80, "80 seconds"),
        (3_600, "1 hour"),
        (12 * 3_600, "12 hours"),
        (86_400, "1 day"),
    ):
        assert text(Line(line.key, {"theory": Duration(seconds)})) == f"It was {said}."


def test_an_unfilled_blank_is_a_fault() -> None:
    with pytest.raises(MissingSentenceError):
        text(say("story.snoop", seat=SeatName(0)))


def test_the_made_up_language_leaves_no_english_sentence() -> None:
    assert "looked" not in text(say("story.snoop", seat=SeatName(0), target=SeatName(0)), PSEUDO)
