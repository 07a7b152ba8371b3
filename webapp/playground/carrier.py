"""Carries updates to webhooks and brings the answers back; the law of retries is the core's."""

import json
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gm.botapi.updates import Delivery
from webapp.playground.host import Host

POST_TIMEOUT = 30.0


class Carrier:
    """A thread that posts what is due, several at a time."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._pool = ThreadPoolExecutor(max_workers=8, thread_name_prefix="webhook")
        self._thread = threading.Thread(target=self._run, name="webhooks", daemon=True)

    def start(self) -> None:
        """Starts carrying; ends when the host is closed."""
        self._thread.start()

    def join(self) -> None:
        """Waits until the last post has ended."""
        self._thread.join()
        self._pool.shutdown(wait=True)

    def _run(self) -> None:
        while not self._host.closed:
            for bot_id, delivery in self._host.wait_for_deliveries(1.0):
                self._pool.submit(self._deliver, bot_id, delivery)

    def _deliver(self, bot_id: int, delivery: Delivery) -> None:
        error, reply = _post(delivery)
        self._host.settle(bot_id, delivery.update_id, error, reply)


def _post(delivery: Delivery) -> tuple[str | None, Any]:
    headers = {"Content-Type": "application/json"}
    if delivery.secret:
        headers["X-Telegram-Bot-Api-Secret-Token"] = delivery.secret
    request = urllib.request.Request(  # noqa: S310 - set_webhook lets only http(s) pass
        delivery.url, data=json.dumps(delivery.body).encode(), headers=headers, method="POST"
    )
    try:
        with urllib.request.urlopen(request, timeout=POST_TIMEOUT) as response:  # noqa: S310
            body = response.read()
    except urllib.error.HTTPError as refused:
        with refused:
            return f"Wrong response from the webhook: {refused.code} {refused.reason}", None
    except OSError as failed:
        return f"Connection failed: {type(failed).__name__}", None
    try:
        return None, json.loads(body) if body else None
    except ValueError:
        return None, None
