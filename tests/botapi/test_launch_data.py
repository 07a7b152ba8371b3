"""Launch data is signed as Telegram signs it, by the word of an independent checker."""

from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import init_data_py
import pytest

from gm.botapi import Impossible, Tapped
from tests.support.telegram import TOKEN, Town
from webapp.playground.launch import launch_url


def checked(town: Town, tapped: Tapped) -> dict[str, str]:
    init_data_py.validate_by_hash(
        tapped.init_data, TOKEN, now=datetime.fromtimestamp(town.clock(), UTC)
    )
    return {key: value[0] for key, value in parse_qs(tapped.init_data).items()}


def test_a_direct_link_says_who_and_where_but_names_no_chat() -> None:
    town = Town("Tuấn")
    tapped = town.telegram.follow(
        town["Tuấn"], town.group, "https://t.me/case_bot/sheet?startapp=t1"
    )
    fields = checked(town, tapped)
    assert fields["start_param"] == "t1"
    assert fields["chat_type"] == "group"
    assert '"first_name":"Tuấn"' in fields["user"]
    assert not {"chat", "query_id"} & set(fields)


def test_a_button_in_private_carries_a_query_id() -> None:
    town = Town()
    town.telegram.start(town["Mira"], town.bot)
    button = {"text": "Sheet", "web_app": {"url": "https://app.example/sheet?t=1"}}
    card = town.ok(
        "sendMessage",
        chat_id=town["Mira"],
        text="x",
        reply_markup={"inline_keyboard": [[button]]},
    )["message_id"]
    tapped = town.telegram.tap(town["Mira"], town.bot, card, "Sheet")
    assert tapped.value == "https://app.example/sheet?t=1"
    assert "query_id" in checked(town, tapped)


def test_the_menu_button_opens_what_the_bot_set() -> None:
    town = Town()
    menu = {"type": "web_app", "text": "Sheet", "web_app": {"url": "https://app.example/menu"}}
    town.ok("setChatMenuButton", menu_button=menu)
    assert town.telegram.launch(town["Mira"], town.bot).value == "https://app.example/menu"


def test_a_changed_field_and_a_foreign_token_are_noticed() -> None:
    town = Town()
    raw = town.telegram.launch(town["Mira"], town.bot).init_data
    now = datetime.fromtimestamp(town.clock(), UTC)
    assert init_data_py.is_valid_by_hash(raw, TOKEN, now=now)
    assert not init_data_py.is_valid_by_hash(raw.replace("Mira", "Mara"), TOKEN, now=now)
    assert not init_data_py.is_valid_by_hash(raw, "1:OTHER", now=now)


def test_a_bot_without_an_app_has_no_app_link() -> None:
    town = Town()
    town.telegram.set_mini_app(town.bot, None)
    with pytest.raises(Impossible, match="no_mini_app"):
        town.telegram.follow(town["Mira"], town.group, "https://t.me/case_bot?startapp=x")


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("http://localhost:8080/app", "p3.localhost:8080"),
        ("http://127.0.0.1:8080/app", "p3.localhost:8080"),
        ("https://app.example/app?a=1", "app.example"),
    ],
)
def test_each_phone_opens_the_app_on_its_own_origin(address: str, host: str) -> None:
    tapped = Tapped(kind="mini_app", value=address, bot=1, init_data="a=b&c=d", start_param="t")
    parts = urlsplit(launch_url(tapped, phone=3, theme="dark"))
    fragment = parse_qs(parts.fragment)
    assert parts.netloc == host
    assert parse_qs(parts.query)["tgWebAppStartParam"] == ["t"]
    assert fragment["tgWebAppData"] == ["a=b&c=d"]
    assert fragment["tgWebAppVersion"] == ["8.0"]
