"""`casekeeper verify FILE`: was the chance of this match fair?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from gm.cli.files import answer, takes_record
from gm.game.record.fairness import check_fairness
from gm.game.record.lines import Object
from gm.game.record.replay import Replay


def main(argv: Sequence[str]) -> int:
    """Run `casekeeper verify`; returns the exit status."""
    parser = argparse.ArgumentParser(prog="casekeeper verify", description=__doc__)
    takes_record(parser)
    return answer(parser.parse_args(argv).file, verify_object)


def verify_object(played: Replay) -> Object:
    """`ok` where the opened seed gives every draw. Errors: BadRecord for the first line that
    disagrees.
    """
    check_fairness(played)
    return {"ok": True}
