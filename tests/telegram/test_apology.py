"""An update that nothing came of is answered for where it happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from telegram import Update

from gm.master.notices import Notice
from gm.master.tables import Place
from tests.telegram.staging import inbound_to

GROUP = {"id": -100, "type": "supergroup", "title": "Friday", "is_forum": True}
MIRA = {"id": 5, "is_bot": False, "first_name": "Mira"}


class Heard:
    """Store and master as far as an apology needs them."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []

    def now(self) -> int:
        return 0

    def say(self, notices: Sequence[Notice], at: int) -> None:
        self.notices += notices


def message(chat: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"message_id": 9, "date": 0, "chat": chat, "from": MIRA, "text": "/x", **more}


TOPIC = message(GROUP, message_thread_id=7, is_topic_message=True)
TAP = {"id": "1", "from": MIRA, "chat_instance": "c", "data": "x", "message": TOPIC}


@pytest.mark.parametrize(
    ("update", "to"),
    [
        ({"message": TOPIC}, Place(chat=-100, thread=7)),
        ({"callback_query": TAP}, Place(chat=-100, thread=7)),
        # a reply outside topics carries a thread too, which is none of a forum's
        ({"message": message(GROUP, message_thread_id=7)}, Place(chat=-100)),
        ({"message": message(GROUP)}, Place(chat=-100)),
        ({"message": message({"id": 5, "type": "private"})}, 5),
    ],
)
def test_an_apology_is_said_in_the_topic_of_its_update(
    update: dict[str, Any], to: Place | int
) -> None:
    heard = Heard()
    inbound = inbound_to(heard)
    inbound.apologise(Update.de_json({"update_id": 1, **update}, None))
    assert [(n.to, n.args["key"]) for n in heard.notices] == [(to, "went_wrong")]
