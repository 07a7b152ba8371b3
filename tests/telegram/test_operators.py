"""An update that cannot be taken: the chat is told, and the operators in private."""

from __future__ import annotations

from typing import Any

from redis import Redis

from tests.support.database import database, redis
from tests.support.evening import evening

__all__ = ["database", "redis"]


def test_an_update_that_fails_three_times_is_told_to_the_operators(redis: Redis) -> None:
    with evening(redis, "Mira", "Jonas", operators=("Jonas",)) as party:
        party.start("Mira")
        party.start("Jonas")
        taken = party.office.intake._inbound.take
        tries = []

        def take(update: Any) -> Any:
            if update.message is not None and update.message.text == "/rules secret words":
                tries.append(update.update_id)
                raise LookupError("secret words")
            return taken(update)

        party.office.intake._inbound.take = take  # type: ignore[method-assign]
        party.say("Mira", "/rules secret words")
        assert len(tries) == 3
        assert "Something went wrong on my side" in party.chat("Mira")
        told = party.chat("Jonas", party.bot_id)
        assert f"set aside: number {tries[0]}" in told
        assert "LookupError" in told
        assert "secret words" not in told
        assert "LookupError" not in party.chat("Mira") + party.chat("Mira", party.bot_id)
        party.say("Mira", "/newgame getaway")
        assert "take a seat" in party.chat("Mira")
