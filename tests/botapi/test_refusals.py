"""Every refusal in Telegram's words, and none of them changes anything."""

import json
from typing import Any

import pytest

from gm.botapi import Upload
from gm.botapi.refusals import NOT_MODIFIED, QUERY_TOO_OLD
from tests.support.telegram import TOKEN, Town

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (3).to_bytes(4, "big") + (2).to_bytes(4, "big")


@pytest.fixture
def town() -> Town:
    return Town(rights=("can_pin_messages",))


def keyboard(**button: Any) -> dict[str, Any]:
    return {"inline_keyboard": [[{"text": "X", **button}]]}


BAD_MESSAGES: list[tuple[dict[str, Any], str]] = [
    ({"text": None}, "message text is empty"),
    ({"text": ""}, "message text is empty"),
    ({"text": " \n "}, "message text is empty"),
    ({"text": "<b></b>", "parse_mode": "HTML"}, "message text is empty"),
    ({"text": "x" * 4097}, "message is too long"),
    ({"chat_id": None}, "chat_id is empty"),
    ({"chat_id": -5}, "chat not found"),
    ({"chat_id": "@nobody"}, "chat not found"),
    ({"chat_id": 999}, "chat not found"),
    ({"parse_mode": "Wild"}, "unsupported parse_mode"),
    ({"message_thread_id": 7}, "message thread not found"),
    ({"message_thread_id": "seven"}, 'Field "message_thread_id" must be of type Number'),
    ({"protect_content": "maybe"}, 'Field "protect_content" must be of type Boolean'),
    ({"text": 5}, 'Field "text" must be of type String'),
    ({"reply_markup": "{"}, "can't parse reply markup JSON object"),
    ({"reply_markup": "[]"}, "object expected as reply markup"),
    ({"reply_markup": {"keyboard": [["A"]]}}, "inline keyboard expected"),
    ({"reply_markup": keyboard(callback_data="x" * 65)}, "BUTTON_DATA_INVALID"),
    ({"reply_markup": keyboard(callback_data="é" * 33)}, "BUTTON_DATA_INVALID"),
    ({"reply_markup": keyboard(callback_data="")}, "BUTTON_DATA_INVALID"),
    ({"reply_markup": keyboard(web_app={"url": "https://a.example"})}, "BUTTON_TYPE_INVALID"),
    ({"reply_markup": keyboard(copy_text={"text": "x" * 257})}, "BUTTON_COPY_TEXT_INVALID"),
    (
        {"reply_markup": keyboard(url="nowhere")},
        "inline keyboard button URL 'nowhere' is invalid: Wrong HTTP URL",
    ),
    (
        {"reply_markup": keyboard()},
        "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ),
    (
        {"reply_markup": {"inline_keyboard": [[{"callback_data": "a"}]]}},
        "can't parse inline keyboard button: Can't find field \"text\"",
    ),
    (
        {"reply_markup": keyboard(callback_data="a", style="pink")},
        "can't parse inline keyboard button: unknown button style specified",
    ),
    (
        {"reply_markup": {"inline_keyboard": [[{"text": "a", "callback_data": "a"}]] * 101}},
        "reply markup is too long",
    ),
    ({"reply_markup": {"inline_keyboard": 1}}, 'Field "inline_keyboard" must be of type Array'),
    (
        {"reply_markup": {"inline_keyboard": ["x"]}},
        "can't parse keyboard row: Expected an Array",
    ),
    (
        {"reply_markup": {"inline_keyboard": [["x"]]}},
        "can't parse inline keyboard button: Expected an Object",
    ),
    (
        {"reply_markup": {"inline_keyboard": [[{"text": " ", "callback_data": "a"}]]}},
        "inline keyboard button text must be non-empty",
    ),
    (
        {"reply_markup": {"inline_keyboard": [[{"text": 1, "callback_data": "a"}]]}},
        'can\'t parse inline keyboard button: Field "text" must be of type String',
    ),
    (
        {"reply_markup": keyboard(callback_data="a", url="https://e.org")},
        "can't parse inline keyboard button: exactly one optional field is allowed",
    ),
    ({"reply_markup": keyboard(login_url={"url": "https://e.org"})}, "BUTTON_TYPE_INVALID"),
    (
        {"reply_markup": keyboard(url="ftp://e.org")},
        "inline keyboard button URL 'ftp://e.org' is invalid: Unsupported URL protocol",
    ),
    ({"chat_id": 1.5}, "chat not found"),
    ({"entities": [{"type": "bold"}]}, "can't parse MessageEntity: Can't find field"),
    ({"entities": [{"type": "bold", "offset": 0, "length": 9}]}, "ENTITY_BOUNDS_INVALID"),
    ({"reply_parameters": {}, "text": ""}, "message text is empty"),
    (
        {"reply_parameters": {"quote": "x"}},
        "can't parse reply parameters: Can't find field \"message_id\"",
    ),
    ({"reply_parameters": {"message_id": 99}}, "message to be replied not found"),
    (
        {"text": "<x>", "parse_mode": "HTML"},
        'can\'t parse entities: Unsupported start tag "x" at byte offset 0',
    ),
]


@pytest.mark.parametrize(("change", "words"), BAD_MESSAGES)
def test_send_message_refuses(town: Town, change: dict[str, Any], words: str) -> None:
    params = {"chat_id": town.group, "text": "hello", **change}
    before = town.telegram.transcript(town.group)
    assert town.refusal("sendMessage", **params) == (400, f"Bad Request: {words}")
    assert town.telegram.transcript(town.group) == before


def test_nobody_and_nothing(town: Town) -> None:
    answer = town.telegram.call("1:X", "getMe")
    assert (answer.error_code, answer.description) == (401, "Unauthorized")
    assert town.refusal("sendDiceRoll") == (404, "Not Found: method not found")
    assert town.ok("GETME")["id"] == town.bot


def test_edits(town: Town) -> None:
    group = town.group
    mine = town.ok("sendMessage", chat_id=group, text="a")["message_id"]
    theirs = town.telegram.say(town["Mira"], group, "b")

    def edit(message_id: int | None, **change: Any) -> tuple[int | None, str | None]:
        params = {"chat_id": group, "message_id": message_id, "text": "c", **change}
        return town.refusal("editMessageText", **params)

    assert edit(999) == (400, "Bad Request: message to edit not found")
    assert edit(theirs) == (400, "Bad Request: message can't be edited")
    assert edit(None) == (400, "Bad Request: message identifier is not specified")
    assert edit(mine, text="a") == (400, f"Bad Request: {NOT_MODIFIED}")
    assert edit(mine, text="") == (400, "Bad Request: message text is empty")
    assert town.refusal("editMessageReplyMarkup", chat_id=group, message_id=mine) == (
        400,
        f"Bad Request: {NOT_MODIFIED}",
    )
    assert town.refusal("editMessageCaption", chat_id=group, message_id=mine, caption="x") == (
        400,
        "Bad Request: there is no caption in the message to edit",
    )
    town.ok("deleteMessage", chat_id=group, message_id=mine)
    assert edit(mine) == (400, "Bad Request: message to edit not found")
    assert town.refusal("deleteMessage", chat_id=group, message_id=mine) == (
        400,
        "Bad Request: message to delete not found",
    )
    assert town.refusal("deleteMessage", chat_id=group, message_id=theirs) == (
        400,
        "Bad Request: message can't be deleted",
    )


def test_media(town: Town) -> None:
    def send(content: bytes, **more: Any) -> Any:
        return town.telegram.call(
            TOKEN,
            "sendPhoto",
            {"chat_id": town.group, **more},
            {"photo": Upload(name="a.png", content=content)},
        )

    assert send(b"").description == "Bad Request: file must be non-empty"
    assert send(b"no picture").description == "Bad Request: IMAGE_PROCESS_FAILED"
    assert send(PNG, caption="x" * 1025).description == "Bad Request: message caption is too long"
    sent = send(PNG, caption="x" * 1024).result
    assert (sent["photo"][0]["width"], sent["photo"][0]["height"]) == (3, 2)
    again = town.ok("sendPhoto", chat_id=town.group, photo=sent["photo"][0]["file_id"])
    assert again["photo"] == sent["photo"]
    assert town.refusal("sendPhoto", chat_id=town.group) == (
        400,
        "Bad Request: there is no photo in the request",
    )
    assert town.refusal(
        "editMessageMedia",
        chat_id=town.group,
        message_id=sent["message_id"],
        media=json.dumps({"type": "photo", "media": "attach://p"}),
    ) == (400, 'Bad Request: can\'t find file "p" in the request')
    assert town.refusal(
        "editMessageText", chat_id=town.group, message_id=sent["message_id"], text="t"
    ) == (400, "Bad Request: there is no text in the message to edit")
    assert town.refusal("getFile", file_id="none") == (400, "Bad Request: invalid file_id")


def test_taps_are_answered_once_in_time_and_briefly(town: Town) -> None:
    card = town.ok(
        "sendMessage", chat_id=town.group, text="a", reply_markup=keyboard(callback_data="x")
    )

    def tap() -> str:
        return town.telegram.tap(town["Jonas"], town.group, card["message_id"], "X").value

    too_old = (400, f"Bad Request: {QUERY_TOO_OLD}")
    query = tap()
    assert town.refusal("answerCallbackQuery", callback_query_id=query, text="x" * 201) == (
        400,
        "Bad Request: MESSAGE_TOO_LONG",
    )
    assert town.ok("answerCallbackQuery", callback_query_id=query, text="x" * 200) is True
    assert town.refusal("answerCallbackQuery", callback_query_id=query) == too_old
    assert town.refusal("answerCallbackQuery", callback_query_id="77") == too_old
    assert town.refusal("answerCallbackQuery") == too_old
    late, later = tap(), tap()
    town.clock.advance(150)
    assert town.ok("answerCallbackQuery", callback_query_id=late) is True
    town.clock.advance(1)
    assert town.refusal("answerCallbackQuery", callback_query_id=later) == too_old
    assert town.telegram.unanswered() == [later]


def test_private_chats_that_are_closed(town: Town) -> None:
    mira = town["Mira"]

    def send() -> tuple[int | None, str | None]:
        return town.refusal("sendMessage", chat_id=mira, text="x")

    assert send() == (403, "Forbidden: bot can't initiate conversation with a user")
    town.telegram.start(mira, town.bot)
    town.ok("sendMessage", chat_id=mira, text="x")
    town.telegram.block(mira, town.bot)
    assert send() == (403, "Forbidden: bot was blocked by the user")
    assert town.refusal("sendChatAction", chat_id=mira, action="typing")[0] == 403
    town.telegram.start(mira, town.bot)
    town.ok("sendMessage", chat_id=mira, text="x")
    town.telegram.deactivate(mira)
    assert send() == (403, "Forbidden: user is deactivated")
    stranger = town.telegram.new_person("Nobody")
    assert town.refusal("sendMessage", chat_id=stranger, text="x") == (
        400,
        "Bad Request: chat not found",
    )
    assert town.refusal("sendMessage", chat_id=town.bot, text="x") == (
        403,
        "Forbidden: bot can't send messages to bots",
    )


@pytest.mark.parametrize("kind", ["group", "supergroup"])
def test_groups_the_bot_is_out_of(kind: str) -> None:
    town = Town(kind=kind)
    card = town.ok("sendMessage", chat_id=town.group, text="x")["message_id"]
    town.telegram.remove_bot(town["Mira"], town.bot, town.group)
    words = (403, f"Forbidden: bot was kicked from the {kind} chat")
    assert town.refusal("sendMessage", chat_id=town.group, text="x") == words
    assert town.refusal("editMessageText", chat_id=town.group, message_id=card, text="y") == words
    assert town.refusal("getChatMember", chat_id=town.group, user_id=town["Mira"]) == words
    town.telegram.add_bot(town["Mira"], town.bot, town.group)
    town.ok("sendMessage", chat_id=town.group, text="x")


def test_a_supergroup_the_bot_left() -> None:
    town = Town(kind="supergroup")
    town.ok("leaveChat", chat_id=town.group)
    assert town.refusal("sendMessage", chat_id=town.group, text="x") == (
        403,
        "Forbidden: bot is not a member of the supergroup chat",
    )


def test_a_group_that_moved(town: Town) -> None:
    card = town.ok("sendMessage", chat_id=town.group, text="x")["message_id"]
    new = town.telegram.migrate(town["Mira"], town.group)
    for method, more in (
        ("sendMessage", {"text": "x"}),
        ("editMessageText", {"message_id": card, "text": "y"}),
        ("getChat", {}),
    ):
        answer = town.api(method, chat_id=town.group, **more)
        assert answer.description == ("Bad Request: group chat was upgraded to a supergroup chat")
        assert answer.parameters == {"migrate_to_chat_id": new}
    town.ok("sendMessage", chat_id=new, text="x")
    assert town.refusal("editMessageText", chat_id=new, message_id=card + 50, text="y") == (
        400,
        "Bad Request: message to edit not found",
    )


def test_a_web_app_button_wants_https_but_for_this_machine(town: Town) -> None:
    town.telegram.start(town["Mira"], town.bot)

    def send(url: str) -> Any:
        markup = keyboard(web_app={"url": url})
        return town.api("sendMessage", chat_id=town["Mira"], text="x", reply_markup=markup)

    assert send("https://app.example").ok
    assert send("http://p1.localhost:8080/app").ok
    assert send("http://app.example").description == (
        "Bad Request: inline keyboard button Web App URL 'http://app.example' is invalid: "
        "Only HTTPS links are allowed"
    )


def test_more_of_what_a_bot_may_not_do(town: Town) -> None:
    group, mira = town.group, town["Mira"]
    town.telegram.start(mira, town.bot)
    for method, params, words in (
        ("deleteMessages", {"message_ids": []}, "too many message identifiers specified"),
        ("unpinChatMessage", {"message_id": 99}, "message to unpin not found"),
        ("sendChatAction", {"action": "dancing"}, "wrong parameter action in request"),
        ("sendPhoto", {"photo": "https://e.org/a.png"}, "failed to get HTTP URL content"),
        (
            "sendPhoto",
            {"photo": "x"},
            "wrong remote file identifier specified: Wrong string length",
        ),
        (
            "setChatMenuButton",
            {"menu_button": {"type": "x"}},
            "can't parse menu button: Unsupported type",
        ),
        (
            "setChatMenuButton",
            {"menu_button": {"type": "web_app"}},
            "can't parse menu button: Can't find field",
        ),
        ("setMyName", {"name": "x" * 65}, "BOT_NAME_INVALID"),
    ):
        chat = {} if method in {"setMyName", "setChatMenuButton"} else {"chat_id": group}
        assert town.refusal(method, **chat, **params) == (400, f"Bad Request: {words}")
    assert town.refusal("getChatAdministrators", chat_id=mira) == (
        400,
        "Bad Request: there are no administrators in the private chat",
    )
    assert town.refusal("leaveChat", chat_id=mira)[0] == 400
    assert town.refusal("getChatMember", chat_id=mira, user_id=town["Jonas"]) == (
        400,
        "Bad Request: member not found",
    )
    assert town.ok("getChatMemberCount", chat_id=mira) == 2
    said = town.telegram.say(mira, group, "old")
    town.telegram.promote(mira, town.bot, group, ["can_delete_messages"])
    town.clock.advance(48 * 3600 + 1)
    assert town.refusal("deleteMessage", chat_id=group, message_id=said) == (
        400,
        "Bad Request: message can't be deleted for everyone",
    )


def test_rights() -> None:
    town = Town()
    card = town.ok("sendMessage", chat_id=town.group, text="x")["message_id"]
    no_rights = (
        400,
        "Bad Request: not enough rights to manage pinned messages in the chat",
    )
    assert town.refusal("pinChatMessage", chat_id=town.group, message_id=card) == no_rights
    assert town.refusal("unpinChatMessage", chat_id=town.group) == no_rights
    town.telegram.promote(town["Mira"], town.bot, town.group, ["can_pin_messages"])
    assert town.refusal("pinChatMessage", chat_id=town.group, message_id=999) == (
        400,
        "Bad Request: message to pin not found",
    )
    town.ok("pinChatMessage", chat_id=town.group, message_id=card)
    town.telegram.mute(town["Mira"], town.bot, town.group)
    assert town.refusal("sendMessage", chat_id=town.group, text="x") == (
        400,
        "Bad Request: not enough rights to send text messages to the chat",
    )
    assert town.refusal("getChatMember", chat_id=town.group, user_id=12345) == (
        400,
        "Bad Request: invalid user_id specified",
    )


def test_closed_and_missing_topics() -> None:
    town = Town(kind="supergroup", forum=True)
    thread = town.telegram.create_topic(town["Mira"], town.group, "Clues")
    sent = town.ok("sendMessage", chat_id=town.group, text="x", message_thread_id=thread)
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (thread, True)
    town.telegram.close_topic(town["Mira"], town.group, thread)
    assert town.refusal("sendMessage", chat_id=town.group, text="x", message_thread_id=thread) == (
        400,
        "Bad Request: TOPIC_CLOSED",
    )
    assert town.refusal(
        "sendMessage", chat_id=town.group, text="x", message_thread_id=thread + 90
    ) == (400, "Bad Request: message thread not found")


def test_webhooks_and_polling_exclude_each_other(town: Town) -> None:
    assert town.refusal("setWebhook", url="http://bot.example") == (
        400,
        "Bad Request: bad webhook: An HTTPS URL must be provided for webhook",
    )
    assert town.refusal("setWebhook", url="https://bot.example", secret_token="a b") == (
        400,
        "Bad Request: secret token contains unallowed characters",
    )
    town.ok("setWebhook", url="https://bot.example")
    code, words = town.refusal("getUpdates")
    assert code == 409
    assert words is not None
    assert words.startswith("Conflict: can't use getUpdates method while webhook is active")
    town.ok("setWebhook", url="")
    town.ok("getUpdates")


def test_commands_are_checked(town: Town) -> None:
    for command, words in (
        ({"command": "New Game", "description": "x"}, "BOT_COMMAND_INVALID"),
        ({"command": "new", "description": ""}, "BOT_COMMAND_DESCRIPTION_INVALID"),
    ):
        assert town.refusal("setMyCommands", commands=[command]) == (400, f"Bad Request: {words}")
    assert town.refusal("setMyCommands") == (
        400,
        'Bad Request: parameter "commands" is required',
    )


def test_everything_may_arrive_as_strings(town: Town) -> None:
    sent = town.ok(
        "sendMessage",
        chat_id=str(town.group),
        text="x",
        disable_notification="true",
        protect_content="True",
        reply_markup=json.dumps(keyboard(callback_data="a")),
        link_preview_options=json.dumps({"is_disabled": True}),
    )
    assert sent["has_protected_content"] is True
    assert sent["link_preview_options"] == {"is_disabled": True}
    assert town.telegram.screen(town["Mira"], town.group)["messages"][-1]["silent"] is True


def test_who_may_only_write_shows_no_pictures() -> None:
    town = Town()
    picture = Upload(name="a.png", content=PNG)
    sent = town.telegram.call(
        TOKEN, "sendPhoto", {"chat_id": town.group}, {"photo": picture}
    ).result
    town.telegram.mute(town["Mira"], town.bot, town.group, media=True)
    town.ok("sendMessage", chat_id=town.group, text="x")
    photo = sent["photo"][0]["file_id"]
    no_photos = (400, "Bad Request: not enough rights to send photos to the chat")
    assert town.refusal("sendPhoto", chat_id=town.group, photo=photo) == no_photos
    assert (
        town.refusal(
            "editMessageMedia",
            chat_id=town.group,
            message_id=sent["message_id"],
            media={"type": "photo", "media": photo, "caption": "new"},
        )
        == no_photos
    )
    member = town.ok("getChatMember", chat_id=town.group, user_id=town.bot)
    assert (member["can_send_messages"], member["can_send_photos"]) == (True, False)
