"""An independent reading of the Bot API, to hold requests and answers against.

aiogram's models are test-only; they let unknown fields through, so names are compared too.
"""

import json
from collections.abc import Mapping
from typing import Any

import aiogram.methods
from aiogram.types import BufferedInputFile, Update
from aiogram.types.base import TelegramObject
from pydantic import BaseModel, TypeAdapter

from gm.botapi import Call, Telegram


def model_of(method: str) -> type[BaseModel]:
    """The model of a method's parameters."""
    found: type[BaseModel] = getattr(aiogram.methods, method[0].upper() + method[1:])
    return found


def check_request(method: str, params: Mapping[str, Any], files: tuple[str, ...] = ()) -> None:
    """Asserts that a call names known parameters with values of the right types."""
    model = model_of(method)
    strangers = set(params) - set(model.model_fields)
    assert not strangers, (method, strangers)
    values = {name: _read(value) for name, value in params.items()}
    for name in files:
        if name in model.model_fields:
            values[name] = BufferedInputFile(b"x", name)
    model.model_validate(values)


def _read(value: Any) -> Any:
    """Forms carry nested values as JSON text; plain texts stay texts."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def check_result(method: str, result: Any) -> None:
    """Asserts that an answer is what the method promises, field by field."""
    parsed = TypeAdapter(model_of(method).__returning__).validate_python(result)  # type: ignore[attr-defined]
    _no_strangers(parsed, method)


def check_update(update: Mapping[str, Any]) -> None:
    """Asserts that an update is one."""
    _no_strangers(Update.model_validate(update), "update")


def _no_strangers(value: Any, where: str) -> None:
    if isinstance(value, list):
        for each in value:
            _no_strangers(each, where)
    if isinstance(value, TelegramObject):
        assert not value.model_extra, (where, value.model_extra)
        for name in type(value).model_fields:
            _no_strangers(getattr(value, name), f"{where}.{name}")


def check_call(call: Call) -> None:
    """Holds one line of the journal against the oracle."""
    check_request(call.method, call.params, call.files)
    assert not call.unknown, call
    if call.answer.ok:
        check_result(call.method, call.answer.result)


def check_journal(telegram: Telegram) -> None:
    """Holds everything bots sent and heard against the oracle."""
    for call in telegram.journal:
        check_call(call)
