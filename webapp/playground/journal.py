"""What changed the playground's world is appended to one file; reading it makes the world again.

A line is ``{"t": seconds, "do": name, "args": {...}}``; the first may be a snapshot. A line cut
short by a kill was never answered, so it is dropped.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COMPACT_BYTES = 4 * 1024 * 1024


class Journal:
    """An append-only file of inputs."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._mend()
        self._file = path.open("ab")

    def _mend(self) -> None:
        if not self.path.exists():
            return
        content = self.path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole != len(content):
            with self.path.open("r+b") as file:
                file.truncate(whole)

    def lines(self) -> Iterator[dict[str, Any]]:
        """Every line written so far, oldest first."""
        with self.path.open("rb") as file:
            for line in file:
                yield json.loads(line)

    def append(self, line: dict[str, Any]) -> None:
        """Writes a line and hands it to the system, so that a kill of this process spares it."""
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    @property
    def large(self) -> bool:
        """Whether the file is worth replacing by a snapshot."""
        return self.path.stat().st_size > COMPACT_BYTES

    def replace(self, snapshot: dict[str, Any]) -> None:
        """Puts one snapshot in place of all lines, all or nothing."""
        fresh = self.path.with_suffix(".new")
        with fresh.open("wb") as file:
            file.write(json.dumps({"snapshot": snapshot}, separators=(",", ":")).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self._file.close()
        fresh.replace(self.path)
        self._file = self.path.open("ab")

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
