"""The API's document has every route, and no request that it allows breaks the server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from redis import Redis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from gm.game.decks import GETAWAY
from tests.webapp.parlour import MIRA, Parlour
from webapp.api.document import paths

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]
OPERATIONS = sorted(
    (method, path)
    for path, operations in paths().items()
    for method in operations
    if method != "parameters" and not path.endswith("/stream")
)


@pytest.fixture
def seated(redis: Redis) -> Iterator[Parlour]:
    parlour = Parlour(redis)
    parlour.begin()
    yield parlour
    parlour.close()


@schemathesis.serializer("application/x-ndjson")
def lines(_context: object, value: object) -> bytes:
    """A record's file is sent as it is."""
    return str(value).encode(errors="replace")


def test_the_document_has_every_route_and_no_other(parlour: Parlour) -> None:
    written = {
        (method.upper(), f"/api{path}")
        for path, operations in paths().items()
        for method in operations
        if method != "parameters"
    }
    served = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in parlour.app.url_map.iter_rules()
        for method in rule.methods or ()
        if rule.rule.startswith("/api/") and method not in ("HEAD", "OPTIONS")
    }
    assert written == served


def test_the_document_is_served_and_of_a_known_version(parlour: Parlour) -> None:
    reply = parlour.app.test_client().get("/api/openapi.json")
    assert reply.status_code == 200
    assert (reply.json or {})["openapi"].startswith("3.1")


def played(parlour: Parlour, method: str, path: str, examples: int) -> int:
    """Requests that the document allows, half of them about a table that is there."""
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", parlour.app)
    operation = schema[path][method.upper()]
    phone, counted = parlour.phone(MIRA), 0
    known = {"table": parlour.table, "match": 1, "card": GETAWAY.cards[0], "place": "case"}

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def once(case: Any) -> None:
        nonlocal counted
        counted += 1
        if case.path_parameters and counted % 2:
            case.path_parameters |= {k: v for k, v in known.items() if k in case.path_parameters}
        # Signing out would let nobody in from then on.
        headers = {} if (path, method) == ("/session", "delete") else phone.headers
        case.call_and_validate(headers=headers, checks=CHECKS)

    once()
    return counted


@pytest.mark.parametrize("examples", [50, pytest.param(500, marks=pytest.mark.long)])
@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=lambda value: str(value))
def test_no_request_that_is_allowed_breaks_the_server(
    seated: Parlour, method: str, path: str, examples: int
) -> None:
    assert played(seated, method, path, examples) >= 1
