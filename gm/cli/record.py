"""`casekeeper record check | legal | view | replay | review`: what a record says, and to whom."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from gm.cli.deduce import sheet
from gm.cli.files import answer, takes_record
from gm.cli.reviewed import review_object
from gm.cli.story import story_objects
from gm.game.board import TOKENS, WEAPONS
from gm.game.cards import Seat
from gm.game.position import Board
from gm.game.record.lines import Object, write
from gm.game.record.redacted import redacted, view
from gm.game.record.replay import Replay
from gm.game.record.verdict import check, legal
from gm.game.view import View
from gm.i18n import DEFAULT, languages


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
        case "review":
            return answer(args.file, review_object)
        case _:
            return answer(args.file, lambda played: story_objects(played, args.lang, args.at))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="casekeeper record", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    takes_record(commands.add_parser("check", help="check a full record line by line"))
    takes_record(commands.add_parser("review", help="what every seat could know, and when"))
    for name, about in (("legal", "all that a seat may do"), ("view", "all that a seat knows")):
        command = commands.add_parser(name, help=about)
        takes_record(command)
        command.add_argument("--seat", type=int, required=True, metavar="N", help="from 0")
    command = commands.add_parser("replay", help="tell the public story, turn by turn")
    takes_record(command)
    command.add_argument("--at", type=int, metavar="LINE", help="up to this line of the file")
    command.add_argument("--lang", choices=languages(), default=DEFAULT, help="language")
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
        **_table(seen),
        "log": [write(line) for line in redacted(played, seat).lines],
        "marks": sheet(played, seen),
    }


def _table(seen: View) -> Object:
    """What lies on the table besides evidence cards, by game."""
    position = seen.position
    match seen.header.rules:
        case "getaway":
            return {"actions": list(seen.actions), "markers": list(position.markers)}
        case "mansion":
            return _board(position.board)
        case _:
            return {}


def _board(board: Board | None) -> Object:
    """Where every token and weapon is; nowhere yet before the weapons are placed."""
    if board is None:
        return {"tokens": {}, "weapons": {}}
    spots = (spot if isinstance(spot, str) else list(spot) for spot in board.tokens)
    return {
        "tokens": dict(zip(TOKENS, spots, strict=True)),
        "weapons": dict(zip(WEAPONS, board.weapons, strict=True)),
    }
