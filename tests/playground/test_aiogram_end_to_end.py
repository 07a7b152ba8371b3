"""A second, independent client over real HTTP; and calls that come as JSON."""

import asyncio

import httpx
import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import BufferedInputFile, InlineKeyboardButton, InlineKeyboardMarkup

from tests.support.oracle import check_journal
from tests.support.telegram import TOKEN, telegram_server

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (3).to_bytes(4, "big") + (2).to_bytes(4, "big")


def test_messages_pictures_and_refusals() -> None:
    with telegram_server() as server:
        bot_id = server.act("new_bot", token=TOKEN, username="case_bot", name="Case")
        mira = server.act("new_person", first_name="Mira")
        group = server.act("new_group", title="Table", people=[mira])
        server.act("add_bot", by=mira, bot_id=bot_id, where=group)

        async def play() -> None:
            session = AiohttpSession(api=TelegramAPIServer.from_base(server.url))
            async with Bot(TOKEN, session=session) as bot:
                button = InlineKeyboardButton(text="A", callback_data="a", style="primary")
                card = await bot.send_message(
                    group, "x", reply_markup=InlineKeyboardMarkup(inline_keyboard=[[button]])
                )
                assert card.reply_markup is not None
                picture = await bot.send_photo(group, BufferedInputFile(PNG, "p.png"))
                assert picture.photo is not None
                assert picture.photo[0].height == 2
                await asyncio.to_thread(server.act, "say", person=mira, where=group, text="/table")
                updates = await bot.get_updates(timeout=5)
                assert updates[-1].message is not None
                assert updates[-1].message.text == "/table"
                with pytest.raises(TelegramBadRequest, match="message text is empty"):
                    await bot.send_message(group, " ")

        asyncio.run(play())
        check_journal(server.telegram)


def test_a_call_may_come_as_json() -> None:
    with telegram_server() as server:
        server.act("new_bot", token=TOKEN, username="case_bot", name="Case")
        mira = server.act("new_person", first_name="Mira")
        server.act("start", person=mira, bot_id=7000000001)
        answer = httpx.post(
            f"{server.base_url}{TOKEN}/sendMessage",
            json={"chat_id": mira, "text": "hi", "protect_content": True},
        )
        assert answer.json()["result"]["has_protected_content"] is True
