"""Marked-up text becomes plain text with entities, as strictly as Telegram reads it.

Offsets and lengths count UTF-16 code units; errors name UTF-8 byte offsets.
"""

import re
from collections.abc import Iterable

from gm.botapi.arguments import Json
from gm.botapi.refusals import bad

_SIMPLE = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "tg-time": "date_time",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "a": "text_link",
    "blockquote": "blockquote",
}
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_ENTITY = re.compile(r"&(?:#(?:x([0-9a-fA-F]+)|([0-9]+))|([a-zA-Z]+));?")
_DATE_TIME = re.compile(r"r|w?[dD]?[tT]?")
_TAG_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*")
_ATTRIBUTE = re.compile(r"""\s*([a-zA-Z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?""")
_FOUND = re.compile(
    r"(?P<bot_command>(?<![\w/<])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?\b)"
    r"|(?P<mention>(?<!\w)@[A-Za-z0-9_]{4,32}\b)"
    r"|(?P<url>\bhttps?://[^\s<>\"]+[^\s<>\".,;:!?)])"
)


def utf16(text: str) -> int:
    """The length of a text in the units Telegram counts."""
    return len(text.encode("utf-16-le")) // 2


def parse_html(source: str) -> tuple[str, list[Json]]:
    """Text and entities of Telegram's HTML dialect; raises Refusal on anything else."""
    parser = _Html(source)
    parser.run()
    return _trim("".join(parser.out), parser.entities)


class _Html:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.out: list[str] = []
        self.length = 0
        self.open: list[tuple[str, int, Json]] = []
        self.entities: list[Json] = []

    def run(self) -> None:
        while self.at < len(self.source):
            char = self.source[self.at]
            if char == "<":
                self._tag()
            elif char == "&":
                self._write(self._character())
            else:
                stop = re.compile("[<&]").search(self.source, self.at)
                end = stop.start() if stop else len(self.source)
                self._write(self.source[self.at : end])
                self.at = end
        if self.open:
            name = self.open[-1][0]
            raise _broken(f'Can\'t find end tag corresponding to start tag "{name}"')

    def _write(self, text: str) -> None:
        self.out.append(text)
        self.length += utf16(text)

    def _character(self) -> str:
        match = _ENTITY.match(self.source, self.at)
        text = _decode(match) if match else None
        if match is None or text is None:
            self.at += 1
            return "&"
        self.at = match.end()
        return text

    def _byte(self, index: int) -> int:
        return len(self.source[:index].encode())

    def _tag(self) -> None:
        begin = self.at
        if self.source.startswith("</", begin):
            self._end_tag(begin)
            return
        name_match = _TAG_NAME.match(self.source, begin + 1)
        name = name_match.group().lower() if name_match else ""
        if name not in _SIMPLE:
            raise _broken(f'Unsupported start tag "{name}" at byte offset {self._byte(begin)}')
        assert name_match is not None
        self.at = name_match.end()
        attributes: dict[str, str] = {}
        while True:
            rest = self.source[self.at :].lstrip()
            if not rest:
                raise _broken(f"Unclosed start tag at byte offset {self._byte(begin)}")
            if rest[0] == ">":
                self.at = self.source.index(">", self.at) + 1
                break
            found = _ATTRIBUTE.match(self.source, self.at)
            if found is None:
                raise _broken(f"Unexpected end of name token at byte offset {self._byte(self.at)}")
            value = next((g for g in found.groups()[1:] if g is not None), "")
            attributes[found.group(1).lower()] = _ENTITY.sub(
                lambda m: _decode(m) or m.group(), value
            )
            self.at = found.end()
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise _broken(
                f'Tag "span" must have class "tg-spoiler" at byte offset {self._byte(begin)}'
            )
        entity: Json = {"type": _SIMPLE[name]}
        if name == "tg-time":
            entity |= self._moment(attributes, begin)
        if name == "a":
            entity["url"] = attributes.get("href", "")
        if name == "blockquote" and "expandable" in attributes:
            entity["type"] = "expandable_blockquote"
        if name == "code" and attributes.get("class", "").startswith("language-"):
            entity["language"] = attributes["class"].removeprefix("language-")
        self.open.append((name, self.length, entity))

    def _moment(self, attributes: dict[str, str], begin: int) -> Json:
        """What a date-time entity says; the words of the refusals are ours."""
        unix, form = attributes.get("unix", ""), attributes.get("format", "")
        for attribute, good in (
            ("unix", re.fullmatch("[0-9]{1,10}", unix)),
            ("format", _DATE_TIME.fullmatch(form)),
        ):
            if not good:
                raise _broken(
                    f'Tag "tg-time" has a wrong attribute "{attribute}" '
                    f"at byte offset {self._byte(begin)}"
                )
        return {"unix_time": int(unix), "date_time_format": form}

    def _end_tag(self, begin: int) -> None:
        close = self.source.find(">", begin)
        name = self.source[begin + 2 : close if close >= 0 else None].strip().lower()
        if not self.open:
            raise _broken(f"Unexpected end tag at byte offset {self._byte(begin)}")
        wanted, offset, entity = self.open[-1]
        if close < 0 or name not in {wanted, ""}:
            raise _broken(
                f"Unmatched end tag at byte offset {self._byte(begin)}, "
                f'expected "</{wanted}>", found "</{name}>"'
            )
        self.open.pop()
        self.at = close + 1
        length = self.length - offset
        language = entity.pop("language", None) if wanted == "code" else None
        if language and self.open and self.open[-1][0] == "pre":
            self.open[-1][2]["language"] = language
            return
        if entity["type"] == "text_link":
            self._link(offset, length, entity)
        elif length:
            self.entities.append({**entity, "offset": offset, "length": length})

    def _link(self, offset: int, length: int, entity: Json) -> None:
        url = str(entity["url"]) or "".join(self.out)[-length:]
        user = re.fullmatch(r"tg://user\?id=(\d+)", url)
        if length and user:
            self.entities.append(
                {
                    "type": "text_mention",
                    "offset": offset,
                    "length": length,
                    "user": {"id": int(user.group(1))},
                }
            )
        elif length and re.match(r"(https?|tg|mailto|tel):", url):
            self.entities.append(
                {"type": "text_link", "offset": offset, "length": length, "url": url}
            )


def _broken(words: str) -> Exception:
    return bad(f"can't parse entities: {words}")


def _decode(match: re.Match[str]) -> str | None:
    hexadecimal, decimal, name = match.groups()
    if name:
        return _NAMED.get(name)
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return None
    return chr(code)


def _trim(text: str, entities: Iterable[Json]) -> tuple[str, list[Json]]:
    """Leading and trailing space goes, as on the server, and the entities follow."""
    front = utf16(text) - utf16(text.lstrip())
    text = text.strip()
    size = utf16(text)
    kept = []
    for entity in entities:
        begin = max(entity["offset"] - front, 0)
        end = min(entity["offset"] - front + entity["length"], size)
        if begin < end:
            kept.append({**entity, "offset": begin, "length": end - begin})
    return text, sorted(kept, key=lambda e: (e["offset"], -e["length"], e["type"]))


def find_entities(text: str, entities: list[Json]) -> list[Json]:
    """The given entities plus the commands, mentions and links Telegram finds by itself."""
    taken = [
        (e["offset"], e["offset"] + e["length"])
        for e in entities
        if e["type"] in {"code", "pre", "text_link", "text_mention"}
    ]
    found = list(entities)
    for match in _FOUND.finditer(text):
        offset = utf16(text[: match.start()])
        length = utf16(match.group())
        if not any(begin < offset + length and offset < end for begin, end in taken):
            found.append({"type": match.lastgroup, "offset": offset, "length": length})
    return sorted(found, key=lambda e: (e["offset"], -e["length"], e["type"]))


def formatted(
    text: str, parse_mode: str | None, entities: list[Json] | None
) -> tuple[str, list[Json]]:
    """A bot's text as Telegram stores it; only the HTML parse mode is spoken here."""
    if parse_mode is None:
        text, given = _trim(text, _checked(text, entities or []))
    elif parse_mode.lower() == "html":
        text, given = parse_html(text)
    else:
        raise bad("unsupported parse_mode")
    return text, find_entities(text, given)


def _checked(text: str, entities: list[Json]) -> list[Json]:
    size = utf16(text)
    for entity in entities:
        if not isinstance(entity, dict) or not {"type", "offset", "length"} <= entity.keys():
            raise bad("can't parse MessageEntity: Can't find field")
        if entity["offset"] < 0 or entity["offset"] + entity["length"] > size:
            raise bad("ENTITY_BOUNDS_INVALID")
    return entities
