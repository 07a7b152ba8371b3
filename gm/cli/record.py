"""`casekeeper record check | legal | view`: what a record says, and to whom."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from gm.cli.deduce import sheet
from gm.cli.files import WRONG_USAGE, answer, takes_record
from gm.game.cards import Seat
from gm.game.record.lines import Object, write
from gm.game.record.redacted import redacted, view
from gm.game.record.replay import Replay
from gm.game.record.verdict import check, legal


def main(argv: Sequence[str]) -> int:
    """Run `casekeeper record …`; returns the exit status."""
    args = _parser().parse_args(argv)
    match args.command:
        case "check":
            return answer(args.file, check)
        case "legal":
            return answer(args.file, lambda played: legal(played, args.seat), seat=args.seat)
        case "view":
            return answer(args.file, lambda played: view_object(played, args.seat), seat=args.seat)
        case _:
            sys.stderr.write(f"casekeeper: record {args.command} is not there yet\n")
            return WRONG_USAGE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="casekeeper record", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    takes_record(commands.add_parser("check", help="check a full record line by line"))
    for name, about in (("legal", "all that a seat may do"), ("view", "all that a seat knows")):
        command = commands.add_parser(name, help=about)
        takes_record(command)
        command.add_argument("--seat", type=int, required=True, metavar="N", help="from 0")
    takes_record(commands.add_parser("replay"))
    return parser


def view_object(played: Replay, seat: Seat) -> Object:
    """All that the seat knows at the end of the record.

    Errors: BadRecord REDACTED for a record that is redacted for another seat.
    """
    seen = view(played, seat)
    return {
        "hand": list(seen.hand),
        "up": list(seen.position.up),
        "sizes": list(seen.position.sizes),
        "actions": list(seen.actions),
        "markers": list(seen.position.markers),
        "log": [write(line) for line in redacted(played, seat).lines],
        "marks": sheet(played, seen),
    }
