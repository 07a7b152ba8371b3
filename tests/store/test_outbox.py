"""The newest of every slot arrives, the urgent first, and a killed sender knows what it sent."""

from __future__ import annotations

from dataclasses import replace

import pytest
from redis import Redis

from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.tables import Place
from gm.store.outbox import Drawn, Outbox, Pending
from gm.store.redis_store import FINISHED_SECONDS, RedisStore

GROUP = Place(chat=-1_009_999_999_999, thread=3)
NOW = 1_800_000_000_000
HOLD = 3_000


class Mouth:
    """An outbox and a store to fill it."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.outbox = Outbox(redis)
        self._store = RedisStore(redis)

    def say(self, slot: str = "card", at: int = NOW, **fields: object) -> Notice:
        notice = replace(
            Notice(table="T", to=GROUP, slot=slot, kind=NoticeKind.CARD),
            **fields,  # type: ignore[arg-type]
        )
        self._store.say([notice], at)
        return notice

    def pick(self, now: int = NOW) -> Pending:
        pending = self.outbox.pick(GROUP.chat, now)
        assert pending is not None
        return pending

    def nothing(self, now: int = NOW) -> bool:
        return self.outbox.pick(GROUP.chat, now) is None


@pytest.fixture
def mouth(redis: Redis) -> Mouth:
    return Mouth(redis)


def test_nothing_to_say(mouth: Mouth) -> None:
    RedisStore(mouth.redis).say([], NOW)
    assert mouth.redis.dbsize() == 0
    assert mouth.outbox.ready(NOW) == []
    assert mouth.nothing()
    assert mouth.outbox.interrupted() == []


def test_a_slot_holds_the_newest_only(mouth: Mouth) -> None:
    for n in range(5):
        last = mouth.say(args={"n": n})
    assert [p.notice for p in mouth.outbox.pending(GROUP.chat)] == [last]
    mouth.outbox.done(mouth.pick())
    assert mouth.nothing()
    assert mouth.outbox.ready(NOW) == []
    assert mouth.redis.keys("say:*") == mouth.redis.keys("out:*") == []


def test_urgent_things_go_first_and_equals_in_order(mouth: Mouth) -> None:
    mouth.say("story", urgency=Urgency.STORY)
    mouth.say("late", urgency=Urgency.ANSWER, at=NOW + 1)
    mouth.say("question", urgency=Urgency.QUESTION)
    mouth.say("early", urgency=Urgency.ANSWER, at=NOW - 1)
    mouth.say("card", urgency=Urgency.DECORATION, at=NOW)
    order = []
    while (pending := mouth.outbox.pick(GROUP.chat, NOW + 1)) is not None:
        order.append(pending.notice.slot)
        mouth.outbox.done(pending)
    assert order == ["early", "late", "question", "story", "card"]


def test_a_decoration_waits_for_newer_ones_but_not_for_ever(mouth: Mouth) -> None:
    mouth.say(patience=HOLD, urgency=Urgency.DECORATION)
    last = mouth.say(patience=HOLD, urgency=Urgency.DECORATION, args={"n": 2}, at=NOW + HOLD - 1)
    assert mouth.nothing(NOW + HOLD - 1)
    assert mouth.outbox.ready(NOW + HOLD - 1) == []
    assert mouth.outbox.ready(NOW + HOLD) == [GROUP.chat]
    assert mouth.pick(NOW + HOLD).notice == last


def test_what_cannot_wait_does_not_wait_for_a_held_decoration(mouth: Mouth) -> None:
    mouth.say(patience=HOLD, urgency=Urgency.DECORATION)
    page = mouth.say(urgency=Urgency.ANSWER, args={"page": "options"}, at=NOW + 10)
    assert mouth.outbox.ready(NOW + 10) == [GROUP.chat]
    assert mouth.pick(NOW + 10).notice == page


def test_a_fresh_decoration_is_not_held(mouth: Mouth) -> None:
    mouth.say(patience=HOLD, urgency=Urgency.DECORATION, fresh=True)
    assert mouth.pick().fresh


def test_a_newer_notice_does_not_take_back_a_new_message_asked_for(mouth: Mouth) -> None:
    mouth.say(fresh=True)
    newest = mouth.say(args={"n": 2})
    pending = mouth.pick()
    assert (pending.notice, pending.fresh) == (newest, True)
    mouth.outbox.done(pending)
    mouth.say()
    assert not mouth.pick().fresh


def test_what_comes_while_one_is_being_sent_is_said_afterwards(mouth: Mouth) -> None:
    mouth.say(fresh=True)
    sending = mouth.pick()
    newer = mouth.say(args={"n": 2})
    mouth.outbox.done(sending, Drawn(message=5, digest="d"))
    pending = mouth.pick()
    assert (pending.notice, pending.fresh) == (newer, False)  # the new message was just sent


def test_a_repost_asked_for_while_an_edit_is_under_way_is_kept(mouth: Mouth) -> None:
    mouth.say()
    editing = mouth.pick()
    mouth.say(fresh=True)
    mouth.outbox.done(editing, Drawn(message=5, digest="d"))
    assert mouth.pick().fresh


def test_the_same_words_again_are_a_new_thing_to_say(mouth: Mouth) -> None:
    mouth.say()
    sending = mouth.pick()
    mouth.say()
    mouth.outbox.done(sending)
    assert not mouth.nothing()


def test_the_ring_is_the_newest_ones(mouth: Mouth) -> None:
    mouth.say(ring=True)
    assert mouth.pick().ring
    mouth.say()
    assert not mouth.pick().ring


def test_where_a_slot_is_drawn_is_remembered_for_a_week(mouth: Mouth) -> None:
    mouth.say()
    pending = mouth.pick()
    assert mouth.outbox.drawn(pending) is None
    drawn = Drawn(message=2**40, digest="abc")
    mouth.outbox.done(pending, drawn)
    assert mouth.outbox.drawn(pending) == drawn
    assert 0 < mouth.redis.ttl("slot:T") <= FINISHED_SECONDS
    mouth.outbox.forget(pending)
    assert mouth.outbox.drawn(pending) is None


def test_what_belongs_to_no_table_is_drawn_nowhere(mouth: Mouth) -> None:
    mouth.say(table=None)
    pending = mouth.pick()
    mouth.outbox.done(pending, Drawn(message=1, digest="x"))
    mouth.outbox.forget(pending)
    assert mouth.outbox.drawn(pending) is None
    assert mouth.redis.dbsize() <= 1  # but for the counter of sayings


def test_chats_do_not_wait_for_each_other(mouth: Mouth) -> None:
    mouth.say(to=11, at=NOW - 2)
    mouth.say(to=12, at=NOW - 1)
    mouth.say()
    assert mouth.outbox.ready(NOW) == [11, 12, GROUP.chat]
    assert mouth.outbox.ready(NOW, most=1) == [11]
    mouth.outbox.put_off(11, NOW + 500)
    assert mouth.outbox.ready(NOW) == [12, GROUP.chat]
    assert mouth.outbox.ready(NOW + 500) == [12, GROUP.chat, 11]
    mouth.outbox.put_off(99, NOW)
    assert 99 not in mouth.outbox.ready(NOW)


def test_a_chat_with_only_held_things_rests(mouth: Mouth) -> None:
    mouth.say("card", patience=HOLD, urgency=Urgency.DECORATION)
    mouth.outbox.put_off(GROUP.chat, NOW)
    mouth.outbox.rest(GROUP.chat)
    assert mouth.outbox.ready(NOW + HOLD - 1) == []
    mouth.outbox.done(mouth.pick(NOW + HOLD))
    mouth.redis.zadd("chats", {str(GROUP.chat): NOW})
    mouth.outbox.rest(GROUP.chat)
    assert mouth.outbox.ready(NOW + HOLD) == []


def test_a_killed_sender_finds_the_one_send_it_had_marked(mouth: Mouth) -> None:
    mouth.say("a\u2028b", args={"text": "x\ny|z"})
    pending = mouth.pick()
    mouth.outbox.mark(pending)
    assert Outbox(mouth.redis).interrupted() == [pending]
    mouth.outbox.unmark(pending)
    assert mouth.outbox.interrupted() == []
    assert mouth.pick() == pending
    mouth.outbox.mark(pending)
    mouth.outbox.done(pending)
    assert mouth.outbox.interrupted() == []
    assert mouth.nothing()
