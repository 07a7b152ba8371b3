"""The door into the world: a bot's call goes in, an answer comes out, and both are written down.

A refused call changes nothing. The emulator is pure: time comes from ``now``, waiting and
carrying are the caller's. It knows nothing of any game.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from gm.botapi import chats, profile, sending, updates
from gm.botapi.access import Request, find_chat
from gm.botapi.arguments import Args, Json, Upload, read_arguments
from gm.botapi.faults import Fault, FaultPlan
from gm.botapi.methods import BY_FOLDED_NAME, FLOOD_COUNTED
from gm.botapi.people import People
from gm.botapi.refusals import Refusal, method_not_found, too_many, unauthorized
from gm.botapi.screen import screen, transcript, visible
from gm.botapi.updates import Delivery
from gm.botapi.world import Bot, Chat, StoredFile

Handler: TypeAlias = Callable[[Request], Any]

_HANDLERS: Mapping[str, Handler] = {
    "getMe": profile.get_me,
    "getUpdates": updates.get_updates,
    "setWebhook": updates.set_webhook,
    "deleteWebhook": updates.delete_webhook,
    "getWebhookInfo": updates.webhook_info,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "editMessageText": sending.edit_text,
    "editMessageCaption": sending.edit_caption,
    "editMessageMedia": sending.edit_media,
    "editMessageReplyMarkup": sending.edit_markup,
    "deleteMessage": chats.delete_message,
    "deleteMessages": chats.delete_messages,
    "answerCallbackQuery": chats.answer_query,
    "pinChatMessage": chats.pin,
    "unpinChatMessage": chats.unpin,
    "getChat": chats.get_chat,
    "getChatMember": chats.get_member,
    "getChatAdministrators": chats.get_administrators,
    "getChatMemberCount": chats.get_member_count,
    "leaveChat": chats.leave,
    "setMyCommands": profile.set_commands,
    "getMyCommands": profile.get_commands,
    "deleteMyCommands": profile.delete_commands,
    "setMyName": profile.set_text,
    "setMyDescription": profile.set_text,
    "setMyShortDescription": profile.set_text,
    "setChatMenuButton": profile.set_menu_button,
    "sendChatAction": chats.send_action,
    "getFile": chats.get_file,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the server says: ``result``, or an error with Telegram's code and words.

    ``fault`` is a scheduled mishap of the line (TIMEOUT, RESET, LOST_ANSWER, HTTP_5xx) that
    the carrier has to play.
    """

    ok: bool
    result: Any = None
    error_code: int | None = None
    description: str | None = None
    parameters: Json | None = None
    fault: Fault | None = None

    def body(self) -> Json:
        """The answer as the JSON that goes over the wire."""
        if self.ok:
            return {"ok": True, "result": self.result}
        shape: Json = {
            "ok": False,
            "error_code": self.error_code,
            "description": self.description,
        }
        if self.parameters:
            shape["parameters"] = self.parameters
        return shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One line of the journal: what a bot asked and what it was told."""

    at: float
    bot: int
    method: str
    params: Json
    files: tuple[str, ...]
    answer: Answer
    unknown: tuple[str, ...] = ()


class Telegram(People):
    """An in-memory Telegram.

    ``now`` gives seconds since 1970. ``journal`` keeps every call (the latest ``keep`` of
    them, all by default). ``faults`` schedules mishaps.
    """

    def __init__(self, *, now: Callable[[], float], keep: int | None = None) -> None:
        super().__init__(now)
        self.journal: deque[Call] = deque(maxlen=keep)
        self.faults = FaultPlan()

    def bot(self, token: str) -> Bot | None:
        """The bot of a token."""
        return next((bot for bot in self.world.bots.values() if bot.token == token), None)

    def call(
        self,
        token: str,
        method: str,
        params: Mapping[str, Any] | None = None,
        files: Mapping[str, Upload] | None = None,
    ) -> Answer:
        """Carries out a method call; never raises, the answer says it all."""
        world = self._enter()
        given = dict(params or {})
        uploads = dict(files or {})
        name = BY_FOLDED_NAME.get(method.lower(), method)
        bot = self.bot(token)
        unknown: tuple[str, ...] = ()
        fault = self.faults.take(name) if bot is not None else None
        try:
            if bot is None:
                raise unauthorized()
            if name not in _HANDLERS:
                raise method_not_found()
            if fault is not None and fault[0] is not Fault.LOST_ANSWER:
                answer = _mishap(*fault)
            else:
                args, unknown = read_arguments(name, given, uploads)
                flooding = self._flooding(bot, name, args)
                result = _HANDLERS[name](Request(world=world, bot=bot, args=args, files=uploads))
                if flooding is not None:
                    bot.limits.count(flooding, world.now)
                answer = Answer(ok=True, result=result, fault=fault[0] if fault else None)
        except Refusal as refusal:
            answer = Answer(
                ok=False,
                error_code=refusal.code,
                description=refusal.description,
                parameters=refusal.parameters or None,
            )
        if name != "getUpdates" or not answer.ok:
            self.journal.append(
                Call(
                    at=world.now,
                    bot=bot.id if bot else 0,
                    method=name,
                    params=given,
                    files=tuple(sorted(uploads)),
                    answer=answer,
                    unknown=unknown,
                )
            )
        return answer

    def _flooding(self, bot: Bot, method: str, args: Args) -> int | None:
        """The chat whose limit this call counts for; refuses it when the limit is reached."""
        if method not in FLOOD_COUNTED or "chat_id" not in args:
            return None
        chat = find_chat(self.world, bot, args["chat_id"])
        wait = bot.limits.wait(chat.id, self.world.now)
        if wait:
            raise too_many(wait)
        return chat.id

    def flood_limits(self, *, on: bool) -> None:
        """Switches the flood limits of every bot."""
        for bot in self.world.bots.values():
            bot.limits.on = on

    def refused(self) -> list[Call]:
        """The calls that were answered with an error."""
        return [call for call in self.journal if not call.answer.ok]

    # -- webhooks ----------------------------------------------------------------------------

    def due_deliveries(self, bot_id: int) -> list[Delivery]:
        """The webhook posts to make now; each has to be settled."""
        return updates.take_due(self._enter(), self.world.bots[bot_id])

    def settle(
        self, bot_id: int, update_id: int, *, error: str | None = None, reply: Json | None = None
    ) -> Answer | None:
        """Ends a delivery; a 2xx ``reply`` with a ``method`` is carried out as a call."""
        world = self._enter()
        bot = world.bots[bot_id]
        updates.settle(world, bot, update_id, error)
        if error is not None or not reply or not isinstance(reply.get("method"), str):
            return None
        params = {key: value for key, value in reply.items() if key != "method"}
        return self.call(bot.token, reply["method"], params)

    # -- looking -------------------------------------------------------------------------------

    def screen(self, person: int, where: int) -> Json:
        """What a person sees of a chat (see ``gm.botapi.screen``)."""
        return screen(self.world, person, self.chat(person, where))

    def transcript(self, where: int, person: int = 0) -> str:
        """A chat as readable text."""
        return transcript(self.world, self.chat(person, where))

    def unanswered(self) -> list[str]:
        """The ids of taps nobody answered."""
        return [query.id for query in self.world.queries.values() if query.answer is None]

    def file(self, path: str) -> StoredFile | None:
        """An uploaded file by its path."""
        return next((file for file in self.world.files.values() if file.path == path), None)

    def chats_of(self, person: int) -> list[Chat]:
        """The chats on a person's phone."""
        return [chat for chat in self.world.chats.values() if visible(person, chat)]


def _mishap(fault: Fault, retry_after: int) -> Answer:
    words = {
        Fault.HTTP_500: (500, "Internal Server Error"),
        Fault.HTTP_502: (502, "Bad Gateway"),
        Fault.TOO_MANY: (429, f"Too Many Requests: retry after {retry_after}"),
    }
    code, description = words.get(fault, (0, fault.value))
    return Answer(
        ok=False,
        error_code=code,
        description=description,
        parameters={"retry_after": retry_after} if fault is Fault.TOO_MANY else None,
        fault=fault,
    )
