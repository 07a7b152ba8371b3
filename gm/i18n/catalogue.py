"""The sentences of one language, read once from its catalogue file.

Keys are symbolic; a sentence is text with named blanks, `{like_this}`, and nothing else: no
markup, no code. A key that is not there is a fault, never a placeholder in a chat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from babel import Locale
from babel.messages.pofile import read_po

from gm.i18n.pseudo import pseudo

DEFAULT = "en"
PSEUDO = "en-XA"
"""A made-up language of long, accented, right-to-left English, for tests."""


class MissingSentenceError(KeyError):
    """A line has no sentence, or a sentence has a blank that the line does not fill."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One language: its code, its locale, its sentences by key in the order of plural forms."""

    language: str
    locale: Locale
    sentences: Mapping[str, tuple[str, ...]]

    def sentence(self, key: str, count: int | None = None) -> str:
        """The sentence, in the plural form for `count`. Errors: MissingSentenceError."""
        forms = self.sentences.get(key)
        if forms is None:
            raise MissingSentenceError(key)
        if count is None or len(forms) == 1:
            return forms[0]
        categories = sorted(self.locale.plural_form.tags | {"other"}, key=_ORDER.index)
        return forms[min(categories.index(self.locale.plural_form(count)), len(forms) - 1)]


_ORDER = ("zero", "one", "two", "few", "many", "other")


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of exactly this language. Errors: KeyError where there is none."""
    if language == PSEUDO:
        english = catalogue(DEFAULT)
        sentences = {key: tuple(map(pseudo, forms)) for key, forms in english.sentences.items()}
        return Catalogue(PSEUDO, english.locale, sentences)
    if language not in languages():
        raise KeyError(language)
    with (files(__package__) / "catalogues" / f"{language}.po").open("rb") as file:
        entries = read_po(file, locale=language)
    return Catalogue(
        language,
        Locale.parse(language, sep="-"),
        {
            entry.id if isinstance(entry.id, str) else entry.id[0]: (
                (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
            )
            for entry in entries
            if entry.id
        },
    )


@cache
def languages() -> tuple[str, ...]:
    """The languages there are catalogues for, sorted."""
    folder = files(__package__) / "catalogues"
    return tuple(
        sorted(f.name.removesuffix(".po") for f in folder.iterdir() if f.name.endswith(".po"))
    )


def nearest(code: str | None) -> str:
    """The language for a code as Telegram gives it: itself, its stem (`pt` of `pt-br`), or
    English.
    """
    if code is None:
        return DEFAULT
    if code == PSEUDO:
        return PSEUDO
    stem = code.partition("-")[0].lower()
    return next((known for known in (code, stem) if known in languages()), DEFAULT)
