"""Draws for a live match, and their recomputation: both take the same path."""

from __future__ import annotations

from gm.game.cards import Seat
from gm.game.chance import Lots
from gm.game.engine import legal_moves
from gm.game.events import Chance, Moved, WaitKind
from gm.game.moves import Answer, Decline, Move, Order, Refuse, Skipped
from gm.game.rulesets import ruleset
from gm.game.state import State


def draw_dealer(key: bytes, seats: int) -> Seat:
    """Who deals (§2: by lot)."""
    return Lots(key, "dealer", 0).below(seats)


def draw(state: State, key: bytes) -> Chance:
    """The chance line that is due now."""
    lots = Lots(key, state.due[0].kind.value, state.entries)
    return ruleset(state.header.rules).draw(state, lots)


def by_lot(state: State, seat: Seat, key: bytes) -> Move:
    """The answer that a clock or the keeper gives for a seat that is asked (§5).

    A lot among all legal answers in deck order, drawn also where there is only one.
    """
    answers = legal_moves(state, seat)
    label = "answer" if isinstance(answers[0], Answer) else "show"
    return Lots(key, label, state.entries).one(answers)


def by_clock(state: State, seat: Seat, key: bytes) -> Moved:
    """What happens for a seat whose clock runs out, or that the keeper sits in (§5).

    A card is shown by lot, an accusation is not joined, the order is clockwise, a turn passes.
    """
    wait = state.position.wait(seat)
    assert wait is not None
    match wait.kind:
        case WaitKind.SHOW | WaitKind.ANSWER:
            return Moved(seat=seat, move=by_lot(state, seat, key), lot=True)
        case WaitKind.JOIN:
            return Moved(seat=seat, move=Decline())
        case WaitKind.ORDER:
            accusation = state.position.accusation
            assert accusation is not None
            return Moved(seat=seat, move=Order(order=accusation.clockwise))
        case WaitKind.AGREE:
            return Moved(seat=seat, move=Refuse())
        case WaitKind.TURN | WaitKind.AFTER | WaitKind.WALK:
            return Moved(seat=seat, move=Skipped())
