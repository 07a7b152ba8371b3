"""What each seat adds to the draw: it decides the deal, and the record proves it."""

from __future__ import annotations

import json
from random import Random

from gm.game.chance import SCHEME, seal
from gm.game.record.fairness import check_fairness
from gm.game.record.reading import read
from gm.game.record.replay import replay
from gm.master.commands import AddLuck, Again, Begin, Leave
from tests.support.table import ANN, BOB, CY, TableTop


def test_own_words_count_else_the_order_and_minute_of_joining(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY), ai=1)
    top.ok(AddLuck, BOB, words="  a  tiger ")
    assert top.table.added == ()
    top.ok(Begin, ANN)
    first, own, third, machine = top.table.added
    assert own == "a tiger"
    assert machine == top.table.occupants[3].name  # type: ignore[union-attr]
    assert (first[:2], third[:2]) == ("1 ", "3 ")
    assert first[2:].startswith("20")


def test_other_words_give_another_deal_under_the_same_seal(top: TableTop) -> None:
    hands = []
    for words in ("tiger", "lion"):
        top.redis.flushall()
        again = TableTop(top.redis)
        again.lobby((ANN, BOB, CY))
        sealed = seal(again.table.seed)
        again.ok(AddLuck, CY, words=words)
        again.ok(Begin, ANN)
        assert again.scene.match is not None
        hands.append((sealed, again.scene.match.state.hands))
    assert hands[0][0] == hands[1][0]
    assert hands[0][1] != hands[1][1]


def test_the_record_tells_what_was_added_and_proves_the_match(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY))
    top.ok(AddLuck, ANN, words="tiger")
    top.ok(Begin, ANN)
    top.play(Random(4))
    record = top.store.record(top.id, 1)
    assert record is not None
    lines = [json.loads(line) for line in record.splitlines()]
    assert lines[1]["scheme"] == SCHEME
    (note,) = [line["dealt"] for line in lines if "dealt" in line]
    assert note["luck"] == list(top.table.added)
    assert note["leaves"] == list(top.table.leaves)
    check_fairness(replay(read(record.encode())))


def test_who_leaves_takes_their_words_along_and_a_new_match_asks_anew(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY))
    top.ok(AddLuck, CY, words="tiger")
    top.ok(Leave, CY)
    assert "tiger" not in top.table.luck.values()
    top.redis.flushall()
    anew = TableTop(top.redis)
    anew.playing((ANN, BOB, CY))
    anew.play(Random(2))
    anew.ok(Again, ANN)
    assert anew.table.added == ()
    assert set(anew.table.luck) == {str(person.id) for person in (ANN, BOB, CY)}
