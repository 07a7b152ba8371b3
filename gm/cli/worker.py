"""`casekeeper worker`: does what is due, as RQ's jobs, one after the other."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from gm.cli.roles import settings_or_exit
from workers.work import work


def main(argv: Sequence[str]) -> int:
    """0 after SIGTERM or SIGINT, 2 on bad settings."""
    argparse.ArgumentParser(prog="casekeeper worker", description=__doc__).parse_args(argv)
    settings_or_exit()
    work()
    return 0
