"""Stored events come back as they were; anything that is none of this schema is refused."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.game.codec import SCHEMA, Undecodable, decode, encode
from gm.game.events import (
    ChanceDue,
    ChanceKind,
    ChanceNode,
    Dealt,
    Event,
    Moved,
    QuestionPut,
)
from gm.game.moves import Answer, Move, Play

EVENTS = get_args(Event)
MOVES = get_args(Move)
for declared in (*EVENTS, *MOVES, ChanceNode):
    st.register_type_strategy(declared, st.builds(declared))


@settings(deadline=None, max_examples=10)
@pytest.mark.parametrize("kind", EVENTS)
@given(data=st.data())
def test_every_class_of_event_comes_back(kind: type[Any], data: st.DataObject) -> None:
    event = data.draw(st.builds(kind))
    assert decode(encode(event)) == event


@pytest.mark.parametrize("move", MOVES)
@settings(deadline=None, max_examples=10)
@given(data=st.data())
def test_every_class_of_move_comes_back(move: type[Any], data: st.DataObject) -> None:
    event = Moved(seat=1, move=data.draw(st.builds(move)))
    assert decode(encode(event)) == event


def test_what_is_stored_is_pinned() -> None:
    """Old logs must stay readable: this changes only with SCHEMA."""
    assert encode(Moved(seat=1, move=Play(action="snoop", target=2), to=None)) == {
        "v": 1,
        "t": "Moved",
        "seat": 1,
        "move": {"t": "Play", "action": "snoop", "target": 2},
    }
    node = ChanceNode(kind=ChanceKind.LOOK, seat=0, target=1)
    assert encode(ChanceDue(nodes=(node,))) == {
        "v": 1,
        "t": "ChanceDue",
        "nodes": [{"t": "ChanceNode", "kind": "look", "seat": 0, "target": 1}],
    }
    assert encode(Dealt(case=("red",), hands=(("a",), ()))) == {
        "v": 1,
        "t": "Dealt",
        "case": ["red"],
        "hands": [["a"], []],
    }
    assert encode(Moved(seat=0, move=Answer(cards=None)))["move"] == {"t": "Answer", "cards": None}


GOOD = encode(QuestionPut(asker=0, cards=("red",), order=(1, 2), every=True))
DUE = encode(ChanceDue(nodes=(ChanceNode(kind=ChanceKind.LOOK),)))


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({**GOOD, "v": SCHEMA + 1}, "schema 2"),
        ({}, "schema None"),
        ({**GOOD, "t": "Dance"}, "class Dance"),
        ({"v": 1}, "class None"),
        ({**GOOD, "loud": 1}, "QuestionPut.loud"),
        ({"v": 1, "t": "QuestionPut", "asker": 0}, "QuestionPut"),
        ({**GOOD, "asker": True}, "int bool"),
        ({**GOOD, "asker": None}, "int NoneType"),
        ({**GOOD, "cards": "red"}, "list str"),
        ({**GOOD, "cards": [1]}, "str int"),
        ({**GOOD, "every": 1}, "bool int"),
        ({**DUE, "nodes": [1]}, "int"),
        ({**DUE, "nodes": [{"t": "ChanceNode", "kind": "dance"}]}, "ChanceKind dance"),
    ],
)
def test_anything_else_is_refused(data: dict[str, object], what: str) -> None:
    with pytest.raises(Undecodable) as caught:
        decode(data)
    assert caught.value.what == what
