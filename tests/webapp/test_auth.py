"""Only what Telegram lately signed for this bot lets anybody in; then a session stands for it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from urllib.parse import parse_qsl, urlencode

import init_data_py
import pytest

from gm.botapi.initdata import sign_init_data
from gm.secret import Secret
from gm.store.sessions import IDLE, LIFE
from tests.webapp.parlour import MIRA, START, TOKEN, Parlour
from webapp.auth import Forged, verified

USER = {"id": 11, "first_name": "Mira", "last_name": "Ö.", "language_code": "en"}
GOOD = {"auth_date": str(START // 1000), "query_id": "AAE", "user": USER}


def signed(token: str = TOKEN, **changed: object) -> str:
    return sign_init_data(token, {**GOOD, **changed})


def with_field(raw: str, name: str, value: str) -> str:
    return urlencode([(n, value if n == name else v) for n, v in parse_qsl(raw)])


def without(raw: str, name: str) -> str:
    return urlencode([(n, v) for n, v in parse_qsl(raw) if n != name])


def test_what_telegram_signed_is_taken() -> None:
    launch = verified(signed(start_param="t1"), Secret(TOKEN), START)
    assert (launch.person.id, launch.person.name, launch.person.language) == (11, "Mira Ö.", "en")
    assert launch.start == "t1"


def test_an_independent_reader_and_ours_agree() -> None:
    now = datetime.fromtimestamp(START / 1000, UTC)
    assert init_data_py.validate_by_hash(signed(), TOKEN, now=now)
    fields = {"user": json.dumps(USER), "query_id": "AAE"}
    theirs = init_data_py.sign(fields, TOKEN, auth_date=now)
    assert verified(theirs, Secret(TOKEN), START).person.id == MIRA.id


FORGED = {
    "empty": "",
    "no hash": without(signed(), "hash"),
    "hash of nothing": with_field(signed(), "hash", ""),
    "another hash": with_field(signed(), "hash", "0" * 64),
    "hash in capitals": with_field(signed(), "hash", dict(parse_qsl(signed()))["hash"].upper()),
    "another user": with_field(signed(), "user", json.dumps({**USER, "id": 12})),
    "another date": with_field(signed(), "auth_date", str(START // 1000 - 1)),
    "a field more": signed() + "&chat_type=group",
    "a field less": without(signed(), "query_id"),
    "no signature field": without(signed(), "signature"),
    "another bot": signed("7000000002:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"),
    "user twice": signed() + "&user=" + json.dumps({**USER, "id": 12}),
    "hash twice": signed() + "&hash=" + "0" * 64,
    "a day old": signed(auth_date=str(START // 1000 - 86_401)),
    "of tomorrow": signed(auth_date=str(START // 1000 + 61)),
    "date no number": signed(auth_date="1e9"),
    "date negative": signed(auth_date="-1"),
    "no date": sign_init_data(TOKEN, {"user": USER}),
    "no user": sign_init_data(TOKEN, {"auth_date": GOOD["auth_date"]}),
    "user no object": signed(user="[]"),
    "user no JSON": signed(user="{"),
    "user too deep": signed(user="[" * 5000),
    "id a text": signed(user={**USER, "id": "11"}),
    "id true": signed(user={**USER, "id": True}),
    "id negative": signed(user={**USER, "id": -100}),
    "no name": signed(user={"id": 11}),
    "a bot": signed(user={**USER, "is_bot": True}),
    "too long": signed(extra="x" * 9000),
    "too many fields": signed(**{f"f{n}": "1" for n in range(40)}),
    "no query string": "hash",
    "not UTF-8": signed() + "&x=%ff",
}


@pytest.mark.parametrize("raw", FORGED.values(), ids=FORGED)
def test_forged_launch_data_is_refused(raw: str, parlour: Parlour) -> None:
    with pytest.raises(Forged):
        verified(raw, Secret(TOKEN), START)
    reply = parlour.app.test_client().post("/api/session", json={"launch": raw})
    assert reply.status_code == 401
    assert reply.json
    assert "token" not in reply.json
    assert len(reply.json["text"]) > 10
    assert TOKEN not in reply.get_data(as_text=True)


def test_launch_data_may_be_nearly_a_day_old() -> None:
    verified(signed(auth_date=str(START // 1000 - 86_400)), Secret(TOKEN), START)
    verified(signed(auth_date=str(START // 1000 + 60)), Secret(TOKEN), START)


def test_a_session_ends_when_idle_and_at_the_latest_after_a_day(parlour: Parlour) -> None:
    phone = parlour.phone(MIRA)
    assert phone.get("/api/tables").status_code == 200
    [key] = parlour.redis.keys("s:*")
    assert phone.token not in str(key), "the database holds only a digest"
    assert phone.token not in str(parlour.redis.hgetall(key))
    assert IDLE - 5 <= parlour.redis.ttl(key) <= IDLE
    parlour.redis.expire(key, 100)
    phone.get("/api/tables")
    assert parlour.redis.ttl(key) > 100, "a request begins the idle time anew"
    parlour.now += LIFE * 1000
    assert phone.get("/api/tables").status_code == 401


def test_each_session_has_a_long_token_of_its_own(parlour: Parlour) -> None:
    tokens = {parlour.phone(MIRA).token for _ in range(5)}
    assert len(tokens) == 5
    assert all(len(token) >= 22 for token in tokens), "at least 128 bits"


def test_the_words_come_in_the_persons_language(parlour: Parlour) -> None:
    launch = parlour.launch_data(MIRA, user={**USER, "language_code": "en-XA"})
    reply = parlour.app.test_client().post("/api/session", json={"launch": launch})
    assert reply.json
    assert reply.json["direction"] == "rtl"
    assert reply.json["words"]["sheet"] != "Sheet"


def test_a_session_can_be_ended(parlour: Parlour) -> None:
    phone = parlour.phone(MIRA)
    client = parlour.app.test_client()
    assert client.delete("/api/session", headers=phone.headers).status_code == 204
    assert phone.get("/api/tables").status_code == 401
