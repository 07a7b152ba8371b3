"""What a channel does to text: escaping, isolating names, keeping buttons short."""

from __future__ import annotations

import html
import unicodedata
from typing import Protocol

FIRST_STRONG, POP = "\u2068", "\u2069"
BUTTON_NAME = 10
"""So many characters of a person's name stand on a button."""


class Channel(Protocol):
    """How text goes into one kind of message."""

    def text(self, text: str) -> str:
        """Our own words, and names out of theme packs."""

    def name(self, name: str) -> str:
        """A name that somebody chose: anything at all may be in it."""

    def moment(self, text: str, millis: int, *, relative: bool) -> str:
        """A moment as this text; or as the reader's own device shows it, if it does."""


class Plain:
    """Text without markup: toasts, the Mini App's data."""

    def text(self, text: str) -> str:
        """As it is."""
        return text

    def name(self, name: str) -> str:
        """On one line, isolated, so that its direction cannot turn the sentence around."""
        return isolated(name)

    def moment(self, text: str, millis: int, *, relative: bool) -> str:  # noqa: ARG002
        """As it is."""
        return text


class Html:
    """Telegram's HTML."""

    def text(self, text: str) -> str:
        """Escaped."""
        return html.escape(text, quote=False)

    def name(self, name: str) -> str:
        """Isolated and escaped."""
        return html.escape(isolated(name), quote=False)

    def moment(self, text: str, millis: int, *, relative: bool) -> str:
        """In the reader's own zone and language, counting down where it is relative.

        A client too old for it shows the text (Bot API, date-time entities).
        """
        form = "r" if relative else "wt"
        return f'<tg-time unix="{millis // 1000}" format="{form}">{self.text(text)}</tg-time>'


class Button:
    """A button's label: plain, names cut short."""

    def text(self, text: str) -> str:
        """As it is."""
        return text

    def name(self, name: str) -> str:
        """Cut short and isolated."""
        return isolated(shortened(visible(name), BUTTON_NAME))

    def moment(self, text: str, millis: int, *, relative: bool) -> str:  # noqa: ARG002
        """As it is."""
        return text


def isolated(name: str) -> str:
    """The name between directional isolates."""
    return f"{FIRST_STRONG}{visible(name)}{POP}"


def visible(name: str) -> str:
    """The name on one line without characters that steer direction or show nothing; a dash
    where nothing would be left to see.
    """
    kept = "".join(
        " " if unicodedata.category(c) in ("Zs", "Zl", "Zp", "Cc") else c
        for c in name
        if unicodedata.category(c) not in ("Cf", "Cs", "Co") or c == _JOINER
    )
    words = " ".join(word for word in kept.split() if word.strip(_BLANKS))
    return words or "–"


def shortened(name: str, limit: int) -> str:
    """The name in at most `limit` characters, never ending within a joined one."""
    if len(name) <= limit:
        return name
    cut = limit - 1
    while cut > 1 and _joined(name, cut):
        cut -= 1
    return name[:cut].rstrip() + "…"


_JOINER = "\u200d"
_BLANKS = "\u2800\u3164\u115f\u1160\uffa0\u200d\ufe0f"
"""Characters that show nothing, beside the categories left out altogether."""


def _joined(name: str, at: int) -> bool:
    """Whether a cut here would fall within what is seen as one character."""
    following = name[at]
    return (
        _JOINER in (following, name[at - 1])
        or unicodedata.category(following) in ("Mn", "Mc", "Me")
        or "\U0001f3fb" <= following <= "\U0001f3ff"
    )
