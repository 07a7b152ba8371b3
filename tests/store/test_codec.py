"""What is stored can be read back as it was, by this program and by later ones."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.game.events import Ended, Event, Moved, Passed, QuestionPut, Stop, Stopped
from gm.game.moves import Answer, Play, Show
from gm.master.commands import Accepted
from gm.master.hours import Hours
from gm.master.notices import Notice, NoticeKind, Urgency
from gm.master.tables import Ai, Clock, ClockKind, Keeper, Person, Phase, Place, Table
from gm.store import codec
from gm.store.codec import (
    UnreadableError,
    dump,
    load_answer,
    load_event,
    load_hours,
    load_notice,
    load_table,
)

TEXT = st.text(max_size=12)
WHOLE = st.integers(-(2**53), 2**53)


def made(kind: typing.Any) -> st.SearchStrategy[typing.Any]:
    """Any value of a type as the dataclasses annotate it."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return st.one_of(*map(made, args))
    if origin is tuple:
        if args[-1] is Ellipsis:
            return st.lists(made(args[0]), max_size=3).map(tuple)
        return st.tuples(*map(made, args))
    if origin is typing.Literal:
        return st.sampled_from(args)
    if origin is frozenset:
        return st.frozensets(made(args[0]), max_size=3)
    if origin is not None:
        return st.dictionaries(TEXT, made(args[1]), max_size=3).map(types.MappingProxyType)
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return st.builds(kind, **{f.name: made(hints[f.name]) for f in dataclasses.fields(kind)})
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return st.sampled_from(list(kind))
    simple: dict[typing.Any, st.SearchStrategy[typing.Any]] = {
        str: TEXT,
        int: WHOLE,
        bool: st.booleans(),
        bytes: st.binary(max_size=8),
        types.NoneType: st.none(),
    }
    return simple[kind]


@settings(max_examples=200, deadline=None)
@given(made(Event))
def test_every_event_comes_back(event: Event) -> None:
    assert load_event(dump(event)) == event


@settings(max_examples=60, deadline=None)
@given(made(Table))
def test_every_table_comes_back(table: Table) -> None:
    back = load_table(dump(table))
    assert back == table
    assert {k: type(v) for k, v in back.options.items()} == {
        k: type(v) for k, v in table.options.items()
    }


@settings(max_examples=60, deadline=None)
@given(made(Notice), made(Accepted))
def test_every_notice_and_answer_comes_back(notice: Notice, answer: Accepted) -> None:
    assert load_notice(dump(notice)) == notice
    assert load_answer(dump(answer)) == answer


FROZEN_EVENTS: tuple[tuple[str, Event], ...] = (
    (
        '{"v":1,"is":"Moved","seat":1,"move":{"is":"Show","card":"train"},"to":0}',
        Moved(seat=1, move=Show(card="train"), to=0),
    ),
    (
        '{"v":1,"is":"Moved","seat":2,"move":{"is":"Answer","cards":[]},"to":0,"lot":true}',
        Moved(seat=2, move=Answer(cards=()), to=0, lot=True),
    ),
    (
        '{"v":1,"is":"Moved","seat":0,"move":{"is":"Play","action":"present","go":"fort"}}',
        Moved(seat=0, move=Play(action="present", go="fort")),
    ),
    (
        '{"v":1,"is":"QuestionPut","asker":0,"cards":["red","train","fort"],"order":[1,2],'
        '"every":false}',
        QuestionPut(asker=0, cards=("red", "train", "fort"), order=(1, 2), every=False),
    ),
    ('{"v":1,"is":"Passed","seat":2}', Passed(seat=2)),
    ('{"v":1,"is":"Stopped","why":"no_people"}', Stopped(why=Stop.NO_PEOPLE)),
    (
        '{"v":1,"is":"Ended","winner":null,"case":["red","train","fort"]}',
        Ended(winner=None, case=("red", "train", "fort")),
    ),
)
"""As stored by version 1; a change of shape adds an upcaster and leaves these lines alone."""


@pytest.mark.parametrize(("text", "event"), FROZEN_EVENTS)
def test_old_logs_stay_readable(text: str, event: Event) -> None:
    assert load_event(text) == event
    assert dump(event) == text


FROZEN_TABLE = (
    '{"v":1,"is":"Table","id":"T","place":{"is":"Place","chat":-1001234567890,"thread":7},'
    '"title":"The Attic","host":7000000001,"language":"en","theme":"default","rules":"getaway",'
    '"deck":null,"turn_seconds":180,"opened_at":1800000000000,"key":"6b","seed":"73",'
    '"phase":"playing","options":{"takeover":"ai","last_seat_wins":true},"occupants":['
    '{"is":"Person","id":7000000001,"name":"Ann","language":"en"},'
    '{"is":"Ai","level":"rookie","name":"Ada","version":1,"follows":{"is":"Person","id":5,"name":"B"}},'
    '{"is":"Keeper","follows":{"is":"Person","id":6,"name":"C"}}],"clocks":[{"is":"Clock",'
    '"kind":"wait","start":1800000030000,"length":180000,"seat":0,"wait":9,"step":1,'
    '"sent":true}],"idle":[0,1,0],"stop_votes":[5,6],"history":[[0,0,"person"]],'
    '"began_at":1800000001000}'
)


def test_old_tables_stay_readable() -> None:
    table = Table(
        id="T",
        place=Place(chat=-1001234567890, thread=7),
        title="The Attic",
        host=7000000001,
        language="en",
        theme="default",
        rules="getaway",
        deck=None,
        turn_seconds=180,
        opened_at=1800000000000,
        key=b"k",
        seed=b"s",
        phase=Phase.PLAYING,
        options=types.MappingProxyType({"takeover": "ai", "last_seat_wins": True}),
        occupants=(
            Person(id=7000000001, name="Ann", language="en"),
            Ai(level="rookie", name="Ada", follows=Person(id=5, name="B")),
            Keeper(follows=Person(id=6, name="C")),
        ),
        clocks=(
            Clock(
                kind=ClockKind.WAIT,
                start=1800000030000,
                length=180000,
                seat=0,
                wait=9,
                step=1,
                sent=True,
            ),
        ),
        idle=(0, 1, 0),
        stop_votes=frozenset({5, 6}),
        history=((0, 0, "person"),),
    )
    assert load_table(FROZEN_TABLE) == table
    assert load_table(dump(table)) == table
    assert dump(table) == FROZEN_TABLE.replace(',"began_at":1800000001000', "").replace(
        '"version":1,', ""
    )


FROZEN_SLOW = (
    '"ladder":{"waits":3},"zone":"Asia/Seoul","paused":1800000009000,"pause_votes":[5],'
    '"muted":[6],"rested":{"7":60000},"reminded":{"7":1800000000500},"deputed":[7],'
    '"looked":{"":4}}'
)
FROZEN_CLOCK = (
    '{"is":"Clock","kind":"wait","start":1800000030000,"length":3660000,"seat":0,"wait":9,'
    '"reminders":[0,90],"added":60000,"hold":1800000031000,"rests":true,"excused":true,'
    '"outage":4000}'
)


def test_what_slow_play_keeps_stays_readable() -> None:
    text = FROZEN_TABLE.replace('"began_at":1800000001000}', FROZEN_SLOW)
    text = text.replace('"clocks":[', f'"clocks":[{FROZEN_CLOCK},')
    table = load_table(text)
    assert table.ladder == {"waits": 3}
    assert (table.zone, table.paused) == ("Asia/Seoul", 1800000009000)
    assert (table.pause_votes, table.muted, table.deputed) == ({5}, {6}, {7})
    assert (table.rested, table.reminded) == ({"7": 60000}, {"7": 1800000000500})
    assert table.looked == {"": 4}
    clock = table.clocks[0]
    assert (clock.reminders, clock.added, clock.hold) == ((0, 90), 60000, 1800000031000)
    assert (clock.rests, clock.excused, clock.outage) == (True, True, 4000)
    assert load_table(dump(table)) == table
    assert FROZEN_SLOW in dump(table)
    assert FROZEN_CLOCK in dump(table)


def test_hours_stay_readable() -> None:
    text = (
        '{"v":1,"is":"Hours","zone":"Asia/Seoul","chosen":true,"quiet":[1380,420],'
        '"spacing":0,"away":1800000000000}'
    )
    hours = Hours(zone="Asia/Seoul", chosen=True, quiet=(1380, 420), spacing=0, away=1800000000000)
    assert load_hours(text) == hours
    assert dump(hours) == text
    assert load_hours(dump(Hours())) == Hours()


def test_old_notices_stay_readable() -> None:
    text = (
        '{"v":1,"is":"Notice","table":"T","to":7000000001,"slot":"1/turn/3","kind":"turn",'
        '"args":{"match":1,"turn":3,"path":""},"urgency":1,"ring":true}'
    )
    notice = Notice(
        table="T",
        to=7000000001,
        slot="1/turn/3",
        kind=NoticeKind.TURN,
        args={"match": 1, "turn": 3, "path": ""},
        urgency=Urgency.QUESTION,
        ring=True,
    )
    assert load_notice(text) == notice
    assert dump(notice) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"v":1}',
        '{"v":1,"is":"Nobody"}',
        '{"v":1,"is":"Passed"}',
        '{"v":1,"is":"Passed","seat":"2"}',
        '{"v":1,"is":"Passed","seat":true}',
        '{"v":1,"is":"Passed","seat":2,"more":1}',
        '{"v":1,"is":"Stopped","why":"because"}',
        '{"v":1,"is":"Moved","seat":0,"move":{"is":"Table"}}',
        '{"v":2,"is":"Passed","seat":2}',
        '{"is":"Passed","seat":2}',
    ],
)
def test_anything_else_is_called_unreadable(text: str) -> None:
    with pytest.raises(UnreadableError):
        load_event(text)


def test_the_schema_is_the_one_these_samples_show() -> None:
    assert codec.SCHEMA == 1
