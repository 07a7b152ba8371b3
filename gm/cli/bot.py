"""`casekeeper bot`: the sender, the poller where there is no webhook, and the pump."""

from __future__ import annotations

import argparse
import asyncio
import secrets
from collections.abc import Sequence

from gm.bootstrap import wire
from gm.cli.roles import settings_or_exit, stop_signal
from gm.store.lease import Lease
from gm.telegram.office import open_office
from gm.telegram.speaking import RENEW, speak
from webapp.webhook import PATH
from workers.pump import Pump


def main(argv: Sequence[str]) -> int:
    """0 after SIGTERM or SIGINT, 1 where the lease was lost, 2 on bad settings."""
    argparse.ArgumentParser(prog="casekeeper bot", description=__doc__).parse_args(argv)
    settings = settings_or_exit()
    stopped = stop_signal()
    house = wire(settings)
    office = open_office(house)
    lease = Lease(house.database, office.bot_id, secrets.token_hex(8))
    while not lease.take():
        if stopped.wait(RENEW):
            return 0
    pump = Pump(house)
    try:
        held = asyncio.run(
            speak(house, office, lease, stopped=stopped, webhook_path=PATH, pump=pump.run)
        )
    finally:
        pump.stop()
        lease.release()
        office.api.close()
    return 0 if held else 1
