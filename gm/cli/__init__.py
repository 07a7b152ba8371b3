"""The `casekeeper` command: one table of subcommands, each imported only when it is called."""

import argparse
import importlib
import sys
from collections.abc import Sequence

# name -> (where its function is, what it does). A command's function takes the arguments after
# the name and returns the exit status: 0 done, 1 failed, 2 wrong usage or settings.
COMMANDS: dict[str, tuple[str, str]] = {
    "up": ("gm.cli.up:main", "start everything; the playground when there is no BOT_TOKEN"),
    "web": ("gm.cli.web:main", "the webhook, the Mini App and its streams"),
    "worker": ("gm.cli.worker:main", "do what is due: reminders, default actions, AI moves"),
    "bot": ("gm.cli.bot:main", "speak to Telegram; one a token is active, others stand by"),
    "playground": ("gm.cli.playground:main", "the local Bot API and its page of phones"),
    "record": (
        "gm.cli.record:main",
        "check, view or retell a case record, or list its legal moves",
    ),
    "deduce": ("gm.cli.deduce:main", "what follows from all that a seat knows, exactly"),
    "simulate": ("gm.cli.simulate:main", "play whole matches among AI seats"),
    "perft": ("gm.cli.perft:main", "count the ways a recorded match can go on"),
    "doctor": ("gm.cli.doctor:main", "look for what is stuck in the database, and mend it"),
    "export": ("gm.cli.export:main", "the case record of a match, from the database"),
    "verify": ("gm.cli.verify:main", "check a record's chance against its seed"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the subcommand named first in `argv` (default: the process's own arguments)."""
    parser = argparse.ArgumentParser(
        prog="casekeeper",
        description="A neutral game master for deduction games in Telegram group chats.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="commands:\n"
        + "\n".join(f"  {name:<10} {about}" for name, (_, about) in COMMANDS.items()),
    )
    parser.add_argument("command", help="one of those below")
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.command not in COMMANDS:
        sys.stderr.write(f"casekeeper: no command {args.command!r}; see casekeeper --help\n")
        return 2
    module, _, function = COMMANDS[args.command][0].partition(":")
    status = getattr(importlib.import_module(module), function)(args.rest)
    return int(status)
