"""The published schema and page say what the reader does."""

import json
from pathlib import Path
from typing import Any

import pytest

from gm.game.decks import ACTIONS, GETAWAY
from gm.game.reasons import Reason

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "deploy" / "docs"
SCHEMA: dict[str, Any] = json.loads((DOCS / "record.schema.json").read_text())
GOOD = [*sorted((HERE / "golden").glob("*.jsonl")), HERE / "sealed.jsonl"]


def fits(schema: dict[str, Any], value: Any) -> bool:
    """As much of JSON Schema as ours uses."""
    if "$ref" in schema:
        return fits(SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], value)
    if "oneOf" in schema:
        return sum(fits(part, value) for part in schema["oneOf"]) == 1
    if "const" in schema:
        return bool(value == schema["const"])
    if "enum" in schema:
        return value in schema["enum"]
    match schema["type"]:
        case "object":
            known = schema.get("properties", {})
            return (
                isinstance(value, dict)
                and set(schema.get("required", ())) <= value.keys()
                and (schema.get("additionalProperties", True) or value.keys() <= known.keys())
                and all(fits(known[key], part) for key, part in value.items() if key in known)
            )
        case "array":
            return isinstance(value, list) and all(fits(schema["items"], part) for part in value)
        case "integer":
            return type(value) is int and schema["minimum"] <= value
        case "number":
            return isinstance(value, int | float)
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case other:
            return bool(other == "null" and value is None)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_every_line_we_keep_fits_the_schema(path: Path) -> None:
    header, *lines = map(json.loads, path.read_text().splitlines())
    assert fits(SCHEMA["$defs"]["header"], header) == (path.stem != "no_dealer")
    misfits = [line for line in lines if not fits(SCHEMA["$defs"]["line"], line)]
    assert len(misfits) == (path.stem == "lot_on_a_play")


def test_the_schema_lists_every_code_and_card() -> None:
    defs = SCHEMA["$defs"]
    assert defs["refusal"]["properties"]["reason"]["enum"] == [reason.value for reason in Reason]
    assert defs["card"]["enum"] == [*GETAWAY.cards, "??"]
    play = next(line for line in defs["line"]["oneOf"] if line["title"] == "play")
    assert play["properties"]["action"]["enum"] == [*ACTIONS, "tip"]


def test_the_page_lists_every_code() -> None:
    page = (DOCS / "record.md").read_text()
    assert [reason.value for reason in Reason if f"`{reason.value}`" not in page] == []
