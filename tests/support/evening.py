"""An evening in a group: people, the emulated Telegram behind real HTTP, the bot on a real store.

One virtual clock drives the emulator, the master and the sender, so an hour passes in seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from random import Random
from typing import Any

from redis import Redis

from gm.bootstrap import House
from gm.master.commands import Strike
from gm.master.master import Defaults, Master, Scene
from gm.master.tables import Place
from gm.settings import Settings
from gm.store import keys
from gm.store.outbox import Outbox
from gm.store.redis_store import RedisStore
from gm.store.timers import Timers
from gm.telegram.api import new_bot
from gm.telegram.office import Office, open_office
from gm.telegram.poller import Poller
from gm.telegram.sender import Sender
from tests.support.telegram import TelegramServer, VirtualClock, telegram_server
from webapp.playground.host import Host

TOKEN = "7000000001:EVENING_EVENING_EVENING"
BOT = "case_bot"
BREATH = 2.5
"""Seconds that pass after somebody did something: the bot may speak to a chat once a second."""


class Evening:
    """Everything that plays together, and the hands to move it with."""

    def __init__(
        self,
        server: TelegramServer,
        redis: Redis,
        clock: VirtualClock,
        *names: str,
        seed: int,
        operators: tuple[str, ...] = (),
        turn_seconds: int = 180,
    ) -> None:
        self.server, self.clock = server, clock
        self.lots = Random(seed)
        self.defaults = Defaults(turn_seconds=turn_seconds)
        self.people, self.bot_id, self.group = _furnished(server, names)
        self.house = self._house(redis, [str(self.people[name]) for name in operators])
        self.office: Office = open_office(self.house)
        self.loop = asyncio.new_event_loop()
        self.bot = new_bot(TOKEN, server.url)
        self.loop.run_until_complete(self.bot.initialize())
        self.sender = Sender(
            bot=self.bot,
            outbox=self.house.outbox,
            store=self.house.store,
            master=self.house.master,
            draw=self.office.drawing.draw,
        )
        self.poller = Poller(self.bot, self.office.intake)
        self.strikes = 0

    def _house(self, redis: Redis, operators: list[str]) -> House:
        store = RedisStore(redis)
        settings = Settings.from_environ(
            {
                "BOT_TOKEN": TOKEN,
                "TELEGRAM_API_BASE": self.server.url,
                "PUBLIC_URL": "https://app.test",
                "WEBHOOK_SECRET": "a-secret-of-the-test",
                "OPERATOR_IDS": ",".join(operators),
            }
        )
        return House(
            settings=settings,
            database=redis,
            store=store,
            outbox=Outbox(redis),
            timers=Timers(redis),
            master=Master(
                store,
                clock=lambda: int(self.clock() * 1000),
                ids=self.lots.randbytes,
                defaults=self.defaults,
            ),
        )

    def close(self) -> None:
        """Let go of connections and threads."""
        self.loop.run_until_complete(self.bot.shutdown())
        self.loop.close()
        self.office.api.close()

    # -- people ------------------------------------------------------------------------------

    def say(self, name: str, text: str, *, private: bool = False) -> None:
        """Somebody writes in the group, or to the bot; the bot answers."""
        where = self.bot_id if private else self.group
        self.server.act("say", person=self.people[name], where=where, text=text)
        self.wait(BREATH)

    def start(self, name: str, payload: str | None = None) -> None:
        """Somebody opens the private chat and presses Start."""
        self.server.act("start", person=self.people[name], bot_id=self.bot_id, payload=payload)
        self.wait(BREATH)

    def tap(self, name: str, where: int, message: int, button: str) -> Any:
        """Somebody taps a button, by its label."""
        tapped = self.server.act(
            "tap", person=self.people[name], where=where, message_id=message, button=button
        )
        self.wait(BREATH)
        return tapped

    def tap_latest(self, name: str, where: int, label: str) -> Any:
        """Somebody taps the newest button with these words."""
        for message in reversed(self.screen(name, where)["messages"]):
            for row in message["keyboard"]:
                for button in row:
                    if label in button["text"]:
                        return self.tap(name, where, message["id"], button["text"])
        raise AssertionError(f"{name} sees no button {label!r}:\n{self.chat(name, where)}")

    def toast(self) -> str:
        """What the last tap was answered with."""
        answers = [c for c in self.server.telegram.journal if c.method == "answerCallbackQuery"]
        return str(answers[-1].params.get("text", ""))

    def screen(self, name: str, where: int) -> Any:
        """What somebody's phone shows of a chat."""
        with self.server.host.changed:
            return self.server.telegram.screen(self.people[name], where)

    def chat(self, name: str, where: int | None = None) -> str:
        """A chat as readable text."""
        return self.server.transcript(self.group if where is None else where, self.people[name])

    # -- time --------------------------------------------------------------------------------

    def settle(self) -> None:
        """Let everything happen that can happen without time passing."""
        self.loop.run_until_complete(self._settle())

    async def _settle(self) -> None:
        busy = True
        while busy:
            busy = self._waiting() and bool(await self.poller.poll())
            await self.poller.settle()
            for table in self.house.timers.claim(self.house.master.now()):
                self.strikes += 1
                self.house.master.handle(Strike(id=f"strike:{self.strikes}", table=table))
                busy = True
            busy = bool(await self.sender.step()) or busy
            await self.sender.settle()

    def _waiting(self) -> bool:
        """Whether Telegram has an update to bring: else a poll would only cost time."""
        with self.server.host.changed:
            return any(bot.queue for bot in self.server.telegram.world.bots.values())

    def wait(self, seconds: float) -> None:
        """Let time pass, stopping wherever something is due."""
        end = self.clock() + seconds
        while True:
            self.settle()
            following = self._next()
            if following is None or following > end:
                break
            self.clock.time = max(following, self.clock() + 0.001)
        self.clock.time = end
        self.settle()

    def _next(self) -> float | None:
        redis = self.house.database
        firsts = [redis.zrange(key, 0, 0, withscores=True) for key in (keys.DUE, keys.CHATS)]
        return min((float(first[0][1]) / 1000 for first in firsts if first), default=None)

    # -- the table ---------------------------------------------------------------------------

    @property
    def table(self) -> Scene:
        """The one table of the group."""
        (table,) = self.house.store.tables_at(Place(chat=self.group))
        scene = self.house.master.scene(table)
        assert scene is not None
        return scene


def _furnished(server: TelegramServer, names: tuple[str, ...]) -> tuple[dict[str, int], int, int]:
    """The people, the bot and the group: those that are there, or new ones of these names."""
    world = server.telegram.world
    if not world.bots:
        bot = server.act(
            "new_bot",
            token=TOKEN,
            username=BOT,
            name="Casekeeper",
            mini_app="https://app.test/app",
        )
        people = [server.act("new_person", first_name=name) for name in names]
        group = server.act("new_group", title="Friday", people=people)
        server.act("add_bot", by=people[0], bot_id=bot, where=group, rights=["can_pin_messages"])
    (bot_id,) = world.bots
    (group_id,) = (chat.id for chat in world.chats.values() if chat.id < 0)
    return {p.first_name: p.id for p in world.people.values()}, bot_id, group_id


@contextlib.contextmanager
def evening(
    redis: Redis, *names: str, seed: int = 1, operators: tuple[str, ...] = ()
) -> Iterator[Evening]:
    """An evening with these people; the first of them made the group."""
    clock = VirtualClock()
    with telegram_server(Host(now=clock, keep=None)) as server:
        party = Evening(server, redis, clock, *names, seed=seed, operators=operators)
        try:
            yield party
        finally:
            party.close()
