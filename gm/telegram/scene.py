"""What one message is drawn from: a table, one view of its match, whose it is, which language.

A scene holds the view of the seat it is drawn for, or the public one for a group, and so cannot
tell more than its reader may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from gm.game.cards import Seat
from gm.game.moves import Move
from gm.game.view import View
from gm.i18n import Button, Html, Plain, render
from gm.i18n.channels import BUTTON_NAME, shortened, visible
from gm.master.tables import Ai, Keeper, Millis, Occupant, Person, Table
from gm.seats import LEVELS
from gm.themes import DEFAULT, Theme, theme, themes
from gm.voice.lines import Form, Line

AI_MARK, KEEPER_MARK = "🤖", "🗝"
SHORT_NAME = 16
"""So many characters of a name stand where there is little room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Addresses: of the bot, of its Mini App, of our own page.

    A link into a Mini App needs its short name, or a Main Mini App of the bot (`main_app`).
    """

    username: str
    miniapp_name: str | None = None
    public_url: str | None = None
    main_app: bool = True

    def sheet(self, table: str) -> str | None:
        """Opens the Mini App from a group; None where there is none."""
        if self.public_url is None or not (self.miniapp_name or self.main_app):
            return None
        app = f"/{self.miniapp_name}" if self.miniapp_name else ""
        return f"https://t.me/{self.username}{app}?startapp={quote(table)}"

    def page(self, table: str) -> str | None:
        """The Mini App's own address, for a private chat."""
        if self.public_url is None:
            return None
        return f"{self.public_url}/app?{urlencode({'tgWebAppStartParam': table})}"

    def start(self, payload: str) -> str:
        """Opens the private chat with the bot."""
        return f"https://t.me/{self.username}?start={quote(payload)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One reader's table.

    `view`: None before the first match; `moves`, `wait`: what the reader's seat may do and the
    id of its open wait; `opened`: where in the view's log the event or wait stands that is drawn
    about; `outage`: ms to add to service time for wall time; `reachable`: people whose private
    chat is open; `zone`: the reader's time zone; `several`: the reader sits at more than one
    table; `pictures`: they may be sent here; `short`: long names are cut.
    """

    table: Table
    view: View | None
    language: str
    links: Links
    now: Millis = 0
    outage: int = 0
    moves: tuple[Move, ...] = field(default=(), repr=False)
    wait: str | None = None
    opened: int | None = None
    reachable: frozenset[int] = frozenset()
    zone: str | None = None
    several: bool = False
    pictures: bool = True
    short: bool = False

    def html(self, line: Line) -> str:
        """The line as Telegram's HTML."""
        return render(line, self.language, self.names, Html())

    def plain(self, line: Line) -> str:
        """The line without markup."""
        return render(line, self.language, self.names, Plain())

    def label(self, line: Line) -> str:
        """The line as a button's label."""
        return render(line, self.language, self.names, Button())

    def bold(self, line: Line) -> str:
        """The line in bold."""
        return f"<b>{self.html(line)}</b>"

    def paragraph(self, lines: Sequence[Line]) -> str:
        """Several sentences as one paragraph of HTML."""
        return " ".join(map(self.html, lines))

    @property
    def names(self) -> Cast:
        """The names of this table."""
        words = table_theme(self.table.theme, self.language)
        return Cast(words, self.table.occupants, SHORT_NAME if self.short else None)


class Cast:
    """The theme's cards, and whoever sits in the seats; AI seats and the keeper are marked."""

    def __init__(
        self, words: Theme, occupants: Sequence[Occupant], limit: int | None = None
    ) -> None:
        self._theme = words
        self._occupants = occupants
        self._limit = limit

    def card(self, card: str, form: Form) -> str:
        """A card by the theme."""
        return self._theme.card(card, form)

    def action(self, action: str) -> str:
        """An action card by the theme."""
        return self._theme.action(action)

    def trait(self, trait: str) -> str:
        """A trait by the theme."""
        return self._theme.trait(trait)

    def seat(self, seat: Seat) -> str:
        """The occupant's name; numbered where another one looks the same on a button."""
        seen = [shortened(visible(name_of(o)), BUTTON_NAME) for o in self._occupants]
        name = name_of(self._occupants[seat])
        if self._limit is not None:
            name = shortened(visible(name), self._limit)
        if seen.count(seen[seat]) > 1:
            name = f"{seat + 1}. {name}"
        return f"{name} {mark_of(self._occupants[seat])}".rstrip()


def name_of(occupant: Occupant) -> str:
    """The occupant's bare name."""
    match occupant:
        case Keeper(follows=person):
            return person.name
        case Person() | Ai():
            return occupant.name


def mark_of(occupant: Occupant) -> str:
    """How a seat without a person is marked."""
    match occupant:
        case Ai(level=level):
            return f"{LEVELS[level].face}{AI_MARK}"
        case Keeper():
            return KEEPER_MARK
        case Person():
            return ""


def table_theme(pack: str, language: str) -> Theme:
    """The table's theme, the default one where its pack is gone."""
    return theme(pack if pack in themes() else DEFAULT, language)
