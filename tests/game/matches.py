"""Random whole matches of any game from a number: legal moves, clocks, removals, ends."""

from __future__ import annotations

import random

from gm.game.chance import FIRST_SCHEME, seal
from gm.game.dealing import by_clock, draw, draw_dealer
from gm.game.engine import decide, legal_moves, start
from gm.game.events import Entry, Moved, Stop, Stopped, WaitKind
from gm.game.header import Header
from gm.game.moves import Accuse, Move, Removed
from gm.game.record.lines import Line, Occupant, Opened, Sealed
from gm.game.record.reading import Record
from gm.game.rulesets import RULESETS, ruleset
from gm.game.state import State, fold

LONGEST = 160
SUSPECTS = ("red", "yellow", "white", "green", "blue", "purple")


def new_state(seats: int, *, dealer: int = 0, **options: object) -> State:
    """A match of getaway before its deal."""
    header = ruleset("getaway").header(
        deck=None, options=options, seats="ABCDEF"[:seats], dealer=dealer
    )
    return begun(header)


def begun(header: Header) -> State:
    """A match before its deal."""
    return fold(State(header=header), start(header))


def any_header(rules: str, luck: random.Random, seed: bytes) -> Header:
    """A header of these rules: any deck, any number of seats, any options."""
    game = ruleset(rules)
    deck = luck.choice(list(game.decks))
    seats = luck.choice(game.decks[deck])
    options = {name: luck.choice(option.values) for name, option in game.options.items()}
    return game.header(
        deck=deck,
        options=options,
        seats="ABCDEF"[:seats],
        dealer=draw_dealer(seed, seats) if rules == "getaway" else None,
        tokens=luck.sample(SUSPECTS, seats) if rules == "mansion" else None,
    )


def set_up(seats: int, seed: bytes, **options: object) -> State:
    """A match of getaway at its first turn, with chance from the seed."""
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
    if wait.kind in (WaitKind.SHOW, WaitKind.ANSWER):
        if wait.seat in state.position.removed or luck.random() < 0.3:
            return by_clock(state, wait.seat, seed)
        return Moved(seat=wait.seat, move=luck.choice(legal_moves(state, wait.seat)))
    if luck.random() < (0.5 if wait.kind is WaitKind.JOIN else 0.05):
        return by_clock(state, wait.seat, seed)
    moves = legal_moves(state, wait.seat)
    theories = [move for move in moves if hasattr(move, "theory")]
    # Only where others may join them are accusations worth trying often.
    often = 0.15 if state.header.rules == "casefile" else 0.03
    if theories and luck.random() < often:
        right = [move for move in theories if move.theory == state.case]  # type: ignore[union-attr]
        return Moved(seat=wait.seat, move=luck.choice(right * 50 + theories))
    others = [move for move in moves if not isinstance(move, Accuse)]
    # Each kind of move as often as any other, however many ways there are to make it.
    chosen = luck.choice(sorted({_kind(move) for move in others}))
    return Moved(
        seat=wait.seat, move=luck.choice([move for move in others if _kind(move) == chosen])
    )


def _kind(move: Move) -> str:
    return str(getattr(move, "action", type(move).__name__))


def match_record(number: int, *, rules: str = "getaway", longest: int = LONGEST) -> Record:
    """A sealed and opened record of a whole match, or of its first lines."""
    luck = random.Random(number)
    seed = luck.randbytes(32)
    state = begun(any_header(rules, luck, seed))
    lines = [
        Line(content=Sealed(digest=seal(seed), scheme=FIRST_SCHEME)),
        Line(content=Occupant(seat=0, who="ai:rookie")),
    ]
    while not state.position.over:
        entry = next_entry(state, seed, luck)
        if len(lines) >= longest and not state.due:
            entry = Stopped(why=luck.choice(list(Stop)))
        state = fold(state, decide(state, entry))
        lines.append(Line(content=entry, at=len(lines), x={"n": 1}))
    lines.append(Line(content=Opened(seed=seed)))
    return Record(header=state.header, lines=tuple(lines))


GAMES = tuple(RULESETS)
