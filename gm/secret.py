"""Secrets print masked: a value wrapped here reaches a log or a traceback only by `reveal()`."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path

MASK = "***"


class Secret:
    """A text that prints as asterisks; equal by value, so that settings can be compared."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The text itself; call it where it is used, and keep the result in no attribute."""
        return self._value

    def __repr__(self) -> str:
        return f"Secret({MASK})"

    def __str__(self) -> str:
        return MASK

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return secrets.compare_digest(self._value.encode(), other._value.encode())

    def __hash__(self) -> int:
        return hash(self._value)


def kept_secret(path: Path, make: Callable[[], str]) -> Secret:
    """The secret kept in `path` (mode 600), made by `make` the first time it is asked for.

    Written beside and linked into place, so that two starts at once agree on one value and an
    interrupted start leaves no half of it.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(make())
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(beside, path)
        except FileExistsError:
            pass
        finally:
            beside.unlink()
    return Secret(path.read_text())
