"""A keyboard is checked button by button before anything is stored."""

from typing import Any
from urllib.parse import urlsplit

from gm.botapi.arguments import Json
from gm.botapi.refusals import bad

MAX_BUTTONS = 100
MAX_CALLBACK_BYTES = 64
MAX_COPY_TEXT = 256
_ACTIONS = (
    "callback_data",
    "url",
    "web_app",
    "copy_text",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "login_url",
)
_STYLES = {"primary", "success", "danger"}


def inline_keyboard(markup: Json | None, *, private: bool, editing: bool = False) -> Json | None:
    """The keyboard to store, or none; raises Refusal with the words of the real server.

    Reply keyboards are not emulated and refused; ``force_reply`` and ``remove_keyboard``
    are taken where a message is sent and leave no trace.
    """
    if markup is None:
        return None
    if "inline_keyboard" not in markup:
        if not editing and (markup.get("force_reply") or markup.get("remove_keyboard")):
            return None
        if markup == {}:
            return None
        raise bad("inline keyboard expected")
    rows = markup["inline_keyboard"]
    if not isinstance(rows, list):
        raise bad('Field "inline_keyboard" must be of type Array')
    kept = []
    for row in rows:
        if not isinstance(row, list):
            raise bad("can't parse keyboard row: Expected an Array")
        if row:
            kept.append([_button(button, private=private) for button in row])
    if sum(map(len, kept)) > MAX_BUTTONS:
        raise bad("reply markup is too long")
    return {"inline_keyboard": kept} if kept else None


def _button(button: Any, *, private: bool) -> Json:
    if not isinstance(button, dict):
        raise bad("can't parse inline keyboard button: Expected an Object")
    text = button.get("text")
    if text is None:
        raise bad("can't parse inline keyboard button: Can't find field \"text\"")
    if not isinstance(text, str):
        raise bad('can\'t parse inline keyboard button: Field "text" must be of type String')
    if not text.strip():
        raise bad("inline keyboard button text must be non-empty")
    chosen = [name for name in _ACTIONS if button.get(name) is not None]
    if not chosen:
        raise bad(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    if len(chosen) > 1:
        raise bad("can't parse inline keyboard button: exactly one optional field is allowed")
    if button.get("style") is not None and button["style"] not in _STYLES:
        raise bad("can't parse inline keyboard button: unknown button style specified")
    _action(chosen[0], button[chosen[0]], private=private)
    return button


def _action(name: str, value: Any, *, private: bool) -> None:
    if name == "callback_data":
        if not isinstance(value, str) or not 1 <= len(value.encode()) <= MAX_CALLBACK_BYTES:
            raise bad("BUTTON_DATA_INVALID")
    elif name == "url":
        _address(value)
    elif name == "web_app":
        if not private:
            raise bad("BUTTON_TYPE_INVALID")
        if not isinstance(value, dict) or not isinstance(value.get("url"), str):
            raise bad("can't parse inline keyboard button: Can't find field \"url\"")
        _address(value["url"], web_app=True)
    elif name == "copy_text":
        text = value.get("text") if isinstance(value, dict) else None
        if not isinstance(text, str) or not 1 <= len(text) <= MAX_COPY_TEXT:
            raise bad("BUTTON_COPY_TEXT_INVALID")
    elif name == "login_url":
        raise bad("BUTTON_TYPE_INVALID")


def _address(value: Any, *, web_app: bool = False) -> None:
    parts = urlsplit(value) if isinstance(value, str) else None
    if parts is None or (not parts.netloc and parts.scheme != "tg"):
        raise bad(f"inline keyboard button URL '{value}' is invalid: Wrong HTTP URL")
    host = parts.hostname or ""
    loopback = host == "127.0.0.1" or host == "localhost" or host.endswith(".localhost")
    if web_app and parts.scheme != "https" and not loopback:
        # Telegram insists on HTTPS; the emulator lets a page on this machine pass.
        raise bad(
            f"inline keyboard button Web App URL '{value}' is invalid: "
            "Only HTTPS links are allowed"
        )
    if parts.scheme not in {"http", "https", "tg"}:
        raise bad(f"inline keyboard button URL '{value}' is invalid: Unsupported URL protocol")
