"""A line becomes text: the sentence of its key, its blanks filled by theme, seats and locale."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal, Protocol, assert_never
from zoneinfo import ZoneInfo

from babel.dates import format_skeleton, format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal

from gm.i18n.catalogue import Catalogue, MissingSentenceError, catalogue
from gm.i18n.channels import Channel, Plain
from gm.voice.lines import (
    ActionName,
    CardName,
    Duration,
    Form,
    Line,
    Listing,
    Name,
    Param,
    SeatName,
    Time,
    TraitName,
)


class Names(Protocol):
    """What cards and seats are called, in the language of the text."""

    def card(self, card: str, form: Form) -> str:
        """A card by the theme."""

    def action(self, action: str) -> str:
        """An action card by the theme."""

    def trait(self, trait: str) -> str:
        """The cards of a trait or a category, in plural, by the theme."""

    def seat(self, seat: int) -> str:
        """Whoever sits there."""


class _Nameless:
    """For lines that name no card and no seat."""

    def card(self, card: str, form: Form) -> str:
        raise KeyError(card, form)

    def action(self, action: str) -> str:
        raise KeyError(action)

    def trait(self, trait: str) -> str:
        raise KeyError(trait)

    def seat(self, seat: int) -> str:
        raise KeyError(seat)


def render(
    line: Line, language: str, names: Names | None = None, channel: Channel | None = None
) -> str:
    """The line as text for this channel, plain by default.

    Errors: MissingSentenceError; KeyError where it names a card or seat and `names` is not given.
    """
    return _line(line, catalogue(language), names or _Nameless(), channel or Plain())


def _line(line: Line, words: Catalogue, names: Names, channel: Channel) -> str:
    blanks = {name: _param(param, words, names, channel) for name, param in line.params.items()}
    if line.count is not None:
        blanks["count"] = _param(line.count, words, names, channel)
    try:
        return channel.text(words.sentence(line.key, line.count)).format_map(blanks)
    except KeyError as missing:
        raise MissingSentenceError(line.key, *missing.args) from missing


def _param(param: Param, words: Catalogue, names: Names, channel: Channel) -> str:
    match param:
        case Line():
            return _line(param, words, names, channel)
        case Listing(items=items, word=word):
            texts = [_param(item, words, names, channel) for item in items]
            style: Literal["standard", "or"] = "standard" if word == "and" else "or"
            return format_list(texts, style=style, locale=words.locale)
        case SeatName(seat=seat):
            return channel.name(names.seat(seat))
        case Name(text=text):
            return channel.name(text)
        case CardName(id=card, form=form):
            return channel.text(names.card(card, form))
        case ActionName(id=action):
            return channel.text(names.action(action))
        case TraitName(id=trait):
            return channel.text(names.trait(trait))
        case Duration(seconds=seconds):
            return channel.text(_duration(seconds, words))
        case Time():
            relative = param.left is not None
            return channel.moment(_time(param, words), param.millis, relative=relative)
        case int():
            return channel.text(str(format_decimal(param, locale=words.locale)))
        case str():
            return channel.text(param)
        case _:
            assert_never(param)


def _duration(seconds: int, words: Catalogue, *, ahead: bool = False) -> str:
    """The length in its largest unit: 1 hour, but 90 seconds; `ahead`: as so long from now."""
    whole = seconds % 3_600 == 0 or (seconds < 3_600 and seconds % 60 == 0)
    threshold = 1.0 if whole else 1.5
    return format_timedelta(
        seconds, threshold=threshold, add_direction=ahead, locale=words.locale, format="long"
    )


def _time(time: Time, words: Catalogue) -> str:
    """How long until then; or a weekday and a time of day, with its zone where that is not the
    reader's own.
    """
    if time.left is not None:
        return _duration(time.left, words, ahead=True)
    zone = UTC if time.zone is None else ZoneInfo(time.zone)
    moment = datetime.fromtimestamp(time.millis / 1000, zone)
    text = f"{format_skeleton('EEE', moment, zone, locale=words.locale)} {moment:%H:%M}"
    if time.zone is None:
        return f"{text} UTC"
    return f"{text} ({place_of(time.zone)})" if time.named else text


def place_of(zone: str) -> str:
    """The place that a time zone is named after."""
    return zone.rpartition("/")[2].replace("_", " ")
