"""People's acts: who hears what, where taps and links lead, how groups change."""

from typing import Any

import pytest

from gm.botapi import Impossible
from tests.support.oracle import check_journal, check_update
from tests.support.telegram import Town


def kinds(updates: list[dict[str, Any]]) -> list[str]:
    for update in updates:
        check_update(update)
    return [next(key for key in update if key != "update_id") for update in updates]


def texts(town: Town) -> list[str]:
    return [
        update["message"]["text"]
        for update in town.updates()
        if "text" in update.get("message", {})
    ]


def test_privacy_lets_through_commands_replies_and_services_only() -> None:
    town = Town("Mira", "Jonas", "Tuan")
    say, mira = town.telegram.say, town["Mira"]
    card = town.ok("sendMessage", chat_id=town.group, text="card")["message_id"]
    say(mira, town.group, "just talk")
    say(mira, town.group, "/table now")
    say(mira, town.group, "/table@case_bot")
    say(mira, town.group, "/table@other_bot")
    say(mira, town.group, "an answer", reply_to=card)
    say(mira, town.group, "hey @case_bot")
    assert texts(town) == ["/table now", "/table@case_bot", "an answer"]
    town.telegram.leave(town["Tuan"], town.group)
    assert kinds(town.updates()) == ["message"]
    town.telegram.promote(mira, town.bot, town.group, ["can_pin_messages"])
    say(mira, town.group, "talk an admin hears")
    assert texts(town) == ["talk an admin hears"]


def test_commands_carry_their_entity_and_replies_their_message() -> None:
    town = Town()
    card = town.ok("sendMessage", chat_id=town.group, text="card")["message_id"]
    town.telegram.say(town["Mira"], town.group, "/join@case_bot please", reply_to=card)
    message = town.updates()[0]["message"]
    assert message["entities"] == [{"type": "bot_command", "offset": 0, "length": 14}]
    assert message["reply_to_message"]["message_id"] == card


def test_a_mention_of_somebody_without_a_username() -> None:
    town = Town("Mira", "Jonas")
    town.telegram.say(town["Mira"], town.group, "/remove Jonas", mentions=[town["Jonas"]])
    entities = town.updates()[0]["message"]["entities"]
    assert entities[1]["type"] == "text_mention"
    assert entities[1]["user"]["id"] == town["Jonas"]


def test_a_tap_brings_a_query_and_its_answer_a_toast_for_that_person_only() -> None:
    town = Town("Mira", "Jonas")
    card = town.ok(
        "sendMessage",
        chat_id=town.group,
        text="card",
        reply_markup={"inline_keyboard": [[{"text": "Join", "callback_data": "j"}]]},
    )
    tapped = town.telegram.tap(town["Jonas"], town.group, card["message_id"], "Join")
    (update,) = town.updates()
    check_update(update)
    query = update["callback_query"]
    assert (query["id"], query["data"]) == (tapped.value, "j")
    assert query["message"]["reply_markup"] == card["reply_markup"]
    town.ok("answerCallbackQuery", callback_query_id=query["id"], text="You sit", show_alert=True)
    toasts = town.telegram.screen(town["Jonas"], town.group)["toasts"]
    assert [(toast["text"], toast["alert"]) for toast in toasts] == [("You sit", True)]
    assert town.telegram.screen(town["Mira"], town.group)["toasts"] == []
    with pytest.raises(Impossible):
        town.telegram.tap(town["Mira"], town.group, card["message_id"], "Leave")
    forged = town.telegram.tap(town["Mira"], town.group, card["message_id"], data="anything")
    assert town.updates()[0]["callback_query"]["data"] == "anything"
    assert forged.kind == "callback"
    check_journal(town.telegram)


def test_links_lead_to_start_and_to_the_mini_app() -> None:
    town = Town()
    row = [
        {"text": "Join", "url": "https://t.me/case_bot?start=t-1_a"},
        {"text": "Sheet", "url": "https://t.me/case_bot?startapp=t-1"},
        {"text": "Long", "url": "https://t.me/case_bot?start=" + "x" * 65},
        {"text": "Rules", "url": "https://example.org"},
        {"text": "Copy", "copy_text": {"text": "code"}},
    ]
    card = town.ok(
        "sendMessage", chat_id=town.group, text="x", reply_markup={"inline_keyboard": [row]}
    )["message_id"]

    def tap(name: str) -> tuple[str, str]:
        tapped = town.telegram.tap(town["Mira"], town.group, card, name)
        return tapped.kind, tapped.value

    assert tap("Join") == ("start", "t-1_a")
    assert town.updates() == []
    town.telegram.start(town["Mira"], town.bot)
    assert texts(town) == ["/start t-1_a"]
    town.telegram.start(town["Mira"], town.bot)
    assert texts(town) == ["/start"]
    assert tap("Sheet") == ("mini_app", "https://app.example/app")
    assert tap("Rules") == ("link", "https://example.org")
    assert tap("Copy") == ("copy", "code")
    with pytest.raises(Impossible, match="start_param_invalid"):
        tap("Long")


def test_blocking_is_told_and_start_lifts_it() -> None:
    town = Town()
    town.telegram.start(town["Mira"], town.bot)
    town.updates()
    town.telegram.block(town["Mira"], town.bot)
    updates = town.updates()
    assert kinds(updates) == ["my_chat_member"]
    assert updates[0]["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    town.telegram.start(town["Mira"], town.bot)
    assert kinds(town.updates()) == ["my_chat_member", "message"]


def test_leaving_is_told_to_an_admin_bot_that_asked_else_by_service_message_only() -> None:
    town = Town("Mira", "Jonas", "Tuan")
    town.telegram.leave(town["Jonas"], town.group)
    assert kinds(town.updates()) == ["message"]
    town.telegram.promote(town["Mira"], town.bot, town.group, ["can_pin_messages"])
    town.updates()
    town.ok("getUpdates", allowed_updates=["message", "chat_member", "my_chat_member"])
    town.telegram.leave(town["Tuan"], town.group, quiet=True)
    assert kinds(town.updates()) == ["chat_member"]
    assert town.ok("getChatMember", chat_id=town.group, user_id=town["Tuan"])["status"] == "left"
    town.telegram.join(town["Tuan"], town.group)
    assert kinds(town.updates()) == ["chat_member", "message"]
    town.telegram.ban(town["Mira"], town["Tuan"], town.group)
    assert town.ok("getChatMember", chat_id=town.group, user_id=town["Tuan"])["status"] == "kicked"
    with pytest.raises(Impossible):
        town.telegram.join(town["Tuan"], town.group)


def test_adding_and_removing_the_bot() -> None:
    town = Town()
    town.telegram.remove_bot(town["Mira"], town.bot, town.group)
    assert kinds(town.updates()) == ["my_chat_member"]
    town.telegram.add_bot(town["Mira"], town.bot, town.group)
    assert kinds(town.updates()) == ["my_chat_member", "message"]


def test_migration_posts_in_both_chats_and_moves_the_members() -> None:
    town = Town()
    new = town.telegram.migrate(town["Mira"], town.group)
    updates = town.updates()
    assert kinds(updates) == ["message", "message"]
    assert updates[0]["message"]["migrate_to_chat_id"] == new
    assert updates[1]["message"]["migrate_from_chat_id"] == town.group
    assert town.ok("getChatMemberCount", chat_id=new) == 3
    assert [chat.id for chat in town.telegram.chats_of(town["Mira"])] == [new]
    with pytest.raises(Impossible, match="migrated"):
        town.telegram.say(town["Mira"], town.group, "still here?")


def test_anonymous_admins_and_channels_hide_the_person_but_not_when_tapping() -> None:
    town = Town("Mira", "Jonas")
    town.telegram.promote(town["Mira"], town["Jonas"], town.group, [], anonymous=True)
    town.telegram.say(town["Jonas"], town.group, "/begin")
    channel = town.telegram.new_channel("News", "news")
    town.telegram.say(town["Mira"], town.group, "/begin", as_channel=channel)
    anonymous, posted = (update["message"] for update in town.updates())
    assert anonymous["from"]["id"] == 1087968824
    assert anonymous["sender_chat"]["id"] == town.group
    assert posted["sender_chat"]["type"] == "channel"
    assert town["Mira"] != posted["from"]["id"]
    card = town.ok(
        "sendMessage",
        chat_id=town.group,
        text="x",
        reply_markup={"inline_keyboard": [[{"text": "A", "callback_data": "a"}]]},
    )["message_id"]
    town.telegram.tap(town["Jonas"], town.group, card, "A")
    assert town.updates()[0]["callback_query"]["from"]["id"] == town["Jonas"]


def test_topics_keep_talk_apart() -> None:
    town = Town(kind="supergroup", forum=True)
    thread = town.telegram.create_topic(town["Mira"], town.group, "Clues")
    town.telegram.say(town["Mira"], town.group, "/table", thread=thread)
    created, said = (update["message"] for update in town.updates())
    assert created["forum_topic_created"]["name"] == "Clues"
    assert said["message_thread_id"] == thread
    assert said["chat"]["is_forum"] is True


def test_pinning_posts_a_service_message_and_shows_on_the_phones() -> None:
    town = Town(rights=("can_pin_messages",))
    card = town.ok("sendMessage", chat_id=town.group, text="card")["message_id"]
    town.ok("pinChatMessage", chat_id=town.group, message_id=card, disable_notification=True)
    (update,) = town.updates()
    check_update(update)
    assert update["message"]["pinned_message"]["message_id"] == card
    assert town.telegram.screen(town["Jonas"], town.group)["pinned"]["text"] == "card"
    town.ok("unpinChatMessage", chat_id=town.group, message_id=card)
    assert town.telegram.screen(town["Jonas"], town.group)["pinned"] is None


def test_what_is_unread_and_what_a_leaver_no_longer_sees() -> None:
    town = Town("Mira", "Jonas")
    town.telegram.read(town["Jonas"], town.group)
    town.ok("sendMessage", chat_id=town.group, text="a")
    town.ok("sendMessage", chat_id=town.group, text="b", disable_notification=True)
    seen = town.telegram.screen(town["Jonas"], town.group)
    assert seen["unread"] == 2
    assert [message["silent"] for message in seen["messages"][-2:]] == [False, True]
    town.telegram.read(town["Jonas"], town.group)
    assert town.telegram.screen(town["Jonas"], town.group)["unread"] == 0
    town.telegram.leave(town["Jonas"], town.group)
    assert town.telegram.screen(town["Jonas"], town.group)["messages"] == []
    with pytest.raises(Impossible):
        town.telegram.say(town["Jonas"], town.group, "x")


def test_edited_and_erased_messages() -> None:
    town = Town()
    town.telegram.start(town["Mira"], town.bot)
    town.updates()
    said = town.telegram.say(town["Mira"], town.bot, "helo")
    town.telegram.edit(town["Mira"], town.bot, said, "hello")
    assert kinds(town.updates()) == ["message", "edited_message"]
    sent = town.ok("sendMessage", chat_id=town["Mira"], text="x")["message_id"]
    town.telegram.erase(town["Mira"], town.bot, sent)
    assert town.refusal("editMessageText", chat_id=town["Mira"], message_id=sent, text="y") == (
        400,
        "Bad Request: message to edit not found",
    )


def test_a_transcript_reads_like_the_chat() -> None:
    town = Town()
    rows = [[{"text": "Join", "callback_data": "j"}, {"text": "Leave", "callback_data": "l"}]]
    town.ok(
        "sendMessage", chat_id=town.group, text="A table", reply_markup={"inline_keyboard": rows}
    )
    town.telegram.say(town["Jonas"], town.group, "me!")
    assert town.telegram.transcript(town.group).splitlines() == [
        "-- Case joined",
        "Case: A table",
        "    [Join] [Leave]",
        "Jonas: me!",
    ]
