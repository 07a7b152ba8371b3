"""Watching real processes from a test."""

import time
from collections.abc import Callable
from pathlib import Path


def eventually(condition: Callable[[], bool], seconds: float = 5) -> bool:
    """Whether the condition comes true within the time; asked every 10 ms."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.01)
    return False


def alive(pid: int) -> bool:
    """Whether the process runs; a zombie nobody collects yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
