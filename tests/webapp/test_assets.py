"""The page's files: every label has words, nothing is inline, nothing is too heavy."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from webapp.api.words import PAGE, page
from webapp.miniapp import MODULES

STATIC = Path(__file__).parents[2] / "webapp" / "miniapp" / "static"
OURS = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.js")}
BUDGET = 100 * 1024
CHOSEN = (
    *("sheet", "now", "hand", "log", "offline", "saving", "saved", "ready", "unready", "undo"),
    *("redo", "legend", r"legend\.watch", "filter", r"filter\.on", r"filter\.nothing"),
    "nothing_happened",
)
"""Labels whose key the page chooses before it asks for them."""


def test_every_label_of_the_page_is_in_the_catalogue_and_every_word_is_used() -> None:
    text = "\n".join(OURS.values())
    said = set(re.findall(r'\bt\("([\w.]+)"', text))
    starred = set(re.findall(r"\bt\(`([\w.]+\.)\$\{", text))
    chosen = set(re.findall(rf'"({"|".join(CHOSEN)})"', text))
    known = {key.removeprefix("app.") for key in PAGE}
    assert said | chosen <= known
    unused = {k for k in known - said - chosen if not any(k.startswith(p) for p in starred)}
    assert unused == set()


def test_the_page_keeps_the_blanks_that_it_fills() -> None:
    words = page("en")
    assert "{time}" in words["left"]
    assert "{turn}" in words["turn"]
    assert "{cards}" in words["cards"]


def test_what_the_page_loads_first_is_small() -> None:
    files = [STATIC / name for name in (*MODULES, "style.css")]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < BUDGET


def test_no_markup_is_set_from_text() -> None:
    for name, text in OURS.items():
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|dangerously|eval\(", text), name


def test_only_logical_sides_are_named() -> None:
    style = (STATIC / "style.css").read_text("utf-8")
    sides = (
        r"(margin|padding|border|inset)-(left|right|top|bottom)|[{;]\s*(left|right|top|bottom):"
    )
    assert not re.search(sides, re.sub(r"env\([^)]*\)|var\([^)]*\)", "", style))


def test_what_is_not_ours_has_its_licences() -> None:
    vendor = STATIC / "vendor"
    assert "Apache License" in (vendor / "LICENSE.htm").read_text("utf-8")
    assert "MIT License" in (vendor / "LICENSE.preact").read_text("utf-8")
    assert "htm 3.1.1" in (vendor / "README.md").read_text("utf-8")
