"""Advice: at learning tables and alone, in one's own turn, from one's own view."""

from __future__ import annotations

from random import Random

import pytest

from gm.game.moves import Accuse
from gm.game.rulesets import RULESETS
from gm.i18n import Plain, render
from gm.master.commands import Advise, Begin, SetOption
from gm.master.notices import NoticeKind
from gm.master.reasons import Refusal
from gm.seats.advice import advise
from gm.telegram.scene import Cast, table_theme
from gm.voice.advice import advice
from tests.support.table import ANN, BOB, CY, TableTop


def test_it_is_refused_elsewhere_and_out_of_turn(top: TableTop) -> None:
    top.playing()
    person, _ = top.awaited()
    assert top.refused(Advise, person) == Refusal.NO_ADVICE


def test_a_learning_table_gives_it_to_whose_turn_it_is(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY))
    top.ok(SetOption, ANN, option="learning", value=True)
    top.ok(Begin, ANN)
    assert top.refused(SetOption, ANN, option="learning", value=False) == Refusal.NOT_IN_LOBBY
    person, _ = top.awaited()
    top.said()
    for other in (ANN, BOB, CY):
        if other != person:
            assert top.refused(Advise, other) == Refusal.NOT_AWAITED_YOU
    top.ok(Advise, person)
    (notice,) = top.said()
    assert (notice.to, notice.kind) == (person.id, NoticeKind.TURN)
    assert notice.args["advice"] == 1
    assert not notice.fresh


@pytest.mark.parametrize("rules", RULESETS)
def test_it_is_a_legal_move_that_leaves_fewer_cases(top: TableTop, rules: str) -> None:
    top.playing((ANN, BOB, CY), rules=rules)
    lots = Random(4)
    names = Cast(table_theme("default", "en"), top.table.occupants)
    asked = 0
    for _ in range(40):
        match = top.scene.match
        assert match is not None
        own = [w for w in top.waits if w.asker is None and top.person(w.seat)]
        if not own or match.state.position.over:
            top.step(lots, accuse=0)
            continue
        view, moves = match.view(own[0].seat), match.moves(own[0].seat)
        found = advise(view, moves, Random(1))
        assert found.move in moves
        assert advise(view, moves, Random(1)) == found
        if isinstance(found.move, Accuse):
            assert found.move.theory == match.state.case
        if found.left is not None:
            asked += 1
            assert 0 < found.left <= found.open
        words = [
            render(line, "en", names, Plain())
            for line in advice(view, found.move, found.open, found.left)
        ]
        assert words[0].startswith("💡")
        assert len(words) == 2
        top.step(lots, accuse=0)
    assert asked > 2
