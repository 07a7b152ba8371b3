"""A language for tests: English with accents, 40 % longer, set right to left.

Whatever breaks under it (a cut button, a sentence glued from parts, a word in code) would break
in a real language too. Blanks stay as they are.
"""

from __future__ import annotations

import re

_PLAIN = "aceiklnorsuyzACEIKLNORSUYZ"
_MARKED = "áčéíķľñóŕšúýžÁČÉÍĶĽÑÓŔŠÚÝŽ"
_ACCENTS = str.maketrans(_PLAIN, _MARKED)
_BLANK = re.compile(r"(\{\w+\})")
RIGHT_TO_LEFT = "\u2067"
END = "\u2069"


def pseudo(sentence: str) -> str:
    """The sentence as the made-up language would have it."""
    parts = _BLANK.split(sentence)
    words = "".join(part for part in parts if not _BLANK.fullmatch(part)).strip()
    accented = "".join(
        part if _BLANK.fullmatch(part) else part.translate(_ACCENTS) for part in parts
    )
    longer = "~" * (len(words) * 2 // 5)
    return f"{RIGHT_TO_LEFT}{accented}{longer}{END}"
