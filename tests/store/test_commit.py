"""A commit is stored whole or not at all, and once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from gm.game.events import Passed
from gm.master.commands import Accepted, Again, Begin, Join, Leave, Migrate, Stop, Strike
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.ports import Change, Lost
from gm.master.tables import Person, Phase, Place, Table
from gm.store.redis_store import ANSWER_SECONDS, FINISHED_SECONDS, RedisStore
from tests.support.table import ANN, BOB, CY, PLACE, START, Seeded, TableTop


def a_table(**fields: object) -> Table:
    table = Table(
        id="T",
        place=PLACE,
        title="t",
        host=ANN.id,
        language="en",
        theme="default",
        rules="getaway",
        deck=None,
        turn_seconds=60,
        opened_at=START,
        key=b"k",
        seed=b"s",
        occupants=(ANN, BOB),
    )
    return replace(table, **fields)  # type: ignore[arg-type]


def a_notice(to: Place | int = PLACE, **fields: object) -> Notice:
    return replace(
        Notice(table="T", to=to, slot="card", kind=NoticeKind.CARD, urgency=Urgency.STORY),
        **fields,  # type: ignore[arg-type]
    )


def a_change(**fields: object) -> Change:
    change = Change(
        command="c1",
        answer=Accepted(table="T", note="joined"),
        revision=0,
        before=None,
        table=a_table(phase=Phase.PLAYING),
        events=(Passed(seat=0), Passed(seat=1)),
        at=START,
        due=START + 5,
        notices=(a_notice(), a_notice(ANN.id)),
        record="line\n",
    )
    return replace(change, **fields)  # type: ignore[arg-type]


@pytest.fixture
def store(redis: Redis) -> RedisStore:
    return RedisStore(redis)


def test_everything_of_a_change_is_there_afterwards(store: RedisStore, redis: Redis) -> None:
    change = a_change()
    assert store.commit(change) == change.answer
    loaded = store.load("T", command="c1")
    assert loaded is not None
    assert (loaded.revision, loaded.table, loaded.events) == (1, change.table, change.events)
    assert loaded.answer == store.answer("c1") == change.answer
    assert store.tables_at(PLACE) == store.tables_in(PLACE.chat) == ("T",)
    assert store.tables_of(ANN.id) == store.tables_of(BOB.id) == ("T",)
    assert redis.zscore("due", "T") == START + 5
    assert store.record("T", 1) == "line\n"
    assert ANSWER_SECONDS - 5 < redis.ttl("r:c1") <= ANSWER_SECONDS
    assert redis.xlen("feed") == 1


WRONG_KEYS = (
    "t:T",
    "e:T:1",
    "due",
    "chats",
    "feed",
    f"at:{PLACE.chat}:{PLACE.thread}",
    f"in:{PLACE.chat}",
    f"of:{BOB.id}",
    f"out:{PLACE.chat}",
    f"say:{PLACE.chat}",
    f"out:{ANN.id}",
    f"say:{ANN.id}",
    "r:c1",
)


@pytest.mark.parametrize("key", WRONG_KEYS)
def test_a_key_of_a_wrong_type_leaves_nothing_half_written(
    store: RedisStore, redis: Redis, key: str
) -> None:
    wrong = "set" if key != "r:c1" else "list"
    redis.sadd(key, "x") if wrong == "set" else redis.rpush(key, "x")
    with pytest.raises((ResponseError, Lost)):
        store.commit(a_change())
    assert redis.keys() == [key.encode()]


def test_a_lost_race_changes_nothing(store: RedisStore, redis: Redis) -> None:
    store.commit(a_change())
    top = TableTop(redis)
    before = top.everything()
    for wrong in (
        {"revision": 0},
        {"revision": 2},
        {"revision": 1, "length": 1},
        {"revision": 1, "length": 3},
    ):
        change = a_change(command="c2", before=a_table(), **{"length": 2, **wrong})
        with pytest.raises(Lost):
            store.commit(change)
    assert top.everything() == before
    store.commit(a_change(command="c2", before=a_table(), revision=1, length=2))


def test_a_command_is_stored_once(store: RedisStore, redis: Redis) -> None:
    store.commit(a_change())
    before = TableTop(redis).everything()
    with pytest.raises(Lost):
        store.commit(a_change(before=a_table(), revision=1, length=2))
    assert TableTop(redis).everything() == before


def test_one_table_a_place(store: RedisStore) -> None:
    store.commit(a_change())
    other = a_table(id="U")
    with pytest.raises(Lost):
        store.commit(a_change(command="c2", table=other))
    elsewhere = a_table(id="U", place=Place(chat=PLACE.chat, thread=8))
    store.commit(a_change(command="c3", table=elsewhere))
    assert store.tables_in(PLACE.chat) == ("T", "U")
    # what was over comes back only to a free place
    over = a_table(id="V", phase=Phase.OVER)
    store.commit(a_change(command="c4", table=over))
    back = a_change(
        command="c5", before=over, table=replace(over, phase=Phase.LOBBY), revision=1, length=2
    )
    with pytest.raises(Lost):
        store.commit(back)


def test_a_log_is_loaded_from_where_it_is_known(store: RedisStore) -> None:
    store.commit(a_change())
    tail = store.load("T", match=1, since=1)
    assert tail is not None
    assert (tail.since, tail.events) == (1, (Passed(seat=1),))
    for match, since in ((2, 1), (0, 0), (1, 3)):
        whole = store.load("T", match=match, since=since)
        assert whole is not None
        assert (whole.since, len(whole.events)) == (0, 2)
    assert store.load("nobody") is None
    assert store.answer("nothing") is None


def test_places_and_people_are_listed_for_as_long_as_they_sit(top: TableTop) -> None:
    def listed() -> tuple[tuple[str, ...], ...]:
        people = (ANN, BOB, CY)
        return (top.store.tables_at(PLACE), *(top.store.tables_of(p.id) for p in people))

    top.lobby((ANN, BOB, CY))
    here = (top.id,)
    assert listed() == (here,) * 4
    top.ok(Leave, CY)
    assert listed() == (here, here, here, ())
    top.ok(Join, CY)
    top.ok(Begin, ANN)
    assert listed() == (here,) * 4
    top.ok(Migrate, chat=-5)
    assert top.store.tables_at(PLACE) == top.store.tables_in(PLACE.chat) == ()
    assert top.store.tables_at(Place(chat=-5)) == top.store.tables_in(-5) == here
    top.ok(Leave, CY)
    assert top.store.tables_of(CY.id) == ()
    top.ok(Leave, BOB)
    top.ok(Leave, ANN)
    assert top.table.phase is Phase.OVER
    assert top.store.tables_at(Place(chat=-5)) == ()
    assert top.store.tables_of(ANN.id) == ()


def test_what_is_over_goes_after_a_week_and_play_stays(top: TableTop) -> None:
    top.playing()
    keys = (f"t:{top.id}", f"e:{top.id}:1")
    assert [top.redis.ttl(key) for key in keys] == [-1, -1]
    top.ok(Stop, ANN, admin=True)
    assert all(FINISHED_SECONDS - 5 < top.redis.ttl(key) <= FINISHED_SECONDS for key in keys)
    assert top.due() is None
    top.ok(Again, BOB)
    assert top.redis.ttl(f"t:{top.id}") == -1
    assert top.redis.ttl(f"e:{top.id}:1") > 0
    top.ok(Begin, BOB)
    assert top.redis.ttl(f"e:{top.id}:2") == -1
    scene = top.scene
    assert scene.match is not None
    assert scene.table.match == 2
    assert scene.match.state.position.turn == 1


def test_a_closed_lobby_leaves_no_trace_in_the_lists(top: TableTop) -> None:
    top.lobby((ANN,))
    top.pass_time(3_600_000)
    top.ok(Strike)
    assert top.table.phase is Phase.CLOSED
    assert top.store.tables_at(PLACE) == ()
    assert top.due() is None
    assert top.redis.ttl(f"t:{top.id}") > 0
    top.open(BOB)


def test_people_are_remembered(store: RedisStore) -> None:
    assert not store.reachable(ANN.id)
    store.set_reachable(ANN.id, True)
    assert store.reachable(ANN.id)
    assert store.person(ANN.id).language is None
    store.set_reachable(ANN.id, False)
    assert not store.reachable(ANN.id)


def test_no_digit_of_a_chat_or_a_person_is_lost(top: TableTop) -> None:
    chat, who = -(2**53 - 1), Person(id=2**53 - 3, name="\u202eEve \0 \U0001f575 \\ \"'")
    top.open(who, place=Place(chat=chat, thread=2**53 - 5))
    assert top.store.tables_at(Place(chat=chat, thread=2**53 - 5)) == (top.id,)
    assert top.store.tables_of(who.id) == (top.id,)
    assert top.table.people == (who,)
    assert top.outbox.ready(START + 10_000) == [chat]
    pending = top.outbox.pick(chat, START + 10_000)
    assert pending is not None
    assert pending.notice.to == Place(chat=chat, thread=2**53 - 5)
    assert Seeded("x")(4) == Seeded("x")(4) != Seeded("y")(4)
