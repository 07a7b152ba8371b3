"""Offsets confirm; webhooks get each lane in order, again after growing pauses, for a day."""

from tests.support.telegram import TOKEN, Town

HOOK = "https://bot.example/hook"


def commands(town: Town, *texts: str, person: str = "Mira") -> None:
    for text in texts:
        town.telegram.say(town[person], town.group, text)


def test_an_offset_confirms_what_lies_before_it() -> None:
    town = Town()
    commands(town, "/a", "/b", "/c")
    first = town.ok("getUpdates")
    assert [update["message"]["text"] for update in first] == ["/a", "/b", "/c"]
    assert town.ok("getUpdates") == first
    assert town.ok("getUpdates", offset=first[1]["update_id"]) == first[1:]
    assert town.ok("getUpdates", offset=0) == first[1:]
    assert town.ok("getUpdates", limit=1) == first[1:2]
    assert town.ok("getUpdates", offset=-1) == first[2:]
    assert town.ok("getUpdates", offset=first[2]["update_id"] + 1) == []


def test_updates_live_a_day() -> None:
    town = Town()
    commands(town, "/a")
    town.clock.advance(24 * 3600 - 1)
    commands(town, "/b")
    town.clock.advance(1)
    assert [update["message"]["text"] for update in town.ok("getUpdates")] == ["/b"]


def test_only_the_kinds_asked_for_are_kept() -> None:
    town = Town()
    town.ok("getUpdates", allowed_updates=["callback_query"])
    commands(town, "/a")
    assert town.ok("getUpdates") == []
    town.ok("getUpdates", allowed_updates=[])
    commands(town, "/b")
    assert len(town.ok("getUpdates")) == 1


def test_one_lane_waits_for_its_first_while_others_go_on() -> None:
    town = Town("Mira", "Jonas")
    card = town.ok(
        "sendMessage",
        chat_id=town.group,
        text="x",
        reply_markup={"inline_keyboard": [[{"text": "A", "callback_data": "a"}]]},
    )["message_id"]
    town.ok("setWebhook", url=HOOK, secret_token="s3cret")
    commands(town, "/a", "/b")
    for name in ("Mira", "Mira", "Jonas"):
        town.telegram.tap(town[name], town.group, card, "A")
    due = town.telegram.due_deliveries(town.bot)
    assert [delivery.secret for delivery in due] == ["s3cret"] * 3
    kinds = [sorted(set(delivery.body) - {"update_id"})[0] for delivery in due]
    assert kinds == ["message", "callback_query", "callback_query"]
    assert town.telegram.due_deliveries(town.bot) == []
    town.telegram.settle(town.bot, due[0].update_id)
    (following,) = town.telegram.due_deliveries(town.bot)
    assert following.body["message"]["text"] == "/b"


def test_failures_are_tried_again_after_growing_pauses() -> None:
    town = Town()
    town.ok("setWebhook", url=HOOK)
    commands(town, "/a", "/b")
    pauses = []
    for _ in range(8):
        (delivery,) = town.telegram.due_deliveries(town.bot)
        assert delivery.body["message"]["text"] == "/a"
        town.telegram.settle(town.bot, delivery.update_id, error="502 Bad Gateway")
        waited = 0
        while town.telegram.world.bots[town.bot].queue[0].next_try > town.clock():
            assert town.telegram.due_deliveries(town.bot) == []
            town.clock.advance(1)
            waited += 1
        pauses.append(waited)
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    info = town.ok("getWebhookInfo")
    assert info["pending_update_count"] == 2
    assert info["last_error_message"] == "502 Bad Gateway"


def test_a_method_in_the_reply_is_carried_out() -> None:
    town = Town()
    town.ok("setWebhook", url=HOOK)
    commands(town, "/a")
    (delivery,) = town.telegram.due_deliveries(town.bot)
    answer = town.telegram.settle(
        town.bot,
        delivery.update_id,
        reply={"method": "sendMessage", "chat_id": town.group, "text": "at once"},
    )
    assert answer is not None
    assert answer.ok
    assert town.telegram.transcript(town.group).endswith("Case: at once")
    assert town.telegram.journal[-1].method == "sendMessage"


def test_dropping_and_switching_back_to_polling() -> None:
    town = Town()
    commands(town, "/a")
    town.ok("setWebhook", url=HOOK)
    (delivery,) = town.telegram.due_deliveries(town.bot)
    town.ok("deleteWebhook")
    assert [update["update_id"] for update in town.ok("getUpdates")] == [delivery.update_id]
    town.ok("deleteWebhook", drop_pending_updates=True)
    assert town.ok("getUpdates") == []


def test_the_journal_keeps_what_was_asked_and_answered() -> None:
    town = Town()
    town.telegram.journal.clear()
    town.ok("sendMessage", chat_id=town.group, text="a")
    town.api("sendMessage", chat_id=town.group, text="")
    town.telegram.call(TOKEN, "sendMessage", {"chat_id": town.group, "text": "b", "shade": "red"})
    assert [(call.answer.ok, call.unknown) for call in town.telegram.journal] == [
        (True, ()),
        (False, ()),
        (True, ("shade",)),
    ]
    assert [call.params["text"] for call in town.telegram.refused()] == [""]
