"""Runs a command that the kernel kills when its parent dies, however the parent dies.

    python -I -S leash.py PARENT_PID COMMAND [ARGUMENT …]

A program of its own, for `preexec_fn` is not safe in a process with threads. Standard library
only: it runs outside the environment.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def hold(parent: int) -> None:
    """Have the kernel kill this process when its parent dies."""
    if sys.platform == "linux":
        # SIGKILL, so that no child can refuse; all that counts is on disk before it is
        # acknowledged. The setting survives execv, but is tied to the thread that forked:
        # start children from the main thread.
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it died before the line above
            sys.exit(1)


def main() -> None:
    parent, command = int(sys.argv[1]), sys.argv[2:]
    hold(parent)
    try:
        os.execv(command[0], command)  # noqa: S606  # the supervisor's own list, no shell
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


if __name__ == "__main__":
    main()
