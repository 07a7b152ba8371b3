"""Messages of a bot are stored whole or refused whole."""

from typing import Any

from gm.botapi.access import (
    Request,
    own_message,
    require_show,
    require_voice,
    thread_of,
    writable,
)
from gm.botapi.arguments import Args, Json
from gm.botapi.entities import formatted, utf16
from gm.botapi.markup import inline_keyboard
from gm.botapi.media import caption_body, media_body
from gm.botapi.refusals import NOT_MODIFIED, bad
from gm.botapi.world import Bot, Chat, Message, World

MAX_TEXT = 4096
_MEDIA = ("photo", "document")


def text_body(world: World, args: Args) -> Json:
    """The text and its entities; refuses an empty or too long one."""
    text, entities = formatted(args.get("text", ""), args.get("parse_mode"), args.get("entities"))
    if not text:
        raise bad("message text is empty")
    if utf16(text) > MAX_TEXT:
        raise bad("message is too long")
    body: Json = {"text": text}
    if known := [entity for entity in entities if _settled(world, entity)]:
        body["entities"] = known
    if args.get("link_preview_options"):
        body["link_preview_options"] = args["link_preview_options"]
    return body


def _settled(world: World, entity: Json) -> bool:
    """Puts the whole user into a mention by id; a mention of a stranger is no entity."""
    if entity["type"] == "text_mention":
        if entity["user"]["id"] not in world.people:
            return False
        entity["user"] = world.user(entity["user"]["id"])
    return True


def send_message(it: Request) -> Json:
    """sendMessage."""
    chat = writable(it)
    return _send(it.world, it.bot, chat, it.args, text_body(it.world, it.args))


def send_photo(it: Request) -> Json:
    """sendPhoto."""
    chat = writable(it)
    require_show(it.bot, chat, "photo")
    caption = caption_body(it.args)
    media = media_body(it.world, "photo", it.args["photo"], it.files)
    return _send(it.world, it.bot, chat, it.args, {**media, **caption})


def send_document(it: Request) -> Json:
    """sendDocument."""
    chat = writable(it)
    require_show(it.bot, chat, "document")
    caption = caption_body(it.args)
    media = media_body(it.world, "document", it.args["document"], it.files)
    return _send(it.world, it.bot, chat, it.args, {**media, **caption})


def _send(world: World, bot: Bot, chat: Chat, args: Args, body: Json) -> Json:
    require_voice(bot, chat)
    thread = thread_of(bot, chat, args)
    markup = inline_keyboard(args.get("reply_markup"), private=chat.private)
    message = world.post(
        chat,
        author=bot.id,
        sender={"from": bot.user()},
        body=body,
        markup=markup,
        thread=thread,
        reply_to=_reply(chat, args.get("reply_parameters")),
        silent=bool(args.get("disable_notification")),
        protected=bool(args.get("protect_content")),
    )
    return world.message_json(chat, message)


def _reply(chat: Chat, parameters: Json | None) -> int | None:
    if not parameters:
        return None
    target = parameters.get("message_id")
    if not isinstance(target, int):
        raise bad("can't parse reply parameters: Can't find field \"message_id\"")
    if target in chat.messages:
        return target
    if parameters.get("allow_sending_without_reply"):
        return None
    raise bad("message to be replied not found")


def edit_text(it: Request) -> Json:
    """editMessageText."""
    chat, message = own_message(it)
    body = text_body(it.world, it.args)
    if "text" not in message.body:
        raise bad("there is no text in the message to edit")
    return _edit(it.world, chat, message, body, it.args)


def edit_caption(it: Request) -> Json:
    """editMessageCaption."""
    chat, message = own_message(it)
    caption = caption_body(it.args)
    kept = {name: message.body[name] for name in _MEDIA if name in message.body}
    if not kept:
        raise bad("there is no caption in the message to edit")
    return _edit(it.world, chat, message, {**kept, **caption}, it.args)


def edit_media(it: Request) -> Json:
    """editMessageMedia."""
    chat, message = own_message(it)
    media = it.args["media"]
    kind = media.get("type")
    if kind not in _MEDIA:
        raise bad("can't parse InputMedia: Unsupported input media type")
    require_show(it.bot, chat, kind)
    caption = caption_body(_caption_args(media))
    return _edit(
        it.world,
        chat,
        message,
        {**media_body(it.world, kind, media.get("media"), it.files), **caption},
        it.args,
    )


def _caption_args(media: dict[str, Any]) -> Args:
    names = (
        "caption",
        "parse_mode",
        "caption_entities",
        "show_caption_above_media",
        "has_spoiler",
    )
    return {name: media[name] for name in names if media.get(name) is not None}


def edit_markup(it: Request) -> Json:
    """editMessageReplyMarkup."""
    chat, message = own_message(it)
    return _edit(it.world, chat, message, message.body, it.args)


def _edit(world: World, chat: Chat, message: Message, body: Json, args: Args) -> Json:
    # An edit without a keyboard takes the old one away, as on the server.
    markup = inline_keyboard(args.get("reply_markup"), private=chat.private, editing=True)
    if body == message.body and markup == message.markup:
        raise bad(NOT_MODIFIED)
    message.body, message.markup = body, markup
    message.edited = int(world.now)
    world.touch(chat)
    return world.message_json(chat, message)
