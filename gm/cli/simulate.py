"""`casekeeper simulate`: whole matches among AI seats, counted, and kept as records."""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from gm.cli.files import GOOD, REFUSED, WRONG_USAGE
from gm.game.audience import redact
from gm.game.board import TOKENS
from gm.game.chance import FIRST_SCHEME, seal
from gm.game.dealing import draw, draw_dealer
from gm.game.engine import advance, legal_moves, start
from gm.game.events import Entry, Event, Moved, Stop, Stopped
from gm.game.header import Header
from gm.game.reasons import Illegal
from gm.game.record.lines import Line, Object, Occupant, Opened, Sealed
from gm.game.record.reading import Record, dump, dumps
from gm.game.rulesets import RULESETS, ruleset
from gm.game.state import State
from gm.game.view import View
from gm.game.view import fold as fold_view
from gm.seats import LEVELS, Level

LONGEST = 1000
"""A match of so many turns is stopped as abandoned; AI seats hardly ever play so long."""
MOST = 1_000_000


def main(argv: Sequence[str]) -> int:
    """Run `casekeeper simulate`; returns the exit status."""
    args = _parser().parse_args(argv)
    unknown = [level for level in args.seats if level not in LEVELS]
    if unknown:
        sys.stderr.write(f"casekeeper: no level {unknown[0]!r}; there are {', '.join(LEVELS)}\n")
        return WRONG_USAGE
    try:
        _print(_simulate(args))
    except Illegal as illegal:
        _print({"ok": False, "reason": illegal.reason.value, **illegal.params})
        return REFUSED
    except OSError as error:
        sys.stderr.write(f"casekeeper: cannot write {args.out}: {error.strerror}\n")
        return WRONG_USAGE
    return GOOD


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="casekeeper simulate", description=__doc__)
    made.add_argument("--rules", choices=tuple(RULESETS), required=True)
    made.add_argument("--deck", help="of casefile; else the smallest for so many seats")
    made.add_argument(
        "--seats", type=_seats, required=True, metavar="LEVEL,…", help="the level of each seat"
    )
    made.add_argument("--games", type=_games, default=1, metavar="N")
    made.add_argument("--seed", default="0", metavar="S", help="any text")
    made.add_argument("--out", type=Path, metavar="DIR", help="write a record of each match here")
    return made


def _seats(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _games(text: str) -> int:
    games = int(text)
    if not 1 <= games <= MOST:
        raise argparse.ArgumentTypeError(f"from 1 to {MOST} games")
    return games


def _print(data: Object) -> None:
    sys.stdout.write(dumps(data) + "\n")


def _simulate(args: argparse.Namespace) -> Object:
    """Play, write and count. Errors: Illegal for a table that the rules do not know; OSError."""
    levels: tuple[str, ...] = args.seats
    wins, undecided, turns = [0] * len(levels), 0, []
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
    for number in range(1, args.games + 1):
        seed = hashlib.sha256(f"{args.seed}/{number}".encode()).digest()
        table = new_header(args.rules, args.deck, len(levels), seed)
        lines: list[Entry] = []
        state = State(header=table)
        for entry, after in play_out(table, [LEVELS[level] for level in levels], seed):
            lines.append(entry)
            state = after
        if state.position.winner is None:
            undecided += 1
        else:
            wins[state.position.winner] += 1
        turns.append(state.position.turn)
        if args.out is not None:
            path = args.out / f"{number:0{len(str(args.games))}}.jsonl"
            path.write_text(dump(_record(table, levels, lines, seed)), encoding="utf-8")
    return {
        "rules": args.rules,
        "deck": table.deck,
        "seats": list(levels),
        "games": args.games,
        "seed": args.seed,
        "wins": wins,
        "undecided": undecided,
        "turns": {
            "mean": round(sum(turns) / len(turns), 2),
            "least": min(turns),
            "most": max(turns),
        },
    }


def new_header(rules: str, deck: str | None, seats: int, seed: bytes) -> Header:
    """A table of default options; pieces and dealer come from the seed.

    Without a deck it is the first that so many can sit at. Errors: Illegal.
    """
    game = ruleset(rules)
    if deck is None:
        deck = next((known for known, fits in game.decks.items() if seats in fits), None)
    pieces = Random(seed).sample(TOKENS, min(seats, len(TOKENS)))
    return game.header(
        deck=deck,
        options={},
        seats=[f"seat {seat}" for seat in range(seats)],
        dealer=draw_dealer(seed, seats) if rules == "getaway" else None,
        tokens=pieces if rules == "mansion" else None,
    )


def play_out(
    header: Header, levels: Sequence[Level], seed: bytes
) -> Iterator[tuple[Entry, State]]:
    """Every entry of one match and the state after it; each seat decides from its view.

    The same header, levels and seed give the same match.
    """
    opening = start(header)
    state = State(header=header)
    for event in opening:
        state = state.apply(event)
    views = {seat: View(header=header, seat=seat) for seat in range(len(levels))}
    _see(views, opening)
    while not state.position.over:
        entry: Entry
        if state.due:
            entry = draw(state, seed)
        elif state.position.turn > LONGEST:
            entry = Stopped(why=Stop.ABANDONED)
        else:
            seat = state.position.waits[0].seat
            lots = Random(f"{seed.hex()}/{state.position.events}/{seat}")
            move = levels[seat].choose(views[seat], legal_moves(state, seat), lots)
            entry = Moved(seat=seat, move=move)
        events, state = advance(state, entry)
        _see(views, events)
        yield entry, state


def _see(views: dict[int, View], events: Sequence[Event]) -> None:
    for seat, view in views.items():
        seen = (redact(event, seat) for event in events)
        views[seat] = fold_view(view, (event for event in seen if event is not None))


def _record(
    header: Header, levels: Sequence[str], entries: Sequence[Entry], seed: bytes
) -> Record:
    """The sealed and opened record of the match."""
    notes = [Sealed(digest=seal(seed), scheme=FIRST_SCHEME)]
    seated = [Occupant(seat=seat, who=f"ai:{level}") for seat, level in enumerate(levels)]
    contents = (*notes, *seated, *entries, Opened(seed=seed))
    return Record(header=header, lines=tuple(Line(content=content) for content in contents))


__all__ = ["LONGEST", "main", "new_header", "play_out"]
