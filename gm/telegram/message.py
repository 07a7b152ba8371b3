"""A message as the sender sends it: HTML, an inline keyboard and at most one picture."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, TypeAlias

from gm.pictures.raster import Picture

Button: TypeAlias = dict[str, Any]
"""An InlineKeyboardButton as the Bot API takes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """`text`: HTML; `keyboard`: rows of buttons; `protect`: may not be forwarded or saved;
    `pin`: stands at the top of its chat, where the bot may pin; `picture`: the text is its
    caption.
    """

    text: str
    keyboard: tuple[tuple[Button, ...], ...] = ()
    protect: bool = False
    pin: bool = False
    picture: Picture | None = None

    @property
    def digest(self) -> str:
        """Equal for messages that look the same."""
        shown = () if self.picture is None else (self.picture.key,)
        drawn = json.dumps([self.text, self.keyboard, *shown], sort_keys=True)
        return hashlib.sha256(drawn.encode()).hexdigest()[:16]

    @property
    def markup(self) -> dict[str, Any]:
        """The keyboard as `reply_markup`."""
        return {"inline_keyboard": [list(row) for row in self.keyboard]}
