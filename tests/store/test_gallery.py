"""What is remembered of pictures, by bot, and for how long."""

from __future__ import annotations

from redis import Redis

from gm.store import keys
from gm.store.gallery import KEEP_SECONDS, SHUT_SECONDS, Gallery


def test_an_id_is_kept_by_bot_and_picture_until_it_is_forgotten(redis: Redis) -> None:
    gallery = Gallery(redis)
    assert gallery.file_id(1, "a") is None
    gallery.keep(1, "a", "photo-1")
    assert gallery.file_id(1, "a") == "photo-1"
    assert gallery.file_id(2, "a") is None
    assert gallery.file_id(1, "b") is None
    gallery.forget(1, "a")
    assert gallery.file_id(1, "a") is None


def test_an_id_lives_a_week_after_its_last_use(redis: Redis) -> None:
    gallery = Gallery(redis)
    gallery.keep(1, "a", "photo-1")
    redis.expire(keys.shown(1, "a"), 5)
    gallery.file_id(1, "a")
    assert 5 < redis.ttl(keys.shown(1, "a")) <= KEEP_SECONDS


def test_a_chat_is_shut_for_a_day_and_news_once(redis: Redis) -> None:
    gallery = Gallery(redis)
    assert not gallery.is_shut(-1)
    assert gallery.shut(-1)
    assert not gallery.shut(-1)
    assert gallery.is_shut(-1)
    assert not gallery.is_shut(-2)
    assert 0 < redis.ttl(keys.shut(-1)) <= SHUT_SECONDS
