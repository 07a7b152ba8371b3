"""The decks and action cards of the games, as data (§1–§3 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from gm.game.cards import Card, Category, Deck


class ActionKind(StrEnum):
    """What playing an action card does (§2)."""

    ANY = "any"
    PRESENT = "present"
    SNOOP = "snoop"
    ALL_SNOOP = "all_snoop"
    SLEUTH = "sleuth"
    TIP = "tip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One kind of action card.

    `asks`: the cards that a sleuth or a tip asks for; `whole`: the tip hands over all of them,
    not one; `step`: +1 for a look to the left, -1 to the right.
    """

    kind: ActionKind
    copies: int = 1
    asks: frozenset[Card] = frozenset()
    whole: bool = False
    step: int = 0


def _traits(table: Mapping[str, str]) -> MappingProxyType[str, frozenset[Card]]:
    return MappingProxyType({trait: frozenset(cards.split()) for trait, cards in table.items()})


_SUSPECTS = Category(name="suspect", cards=("red", "yellow", "white", "green", "blue", "purple"))

GETAWAY = Deck(
    categories=(
        _SUSPECTS,
        Category(
            name="vehicle",
            cards=("balloon", "seaplane", "airliner", "limousine", "automobile", "train"),
        ),
        Category(
            name="destination",
            cards=(
                "falls",
                "island",
                "mountain",
                "geyser",
                "memorial",
                "beach",
                "bridge",
                "canyon",
                "fort",
            ),
        ),
    ),
    traits=_traits(
        {
            "female": "red white blue",
            "male": "yellow green purple",
            "flying": "balloon seaplane airliner",
            "ground": "limousine automobile train",
            "blue": "balloon seaplane limousine",
            "red": "airliner automobile train",
            "north": "falls island mountain geyser",
            "south": "memorial beach bridge canyon fort",
            "east": "falls island memorial beach",
            "west": "mountain geyser bridge canyon fort",
        }
    ),
)

MANSION = Deck(
    categories=(
        _SUSPECTS,
        Category(
            name="weapon", cards=("rope", "pipe", "knife", "wrench", "candlestick", "revolver")
        ),
        Category(
            name="room",
            cards=(
                "kitchen",
                "ballroom",
                "conservatory",
                "dining",
                "billiard",
                "library",
                "lounge",
                "hall",
                "study",
            ),
        ),
    )
)


def _casefile(weapons: tuple[Card, ...], locations: tuple[Card, ...]) -> Deck:
    return Deck(
        categories=(
            _SUSPECTS,
            Category(name="weapon", cards=weapons),
            Category(name="location", cards=locations),
        )
    )


_WEAPONS = ("knife", "rope", "candlestick")
_LOCATIONS = ("billiard", "dining", "kitchen")

_SLEUTHS = ("female", "male", "flying", "blue", "south", "west")
_TIP_TRAITS = ("female", "red", "north")

ACTIONS: MappingProxyType[str, Action] = MappingProxyType(
    {
        "any": Action(kind=ActionKind.ANY, copies=10),
        "present": Action(kind=ActionKind.PRESENT, copies=9),
        "snoop": Action(kind=ActionKind.SNOOP, copies=4),
        "all_snoop_left": Action(kind=ActionKind.ALL_SNOOP, copies=2, step=1),
        "all_snoop_right": Action(kind=ActionKind.ALL_SNOOP, copies=2, step=-1),
        **{
            f"sleuth_{trait}": Action(kind=ActionKind.SLEUTH, asks=GETAWAY.traits[trait])
            for trait in _SLEUTHS
        },
        **{
            f"tip_{category.name}s": Action(
                kind=ActionKind.TIP, asks=frozenset(category.cards), whole=True
            )
            for category in GETAWAY.categories
        },
        **{
            f"tip_{trait}": Action(kind=ActionKind.TIP, asks=GETAWAY.traits[trait])
            for trait in _TIP_TRAITS
        },
    }
)
"""The 39 action cards of getaway, by id."""

DECKS: MappingProxyType[tuple[str, str | None], Deck] = MappingProxyType(
    {
        ("getaway", None): GETAWAY,
        ("mansion", None): MANSION,
        ("casefile", "normal"): _casefile(_WEAPONS, _LOCATIONS),
        ("casefile", "advanced"): _casefile(
            (*_WEAPONS, "revolver"), (*_LOCATIONS, "hall", "library")
        ),
        ("casefile", "grand"): _casefile(MANSION.categories[1].cards, MANSION.categories[2].cards),
    }
)
"""Every deck by (rules, deck)."""
