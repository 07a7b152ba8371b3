"""The bot's process from the inside: sender, poller or webhook, menus, and the lease over all.

One process a token is active, under a lease; others stand by and take over when it lapses.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog
from telegram import Bot
from telegram.error import NetworkError

from gm.bootstrap import House
from gm.store.lease import Lease
from gm.telegram.api import new_bot
from gm.telegram.menu import set_menu
from gm.telegram.office import Office
from gm.telegram.poller import ALLOWED, WAIT, Poller
from gm.telegram.sender import Sender

log = structlog.get_logger(__name__)

RENEW = 1.0
"""Seconds between two renewals of the lease."""
BACKLOG_LOOKS = 20
"""So often, every half second, is Telegram asked whether a backlog is left."""


async def speak(
    house: House,
    office: Office,
    lease: Lease,
    *,
    stopped: threading.Event,
    webhook_path: str,
    pump: Callable[[], None],
) -> bool:
    """Send, poll and pump until told to stop; False where the lease was lost or a part broke.

    `pump` runs in a thread of its own, once the backlog of an outage has been taken.
    """
    settings = house.settings
    assert settings.bot_token is not None
    bot = new_bot(settings.bot_token.reveal(), settings.telegram_api_base, patience=WAIT + 15)
    async with bot:
        sender = Sender(
            bot=bot,
            outbox=house.outbox,
            store=house.store,
            master=house.master,
            draw=office.drawing.draw,
        )
        poller = Poller(bot, office.intake)
        tasks = [asyncio.create_task(sender.run())]
        if settings.public_url is None:
            await poller.begin()
            tasks.append(asyncio.create_task(poller.run()))
            taken: Coroutine[Any, Any, object] = poller.drained.wait()
        else:
            await listen(bot, house, webhook_path)
            taken = _delivered(bot)
        tasks.append(asyncio.create_task(run_pump(pump, taken)))
        menu = asyncio.create_task(set_menu(bot, settings.default_lang))
        held = await _hold(lease, stopped, tasks)
        for task in (*tasks, menu):
            task.cancel()
        await asyncio.gather(*tasks, menu, return_exceptions=True)
    return held


async def listen(bot: Bot, house: House, path: str) -> None:
    """Have Telegram bring its updates to our webhook."""
    settings = house.settings
    assert settings.public_url is not None
    assert settings.webhook_secret is not None
    while True:
        try:
            await bot.set_webhook(
                settings.public_url + path,
                secret_token=settings.webhook_secret.reveal(),
                allowed_updates=list(ALLOWED),
                max_connections=40,
            )
        except NetworkError as lost:
            log.warning("webhook_not_set", why=type(lost).__name__)
            await asyncio.sleep(1)
        else:
            return


async def _delivered(bot: Bot) -> None:
    """Wait, but not for ever, until Telegram has brought our webhook all that it held back."""
    for _ in range(BACKLOG_LOOKS):
        try:
            if not (await bot.get_webhook_info()).pending_update_count:
                return
        except NetworkError as lost:
            log.warning("backlog_unknown", why=type(lost).__name__)
        await asyncio.sleep(0.5)


async def run_pump(pump: Callable[[], None], taken: Coroutine[Any, Any, object]) -> None:
    """Pump once the backlog of an outage has been taken; returns when the pump has ended.

    Without it no clock runs, so its end ends the process, as any other part's does.
    """
    await taken
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pump")
    await asyncio.get_running_loop().run_in_executor(thread, pump)


async def _hold(
    lease: Lease, stopped: threading.Event, tasks: Sequence[asyncio.Task[None]]
) -> bool:
    """Renew the lease until told to stop; False where it was lost or a part broke."""
    while not stopped.is_set():
        if not await asyncio.to_thread(lease.renew):
            log.warning("lease_lost")
            return False
        for task in tasks:
            if task.done():
                log.error("part_ended", exc_info=task.exception())
                return False
        await asyncio.to_thread(stopped.wait, RENEW)
    return True
