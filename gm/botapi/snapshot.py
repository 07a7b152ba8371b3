"""The whole world as JSON and back, by the fields of its dataclasses.

Before it is written the world is thinned: old messages, settled taps and files nobody shows go.
"""

import dataclasses
import types
from base64 import b64decode, b64encode
from typing import Any, Union, get_args, get_origin, get_type_hints

from gm.botapi.arguments import Json
from gm.botapi.world import QUERIES_LIVE, World

MESSAGES_KEPT = 300
TOASTS_KEPT = 50


def dump(world: World) -> Json:
    """The thinned world as a JSON object."""
    thin(world)
    shape = _plain(world)
    assert isinstance(shape, dict)
    return shape


def load(shape: Json) -> World:
    """The world of a snapshot; deliveries that were under way start anew."""
    world = _build(World, shape)
    assert isinstance(world, World)
    for bot in world.bots.values():
        for update in bot.queue:
            update.in_flight = False
    return world


def thin(world: World) -> None:
    """Forgets what no phone shows and no bot can still use."""
    used: set[str] = set()
    for chat in world.chats.values():
        for message_id in list(chat.messages)[:-MESSAGES_KEPT]:
            if message_id not in chat.pinned and message_id not in chat.topics:
                del chat.messages[message_id]
        for message in chat.messages.values():
            used.update(size["file_id"] for size in message.body.get("photo", ()))
            if "document" in message.body:
                used.add(message.body["document"]["file_id"])
    world.files = {key: file for key, file in world.files.items() if key in used}
    world.queries = {
        key: query
        for key, query in world.queries.items()
        if query.answer is None and world.now - query.at <= QUERIES_LIVE
    }
    del world.toasts[:-TOASTS_KEPT]
    for bot in world.bots.values():
        bot.limits.recent.clear()


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, bytes):
        return b64encode(value).decode()
    return value


def _build(kind: Any, shape: Any) -> Any:
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        return kind(**{name: _build(hints[name], each) for name, each in shape.items()})
    origin, inner = get_origin(kind), get_args(kind)
    if origin in {Union, types.UnionType}:
        if shape is None:
            return None
        return _build(next(each for each in inner if each is not type(None)), shape)
    if origin is dict and inner:
        make = int if inner[0] is int else str
        return {make(key): _build(inner[1], each) for key, each in shape.items()}
    if origin is list:
        return [_build(inner[0], each) for each in shape]
    if kind is bytes:
        return b64decode(shape)
    return shape
