"""`casekeeper perft FILE --depth D`: how many ways a match can go on."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from gm.cli.files import answer, takes_record
from gm.game.events import Moved
from gm.game.perft import perft, split
from gm.game.reasons import Reason
from gm.game.record.lines import Line, Object, write
from gm.game.record.reading import BadRecord
from gm.game.record.replay import Replay

_DEEPEST = 100


def main(argv: Sequence[str]) -> int:
    """Run `casekeeper perft`; returns the exit status."""
    made = argparse.ArgumentParser(prog="casekeeper perft", description=__doc__)
    takes_record(made)
    made.add_argument("--depth", type=_depth, required=True, metavar="D")
    args = made.parse_args(argv)
    return answer(args.file, lambda played: perft_object(played, args.depth))


def _depth(text: str) -> int:
    depth = int(text)
    if not 0 <= depth <= _DEEPEST:
        raise argparse.ArgumentTypeError(f"a depth is 0 to {_DEEPEST}")
    return depth


def perft_object(played: Replay, depth: int) -> Object:
    """The count and its split by first line. Errors: BadRecord REDACTED, or CHANCE_DUE where the
    set-up lines are not all given.
    """
    state = played.full().state
    if state.position.turn == 0 and not state.position.over:
        raise BadRecord(len(played.steps) + 1, Reason.CHANCE_DUE)
    if depth == 0:
        return {"depth": 0, "nodes": perft(state, 0), "split": []}
    counted = list(split(state, depth))
    parts = [
        {
            "move" if isinstance(entry, Moved) else "chance": write(Line(content=entry)),
            "nodes": nodes,
        }
        for entry, nodes in counted
    ]
    return {"depth": depth, "nodes": sum(nodes for _, nodes in counted), "split": parts}
