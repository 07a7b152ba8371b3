"""A device's time zone counts, unless its person chose one themselves."""

from __future__ import annotations

import pytest

from gm.master.hours import Hours
from tests.webapp.parlour import MIRA, Parlour


def report(parlour: Parlour, body: object, *, signed: bool = True) -> int:
    headers = parlour.phone(MIRA).headers if signed else {}
    client = parlour.app.test_client()
    return client.put("/api/me/zone", json=body, headers=headers).status_code


def test_a_device_reports_its_zone(parlour: Parlour) -> None:
    assert report(parlour, {"zone": "Asia/Seoul"}) == 200
    assert parlour.store.hours(MIRA.id) == Hours(zone="Asia/Seoul")


def test_a_zone_of_ones_choice_stays(parlour: Parlour) -> None:
    mine = Hours(zone="Africa/Lagos", chosen=True, spacing=0)
    parlour.store.set_hours(MIRA.id, mine)
    assert report(parlour, {"zone": "Asia/Seoul"}) == 200
    assert parlour.store.hours(MIRA.id) == mine


@pytest.mark.parametrize("body", [{"zone": "Mars/Base"}, {"zone": 3}, {}, {"zone": "../../etc"}])
def test_what_is_no_zone_is_refused(parlour: Parlour, body: object) -> None:
    assert report(parlour, body) == 400
    assert parlour.store.hours(MIRA.id) == Hours()


def test_only_ones_own_session_reports(parlour: Parlour) -> None:
    assert report(parlour, {"zone": "Asia/Seoul"}, signed=False) == 401
