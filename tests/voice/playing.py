"""Matches played by legal moves out of a generator, for what is said about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from gm.game import engine
from gm.game.audience import redact
from gm.game.cards import Seat
from gm.game.dealing import draw
from gm.game.decks import ACTIONS, GETAWAY
from gm.game.events import Dealt, Entry, MarkersDealt, Moved, PileShuffled
from gm.game.header import Header
from gm.game.moves import Accuse, Move
from gm.game.rulesets import ruleset
from gm.game.state import State
from gm.game.state import fold as fold_state
from gm.game.view import View
from gm.game.view import fold as fold_view

SEED = bytes(32)
NAMES = "ABCDEF"


class Play:
    """A match in which every draw of the set-up can be laid out and every move is checked."""

    def __init__(self, seats: int = 4, *, dealer: Seat = 0, **options: object) -> None:
        self.header: Header = ruleset("getaway").header(
            deck=None, options=options, seats=tuple(NAMES[:seats]), dealer=dealer
        )
        self.events = list(engine.start(self.header))
        self.state = fold_state(State(header=self.header), self.events)

    def enter(self, entry: Entry) -> None:
        """Add an entry, but no draws."""
        events = engine.decide(self.state, entry)
        self.events += events
        self.state = fold_state(self.state, events)

    def deal(
        self,
        hands: Sequence[str],
        *,
        markers: str = "falls island mountain geyser memorial beach",
        opening: Sequence[str] = (),
        pile: Sequence[str] = (),
    ) -> Play:
        """Lay out the set-up: hands by seat, the case being what is left over."""
        given = tuple(tuple(hand.split()) for hand in hands)
        held = {card for hand in given for card in hand}
        case = tuple(
            next(card for card in category.cards if card not in held)
            for category in GETAWAY.categories
        )
        self.enter(Dealt(case=case, hands=given))
        self.enter(MarkersDealt(seats=tuple(markers.split()[: len(given)])))
        rest = [action for action, card in ACTIONS.items() for _ in range(card.copies)]
        first = [*opening, *pile]
        for action in first:
            rest.remove(action)
        self.enter(PileShuffled(cards=(*first, *rest)))
        return self

    def draws(self, seed: bytes = SEED) -> None:
        """Draw what is due by the sealed chance."""
        while self.state.due:
            self.enter(draw(self.state, seed))

    def move(self, seat: Seat, move: Move, *, lot: bool = False) -> None:
        """A move, and what is drawn after it."""
        self.enter(Moved(seat=seat, move=move, lot=lot))
        self.draws()

    def view(self, seat: Seat | None) -> View:
        """What a seat has seen; None: the public."""
        seen = (redact(event, seat) for event in self.events)
        nothing = View(header=self.header, seat=seat)
        return fold_view(nothing, (event for event in seen if event is not None))

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """What the seat may do."""
        return engine.legal_moves(self.state, seat)


def random_match(number: int, seats: int = 4, *, steps: int = 400) -> Iterator[Play]:
    """A match of random legal moves, few of them accusations, after each of its entries."""
    random = Random(number)
    play = Play(seats, dealer=random.randrange(seats))
    play.draws(random.randbytes(32))
    for _ in range(steps):
        yield play
        if play.state.position.over:
            return
        wait = random.choice(play.state.position.waits)
        move = random.choice(_weighed(play.moves(wait.seat), random))
        play.move(wait.seat, move)
    yield play


def _weighed(moves: Sequence[Move], random: Random) -> Sequence[Move]:
    accuse = random.random() < 0.03
    some = [move for move in moves if isinstance(move, Accuse) is accuse]
    kinds = {getattr(move, "action", None) for move in some}
    kind = random.choice(sorted(kinds, key=str)) if kinds else None
    return [move for move in some if getattr(move, "action", None) == kind] or moves
