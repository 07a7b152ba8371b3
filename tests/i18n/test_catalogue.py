"""Every key in the code has a sentence, every sentence is used, in every language."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from gm.game.reasons import Reason
from gm.i18n import DEFAULT, PSEUDO, catalogue, languages, nearest
from gm.i18n.catalogue import MissingSentenceError
from gm.master.reasons import Refusal
from gm.telegram.pages import PAGES

ROOT = Path(__file__).parents[2]
SOURCES = [ROOT / "gm", ROOT / "webapp", ROOT / "workers"]
ENGLISH = catalogue(DEFAULT)
PREFIXES = {key.partition(".")[0] for key in ENGLISH.sentences}


@cache
def spoken() -> set[str]:
    """What the code may ask the catalogue for: patterns, `*` for what is put in at run time."""
    patterns: set[str] = set()
    for folder in SOURCES:
        for path in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    parts = [
                        part.value if isinstance(part, ast.Constant) else "*"
                        for part in node.values
                    ]
                    patterns.add("".join(map(str, parts)))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    patterns.add(node.value)
    return {p for p in patterns if re.fullmatch(r"[a-z_]+(\.[\w*]+)+", p) and _ours(p)}


def _ours(pattern: str) -> bool:
    return pattern.partition(".")[0] in PREFIXES


def matches(pattern: str, key: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", r"[\w.]*"), key) is not None


@pytest.mark.parametrize("pattern", sorted(spoken()))
def test_what_the_code_says_is_in_the_catalogue(pattern: str) -> None:
    assert any(matches(pattern, key) for key in ENGLISH.sentences), pattern


@pytest.mark.parametrize("key", sorted(ENGLISH.sentences))
def test_every_sentence_is_said_somewhere(key: str) -> None:
    assert any(matches(pattern, key) for pattern in spoken()), key


ASKED = (r'sitting\.say\(\s*"(\w+)"', r'\breply\(said, "(\w+)"', r'self\._say\([^"\n]*"(\w+)"')
"""How a bare key is asked for, beside what is refused and noted."""


def test_every_bare_key_is_a_page_or_a_sentence() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "gm").rglob("*.py"))
    keys = {key for pattern in ASKED for key in re.findall(pattern, code)}
    assert len(keys) > 10
    for key in keys:
        assert key in PAGES or f"say.{key}" in ENGLISH.sentences, key


def test_every_note_has_a_sentence() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "gm" / "master").glob("*.py"))
    notes = set(re.findall(r"^def \w+\([^)]*\) -> str \| None:(?:.(?!^def ))*", code, re.M | re.S))
    assert notes
    for key in re.findall(r'return "(\w+)"', "".join(notes)):
        assert f"note.{key}" in ENGLISH.sentences, key


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_keys_and_blanks(language: str) -> None:
    other = catalogue(language)
    assert other.sentences.keys() == ENGLISH.sentences.keys()
    for key, forms in other.sentences.items():
        assert all(form.strip() for form in forms), key
        wanted = set.union(*(blanks(form) for form in ENGLISH.sentences[key])) | {"count"}
        assert set.union(*map(blanks, forms)) <= wanted, key


def blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


REFUSALS = sorted(
    {reason.value for reason in Refusal}
    | {reason.value for reason in list(Reason)[: list(Reason).index(Reason.UNKNOWN_DECK)]}
)


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_has_a_sentence_that_fits_a_toast(code: str) -> None:
    for language in (*languages(), PSEUDO):
        assert 10 < len(catalogue(language).sentence(f"refused.{code}")) <= 190, code


@pytest.mark.parametrize("language", [*languages(), PSEUDO])
def test_sentences_carry_no_markup(language: str) -> None:
    for key, forms in catalogue(language).sentences.items():
        assert not any(re.search(r"[<>]|&\w+;", form) for form in forms), key


def test_a_key_without_a_sentence_is_a_fault() -> None:
    with pytest.raises(MissingSentenceError):
        ENGLISH.sentence("story.nonsense")


def test_the_made_up_language_is_long_marked_and_right_to_left() -> None:
    english, pseudo = ENGLISH.sentence("story.snoop"), catalogue(PSEUDO).sentence("story.snoop")
    assert pseudo[0] == "\u2067"
    assert pseudo[-1] == "\u2069"
    assert len(pseudo) > len(english)
    assert blanks(pseudo) == blanks(english)
    assert "looked" not in pseudo
    assert PSEUDO not in languages()


def test_telegrams_language_codes_find_a_catalogue() -> None:
    assert nearest("en-GB") == nearest("en") == nearest(None) == nearest("tlh") == "en"
    assert nearest(PSEUDO) == PSEUDO
