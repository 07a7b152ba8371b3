"""A call's raw parameters become typed values here, or the call is refused.

Telegram takes everything as strings (forms) or as JSON and converts silently where it can;
where it would quietly read a mistyped number as zero, this one says so.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from gm.botapi.methods import METHODS, Kind, Param
from gm.botapi.refusals import bad

Json: TypeAlias = dict[str, Any]
Args: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file that came with the call."""

    name: str
    content: bytes


Files: TypeAlias = Mapping[str, Upload]

_MISSING = {
    "chat_id": "chat_id is empty",
    "text": "message text is empty",
    "message_id": "message identifier is not specified",
    "callback_query_id": "query is too old and response timeout expired or query ID is invalid",
    "photo": "there is no photo in the request",
    "document": "there is no document in the request",
    "user_id": "invalid user_id specified",
    "file_id": "invalid file_id specified",
    "action": "wrong parameter action in request",
    "media": "object expected as media",
}


def read_arguments(
    method: str, params: Mapping[str, Any], files: Files
) -> tuple[Args, tuple[str, ...]]:
    """The typed arguments of a call and the names Telegram does not know (it ignores them).

    An empty string counts as absent, as on the wire. Raises Refusal (400).
    """
    args: Args = {}
    table = METHODS[method]
    for param in table:
        if param.kind is Kind.FILE and param.name in files:
            args[param.name] = files[param.name]
            continue
        raw = params.get(param.name)
        if raw is None or (raw == "" and not _empty_counts(method, param)):
            if param.required:
                raise bad(_MISSING.get(param.name, f'parameter "{param.name}" is required'))
            continue
        args[param.name] = _value(param, raw)
    known = {param.name for param in table}
    return args, tuple(sorted(set(params) - known))


def _empty_counts(method: str, param: Param) -> bool:
    return (method, param.name) == ("setWebhook", "url")


def _value(param: Param, raw: Any) -> Any:
    match param.kind:
        case Kind.INT:
            return _int(param.name, raw)
        case Kind.BOOL:
            return _bool(param.name, raw)
        case Kind.STRING:
            if not isinstance(raw, str):
                raise _mistyped(param.name, "String")
            return raw
        case Kind.CHAT:
            return _chat(raw)
        case Kind.OBJECT:
            return _json(param.name, raw, dict, "object")
        case Kind.ARRAY:
            return _json(param.name, raw, list, "array")
        case Kind.FILE:
            return _file(param.name, raw)


def _mistyped(name: str, wanted: str) -> Exception:
    return bad(f'Field "{name}" must be of type {wanted}')


def _int(name: str, raw: Any) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str):
        try:
            return int(raw)
        except ValueError:
            pass
    raise _mistyped(name, "Number")


def _bool(name: str, raw: Any) -> bool:
    if isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and raw.lower() in {"true", "1", "yes"}:
        return True
    if isinstance(raw, str) and raw.lower() in {"false", "0", "no"}:
        return False
    raise _mistyped(name, "Boolean")


def _chat(raw: Any) -> int | str:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str):
        try:
            return int(raw)
        except ValueError:
            return raw
    raise bad("chat not found")


def _file(name: str, raw: Any) -> str:
    if isinstance(raw, str):
        return raw
    raise _mistyped(name, "String")


def _json(name: str, raw: Any, wanted: type, word: str) -> Any:
    label = name.replace("_", " ")
    if isinstance(raw, str):
        try:
            raw = json.loads(raw)
        except ValueError:
            raise bad(f"can't parse {label} JSON object") from None
    if not isinstance(raw, wanted):
        raise bad(f"{word} expected as {label}")
    return raw
