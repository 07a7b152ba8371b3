"""The methods in use, as a table: a name means the same kind of value in every method.

``!`` marks a parameter Telegram insists on. Tests hold every row against an independent
model of the Bot API, so a row cannot drift.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a parameter's value must be once it is read off the wire."""

    INT = "Integer"
    BOOL = "Boolean"
    STRING = "String"
    CHAT = "Integer or String"
    OBJECT = "Object"
    ARRAY = "Array"
    FILE = "InputFile or String"


@dataclass(frozen=True, slots=True, kw_only=True)
class Param:
    """One parameter of a method."""

    name: str
    kind: Kind
    required: bool


_KINDS: Mapping[Kind, str] = {
    Kind.INT: "message_id message_thread_id user_id offset limit timeout cache_time "
    "max_connections",
    Kind.BOOL: "disable_notification protect_content show_alert drop_pending_updates "
    "disable_content_type_detection has_spoiler show_caption_above_media return_bots",
    Kind.STRING: "text caption parse_mode callback_query_id url secret_token ip_address "
    "language_code name description short_description action file_id message_effect_id",
    Kind.CHAT: "chat_id",
    Kind.OBJECT: "reply_markup reply_parameters link_preview_options media scope menu_button",
    Kind.ARRAY: "entities caption_entities allowed_updates commands message_ids",
    Kind.FILE: "photo document thumbnail certificate",
}
_KIND_OF = {name: kind for kind, names in _KINDS.items() for name in names.split()}

_SEND = (
    "message_thread_id disable_notification protect_content message_effect_id "
    "reply_parameters reply_markup"
)
_CAPTION = "caption parse_mode caption_entities"

_TABLE: Mapping[str, str] = {
    "getMe": "",
    "getUpdates": "offset limit timeout allowed_updates",
    "setWebhook": "url! certificate ip_address max_connections allowed_updates "
    "drop_pending_updates secret_token",
    "deleteWebhook": "drop_pending_updates",
    "getWebhookInfo": "",
    "sendMessage": f"chat_id! text! parse_mode entities link_preview_options {_SEND}",
    "sendPhoto": f"chat_id! photo! {_CAPTION} has_spoiler show_caption_above_media {_SEND}",
    "sendDocument": "chat_id! document! thumbnail disable_content_type_detection "
    f"{_CAPTION} {_SEND}",
    "editMessageText": "chat_id message_id text parse_mode entities link_preview_options "
    "reply_markup",
    "editMessageCaption": f"chat_id message_id {_CAPTION} show_caption_above_media reply_markup",
    "editMessageMedia": "chat_id message_id media! reply_markup",
    "editMessageReplyMarkup": "chat_id message_id reply_markup",
    "deleteMessage": "chat_id! message_id!",
    "deleteMessages": "chat_id! message_ids!",
    "answerCallbackQuery": "callback_query_id! text show_alert url cache_time",
    "pinChatMessage": "chat_id! message_id! disable_notification",
    "unpinChatMessage": "chat_id! message_id",
    "getChat": "chat_id!",
    "getChatMember": "chat_id! user_id!",
    "getChatAdministrators": "chat_id! return_bots",
    "getChatMemberCount": "chat_id!",
    "leaveChat": "chat_id!",
    "setMyCommands": "commands! scope language_code",
    "getMyCommands": "scope language_code",
    "deleteMyCommands": "scope language_code",
    "setMyName": "name language_code",
    "setMyDescription": "description language_code",
    "setMyShortDescription": "short_description language_code",
    "setChatMenuButton": "chat_id menu_button",
    "sendChatAction": "chat_id! message_thread_id action!",
    "getFile": "file_id!",
}


def _param(word: str) -> Param:
    name = word.rstrip("!")
    return Param(name=name, kind=_KIND_OF[name], required=word.endswith("!"))


METHODS: Mapping[str, tuple[Param, ...]] = {
    name: tuple(_param(word) for word in row.split()) for name, row in _TABLE.items()
}

# The server does not care about the case of a method's name.
BY_FOLDED_NAME: Mapping[str, str] = {name.lower(): name for name in METHODS}

# These leave the world as it was; a journal need not keep them.
READ_ONLY = frozenset(name for name in METHODS if name.startswith("get")) - {"getUpdates"} | {
    "sendChatAction"
}

# One bucket per chat is shared by everything that puts or changes a message.
FLOOD_COUNTED = frozenset(
    name for name in METHODS if name.startswith(("send", "edit")) and name != "sendChatAction"
)
