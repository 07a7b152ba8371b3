"""One bot speaks for a token; another takes over when it stops renewing."""

from __future__ import annotations

from redis import Redis

from gm.store.lease import LEASE, Lease


def test_one_holds_it_and_a_standby_takes_over(redis: Redis) -> None:
    first, second = Lease(redis, 5, "first"), Lease(redis, 5, "second")
    assert first.take()
    assert first.take()
    assert not second.take()
    assert 0 < redis.pttl("lease:5") <= LEASE
    redis.delete("lease:5")  # it lapsed
    assert second.take()
    assert not first.renew()
    first.release()  # not its own any more
    assert second.renew()
    second.release()
    assert first.take()


def test_two_bots_do_not_share_one(redis: Redis) -> None:
    assert Lease(redis, 5, "a").take()
    assert Lease(redis, 6, "b").take()
