"""The store of the master on Redis 7.0 or Valkey: one script a commit, one a load."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from redis import Redis

from gm.master.commands import Accepted, Outcome, Refused
from gm.master.hours import Hours
from gm.master.notices import Notice
from gm.master.ports import Change, Loaded, Lost, Pulse
from gm.master.tables import Person, Phase, Place, Table
from gm.store import keys, scripts
from gm.store.codec import dump, load_answer, load_event, load_hours, load_table
from gm.store.connection import as_text
from gm.store.gallery import Gallery

ANSWER_SECONDS = 2 * 86_400
"""How long the answer to a command is kept: Telegram redelivers for 24 hours."""
IDLE_SECONDS = 30 * 86_400
"""How long it is remembered that somebody was idle in a match."""
FINISHED_SECONDS = 7 * 86_400
"""How long a finished match outlives its end, but for its record."""
_SEATED = (Phase.LOBBY, Phase.PLAYING, Phase.ASIDE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is kept of a person beside their seats."""

    language: str | None = None
    reachable: bool = False


class RedisStore:
    """Tables, logs and notices in one database; see `gm.store.keys` for what lies where."""

    def __init__(self, redis: Redis, *, keep_days: int = 365) -> None:
        self._redis = redis
        self.gallery = Gallery(redis)
        self._keep_seconds = keep_days * 86_400
        self._commit = redis.register_script(scripts.COMMIT)
        self._load = redis.register_script(scripts.LOAD)
        self._say = redis.register_script(scripts.SAY)

    # -- the master's port -------------------------------------------------------------------

    def answer(self, command: str) -> Outcome | None:
        """The stored answer to a command that was taken or refused before."""
        stored = self._redis.get(keys.answer(command))
        return None if stored is None else load_answer(as_text(stored))

    def refuse(self, command: str, refused: Refused) -> Outcome:
        """Store a refusal, unless the command has an answer; the one it has now."""
        earlier = self._redis.set(
            keys.answer(command), dump(refused), nx=True, get=True, ex=ANSWER_SECONDS
        )
        return refused if earlier is None else load_answer(as_text(earlier))

    def load(
        self, table: str, *, match: int = 0, since: int = 0, command: str = ""
    ) -> Loaded | None:
        """The table with its log from `since` on, or the whole log of another match."""
        found = self._load(
            args=[
                keys.table(table),
                keys.log(table, 0)[:-1],
                match,
                since,
                keys.answer(command),
            ]
        )
        if not found:
            return None
        revision, text, first, known, outage, beat, events, hours = cast("list[Any]", found)
        return Loaded(
            revision=int(revision),
            table=load_table(as_text(text)),
            since=int(first),
            pulse=_pulse(outage, beat),
            events=tuple(load_event(as_text(event)) for event in events),
            answer=None if known is None else load_answer(as_text(known)),
            people={
                int(as_text(who)): load_hours(as_text(hours[n + 1]))
                for n, who in enumerate(hours)
                if n % 2 == 0
            },
        )

    def past(self, table: str, match: int) -> Loaded | None:
        """The table and the log of an earlier match; None when a week has passed."""
        stored = self._redis.get(keys.past(table, match))
        if stored is None:
            return None
        events = self._redis.lrange(keys.log(table, match), 0, -1)
        return Loaded(
            revision=0,
            table=load_table(as_text(stored)),
            since=0,
            pulse=self.pulse(),
            events=tuple(load_event(as_text(event)) for event in events),
        )

    def commit(self, change: Change) -> Accepted:
        """Store a change. Errors: Lost where the table changed or the command was taken."""
        if as_text(self._commit(args=[self._change(change)])) == "lost":
            raise Lost
        return change.answer

    def say(self, notices: Sequence[Notice], at: int) -> None:
        """Queue notices that change no table."""
        if notices:
            self._say(args=[json.dumps([_queued(notice, at) for notice in notices])])

    def tables_at(self, place: Place) -> tuple[str, ...]:
        """The tables that stand at this place, oldest first."""
        return tuple(map(as_text, self._redis.zrange(keys.at(place), 0, -1)))

    def tables_in(self, chat: int) -> tuple[str, ...]:
        """The tables in all topics of a chat."""
        return tuple(map(as_text, self._redis.zrange(keys.inside(chat), 0, -1)))

    def tables_of(self, person: int) -> tuple[str, ...]:
        """The tables at which this person sits, oldest first."""
        return tuple(map(as_text, self._redis.zrange(keys.of(person), 0, -1)))

    def lobbies(self, most: int) -> tuple[str, ...]:
        """Tables in a chat that are in their lobby, the newest first."""
        return tuple(map(as_text, self._redis.zrevrange(keys.LOBBIES, 0, most - 1)))

    def solo_of(self, person: int) -> str | None:
        """The solo table at which this person plays."""
        found = self._redis.zrange(keys.solo(person), 0, 0)
        return as_text(found[0]) if found else None

    def tables_kept(self, person: int) -> tuple[str, ...]:
        """The tables that keep a seat for this person, oldest first."""
        return tuple(map(as_text, self._redis.zrange(keys.kept(person), 0, -1)))

    def pulse(self) -> Pulse:
        """What service time follows from, beside wall time."""
        return _pulse(*self._redis.mget(keys.OUTAGE, keys.BEAT))

    def reachable(self, person: int) -> bool:
        """Whether the person has opened the private chat and not closed it since."""
        return self.person(person).reachable

    # -- people ------------------------------------------------------------------------------

    def person(self, person: int) -> Known:
        """What is kept of a person."""
        language, reachable = self._redis.hmget(keys.person(person), "language", "reachable")
        return Known(
            language=None if language is None else as_text(language),
            reachable=reachable is not None and as_text(reachable) == "1",
        )

    def pictures_in(self, chat: int) -> bool:
        """Whether pictures may be sent to a chat, as far as is known."""
        return not self.gallery.is_shut(chat)

    def set_reachable(self, person: int, reachable: bool) -> None:
        """Remember whether the person can be written to in private."""
        self._redis.hset(keys.person(person), "reachable", "1" if reachable else "0")

    def hours(self, person: int) -> Hours:
        """What a person set about time; the defaults where they set nothing."""
        stored = self._redis.hget(keys.person(person), "hours")
        return Hours() if stored is None else load_hours(as_text(stored))

    def set_hours(self, person: int, hours: Hours) -> None:
        """Remember what a person set about time."""
        self._redis.hset(keys.person(person), "hours", dump(hours))

    def idle(self, person: int, wall: int) -> int:
        """In how many matches of the last days this person was idle, at this wall time."""
        since = wall - IDLE_SECONDS * 1000
        return int(self._redis.zcount(keys.idle(person), f"({since}", "+inf"))

    def zone_in(self, chat: int) -> str | None:
        """The time zone of a chat, if it chose one."""
        zone = self._redis.get(keys.zone(chat))
        return None if zone is None else as_text(zone)

    def set_zone_in(self, chat: int, zone: str) -> None:
        """Remember a chat's time zone."""
        self._redis.set(keys.zone(chat), zone)

    # -- updates that fail -------------------------------------------------------------------

    def failed(self, update: int) -> int:
        """Count a failure of this update; how many it has had."""
        key = f"failed:{update}"
        count = int(self._redis.incr(key))
        self._redis.expire(key, ANSWER_SECONDS)
        return count

    def set_aside(self, update: int, what: str) -> None:
        """Keep what is known of an update that is not tried again, the last 1,000 of them."""
        self._redis.lpush("aside", json.dumps({"update": update, "what": what}))
        self._redis.ltrim("aside", 0, 999)

    # -- records -----------------------------------------------------------------------------

    def record(self, table: str, match: int) -> str | None:
        """The record of a finished match."""
        packed = self._redis.get(keys.record(table, match))
        return None if packed is None else zlib.decompress(bytes.fromhex(as_text(packed))).decode()

    # -- inside ------------------------------------------------------------------------------

    def _change(self, change: Change) -> str:
        table, before = change.table, change.before
        new_match = before is None or before.match != table.match
        past = before if new_match else None
        finished = table.phase in (Phase.OVER, Phase.CLOSED)
        of_match = [
            keys.table(table.id),
            keys.log(table.id, table.match),
            keys.slots(table.id),
        ]
        notebooks = [
            keys.notebook(table.id, table.match, person) for person in sorted(_ever_seated(table))
        ]
        record = change.record
        wall = change.at + change.outage
        return json.dumps(
            {
                "id": table.id,
                "answer_key": keys.answer(change.command),
                "answer": dump(change.answer),
                "answer_seconds": str(ANSWER_SECONDS),
                "table_key": keys.table(table.id),
                "revision": str(change.revision),
                "table": dump(table),
                "match": str(table.match),
                "people": " ".join(map(str, sorted(_ever_seated(table)))),
                "idlers": [keys.idle(person) for person in change.idlers],
                "idle_at": str(wall),
                "idle_since": str(wall - IDLE_SECONDS * 1000),
                "idle_seconds": str(IDLE_SECONDS),
                "log_key": keys.log(table.id, table.match),
                "length": str(0 if new_match else change.length),
                "events": [dump(event) for event in change.events],
                "due": "" if change.due is None else str(change.due),
                "alone_key": _alone(before, table),
                "index": list(_index(before, table)),
                "notices": [_queued(notice, change.at) for notice in change.notices],
                "past_key": "" if past is None else keys.past(past.id, past.match),
                "past": "" if past is None else dump(past),
                "record_key": "" if record is None else keys.record(table.id, table.match),
                "record": "" if record is None else zlib.compress(record.encode()).hex(),
                "record_seconds": str(self._keep_seconds),
                "expire": [*of_match, *notebooks] if finished else [],
                "persist": [] if finished else of_match,
                "expire_seconds": str(FINISHED_SECONDS),
            }
        )


def _index(before: Table | None, after: Table) -> Iterator[dict[str, str]]:
    """What changes in the lists of tables by place and by person."""
    old, new = _listed(before), _listed(after)
    score = str(after.opened_at)
    yield from ({"key": key, "score": ""} for key in sorted(old - new))
    yield from ({"key": key, "score": score} for key in sorted(new - old))


def _alone(before: Table | None, after: Table) -> str:
    """What must be free where a table comes to stand, but by the chat's migration: its place, or
    its one person.
    """
    comes = before is None or before.phase not in _SEATED
    if not comes or after.phase not in _SEATED:
        return ""
    return keys.solo(after.host) if after.place is None else keys.at(after.place)


def _ever_seated(table: Table) -> set[int]:
    """The people who sit here, and those whose seats are kept by somebody else now."""
    followed = (o.follows for o in table.occupants if not isinstance(o, Person))
    return {person.id for person in (*table.people, *followed) if person is not None}


def _listed(table: Table | None) -> set[str]:
    if table is None or table.phase not in _SEATED:
        return set()
    listed = {*(keys.of(person.id) for person in table.people), *map(keys.kept, table.kept)}
    if table.place is None:
        return {*listed, keys.solo(table.host)}
    if table.phase is Phase.LOBBY:
        listed.add(keys.LOBBIES)
    return {*listed, keys.at(table.place), keys.inside(table.place.chat)}


def _queued(notice: Notice, at: int) -> dict[str, str]:
    chat = notice.to.chat if isinstance(notice.to, Place) else notice.to
    return {
        "chat": str(chat),
        "slot": f"{notice.table or ''}/{notice.slot}{'#' * notice.stage}",
        "body": dump(notice),
        "ready": str(at if notice.fresh else at + notice.patience),
        "ring": "1" if notice.ring else "0",
        "fresh": "1" if notice.fresh else "0",
    }


def _pulse(outage: Any, beat: Any) -> Pulse:
    return Pulse(outage=int(outage or 0), beat=None if beat is None else int(beat))
