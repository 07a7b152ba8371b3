"""Random whole matches of getaway from a number: legal moves, clocks, removals, ends."""

from __future__ import annotations

import random

from gm.game.chance import SCHEME, seal
from gm.game.dealing import by_lot, draw, draw_dealer
from gm.game.engine import decide, legal_moves, start
from gm.game.events import Entry, Moved, Stop, Stopped, WaitKind
from gm.game.moves import Accuse, Removed, Skipped
from gm.game.record.lines import Line, Occupant, Opened, Sealed
from gm.game.record.reading import Record
from gm.game.rulesets import ruleset
from gm.game.state import State, fold

LONGEST = 160


def new_state(seats: int, *, dealer: int = 0, **options: object) -> State:
    """A match before its deal."""
    header = ruleset("getaway").header(
        deck=None, options=options, seats="ABCDEF"[:seats], dealer=dealer
    )
    return fold(State(header=header), start(header))


def set_up(seats: int, seed: bytes, **options: object) -> State:
    """A match at its first turn, with chance from the seed."""
    state = new_state(seats, dealer=draw_dealer(seed, seats), **options)
    while state.due:
        state = fold(state, decide(state, draw(state, seed)))
    return state


def next_entry(state: State, seed: bytes, luck: random.Random) -> Entry:
    """Something that may come next; wrong accusations and removals are rare."""
    if state.due:
        return draw(state, seed)
    seats = range(len(state.header.seats))
    if luck.random() < 0.01:
        there = [seat for seat in seats if seat not in state.position.removed]
        if there:
            return Moved(seat=luck.choice(there), move=Removed())
    wait = luck.choice(state.position.waits)
    if wait.asker is not None:
        if wait.seat in state.position.removed or luck.random() < 0.3:
            return Moved(seat=wait.seat, move=by_lot(state, wait.seat, seed), lot=True)
        return Moved(seat=wait.seat, move=luck.choice(legal_moves(state, wait.seat)))
    if luck.random() < 0.05:
        return Moved(seat=wait.seat, move=Skipped())
    moves = legal_moves(state, wait.seat)
    if luck.random() < 0.97:
        moves = tuple(move for move in moves if not isinstance(move, Accuse))
    elif luck.random() < 0.3:
        return Moved(seat=wait.seat, move=Accuse(theory=state.case))
    chosen = luck.choice(moves)
    if wait.kind is WaitKind.TURN:
        # Each kind of card as often as any other, however many ways there are to play it.
        kinds = sorted({getattr(move, "action", "") for move in moves})
        kind = luck.choice(kinds)
        chosen = luck.choice([move for move in moves if getattr(move, "action", "") == kind])
    return Moved(seat=wait.seat, move=chosen)


def match_record(number: int, *, longest: int = LONGEST) -> Record:
    """A sealed and opened record of a whole match, or of its first lines."""
    luck = random.Random(number)
    seed = luck.randbytes(32)
    seats = luck.randint(3, 6)
    state = new_state(seats, dealer=draw_dealer(seed, seats), last_seat_wins=luck.random() < 0.5)
    lines = [
        Line(content=Sealed(digest=seal(seed), scheme=SCHEME)),
        Line(content=Occupant(seat=0, who="ai:rookie")),
    ]
    while not state.position.over:
        entry = next_entry(state, seed, luck)
        if len(lines) >= longest:
            entry = Stopped(why=luck.choice(list(Stop)))
        state = fold(state, decide(state, entry))
        lines.append(Line(content=entry, at=len(lines), x={"n": 1}))
    lines.append(Line(content=Opened(seed=seed)))
    return Record(header=state.header, lines=tuple(lines))
