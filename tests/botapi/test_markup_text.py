"""Telegram's HTML becomes text and entities, or is refused in the words of the server."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.botapi.entities import find_entities, parse_html
from gm.botapi.members import slice_utf16
from gm.botapi.refusals import Refusal


@pytest.mark.parametrize(
    ("source", "text", "kinds"),
    [
        ("a <b>b</b> <i>c</i>", "a b c", ["bold", "italic"]),
        ("<u>u</u><s>s</s>", "us", ["underline", "strikethrough"]),
        ("<tg-spoiler>x</tg-spoiler>", "x", ["spoiler"]),
        ('<span class="tg-spoiler">x</span>', "x", ["spoiler"]),
        ("<code>1 &lt; 2</code>", "1 < 2", ["code"]),
        ('<a href="https://e.org/?a=1&amp;b=2">x</a>', "x", ["text_link"]),
        ('<a href="tg://user?id=42">x</a>', "x", ["text_mention"]),
        ("<blockquote expandable>q</blockquote>", "q", ["expandable_blockquote"]),
        ("&#39;&#x41;&amp;&quot;&nbsp;", "'A&\"&nbsp;", []),
        ("<B>x</B>", "x", ["bold"]),
        ("<b></b>x", "x", []),
        ("1 > 0", "1 > 0", []),
    ],
)
def test_reads(source: str, text: str, kinds: list[str]) -> None:
    got, entities = parse_html(source)
    assert got == text
    assert [entity["type"] for entity in entities] == kinds


def test_offsets_count_utf16_units_and_space_around_goes() -> None:
    text, entities = parse_html("  🙂 <b>é🙂</b> ")
    assert text == "🙂 é🙂"
    assert entities == [{"type": "bold", "offset": 3, "length": 3}]
    assert slice_utf16(text, 3, 3) == "é🙂"


def test_a_language_of_a_block_of_code() -> None:
    _, entities = parse_html('<pre><code class="language-py">x</code></pre>')
    assert entities == [{"type": "pre", "language": "py", "offset": 0, "length": 1}]


def test_nested_tags_keep_their_spans() -> None:
    assert parse_html("<b>a<i>b</i></b>")[1] == [
        {"type": "bold", "offset": 0, "length": 2},
        {"type": "italic", "offset": 1, "length": 1},
    ]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("é<x>", 'Unsupported start tag "x" at byte offset 2'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        (
            "<b>x</i>",
            'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"',
        ),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_refuses(source: str, words: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse_html(source)
    assert refusal.value.description == f"Bad Request: can't parse entities: {words}"


@given(st.text())
def test_escaped_text_comes_back_as_it_was(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert parse_html(f"<b>{escaped}</b>")[0] == text.strip()


@given(st.text(alphabet="<>/abi &;#x\"'= "))
def test_anything_is_read_or_refused(source: str) -> None:
    try:
        text, entities = parse_html(source)
    except Refusal:
        return
    for entity in entities:
        assert entity["length"] > 0
        assert slice_utf16(text, entity["offset"], entity["length"])


def test_commands_mentions_and_links_are_found() -> None:
    text = "/join@case_bot hi @mira_k see https://e.org/a. not a/b"
    found = [
        (entity["type"], slice_utf16(text, entity["offset"], entity["length"]))
        for entity in find_entities(text, [])
    ]
    assert found == [
        ("bot_command", "/join@case_bot"),
        ("mention", "@mira_k"),
        ("url", "https://e.org/a"),
    ]


def test_a_moment_is_shown_by_the_readers_own_clock() -> None:
    text, entities = parse_html('ends <tg-time unix="1800000060" format="r">in a minute</tg-time>')
    assert text == "ends in a minute"
    assert entities == [
        {
            "type": "date_time",
            "unix_time": 1_800_000_060,
            "date_time_format": "r",
            "offset": 5,
            "length": 11,
        }
    ]


@pytest.mark.parametrize("attributes", ["", 'unix="soon"', 'unix="18" format="rt"'])
def test_a_moment_that_is_none_is_refused(attributes: str) -> None:
    with pytest.raises(Refusal, match="tg-time"):
        parse_html(f"<tg-time {attributes}>now</tg-time>")
