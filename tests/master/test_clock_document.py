"""The tables of deploy/docs/clocks.md are what the code does."""

from __future__ import annotations

from tests.master.clock_document import DOCUMENT, written


def test_the_document_says_what_the_clocks_do(database: str) -> None:
    text = DOCUMENT.read_text("utf-8")
    assert written(text, database) == text, "python -m tests.master.clock_document"
