"""One active bot a token: a lease that is held by renewing it, and taken over when it lapses."""

from __future__ import annotations

from redis import Redis

LEASE = 4_000
"""How long a lease lasts without being renewed, in ms; a standby takes over within 5 s."""

_RENEW = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
"""
_RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""


class Lease:
    """The lease of one bot, wanted by one process."""

    def __init__(self, redis: Redis, bot: int, owner: str) -> None:
        self._redis = redis
        self._key = f"lease:{bot}"
        self._owner = owner
        self._renew = redis.register_script(_RENEW)
        self._release = redis.register_script(_RELEASE)

    def take(self) -> bool:
        """Take the lease if it is free; whether this process holds it now."""
        return bool(self._redis.set(self._key, self._owner, nx=True, px=LEASE)) or self.renew()

    def renew(self) -> bool:
        """Hold the lease for longer; False where another process has it."""
        return bool(self._renew(keys=[self._key], args=[self._owner, LEASE]))

    def release(self) -> None:
        """Let a standby take over at once."""
        self._release(keys=[self._key], args=[self._owner])
