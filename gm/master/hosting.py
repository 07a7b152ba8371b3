"""A lobby whose host is asleep: whoever sits there and taps first hosts it instead.

A host is asleep who has done nothing at the table for ASLEEP. The rule is that of the taps
themselves: the first who sits there and asks becomes host; then somebody else is asleep or not.
"""

from __future__ import annotations

from gm.master.commands import HostInstead
from gm.master.reasons import Refusal
from gm.master.sitting import Declined, Sitting
from gm.master.tables import Millis, Phase, Table

ASLEEP = 5 * 60_000
"""After so long without an act of the host, somebody else may host, in ms."""


def asleep(table: Table, now: Millis) -> bool:
    """Whether this lobby's host is asleep."""
    heard = table.heard.get(str(table.host), 0)
    last = max(heard, table.opened_at)
    return table.phase is Phase.LOBBY and now - last >= ASLEEP


def host_instead(sitting: Sitting, command: HostInstead) -> str | None:
    """Host the lobby from now on. Errors: Declined where its host is awake."""
    table, person = sitting.table, command.actor.person
    if table.phase is not Phase.LOBBY:
        raise Declined(Refusal.NOT_IN_LOBBY)
    sitting.seat_of(person.id)
    if person.id == table.host or not asleep(table, sitting.now):
        raise Declined(Refusal.HOST_IS_HERE)
    sitting.change(host=person.id)
    sitting.say("hosts_now", name=person.name)
    return None
