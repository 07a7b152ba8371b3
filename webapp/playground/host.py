"""The emulated Telegram, run: one lock, real waiting, webhooks carried, inputs written down.

Every input is applied under the lock at one frozen moment and then written to the journal
before anybody hears of it, so that a restart finds the same world with the same ids.
"""

import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gm.botapi import Answer, Telegram, Upload
from gm.botapi.methods import BY_FOLDED_NAME, READ_ONLY
from gm.botapi.refusals import other_poller
from gm.botapi.snapshot import dump, load
from gm.botapi.updates import Delivery, next_due
from gm.botapi.world import StoredFile
from webapp.playground.journal import Journal

# Acts that change the world; each is written down with its arguments.
ACTS = frozenset(
    {
        "new_bot", "new_person", "new_group", "new_channel",
        "say", "edit", "erase", "read", "tap", "follow", "launch", "start",
        "block", "unblock", "deactivate", "join", "leave", "ban", "kick", "mute", "promote",
        "add_bot", "remove_bot", "migrate", "create_topic", "close_topic",
        "flood_limits", "set_mini_app",
    }
)  # fmt: skip
LONGEST_POLL = 50.0
CALLS_KEPT = 2000


class Host:
    """Owns the world; safe to use from any thread."""

    def __init__(
        self,
        *,
        now: Callable[[], float] = time.time,
        path: Path | None = None,
        keep: int | None = CALLS_KEPT,
    ) -> None:
        self._now = now
        self._moment = now()
        # Tells a page that revisions count anew.
        self.epoch = f"{time.time():.3f}"
        self.telegram = Telegram(now=lambda: self._moment, keep=keep)
        self.changed = threading.Condition()
        self._polls: dict[str, int] = {}
        self._waiting: dict[str, int] = {}
        self._closed = False
        self._journal = Journal(path) if path is not None else None
        if self._journal is not None:
            self._replay(self._journal)

    # -- inputs ------------------------------------------------------------------------------

    def call(
        self, token: str, method: str, params: Mapping[str, Any], files: Mapping[str, Upload]
    ) -> Answer:
        """A bot's call; getUpdates waits as long as it asks to."""
        name = BY_FOLDED_NAME.get(method.lower(), method)
        if name == "getUpdates":
            return self._poll(token, params)
        with self.changed:
            answer = self._call(token, name, params, files)
            self.changed.notify_all()
            return answer

    def act(self, name: str, /, **args: Any) -> Any:
        """Something a person does (see ``gm.botapi.people``); raises Impossible."""
        if name not in ACTS:
            raise LookupError(name)
        with self.changed:
            self._moment = self._now()
            result = getattr(self.telegram, name)(**args)
            self._write(name, args)
            self.changed.notify_all()
            return result

    def _call(
        self, token: str, name: str, params: Mapping[str, Any], files: Mapping[str, Upload]
    ) -> Answer:
        self._moment = self._now()
        answer = self.telegram.call(token, name, params, files)
        if answer.ok and name not in READ_ONLY:
            packed = {
                key: [file.name, b64encode(file.content).decode()] for key, file in files.items()
            }
            self._write(
                "call",
                {"token": token, "method": name, "params": dict(params), "files": packed},
            )
        return answer

    def _poll(self, token: str, params: Mapping[str, Any]) -> Answer:
        deadline = time.monotonic() + min(_seconds(params.get("timeout")), LONGEST_POLL)
        with self.changed:
            mine = self._polls[token] = self._polls.get(token, 0) + 1
            self.changed.notify_all()
            while True:
                self._moment = self._now()
                before = self._confirmable(token)
                answer = self.telegram.call(token, "getUpdates", params)
                if self._confirmable(token) != before:
                    self._write(
                        "call",
                        {"token": token, "method": "getUpdates", "params": dict(params)},
                    )
                left = deadline - time.monotonic()
                if not answer.ok or answer.result or left <= 0 or self._closed:
                    return answer
                self._waiting[token] = mine
                self.changed.wait(left)
                if self._waiting.get(token) == mine:
                    del self._waiting[token]
                if self._polls[token] != mine:
                    refusal = other_poller()
                    return Answer(
                        ok=False, error_code=refusal.code, description=refusal.description
                    )

    def polling(self, token: str) -> bool:
        """Whether a getUpdates of this bot is waiting."""
        with self.changed:
            return token in self._waiting

    def _confirmable(self, token: str) -> tuple[int, list[str] | None]:
        bot = self.telegram.bot(token)
        return (0, None) if bot is None else (len(bot.queue), bot.allowed)

    # -- the journal ---------------------------------------------------------------------------

    def _write(self, name: str, args: dict[str, Any]) -> None:
        if self._journal is not None:
            self._journal.append({"t": self._moment, "do": name, "args": args})

    def _replay(self, journal: Journal) -> None:
        for line in journal.lines():
            if "snapshot" in line:
                self.telegram.world = load(line["snapshot"])
                continue
            self._moment = line["t"]
            self._apply(line["do"], line["args"])
        self.telegram.journal.clear()
        if journal.large:
            journal.replace(dump(self.telegram.world))

    def _apply(self, name: str, args: dict[str, Any]) -> None:
        if name == "call":
            files = {
                key: Upload(name=file[0], content=b64decode(file[1]))
                for key, file in args.pop("files", {}).items()
            }
            self.telegram.call(**args, files=files)
        elif name == "settle":
            self.telegram.settle(**args)
        elif name in ACTS:
            getattr(self.telegram, name)(**args)

    # -- webhooks --------------------------------------------------------------------------------

    def wait_for_deliveries(self, longest: float) -> list[tuple[int, Delivery]]:
        """The webhook posts to make now, by bot; waits up to ``longest`` seconds for one."""
        with self.changed:
            due = self._due()
            if not due and not self._closed:
                soonest = [
                    moment - self._now()
                    for bot in self.telegram.world.bots.values()
                    if (moment := next_due(bot)) is not None
                ]
                self.changed.wait(max(0.01, min([longest, *soonest])))
                due = self._due()
            return due

    def _due(self) -> list[tuple[int, Delivery]]:
        self._moment = self._now()
        return [
            (bot_id, delivery)
            for bot_id in self.telegram.world.bots
            for delivery in self.telegram.due_deliveries(bot_id)
        ]

    def settle(self, bot_id: int, update_id: int, error: str | None, reply: Any) -> None:
        """Ends a webhook post."""
        with self.changed:
            self._moment = self._now()
            reply = reply if isinstance(reply, dict) else None
            self.telegram.settle(bot_id, update_id, error=error, reply=reply)
            if error is None:
                self._write("settle", {"bot_id": bot_id, "update_id": update_id, "reply": reply})
            self.changed.notify_all()

    def file(self, path: str) -> StoredFile | None:
        """An uploaded file."""
        with self.changed:
            return self.telegram.file(path)

    # -- ending ------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether the host was closed."""
        return self._closed

    def close(self) -> None:
        """Wakes everybody who waits and closes the journal."""
        with self.changed:
            self._closed = True
            self.changed.notify_all()
            if self._journal is not None:
                self._journal.close()
                self._journal = None


def _seconds(raw: Any) -> float:
    try:
        return max(0.0, float(raw or 0))
    except (TypeError, ValueError):
        return 0.0
