"""Whole games as lists of facts, for every deck: an independent, boardless simulator.

A game is a hidden deal and a list of events; an event is what everybody learns from it and what
the seats that saw more learn instead. Nothing here knows the solver, but a seat may be given one
to think with.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle, islice
from random import Random

from gm.deduction.facts import (
    ASIDE,
    CASE,
    UP,
    Card,
    CaseIs,
    Fact,
    Has,
    HasExactly,
    HasNot,
    HasOneOf,
    NotCase,
    Place,
    Problem,
    Theory,
)

Known = tuple[Fact, ...]


@dataclass(frozen=True, kw_only=True)
class Deck:
    """A rule set's deck: category sizes, and how its games deal, ask and accuse."""

    name: str
    shape: tuple[int, ...]
    seats: tuple[int, ...]
    spread: bool  # leftovers are dealt out; otherwise they lie face up
    named: int  # cards in a question; 3 is one of each category
    actions: bool = False  # looks, trait questions and tips of the action card game
    loud: bool = True  # a wrong accusation tells everybody the theory


DECKS = (
    Deck(name="getaway", shape=(6, 6, 9), seats=(3, 4, 5, 6), spread=True, named=3, actions=True),
    Deck(
        name="casefile normal", shape=(6, 3, 3), seats=(2, 3, 4), spread=False, named=2, loud=False
    ),
    Deck(
        name="casefile advanced",
        shape=(6, 4, 5),
        seats=(2, 3, 4, 5, 6),
        spread=False,
        named=2,
        loud=False,
    ),
    Deck(
        name="casefile grand",
        shape=(6, 6, 9),
        seats=(3, 4, 5, 6),
        spread=False,
        named=2,
        loud=False,
    ),
    Deck(name="mansion", shape=(6, 6, 9), seats=(2, 3, 4, 5, 6), spread=True, named=3),
    Deck(name="24 cards", shape=(7, 7, 10), seats=(3, 4, 5, 6), spread=True, named=3),
)
DECK = {deck.name: deck for deck in DECKS}

TRAITS = ((0, (0, 1, 2)), (1, (0, 1, 2)), (1, (0, 1, 3)), (2, (4, 5, 6, 7, 8)), (2, (2, 3, 6, 7)))
"""Category and numbers of the cards that share a trait."""


@dataclass(frozen=True, kw_only=True)
class Happening:
    """One event: what all learn, and what some seats learn instead."""

    public: tuple[Fact, ...] = ()
    private: dict[int, tuple[Fact, ...]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Game:
    """A hidden deal and everything that happened."""

    deck: Deck
    blank: Problem
    deal: dict[Card, Place]
    events: list[Happening]

    def problem(self, seat: int | None, upto: int | None = None) -> Problem:
        """What the seat (None: somebody without a hand) knows after the first `upto` events."""
        facts: list[Fact] = []
        if seat is not None:
            facts.append(HasExactly(place=seat, among=self.blank.cards, cards=self.held(seat)))
        for event in self.events[:upto]:
            facts += event.public if seat is None else event.private.get(seat, event.public)
        return Problem(
            categories=self.blank.categories,
            sizes=self.blank.sizes,
            up=self.blank.up,
            aside=self.blank.aside,
            facts=tuple(facts),
        )

    def held(self, place: Place) -> tuple[Card, ...]:
        """The cards of a place, in deck order."""
        return tuple(card for card in self.blank.cards if self.deal[card] == place)


def deal_out(deck: Deck, seats: int, random: Random) -> Game:
    """A fresh deal of the deck."""
    categories = tuple(
        tuple(f"{letter}{i}" for i in range(size))
        for letter, size in zip("swl", deck.shape, strict=True)
    )
    theory = [random.choice(category) for category in categories]
    rest = [card for category in categories for card in category if card not in theory]
    random.shuffle(rest)
    aside = 4 if deck.name == "mansion" and seats == 2 else 0
    each, more = divmod(len(rest) - aside, seats)
    sizes = [each + (deck.spread and seat < more) for seat in range(seats)]
    deal: dict[Card, Place] = dict.fromkeys(theory, CASE)
    for seat, size in enumerate(sizes):
        for _ in range(size):
            deal[rest.pop()] = seat
    up = () if aside else tuple(rest)
    deal |= dict.fromkeys(rest, ASIDE if aside else UP)
    blank = Problem(categories=categories, sizes=tuple(sizes), up=up, aside=aside)
    return Game(deck=deck, blank=blank, deal=deal, events=[])


class Table:
    """Plays one game to its end and writes down what everybody could see."""

    def __init__(self, game: Game, random: Random) -> None:
        self.game = game
        self.random = random
        self.seats = len(game.blank.sizes)
        self.out: set[int] = set()

    def add(self, *public: Fact, private: dict[int, tuple[Fact, ...]] | None = None) -> None:
        """Write down one event."""
        self.game.events.append(Happening(public=public, private=private or {}))

    @property
    def now(self) -> int:
        """The number the next event will have."""
        return len(self.game.events)

    def others(self, seat: int) -> list[int]:
        """The other seats from the left."""
        return list(islice(cycle(range(self.seats)), seat + 1, seat + self.seats))

    def asks(self, seat: int, cards: tuple[Card, ...]) -> bool:
        """A question and its answers; True when somebody showed a card."""
        for other in self.others(seat):
            fits = [card for card in cards if self.game.deal[card] == other]
            if fits:
                self.shows(other, seat, cards, self.random.choice(fits))
                return True
            self.add(*(HasNot(place=other, card=card, source=self.now) for card in cards))
        if self.game.blank.aside:
            self.look(seat, ASIDE, hidden=True)
        return False

    def shows(self, owner: int, to: int, cards: tuple[Card, ...], shown: Card) -> None:
        """The owner shows one of the cards; all others learn that it has one of them."""
        seen = (Has(place=owner, card=shown, source=self.now),)
        self.add(
            HasOneOf(place=owner, cards=cards, source=self.now), private={to: seen, owner: seen}
        )

    def look(self, seat: int, place: Place, *, hidden: bool = False) -> None:
        """The seat sees a card of the place, drawn by lot; nobody learns which."""
        card = self.random.choice(self.game.held(place))
        self.add(private={seat: (Has(place=place, card=card, source=self.now),)})

    def trait(self, seat: int) -> None:
        """Every other seat shows a card with the trait or is passed over."""
        category, numbers = self.random.choice(TRAITS)
        cards = tuple(self.game.blank.categories[category][i] for i in numbers)
        for other in self.others(seat):
            fits = [card for card in cards if self.game.deal[card] == other]
            if fits:
                self.shows(other, seat, cards, self.random.choice(fits))
            else:
                self.add(*(HasNot(place=other, card=card, source=self.now) for card in cards))

    def tip(self, seat: int) -> None:
        """Another seat hands over all its cards of a category: only these two know."""
        other = self.random.choice(self.others(seat))
        among = self.random.choice(self.game.blank.categories)
        held = tuple(card for card in among if self.game.deal[card] == other)
        fact = HasExactly(place=other, among=among, cards=held, source=self.now)
        self.add(private={seat: (fact,), other: (fact,)})

    def accuses(self, seat: int, theory: Theory) -> bool:
        """True when right; otherwise the seat is out and has seen the case."""
        case = self.game.held(CASE)
        if theory == case:
            return True
        self.out.add(seat)
        seen = (CaseIs(theory=case, source=self.now),)
        public = (NotCase(theory=theory, source=self.now),) if self.game.deck.loud else ()
        self.add(*public, private={seat: seen})
        return False


Think = Callable[[Problem], tuple[dict[Card, bool], Theory | None]]
"""What a seat makes of its knowledge: the cards that may be the case's, the case if it is sure."""


def play(
    deck: Deck, seats: int, random: Random, think: Think | None = None, rounds: int = 60
) -> Game:
    """A complete game: to the first right accusation, all out, or `rounds` questions.

    With `think` seats name cards that may still be the case's and accuse when sure; without,
    they name any cards. One question in thirty is followed by a wild accusation.
    """
    game = deal_out(deck, seats, random)
    table = Table(game, random)
    for turn in range(rounds):
        seat = turn % seats
        if seat in table.out:
            if len(table.out) == seats:
                break
            continue
        open_cards: dict[Card, bool] = {}
        if think is not None:
            open_cards, sure = think(game.problem(seat))
            if sure is not None:
                table.accuses(seat, sure)
                break
        kind = random.random()
        if deck.actions and kind < 0.35:
            if kind < 0.12:
                table.look(seat, random.choice(table.others(seat)))
            elif kind < 0.18:
                for one in range(seats):
                    if one not in table.out:
                        table.look(one, (one + 1) % seats)
            elif kind < 0.28:
                table.trait(seat)
            else:
                table.tip(seat)
            continue
        pool = [
            [card for card in category if open_cards.get(card, True)] or list(category)
            for category in game.blank.categories
        ]
        if deck.named == 3:
            cards = tuple(random.choice(category) for category in pool)
        else:
            cards = tuple(random.sample([card for category in pool for card in category], 2))
        shown = table.asks(seat, cards)
        own = any(game.deal[card] == seat for card in cards)
        if think is None and deck.named == 3 and not shown and not own:
            table.accuses(seat, cards)
            break
        if random.random() < 1 / 30:
            table.accuses(seat, tuple(random.choice(category) for category in pool))
    return game
