"""Wait ids: what a button carries. Opaque and random to everybody but this table's key.

An id is stale only when its wait is closed; it counts nothing and tells nothing.
"""

from __future__ import annotations

import base64
import hmac

from gm.game.position import Position, Wait
from gm.master.tables import Table

ID_LENGTH = 12


def wait_id(table: Table, opened: int) -> str:
    """The id of the wait that the event at this index opened: 12 characters, 72 bits."""
    digest = hmac.digest(table.key, f"wait/{table.match}/{opened}".encode("ascii"), "sha256")
    return base64.urlsafe_b64encode(digest[:9]).decode("ascii")


def open_wait(table: Table, position: Position, given: str) -> Wait | None:
    """The open wait of this id."""
    return next(
        (
            wait
            for wait in position.waits
            if hmac.compare_digest(
                wait_id(table, wait.opened).encode(), given.encode("utf-8", "replace")
            )
        ),
        None,
    )


def pause(table: Table, opened: int) -> int:
    """How long an AI seat or the keeper takes to answer a wait, in ms: 2 to 6 s, in solo 1 to 2.

    From the table's key and the wait alone, so it is the same for every hand.
    """
    digest = hmac.digest(table.key, f"pause/{table.match}/{opened}".encode("ascii"), "sha256")
    lot = int.from_bytes(digest[:8], "big")
    return 1000 + lot % 1001 if table.solo else 2000 + lot % 4001
