"""Where a tap leads: to a query for the bot, a private chat, a Mini App, or out of Telegram.

``where`` names a chat as a person sees it: a group's id or, for a private chat, the bot's id.
"""

import hashlib
import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from gm.botapi.arguments import Json
from gm.botapi.groups import Groups
from gm.botapi.initdata import sign_init_data
from gm.botapi.settlement import Impossible
from gm.botapi.updates import push
from gm.botapi.world import (
    Bot,
    Chat,
    Message,
    Query,
)

QUERIES_KEPT = 20_000
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_T_ME = re.compile(r"(?:https?://)?t(?:elegram)?\.me/([A-Za-z0-9_]+)(?:/([A-Za-z0-9_]+))?/?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tapped:
    """What a tap led to.

    ``kind``: callback (value: query id) · start (value: payload, waits for Start in the
    private chat of ``bot``) · mini_app (value: address, ``init_data`` signed) · link · copy ·
    switch_inline.
    """

    kind: str
    value: str
    bot: int
    init_data: str = ""
    start_param: str = ""


class Taps(Groups):
    """Pressing buttons and following links."""

    def tap(
        self,
        person: int,
        where: int,
        message_id: int,
        button: str | tuple[int, int] = "",
        *,
        data: str | None = None,
    ) -> Tapped:
        """Presses a button, named by its text, its data or (row, column).

        ``data`` instead sends a made-up payload, as a forging client could, for any message
        of the bot that is still there.
        """
        world = self._enter()
        chat = self._inside(person, where)
        message = chat.messages.get(message_id)
        if message is None or message.author not in world.bots or chat.blocked:
            raise Impossible("no_such_button")
        bot = world.bots[message.author]
        if data is not None:
            return self._query(bot, person, chat, message, data)
        pressed = _find_button(message, button)
        if "callback_data" in pressed:
            return self._query(bot, person, chat, message, pressed["callback_data"])
        if "url" in pressed:
            return self._follow(person, chat, bot, pressed["url"])
        if "web_app" in pressed:
            return self.launch(person, bot.id, url=pressed["web_app"]["url"])
        if "copy_text" in pressed:
            return Tapped(kind="copy", value=pressed["copy_text"]["text"], bot=bot.id)
        inline = pressed.get(
            "switch_inline_query", pressed.get("switch_inline_query_current_chat")
        )
        return Tapped(kind="switch_inline", value=str(inline), bot=bot.id)

    def _query(self, bot: Bot, person: int, chat: Chat, message: Message, data: str) -> Tapped:
        world = self.world
        key = world.key(chat)
        query = Query(
            id=str(4_000_000_000_000 + world.next_query),
            bot=bot.id,
            person=person,
            chat=key,
            message=message.id,
            data=data,
            at=world.now,
        )
        world.next_query += 1
        world.queries[query.id] = query
        while len(world.queries) > QUERIES_KEPT:
            del world.queries[next(iter(world.queries))]
        if person not in bot.met:
            bot.met.append(person)
        push(
            world,
            bot,
            "callback_query",
            {
                "id": query.id,
                "from": world.people[person].user(),
                "message": world.message_json(chat, message),
                "chat_instance": chat_instance(key),
                "data": data,
            },
            lane=f"user {person}",
        )
        return Tapped(kind="callback", value=query.id, bot=bot.id)

    def follow(self, person: int, where: int, url: str) -> Tapped:
        """Opens a link shown in a chat; links to a bot act as Telegram's do."""
        self._enter()
        chat = self._inside(person, where)
        return self._follow(person, chat, None, url)

    def _follow(self, person: int, chat: Chat, bot: Bot | None, url: str) -> Tapped:
        parts = urlsplit(url)
        found = _T_ME.match(url.split("?", 1)[0])
        named = found.group(1).lower() if found else ""
        target = next((b for b in self.world.bots.values() if b.username.lower() == named), None)
        if target is None:
            return Tapped(kind="link", value=url, bot=bot.id if bot else 0)
        query = parse_qs(parts.query, keep_blank_values=True)
        if "startapp" in query or (found and found.group(2)):
            if target.mini_app is None:
                raise Impossible("no_mini_app")
            return self.launch(
                person,
                target.id,
                url=target.mini_app,
                start_param=query.get("startapp", [""])[0],
                from_chat=chat,
            )
        payload = query.get("start", [""])[0]
        if payload and not _PAYLOAD.fullmatch(payload):
            raise Impossible("start_param_invalid")
        private = self.world.private(target, person)
        private.pending_start = payload
        self.world.touch(private)
        return Tapped(kind="start", value=payload, bot=target.id)

    def launch(
        self,
        person: int,
        bot_id: int,
        *,
        url: str | None = None,
        start_param: str | None = None,
        from_chat: Chat | None = None,
    ) -> Tapped:
        """Opens a Mini App and signs its launch data.

        A direct link (``start_param`` given, possibly empty) carries where it was opened but
        no chat; a keyboard or menu button carries a query id instead.
        """
        world = self._enter()
        bot = world.bots[bot_id]
        address = url or _menu_address(bot, person)
        if address is None:
            raise Impossible("no_mini_app")
        if start_param and not _PAYLOAD.fullmatch(start_param):
            raise Impossible("start_param_invalid")
        user = {k: v for k, v in world.people[person].user().items() if k != "is_bot"}
        fields: Json = {"user": {**user, "allows_write_to_pm": True}}
        if start_param is None:
            world.next_query += 1
            fields["query_id"] = f"AAE{world.next_query:021d}"
        else:
            chat = from_chat if from_chat is not None else world.private(bot, person)
            fields["chat_instance"] = chat_instance(world.key(chat))
            fields["chat_type"] = "sender" if chat.private else chat.kind
            if start_param:
                fields["start_param"] = start_param
        fields["auth_date"] = str(int(world.now))
        return Tapped(
            kind="mini_app",
            value=address,
            bot=bot.id,
            init_data=sign_init_data(bot.token, fields),
            start_param=start_param or "",
        )


def _find_button(message: Message, button: str | tuple[int, int]) -> Json:
    rows: list[list[Json]] = (message.markup or {}).get("inline_keyboard", [])
    if not isinstance(button, str):
        row, column = button
        if 0 <= row < len(rows) and 0 <= column < len(rows[row]):
            return rows[row][column]
        raise Impossible("no_such_button")
    flat = [each for row in rows for each in row]
    for key in ("text", "callback_data"):
        for each in flat:
            if each.get(key) == button:
                return each
    raise Impossible("no_such_button")


def _menu_address(bot: Bot, person: int) -> str | None:
    menu = bot.menu.get(str(person)) or bot.menu.get("") or {}
    if menu.get("type") == "web_app":
        return str(menu["web_app"]["url"])
    return bot.mini_app


def chat_instance(key: str) -> str:
    """The opaque number by which taps and launches tell chats apart."""
    digest = hashlib.sha256(f"chat instance {key}".encode()).digest()
    return str(int.from_bytes(digest[:8], "big", signed=True))
