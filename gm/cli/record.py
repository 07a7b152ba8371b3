"""`casekeeper record check | legal | view`: what a record says, and to whom."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from gm.cli.files import WRONG_USAGE, answer, parser
from gm.game.cards import Seat
from gm.game.record.lines import Object, write
from gm.game.record.redacted import redacted, view
from gm.game.record.replay import Replay
from gm.game.record.verdict import check, legal

_USAGE = "usage: casekeeper record {check,legal,view} FILE [--seat N]\n"


def main(argv: Sequence[str]) -> int:
    """Run `casekeeper record …`; returns the exit status."""
    command, rest = (argv[0], argv[1:]) if argv else ("", [])
    match command:
        case "check":
            args = parser("record check", "Check a full record line by line.").parse_args(rest)
            return answer(args.file, check)
        case "legal" | "view":
            about = "All that a seat may do." if command == "legal" else "All that a seat knows."
            made = parser(f"record {command}", about)
            made.add_argument("--seat", type=int, required=True, metavar="N")
            args = made.parse_args(rest)
            seat: Seat = args.seat
            act = legal if command == "legal" else view_object
            return answer(args.file, lambda played: act(played, seat), seat=seat)
        case "-h" | "--help":
            sys.stdout.write(_USAGE)
            return 0
        case "replay":
            sys.stderr.write("casekeeper: record replay is not there yet\n")
            return WRONG_USAGE
        case _:
            sys.stderr.write(_USAGE)
            return WRONG_USAGE


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
    }
