"""An AI seat cannot peek: swap all that it cannot know, and it makes the same move."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gm.cli.simulate import new_header, play_out
from gm.deduction.knowledge import problem
from gm.deduction.sample import Sampler
from gm.game.engine import legal_moves
from gm.game.record.lines import Line
from gm.game.record.reading import Record
from gm.game.record.redacted import view
from gm.game.record.replay import Replay, replay
from gm.game.rulesets import RULESETS
from gm.seats import LEVELS
from tests.game.test_secrecy import Again, true_deal

LINES = 60
"""Moments are taken from the first so many lines, which are quick to play again."""
SWAPS = 4
"""Other deals tried at a moment; the other seats may have shown other cards, too."""


def match(rules: str, level: str, number: int) -> Replay:
    """A whole match among seats of this level."""
    luck = Random(f"{rules} {level} {number}")
    seed = luck.randbytes(32)
    game = RULESETS[rules]
    deck = luck.choice(list(game.decks))
    seats = luck.choice([n for n in game.decks[deck] if n > 2])
    header = new_header(rules, deck, seats, seed)
    entries = [entry for entry, _ in play_out(header, [LEVELS[level]] * seats, seed)]
    lines = tuple(Line(content=entry) for entry in entries)
    return replay(Record(header=header, lines=lines))


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_cannot_know_does_not_change_its_move(level: str, rules: str) -> None:
    whole = match(rules, level, 1).record
    luck = Random(7)
    swapped = 0
    lines = range(6, min(len(whole.lines), LINES))
    for until in luck.sample(lines, min(len(lines), 12)):
        played = replay(replace(whole, lines=whole.lines[:until]))
        if played.state.due or played.state.position.over:
            continue
        seat = played.state.position.waits[0].seat
        own = view(played, seat)
        move = LEVELS[level].choose(own, legal_moves(played.state, seat), Random(until))
        known = problem(own)
        assert known is not None
        sampler = Sampler(known)
        for _ in range(SWAPS):
            deal = sampler.draw(luck.randrange)
            other = Again(played, seat, deal, luck)
            if deal == true_deal(played) or other.seen() != own:
                continue
            swapped += 1
            moves = legal_moves(other.state, seat)
            assert LEVELS[level].choose(own, moves, Random(until)) == move
    assert swapped >= 4
