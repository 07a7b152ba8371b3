"""python-telegram-bot as a client over real HTTP, error paths included."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from telegram import (
    Bot,
    BotCommand,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    Update,
    WebAppInfo,
)
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TimedOut,
)
from telegram.ext import ApplicationBuilder, CallbackQueryHandler, CommandHandler

from gm.botapi import Fault
from tests.support.oracle import check_journal
from tests.support.telegram import TOKEN, TelegramServer, telegram_server

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63"
    "64f8cf500f0003860180fa5f5a3d0000000049454e44ae426082"
)


class Scene:
    """A server with a bot, two people and their group."""

    def __init__(self, server: TelegramServer) -> None:
        self.server = server
        self.bot = server.act("new_bot", token=TOKEN, username="case_bot", name="Case")
        self.mira = server.act("new_person", first_name="Mira", username="mira")
        self.jonas = server.act("new_person", first_name="Jonas")
        self.group = server.act("new_group", title="Table", people=[self.mira, self.jonas])
        server.act(
            "add_bot",
            by=self.mira,
            bot_id=self.bot,
            where=self.group,
            rights=["can_pin_messages"],
        )
        server.act("flood_limits", on=False)

    def run(self, scene: Callable[[Bot], Awaitable[Any]]) -> Any:
        """Runs a coroutine with a connected client."""

        async def connected() -> Any:
            bot = Bot(
                TOKEN,
                base_url=self.server.base_url,
                base_file_url=self.server.base_file_url,
            )
            async with bot:
                return await scene(bot)

        return asyncio.run(connected())


@pytest.fixture
def scene() -> Iterator[Scene]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with telegram_server() as server:
        yield Scene(server)


def test_a_round_of_messages_edits_pictures_and_files(scene: Scene) -> None:
    async def play(bot: Bot) -> None:
        assert bot.username == "case_bot"
        markup = InlineKeyboardMarkup(
            [
                [
                    InlineKeyboardButton("Join", callback_data="j"),
                    InlineKeyboardButton("Site", url="https://example.org"),
                ]
            ]
        )
        card = await bot.send_message(
            scene.group, "<b>Hi</b> &amp; welcome", parse_mode="HTML", reply_markup=markup
        )
        assert card.text == "Hi & welcome"
        assert card.entities[0].type == "bold"
        edited = await bot.edit_message_text(
            "Begun", chat_id=scene.group, message_id=card.message_id, reply_markup=markup
        )
        assert edited.text == "Begun"
        picture = await bot.send_photo(scene.group, PNG, caption="a card")
        assert picture.photo[0].width == 1
        file = await bot.get_file(picture.photo[0].file_id)
        assert bytes(await file.download_as_bytearray()) == PNG
        moved = await bot.edit_message_media(
            InputMediaPhoto(PNG, caption="another"),
            chat_id=scene.group,
            message_id=picture.message_id,
        )
        assert moved.caption == "another"
        again = await bot.edit_message_caption(scene.group, picture.message_id, caption="third")
        assert again.caption == "third"
        await bot.send_document(scene.group, b"log", filename="match.txt")
        assert await bot.pin_chat_message(scene.group, card.message_id)
        chat = await bot.get_chat(scene.group)
        assert chat.pinned_message is not None
        assert chat.pinned_message.message_id == card.message_id
        assert await bot.unpin_chat_message(scene.group, card.message_id)
        assert await bot.delete_message(scene.group, picture.message_id)
        assert (await bot.get_chat_member(scene.group, scene.mira)).status == "creator"
        assert len(await bot.get_chat_administrators(scene.group)) == 2
        assert await bot.get_chat_member_count(scene.group) == 3
        await bot.set_my_commands([BotCommand("newgame", "Open a table")])
        assert (await bot.get_my_commands())[0].command == "newgame"
        await bot.send_chat_action(scene.group, "typing")

    scene.run(play)
    assert scene.server.telegram.refused() == []
    check_journal(scene.server.telegram)
    assert "Case: Begun\n    [Join] [Site]" in scene.server.transcript(scene.group)


def test_an_application_hears_commands_and_taps_through_long_polling(scene: Scene) -> None:
    heard: list[str] = []

    async def play() -> None:
        done = asyncio.Event()

        async def hello(update: Update, _: Any) -> None:
            assert update.effective_message is not None
            await update.effective_message.reply_text(
                "Hello",
                reply_markup=InlineKeyboardMarkup(
                    [[InlineKeyboardButton("Join", callback_data="join")]]
                ),
            )
            message_id = list(scene.server.telegram.world.chats[str(scene.group)].messages)[-1]
            await asyncio.to_thread(
                scene.server.act,
                "tap",
                person=scene.jonas,
                where=scene.group,
                message_id=message_id,
                button="Join",
            )

        async def joined(update: Update, _: Any) -> None:
            assert update.callback_query is not None
            heard.append(update.callback_query.from_user.first_name)
            await update.callback_query.answer("You sit", show_alert=True)
            done.set()

        app = (
            ApplicationBuilder()
            .token(TOKEN)
            .base_url(scene.server.base_url)
            .base_file_url(scene.server.base_file_url)
            .build()
        )
        app.add_handler(CommandHandler("newgame", hello))
        app.add_handler(CallbackQueryHandler(joined))
        async with app:
            await app.start()
            assert app.updater is not None
            await app.updater.start_polling(timeout=5)
            await asyncio.to_thread(
                scene.server.act, "say", person=scene.mira, where=scene.group, text="/newgame"
            )
            await asyncio.wait_for(done.wait(), 10)
            await app.updater.stop()
            await app.stop()

    asyncio.run(play())
    assert heard == ["Jonas"]
    seen = scene.server.telegram.screen(scene.jonas, scene.group)
    assert [(toast["text"], toast["alert"]) for toast in seen["toasts"]] == [("You sit", True)]
    assert scene.server.telegram.unanswered() == []


def test_refusals_arrive_as_the_errors_clients_know(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")

    async def play(bot: Bot) -> None:
        with pytest.raises(BadRequest, match="Chat not found"):
            await bot.send_message(-1, "x")
        with pytest.raises(Forbidden, match="can't initiate conversation"):
            await bot.send_message(scene.mira, "x")
        card = await bot.send_message(scene.group, "x")
        with pytest.raises(BadRequest, match="Message is not modified"):
            await bot.edit_message_text("x", chat_id=scene.group, message_id=card.message_id)
        button = InlineKeyboardButton("Sheet", web_app=WebAppInfo("https://app.example"))
        with pytest.raises(BadRequest, match=r"(?i)button_type_invalid"):
            await bot.send_message(scene.group, "x", reply_markup=InlineKeyboardMarkup([[button]]))
        await bot.set_webhook("https://bot.example/hook")
        with pytest.raises(Conflict, match="webhook is active"):
            await bot.get_updates()
        await bot.delete_webhook()
        new = await asyncio.to_thread(
            scene.server.act, "migrate", by=scene.mira, where=scene.group
        )
        with pytest.raises(ChatMigrated) as moved:
            await bot.send_message(scene.group, "x")
        assert moved.value.new_chat_id == new
        scene.server.fault("sendMessage", Fault.TOO_MANY, retry_after=7)
        with pytest.raises(RetryAfter) as wait:
            await bot.send_message(new, "x")
        assert wait.value.retry_after == timedelta(seconds=7)

    scene.run(play)


def test_mishaps_of_the_line_reach_the_client(scene: Scene) -> None:
    async def play(bot: Bot) -> None:
        for fault, error in (
            (Fault.HTTP_500, NetworkError),
            (Fault.HTTP_502, NetworkError),
            (Fault.RESET, NetworkError),
            (Fault.LOST_ANSWER, NetworkError),
        ):
            scene.server.fault("sendMessage", fault)
            with pytest.raises(error):
                await bot.send_message(scene.group, fault.value)
        scene.server.fault("sendMessage", Fault.TIMEOUT)
        with pytest.raises(TimedOut):
            await bot.send_message(scene.group, "late", read_timeout=0.1)
        await bot.send_message(scene.group, "well again")

    scene.run(play)
    said = scene.server.transcript(scene.group)
    # Only the lost answer did its work.
    assert "Case: lost answer" in said
    assert "Case: reset" not in said
    assert said.endswith("Case: well again")


def test_a_foreign_token_is_turned_away(scene: Scene) -> None:
    async def stranger() -> None:
        async with Bot("1:NOBODY", base_url=scene.server.base_url):
            pass

    with pytest.raises(InvalidToken):
        asyncio.run(stranger())


def test_a_newer_poller_ends_the_older_one(scene: Scene) -> None:
    async def play(bot: Bot) -> None:
        for update in await bot.get_updates():
            await bot.get_updates(offset=update.update_id + 1)
        old = asyncio.create_task(bot.get_updates(timeout=10))
        while not scene.server.host.polling(TOKEN):
            await asyncio.sleep(0)
        async with Bot(TOKEN, base_url=scene.server.base_url) as standby:
            fresh = asyncio.create_task(standby.get_updates(timeout=10))
            with pytest.raises(Conflict, match="terminated by other getUpdates"):
                await old
            await asyncio.to_thread(
                scene.server.act, "say", person=scene.mira, where=scene.group, text="/table"
            )
            assert [update.message.text for update in await fresh if update.message] == ["/table"]

    scene.run(play)
