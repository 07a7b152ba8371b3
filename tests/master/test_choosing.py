"""What is chosen in a lobby: the game, its deck, pieces, and who begins."""

from __future__ import annotations

from random import Random

import pytest

from gm.game.events import FirstDrawn
from gm.game.record.fairness import check_fairness
from gm.game.record.reading import read
from gm.game.record.replay import replay
from gm.master.choosing import values
from gm.master.commands import AddAi, Again, Begin, Join, Leave, Pick, SetOption, Vote
from gm.master.reasons import Refusal
from gm.master.tables import Ai, Person, Phase
from gm.seats import LEVELS
from tests.support.table import ANN, BOB, CY, DEE, TableTop

EVE = Person(id=5005, name="Eve")


def switch(top: TableTop, option: str, value: object) -> None:
    top.ok(SetOption, ANN, option=option, value=value)


def test_another_game_brings_its_own_deck_and_options(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY))
    switch(top, "last_seat_wins", True)
    switch(top, "rules", "casefile")
    assert (top.table.rules, top.table.deck, dict(top.table.options)) == ("casefile", "normal", {})
    switch(top, "deck", "advanced")
    switch(top, "rules", "mansion")
    assert (top.table.rules, top.table.deck) == ("mansion", None)


def test_another_game_comes_with_a_deck_for_everybody(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY, DEE), ai=2)
    switch(top, "rules", "casefile")
    assert top.table.deck == "advanced"
    top.ok(Begin, ANN)


def test_a_deck_has_a_chair_for_everybody(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY), ai=1, rules="casefile")
    assert values(top.table, "deck") == (("normal", "advanced", "grand"), "normal")
    assert top.refused(AddAi, ANN) == Refusal.TABLE_FULL
    top.ok(Join, DEE)  # a person is not turned away: the deck grows
    assert values(top.table, "deck") == (("advanced", "grand"), "advanced")
    assert top.refused(SetOption, ANN, option="deck", value="normal") == Refusal.UNKNOWN_SETTING
    switch(top, "deck", "grand")
    top.ok(AddAi, ANN)
    assert top.refused(Join, EVE) == Refusal.TABLE_FULL


def test_two_can_play_the_mansion_but_not_getaway(top: TableTop) -> None:
    top.lobby((ANN, BOB))
    assert top.refused(Begin, ANN) == Refusal.TOO_FEW
    switch(top, "rules", "mansion")
    top.ok(Begin, ANN)
    assert top.scene.match is not None
    assert len(top.scene.match.state.aside) == 4


def test_a_piece_stays_with_whoever_chose_it(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY), ai=1, rules="mansion")
    top.ok(Pick, CY, token="white")
    top.ok(Pick, BOB, token="blue")
    top.ok(Pick, BOB, token="purple")
    top.ok(Leave, ANN)  # everybody moves up a chair
    top.ok(Begin, BOB)
    tokens = top.table.tokens
    assert (tokens[0], tokens[1]) == ("purple", "white")
    assert len(set(tokens)) == 3
    header = top.scene.match and top.scene.match.header
    assert header is not None
    assert header.tokens == tokens
    top.ok(Leave, CY)  # an AI seat plays on with the same piece
    assert top.table.tokens == tokens


def test_the_piece_of_somebody_who_left_is_free(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY), rules="mansion")
    top.ok(Pick, BOB, token="red")
    top.ok(Leave, BOB)
    top.ok(Pick, CY, token="red")
    top.ok(Join, BOB)
    assert top.refused(Pick, BOB, token="red") == Refusal.PIECE_TAKEN
    top.ok(Begin, ANN)
    assert top.table.tokens[1] == "red"
    assert len(set(top.table.tokens)) == 3


def test_nothing_is_chosen_that_the_game_does_not_ask(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY))
    assert top.refused(Pick, ANN, token="red") == Refusal.UNKNOWN_SETTING
    assert top.refused(Vote, ANN, named=str(ANN.id)) == Refusal.UNKNOWN_SETTING


def test_most_votes_begin(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY), rules="casefile", options={"first": "vote"})
    top.ok(Vote, ANN, named=str(ANN.id))
    top.ok(Vote, ANN, named=str(CY.id))  # the last word counts
    top.ok(Vote, BOB, named=str(CY.id))
    top.ok(Vote, CY, named=str(ANN.id))
    top.ok(Begin, ANN)
    assert top.scene.match is not None
    assert FirstDrawn(seat=2, voted=True) in top.scene.match.events


@pytest.mark.parametrize("votes", [(), (ANN, BOB)])
def test_a_tie_goes_by_lot(top: TableTop, votes: tuple[Person, ...]) -> None:
    top.lobby((ANN, BOB, CY), rules="casefile", options={"first": "vote"})
    for person, named in zip((ANN, BOB), votes, strict=False):
        top.ok(Vote, person, named=str(named.id))
    top.ok(Begin, ANN)
    assert top.scene.match is not None
    (first,) = (e for e in top.scene.match.events if isinstance(e, FirstDrawn))
    assert not first.voted


def test_a_vote_for_somebody_who_left_counts_no_more(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY, DEE), rules="casefile", options={"first": "vote"})
    top.ok(Vote, ANN, named=str(DEE.id))
    top.ok(Vote, DEE, named=str(BOB.id))
    top.ok(Leave, DEE)
    top.ok(Begin, ANN)
    assert top.scene.match is not None
    (first,) = (e for e in top.scene.match.events if isinstance(e, FirstDrawn))
    assert not first.voted


def test_a_vote_means_whom_it_names_whatever_chair_they_sit_in_by_now(top: TableTop) -> None:
    """The button was drawn while Cy sat in the third chair."""
    top.lobby((ANN, BOB, CY, DEE), rules="casefile", options={"first": "vote"})
    top.ok(Leave, BOB)
    assert top.refused(Vote, ANN, named=str(BOB.id)) == Refusal.STALE
    top.ok(Vote, ANN, named=str(CY.id))
    top.ok(Begin, ANN)
    assert top.scene.match is not None
    assert FirstDrawn(seat=1, voted=True) in top.scene.match.events
    assert top.table.occupants[1] == CY


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("casefile", {"accusation_order": "agreed"}),
        ("casefile", {"deck": "advanced", "first": "vote"}),
        ("mansion", {"dice": 2}),
    ],
)
def test_a_match_of_people_and_ai_ends_and_is_fair(
    top: TableTop, rules: str, options: dict[str, str | int | bool], number: int
) -> None:
    top.lobby((ANN, BOB), ai=2 if options != {"accusation_order": "agreed"} else 1, rules=rules)
    for option, value in options.items():
        switch(top, option, value)
    switch(top, "ai_playout", True)
    if options.get("first") == "vote":
        top.ok(Vote, BOB, named=str(ANN.id))
    top.ok(Begin, ANN)
    top.play(Random(number), accuse=0.1)
    assert top.table.phase is Phase.OVER
    (text,) = (top.store.record(top.id, 1),)
    assert text is not None
    check_fairness(replay(read(text.encode())))


def test_everybody_may_sleep_through_an_accusation(top: TableTop) -> None:
    top.lobby((ANN, BOB, CY), rules="casefile", options={"accusation_order": "agreed"})
    top.ok(Begin, ANN)
    wait = top.waits[0]
    accuse = next(m for m in top.moves(wait) if hasattr(m, "theory"))
    top.act(wait, accuse)
    assert {w.kind.value for w in top.waits} == {"join"}
    for _ in range(12):
        if not any(w.kind.value == "join" for w in top.waits):
            break
        top.strike_next()
    assert not any(w.kind.value == "join" for w in top.waits)


def test_votes_do_not_outlive_the_match(top: TableTop) -> None:
    top.lobby((ANN, BOB), rules="casefile", options={"first": "vote"})
    top.ok(AddAi, ANN)
    top.ok(Vote, ANN, named=str(BOB.id))
    top.ok(Begin, ANN)
    top.play(Random(1), accuse=0.3)
    person = next(o for o in top.table.occupants if isinstance(o, Person))
    top.ok(Again, person)
    assert not top.table.votes


def test_the_ai_level_is_the_tables_and_takes_those_who_sit_along(top: TableTop) -> None:
    top.lobby((ANN, BOB), ai=1)
    for level, known in LEVELS.items():
        top.ok(SetOption, ANN, option="level", value=level)
        (ai,) = (o for o in top.table.occupants if isinstance(o, Ai))
        assert (ai.level, ai.name) == (level, known.names[0])
    top.ok(AddAi, ANN)
    assert top.refused(SetOption, ANN, option="level", value="oracle") == Refusal.UNKNOWN_SETTING
    top.ok(Begin, ANN)
    top.ok(Leave, BOB)
    assert {o.level for o in top.table.occupants if isinstance(o, Ai)} == {level}
    top.play(Random(1), accuse=0.3)
