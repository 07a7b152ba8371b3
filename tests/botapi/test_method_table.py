"""The method table agrees with an independent model of the Bot API."""

from typing import get_args

import pytest

from gm.botapi.methods import FLOOD_COUNTED, METHODS, READ_ONLY, Kind
from gm.botapi.telegram import _HANDLERS
from tests.support.oracle import model_of

WORDS = {
    Kind.INT: ("int",),
    Kind.BOOL: ("bool",),
    Kind.STRING: ("str",),
    Kind.CHAT: ("int", "str"),
    Kind.OBJECT: ("Markup", "Parameters", "Options", "Media", "Scope", "MenuButton"),
    Kind.ARRAY: ("list",),
    Kind.FILE: ("InputFile",),
}


@pytest.mark.parametrize("method", METHODS)
def test_every_parameter_exists_with_its_kind_and_duty(method: str) -> None:
    fields = model_of(method).model_fields
    for param in METHODS[method]:
        field = fields[param.name]
        assert param.required == field.is_required() or (method, param.name) in {
            # The model allows a rich message in place of the text.
            ("editMessageText", "text"),
        }
        hint = str(field.annotation)
        assert any(word in hint for word in WORDS[param.kind]), (param, hint)
        if param.kind is Kind.INT:
            assert "str" not in hint.replace("datetime", ""), (param, get_args(field.annotation))


@pytest.mark.parametrize("method", METHODS)
def test_no_required_parameter_is_missing(method: str) -> None:
    needed = {name for name, field in model_of(method).model_fields.items() if field.is_required()}
    assert needed <= {param.name for param in METHODS[method]}


def test_every_method_is_carried_out() -> None:
    assert set(METHODS) == set(_HANDLERS)


def test_reading_and_flooding_are_told_apart() -> None:
    assert {"getMe", "getChat", "sendChatAction"} <= READ_ONLY
    assert "getUpdates" not in READ_ONLY
    assert {"sendMessage", "editMessageText", "editMessageReplyMarkup"} <= FLOOD_COUNTED
    assert not READ_ONLY & FLOOD_COUNTED
