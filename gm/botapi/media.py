"""Uploads become files with stable ids; a picture must be a picture."""

from hashlib import sha256
from typing import Any

from gm.botapi.arguments import Args, Files, Json, Upload
from gm.botapi.entities import formatted, utf16
from gm.botapi.refusals import bad
from gm.botapi.world import StoredFile, World

MAX_CAPTION = 1024
MAX_PHOTO_BYTES = 10 * 1024 * 1024


def store(world: World, upload: Upload, kind: str) -> StoredFile:
    """Keeps an upload; the same bytes of the same kind give the same file."""
    if not upload.content:
        raise bad("file must be non-empty")
    digest = sha256(kind.encode() + b"\0" + upload.content).hexdigest()
    file_id = f"{kind}-{digest[:40]}"
    if file_id not in world.files:
        mime, width, height = _look_at(upload.content)
        if kind == "photo":
            if len(upload.content) > MAX_PHOTO_BYTES:
                raise bad("file is too big")
            if not width or not height:
                raise bad("IMAGE_PROCESS_FAILED")
            if width + height > 10_000 or max(width, height) > 20 * min(width, height):
                raise bad("PHOTO_INVALID_DIMENSIONS")
        ending = {"image/png": "png", "image/jpeg": "jpg"}.get(mime, "bin")
        world.files[file_id] = StoredFile(
            id=file_id,
            unique_id=digest[40:56],
            path=f"{kind}s/{digest[:16]}.{ending}",
            content=upload.content,
            name=upload.name,
            mime=mime,
            width=width,
            height=height,
        )
    return world.files[file_id]


def media_body(world: World, kind: str, value: Any, files: Files) -> Json:
    """The ``photo`` or ``document`` of a message from an upload, ``attach://`` or a file id."""
    if isinstance(value, Upload):
        stored = store(world, value, kind)
    elif isinstance(value, str) and value.startswith("attach://"):
        name = value.removeprefix("attach://")
        if name not in files:
            raise bad(f'can\'t find file "{name}" in the request')
        stored = store(world, files[name], kind)
    elif isinstance(value, str) and value in world.files:
        stored = world.files[value]
        if not stored.id.startswith(kind):
            raise bad(f"can't use file of type {stored.id.split('-')[0]} as {kind}")
    elif isinstance(value, str) and value.startswith(("http://", "https://")):
        # The emulator never reaches out to the network.
        raise bad("failed to get HTTP URL content")
    else:
        raise bad("wrong remote file identifier specified: Wrong string length")
    shape: Json = {
        "file_id": stored.id,
        "file_unique_id": stored.unique_id,
        "file_size": len(stored.content),
    }
    if kind == "photo":
        return {"photo": [{**shape, "width": stored.width, "height": stored.height}]}
    return {"document": {**shape, "file_name": stored.name, "mime_type": stored.mime}}


def caption_body(args: Args) -> Json:
    """The caption and its entities, or nothing."""
    text, entities = formatted(
        args.get("caption", ""), args.get("parse_mode"), args.get("caption_entities")
    )
    if utf16(text) > MAX_CAPTION:
        raise bad("message caption is too long")
    body: Json = {}
    if text:
        body["caption"] = text
        if entities:
            body["caption_entities"] = entities
    for flag, name in (
        ("show_caption_above_media", "show_caption_above_media"),
        ("has_spoiler", "has_media_spoiler"),
    ):
        if args.get(flag):
            body[name] = True
    return body


def _look_at(content: bytes) -> tuple[str, int, int]:
    """The kind and size of a PNG or JPEG; anything else is just bytes."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        return (
            "image/png",
            int.from_bytes(content[16:20], "big"),
            int.from_bytes(content[20:24], "big"),
        )
    if content.startswith(b"\xff\xd8"):
        at = 2
        while at + 9 <= len(content) and content[at] == 0xFF:
            marker = content[at + 1]
            if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
                height = int.from_bytes(content[at + 5 : at + 7], "big")
                return "image/jpeg", int.from_bytes(content[at + 7 : at + 9], "big"), height
            at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return "application/octet-stream", 0, 0
