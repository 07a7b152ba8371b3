"""The parts of the bot's process: one that ends is noticed."""

from __future__ import annotations

import asyncio
import threading

import pytest

from gm.telegram.speaking import run_pump


async def nothing() -> None:
    """No backlog."""


def test_the_end_of_the_pump_is_the_end_of_its_task() -> None:
    async def whole() -> None:
        stopped = threading.Event()

        def pump() -> None:
            stopped.wait()

        task = asyncio.create_task(run_pump(pump, nothing()))
        await asyncio.sleep(0.02)
        assert not task.done()
        stopped.set()
        await asyncio.wait_for(task, 2)

    asyncio.run(whole())


def test_a_pump_that_breaks_says_why() -> None:
    def broken() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(run_pump(broken, nothing()))
