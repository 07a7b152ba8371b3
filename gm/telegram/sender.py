"""The one voice of a bot token: draws what is to be said, chat by chat, within Telegram's limits.

State arrives exactly once and always the newest; an edit may be repeated without harm. New
messages are sent one at a time, each marked before, so after a crash at most that one send is in
doubt; likely it never went out, and all but decoration is sent again. A send that went out, but
whose answer was lost, likely arrived: it is sent again where somebody waits for it, once where it
is private, a lobby or a verdict, and else never.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

import structlog
from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter

from gm.game.position import Wait
from gm.master.commands import Abandon, Delivered, Gone, Migrate
from gm.master.master import Master, Scene
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.tables import ClockKind, Place
from gm.store.outbox import Drawn, Outbox, Pending
from gm.store.redis_store import RedisStore
from gm.telegram.buckets import Buckets
from gm.telegram.line import InDoubtError, Line
from gm.telegram.message import Message

log = structlog.get_logger(__name__)

REPEATED = (NoticeKind.HAND, NoticeKind.QUESTION, NoticeKind.TURN, NoticeKind.LOOK, NoticeKind.OUT)
"""Kinds that somebody waits for: sent again until it is known that they arrived."""
POLL = 0.05
"""Seconds between two looks into the outbox."""
RETRY = 2_000
"""Ms before a call is tried again that the network lost."""
TRIES = 3
"""So often is a notice tried that cannot be drawn; then it is dropped, so others get through."""

_GONE = ("chat not found", "user not found", "peer_id_invalid", "bot can't initiate")
_NO_PICTURES = ("rights to send photos", "send_photos_forbidden")


class Draw(Protocol):
    """Finds the words for a notice; None where there is nothing to say any more."""

    def __call__(self, notice: Notice, now: int) -> Message | None:
        """The message as it should look at this service time."""


class Sender:
    """Drains the outbox. One a token, under the bot's lease."""

    def __init__(
        self,
        *,
        bot: Bot,
        outbox: Outbox,
        store: RedisStore,
        master: Master,
        draw: Draw,
        core: Callable[..., Awaitable[Any]] = asyncio.to_thread,
    ) -> None:
        self._outbox = outbox
        self._store = store
        self._master = master
        self._draw = draw
        self._core = core
        self._buckets = Buckets()
        self._line = Line(bot, self._buckets, store.gallery, core)
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._failures: dict[str, int] = {}
        self._doubted: set[str] = set()
        self._one_send = asyncio.Lock()

    async def run(self) -> None:
        """Send for ever."""
        await self.recover()
        while True:
            await self.step()
            await asyncio.sleep(POLL)

    async def recover(self) -> None:
        """Deal with the sends that a killed sender had marked."""
        for pending in await self._core(self._outbox.interrupted):
            if pending.notice.urgency is Urgency.DECORATION:
                # Comes again with the next change.
                await self._core(self._outbox.done, pending)
            else:
                await self._core(self._outbox.unmark, pending)
            log.info("send_interrupted", chat=pending.chat, kind=pending.notice.kind)

    def _again(self, pending: Pending) -> bool:
        """Whether a message that may have arrived is sent again."""
        kind = pending.notice.kind
        if kind in REPEATED:
            return True
        first = pending.value not in self._doubted
        self._doubted.add(pending.value)
        lobby = kind is NoticeKind.CARD and pending.notice.urgency is not Urgency.DECORATION
        private = isinstance(pending.notice.to, int)
        return first and (private or lobby or kind is NoticeKind.VERDICT)

    async def step(self) -> int:
        """Begin to send to every chat that may be spoken to now; how many sends began."""
        now = await self._core(self._master.now)
        begun = 0
        for chat in await self._core(self._outbox.ready, now):
            if chat in self._busy:
                continue
            free = self._buckets.free_at(chat, now)
            if free > now:
                await self._core(self._outbox.put_off, chat, free)
                continue
            task = asyncio.create_task(self._speak(chat, now))
            self._busy[chat] = task
            task.add_done_callback(partial(self._finished, chat))
            begun += 1
            await asyncio.sleep(0)
        return begun

    async def settle(self) -> None:
        """Wait until no send is under way."""
        while self._busy:
            await asyncio.gather(*self._busy.values())

    def _finished(self, chat: int, task: asyncio.Task[None]) -> None:
        del self._busy[chat]
        if not task.cancelled() and task.exception() is not None:
            log.error("send_failed", chat=chat, exc_info=task.exception())

    async def _speak(self, chat: int, now: int) -> None:
        pending = await self._core(self._outbox.pick, chat, now)
        if pending is None:
            await self._core(self._outbox.rest, chat)
            return
        try:
            await self._say(pending, now)
        except RetryAfter as flood:
            seconds = _seconds(flood)
            log.warning("flood", chat=chat, seconds=seconds)
            until = now + int(seconds * 1000) + 500
            self._buckets.pause(chat, until)
            await self._core(self._outbox.put_off, chat, until)
        except ChatMigrated as moved:
            await self._core(self._migrate, pending, moved.new_chat_id)
        except Forbidden as refused:
            await self._core(self._shut_out, pending, refused.message)
        except BadRequest as refused:
            if any(word in refused.message.lower() for word in _GONE):
                await self._core(self._shut_out, pending, refused.message)
            elif any(word in refused.message.lower() for word in _NO_PICTURES):
                await self._core(self._do_without, pending, now)
            else:
                log.warning("refused", kind=pending.notice.kind, why=refused.message)
                await self._core(self._outbox.done, pending)
        except InDoubtError as lost:
            again = self._again(pending)
            log.warning("in_doubt", chat=chat, kind=pending.notice.kind, why=str(lost))
            if again:
                await self._core(self._outbox.put_off, chat, now + RETRY)
            else:
                self._doubted.discard(pending.value)
                await self._core(self._outbox.done, pending)
        except NetworkError as lost:
            log.warning("network", chat=chat, why=type(lost).__name__)
            await self._core(self._outbox.put_off, chat, now + RETRY)
        except Exception:
            await self._core(self._outbox.put_off, chat, now + RETRY)
            log.exception("send_failed", chat=chat, kind=pending.notice.kind)
            await self._give_up(pending)
        else:
            self._failures.pop(pending.value, None)
            self._doubted.discard(pending.value)

    async def _give_up(self, pending: Pending) -> None:
        """Drop a notice that failed too often; the chat must not fall silent over one."""
        failures = self._failures.pop(pending.value, 0) + 1
        if failures < TRIES:
            self._failures[pending.value] = failures
        else:
            await self._core(self._outbox.done, pending)

    async def _say(self, pending: Pending, now: int) -> None:
        message = await self._core(self._draw, pending.notice, now)
        drawn = await self._core(self._outbox.drawn, pending)
        if message is None:
            if drawn is not None:
                await self._line.withdraw(pending.chat, drawn.message, now)
                await self._core(self._outbox.forget, pending)
            await self._core(self._outbox.done, pending)
            return
        if drawn is not None and not pending.fresh:
            if drawn.digest != message.digest and not await self._line.edit(
                pending.chat, drawn.message, message, now
            ):
                await self._core(self._outbox.forget, pending)
                drawn = None
        elif drawn is not None:
            await self._line.withdraw(pending.chat, drawn.message, now)
            await self._core(self._outbox.forget, pending)
            drawn = None
        if drawn is None:
            # One new message at a time, so that a crash leaves at most one in doubt; edits,
            # which may be repeated without harm, go on beside it.
            async with self._one_send:
                await self._core(self._outbox.mark, pending)
                sent = await self._line.send(pending, message, now)
                new = Drawn(message=sent, digest=message.digest, pinned=message.pin)
                await self._core(self._outbox.done, pending, new)
        else:
            new = replace(drawn, digest=message.digest, pinned=message.pin)
            await self._core(self._outbox.done, pending, new)
        await self._core(self._start_clock, pending.notice, now)
        if message.pin != (drawn is not None and drawn.pinned):
            await self._line.pin(pending.chat, new.message, pinned=message.pin, now=now)

    # -- what a send brings about ------------------------------------------------------------

    def _start_clock(self, notice: Notice, at: int) -> None:
        """The clock of a person's wait starts with its message, once that has arrived."""
        if notice.table is None or isinstance(notice.to, Place):
            return
        scene = self._master.scene(notice.table)
        wait = None if scene is None else _asked_by(notice, notice.to, scene)
        if scene is None or wait is None:
            return
        for clock in scene.table.clocks:
            if clock.kind is ClockKind.WAIT and clock.wait == wait.opened and not clock.sent:
                self._master.handle(
                    Delivered(
                        id=f"sent:{notice.table}:{scene.table.match}:{wait.opened}",
                        table=notice.table,
                        match=scene.table.match,
                        wait=wait.opened,
                        at=at,
                    )
                )

    def _migrate(self, pending: Pending, chat: int) -> None:
        """The group became a supergroup: its tables and all that was to be said move along."""
        for table in self._store.tables_in(pending.chat):
            self._master.handle(Migrate(id=f"moved:{table}:{chat}", table=table, chat=chat))
        now = self._master.now()
        for waiting in self._outbox.pending(pending.chat):
            moved = replace(waiting.notice, to=Place(chat=chat))
            self._store.say([moved], now)
            self._outbox.done(waiting)

    def _do_without(self, pending: Pending, now: int) -> None:
        """No picture may be sent there: what was to be shown is said; the chat is told once."""
        self._outbox.unmark(pending)
        to, table = pending.notice.to, pending.notice.table
        if self._store.gallery.shut(pending.chat):
            log.info("no_pictures", chat=pending.chat)
            slot, args = "no_pictures", {"key": "no_pictures"}
            said = Notice(table=table, to=to, slot=slot, kind=NoticeKind.SAY, args=args)
            self._store.say([said], now)

    def _shut_out(self, pending: Pending, why: str) -> None:
        """Nobody hears us there: a person's seats are given up, a group's tables end."""
        log.info("shut_out", chat=pending.chat, why=why)
        to = pending.notice.to
        if isinstance(to, Place):
            for table in self._store.tables_in(pending.chat):
                self._master.handle(Abandon(id=f"abandon:{table}:{pending.value}", table=table))
        else:
            self._store.set_reachable(to, False)
            for table in (*self._store.tables_of(to), *self._store.tables_kept(to)):
                self._master.handle(
                    Gone(id=f"gone:{table}:{pending.value}", table=table, person=to)
                )
        for waiting in self._outbox.pending(pending.chat):
            self._outbox.done(waiting)


def _asked_by(notice: Notice, person: int, scene: Scene) -> Wait | None:
    """The person's open wait whose panel this notice is; None for any other message."""
    seat, match = scene.table.seat_of(person), scene.match
    if seat is None or match is None or notice.args.get("match") != scene.table.match:
        return None
    wait = match.state.position.wait(seat)
    if wait is None:
        return None
    if notice.kind is NoticeKind.TURN:
        mine = wait.asker is None and notice.args["turn"] == match.state.position.turn
    else:
        mine = notice.kind is NoticeKind.QUESTION and notice.args["wait"] == wait.opened
    return wait if mine else None


def _seconds(flood: RetryAfter) -> float:
    after = flood.retry_after
    return after if isinstance(after, int | float) else after.total_seconds()
