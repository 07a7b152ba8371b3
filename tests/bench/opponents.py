"""Opponents that only the bench knows: habits that a reader must not fall for.

`minimax` asks what leaves least open in the worst case, over all questions; the others differ
from a level in one habit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from gm.deduction.bundle import Bundle
from gm.deduction.sample import Sampler
from gm.game.moves import Accuse, Ask, Join, Move, Play, Suggest
from gm.game.view import View
from gm.seats import LEVELS, Level, Policy
from gm.seats.belief import believe
from gm.seats.plain import plain, settled
from gm.seats.questions import Asking
from gm.seats.sharp import answer

DEALS = 128


def random_asker(view: View, moves: Sequence[Move], lots: Random) -> Move:
    """Knows all that follows, asks for anything."""
    belief = believe(view)
    anything = tuple(frozenset(category) for category in belief.known.categories)
    return settled(moves, belief.certain) or plain(moves, anything, lots)


def own_namer(view: View, moves: Sequence[Move], lots: Random) -> Move:
    """Names a card of its own in every question where it can."""
    belief = believe(view)
    sure = settled(moves, belief.certain)
    if sure is not None:
        return sure
    hand = set(view.hand)
    wide = tuple(
        cards | (hand & set(category))
        for cards, category in zip(belief.possible, belief.known.categories, strict=True)
    )
    own = [m for m in moves if isinstance(m, Ask | Suggest | Play) and hand & set(m.cards or ())]
    others = [m for m in moves if not isinstance(m, Ask | Suggest | Play | Accuse | Join)]
    known = [m for m in moves if isinstance(m, Play) and m.cards is None]
    return plain([*own, *known, *others] or moves, wide, lots)


def bluffing(often: float) -> Policy:
    """sharp, but so often it puts a card of its own in place of another of its question."""
    sharp = LEVELS["sharp"].choose

    def choose(view: View, moves: Sequence[Move], lots: Random) -> Move:
        move = sharp(view, moves, lots)
        cards = getattr(move, "cards", None)
        if not isinstance(move, Ask | Suggest | Play) or not cards or lots.random() >= often:
            return move
        legal = set(moves)
        swaps = [
            swapped
            for at in range(len(cards))
            for own in view.hand
            if own not in cards
            and (swapped := replace(move, cards=(*cards[:at], own, *cards[at + 1 :]))) in legal
        ]
        return lots.choice(swaps) if swaps else move

    return choose


def minimax(view: View, moves: Sequence[Move], lots: Random) -> Move:
    """The question with the best worst case over its answers; accuses what is proved."""
    easy = answer(view, moves, lots)
    if easy is not None:
        return easy
    belief = believe(view)
    sure = settled(moves, belief.certain)
    if sure is not None:
        return sure
    sampler = Sampler(belief.known)
    deals = [sampler.draw(lots.randrange) for _ in range(DEALS)]
    bundle = Bundle(belief.known.categories, deals, lots.randrange)
    asking = Asking(view, belief, bundle)

    def worst(move: Move) -> int:
        named = asking.named(move)
        if named is None:
            return 1_000_000
        return max(
            sum(bool(mask & card) for row in bundle.case for card in row)
            for mask in bundle.answers(named, asking.order)
        )

    questions = [m for m in moves if asking.named(m) is not None]
    if not questions:
        return plain(moves, belief.possible, lots)
    lots.shuffle(questions)
    return min(questions, key=worst)


OPPONENTS: dict[str, Level] = {
    name: Level(choose=choose, version=1, names=(), face="")
    for name, choose in {
        "random": random_asker,
        "own-namer": own_namer,
        "bluff-0.3": bluffing(0.3),
        "bluff-1": bluffing(1.0),
        "minimax": minimax,
    }.items()
}
