"""race: how likely somebody else wins before this seat's next turn, and so when to accuse.

What another seat knows is read off the same log, for some deals of this seat's own belief: the
public facts, the hand it would have, the cards it was shown. A guess is worth making where
waiting is worth less.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from random import Random

from gm.deduction.facts import HasNot, HasOneOf, NotCase, Problem
from gm.deduction.knowledge import facts
from gm.deduction.position import Clause, Deck, settle
from gm.deduction.sample import Deal
from gm.game.cards import ASIDE, UNKNOWN, Card, Seat
from gm.game.events import Awaited, Looked, Moved, QuestionPut, WaitKind
from gm.game.moves import Answer, Show
from gm.game.view import View

AHEAD = 8
"""So many turns of one's own are looked ahead."""
SLOWEST = 1.25
"""A guess is taken to get better by at least this factor from turn to turn."""
DEALS = 6
"""Deals looked at for every other seat."""


class Others:
    """What the other seats may know, seen from one seat."""

    def __init__(self, view: View, known: Problem) -> None:
        self.view = view
        self.deck = Deck(known)
        public = (HasNot, HasOneOf, NotCase)
        self.public: list[Clause] = [
            clause
            for fact in facts(view)
            if isinstance(fact, public)
            for clause in self.deck.clauses(fact)
        ]
        self.seen = list(_shows(view))

    def open_theories(self, seat: Seat, deal: Deal, lots: Random) -> int:
        """About how many theories the seat would still hold possible if this were the deal."""
        deck = self.deck
        cards = {card: place for card, place in deal.items() if place == seat}
        for asker, owner, shown, asked in self.seen:
            if asker == seat:
                fits = [shown] if shown else [c for c in asked if deal[c] == owner]
                if fits:
                    cards[lots.choice(fits)] = owner
        own = [deck.lies(deck.mask((card,)), place) for card, place in cards.items()]
        settled = settle(deck, [*self.public, *own])
        if settled is None:  # a tip or a look of which less is known than is read into it
            return len(self.view.header.cards.theories)
        return prod(where.bit_count() for where in settled.where[deck.first_case :])

    def spared(self, deals: Sequence[Deal], lots: Random) -> float:
        """The chance that nobody else wins before this seat's next turn."""
        view = self.view
        assert view.seat is not None
        rivals = [s for s in view.header.clockwise(view.seat) if s not in view.position.out]
        asks_first = view.header.rules != "casefile"
        total = 0.0
        for deal in deals[:DEALS]:
            total += prod(
                1 - _finish(self.open_theories(seat, deal, lots), asks_first=asks_first)
                for seat in rivals
            )
        return total / min(DEALS, len(deals))


def waiting(chance: float, hope: float, spared: float) -> float:
    """What it is worth to wait with a guess of this chance: the chance to win by a later one.

    `hope`: the chance of the guess after the next question; `spared`: the chance that nobody
    else wins before that. Both go on changing at the same pace, the rivals' danger like one's
    own hope, and the best moment to guess counts.
    """
    pace = max(hope / chance, SLOWEST)
    danger, alive, best = 1 - spared, 1.0, 0.0
    for _ in range(AHEAD):
        alive *= 1 - min(danger, 1.0)
        chance, danger = min(chance * pace, 1.0), danger * pace
        best = max(best, alive * chance)
    return best


def _finish(theories: int, *, asks_first: bool) -> float:
    """The chance that a seat with so many theories left wins in its next turn.

    Where an accusation takes the place of the question only what is known already counts.
    """
    if theories == 1:
        return 1.0
    return (1.6 if asks_first else 0.8) / theories


def _shows(view: View) -> list[tuple[Seat, Seat, Card | None, tuple[Card, ...]]]:
    """Every card shown or looked at: to whom, whose, which if known, and out of which."""
    found: list[tuple[Seat, Seat, Card | None, tuple[Card, ...]]] = []
    asked: tuple[Card, ...] = ()
    for event in view.log:
        match event:
            case QuestionPut(cards=cards):
                asked = cards
            case Moved(move=Show(card=card), to=int(to)):
                found.append((to, event.seat, None if card == UNKNOWN else card, asked))
            case Moved(move=Answer(cards=cards), to=int(to)) if cards is not None:
                found += [(to, event.seat, card, ()) for card in cards]
            case Looked(target=target, card=card) if target != ASIDE and card != UNKNOWN:
                found.append((event.seat, int(target), card, ()))
            case Awaited(kind=WaitKind.SHOW):
                continue
            case _:
                continue
    return found
