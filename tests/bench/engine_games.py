"""Whole matches of the real engine, played by rookies, as problems for the solver."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gm.deduction.facts import ASIDE, CASE, UP, Card, Place, Problem
from gm.deduction.knowledge import problem
from gm.game.audience import redact
from gm.game.dealing import draw
from gm.game.engine import advance, legal_moves, start
from gm.game.events import Event, Moved, WaitKind
from gm.game.header import Header
from gm.game.rulesets import ruleset
from gm.game.state import State, fold
from gm.game.view import View
from gm.game.view import fold as fold_view
from gm.seats import LEVELS
from tests.game.matches import SUSPECTS

TURNS = 120
"""A match is left after so many turns."""


def header(rules: str, deck: str | None, seats: int) -> Header:
    """A header of these rules with default options."""
    return ruleset(rules).header(
        deck=deck,
        options={},
        seats="ABCDEF"[:seats],
        dealer=0,
        tokens=SUSPECTS[:seats] if rules == "mansion" else None,
    )


def true_deal(state: State) -> dict[Card, Place]:
    """Where every card lies."""
    deal: dict[Card, Place] = dict.fromkeys(state.case, CASE)
    deal |= dict.fromkeys(state.position.up, UP) | dict.fromkeys(state.aside, ASIDE)
    return deal | {card: seat for seat, hand in enumerate(state.hands) for card in hand}


def positions(known: Header, number: int) -> Iterator[tuple[Problem, State]]:
    """What the seat to move knows at each of its turns, and every seat at the end."""
    luck = Random(f"{known.rules} {known.deck} {len(known.seats)} {number}")
    seed = luck.randbytes(32)
    opening = start(known)
    state = fold(State(header=known), opening)
    views = [View(header=known, seat=seat) for seat in range(len(known.seats))]

    def see(events: tuple[Event, ...]) -> None:
        for seat, view in enumerate(views):
            seen = (redact(event, seat) for event in events)
            views[seat] = fold_view(view, (event for event in seen if event is not None))

    see(opening)
    while not state.position.over and state.position.turn < TURNS:
        if state.due:
            events, state = advance(state, draw(state, seed))
        else:
            wait = state.position.waits[0]
            view = views[wait.seat]
            if wait.kind is WaitKind.TURN:
                yield _known(view), state
            move = LEVELS["rookie"].choose(view, legal_moves(state, wait.seat), luck)
            events, state = advance(state, Moved(seat=wait.seat, move=move))
        see(events)
    for view in views:
        yield _known(view), state


def _known(view: View) -> Problem:
    found = problem(view)
    assert found is not None
    return found
