"""The published schema and page say what the reader does."""

import json
from pathlib import Path
from typing import Any

import pytest

from gm.game.decks import ACTIONS, DECKS
from gm.game.reasons import Reason
from gm.game.record.reading import BadRecord, dump, read
from gm.game.record.redacted import redacted
from gm.game.record.replay import replay
from tests.game.matches import GAMES, match_record

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
            return (
                isinstance(value, list)
                and schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
                and (not schema.get("uniqueItems") or len(set(value)) == len(value))
                and all(fits(schema["items"], part) for part in value)
            )
        case "integer":
            return type(value) is int and schema["minimum"] <= value <= schema["maximum"]
        case "number":
            return isinstance(value, int | float)
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case other:
            return bool(other == "null" and value is None)


MISFITS = {
    "casefile_no_deck": 1,
    "mansion_a_token_that_is_no_suspect": 1,
    "mansion_one_seat": 1,
    "mansion_two_of_one_suspect": 1,
    "no_dealer": 1,
    "two_seats": 1,
    "casefile_ask_three_cards": 4,
    "casefile_joins_with_two_cards": 5,
    "lot_on_a_play": 5,
    "mansion_a_die_with_seven_pips": 5,
    "mansion_suggests_three_cards": 7,
}
"""The line of a golden record that does not even have the form of one."""


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_every_line_we_keep_fits_the_schema(path: Path) -> None:
    header, *lines = map(json.loads, path.read_text().splitlines())
    misfits = [] if fits(SCHEMA["$defs"]["header"], header) else [1]
    misfits += [n for n, line in enumerate(lines, 2) if not fits(SCHEMA["$defs"]["line"], line)]
    assert misfits == ([MISFITS[path.stem]] if path.stem in MISFITS else [])


@pytest.mark.parametrize("name", sorted(MISFITS))
def test_what_does_not_fit_is_refused_there(name: str) -> None:
    with pytest.raises(BadRecord) as caught:
        replay(read((HERE / "golden" / f"{name}.jsonl").read_bytes()))
    assert caught.value.line == MISFITS[name]


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("number", range(4))
def test_every_line_of_a_match_fits_the_schema(rules: str, number: int) -> None:
    played = replay(match_record(number, rules=rules))
    seats = range(len(played.record.header.seats))
    for record in (played.record, *(redacted(played, seat) for seat in seats)):
        header, *lines = map(json.loads, dump(record).splitlines())
        assert fits(SCHEMA["$defs"]["header"], header)
        assert [line for line in lines if not fits(SCHEMA["$defs"]["line"], line)] == []


def test_the_schema_lists_every_code_and_card() -> None:
    defs = SCHEMA["$defs"]
    assert defs["refusal"]["properties"]["reason"]["enum"] == [reason.value for reason in Reason]
    cards = dict.fromkeys(card for deck in DECKS.values() for card in deck.cards)
    assert defs["card"]["enum"] == [*cards, "??"]
    play = next(line for line in defs["line"]["oneOf"] if line["title"] == "play")
    assert play["properties"]["action"]["enum"] == [*ACTIONS, "tip"]


def test_the_page_lists_every_code() -> None:
    page = (DOCS / "record.md").read_text()
    assert [reason.value for reason in Reason if f"`{reason.value}`" not in page] == []
