"""The review: only what each seat had seen, every figure as the sheet would have it then."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from math import log2
from pathlib import Path
from random import Random

import pytest

from gm.cli import main
from gm.cli.simulate import new_header, play_out
from gm.deduction.knowledge import problem
from gm.deduction.review import GOOD, LATE, TIMELY, Question, Review, review
from gm.deduction.solver import solve
from gm.game.events import TurnBegan
from gm.game.moves import Accuse, Ask, Decline, Show
from gm.game.record.lines import Line
from gm.game.record.reading import Record, dump
from gm.game.record.redacted import redacted, view
from gm.game.record.replay import Replay, replay
from gm.seats import LEVELS
from tests.seats.test_sharp import Told, seen_through, three

GAMES = ("casefile", "getaway", "mansion")


@cache
def match(rules: str) -> Replay:
    """A whole match of three steady seats."""
    seed = Random(rules).randbytes(32)
    header = new_header(rules, None, 3, seed)
    entries = [entry for entry, _ in play_out(header, [LEVELS["steady"]] * 3, seed)]
    lines = tuple(Line(content=entry) for entry in entries)
    return replay(Record(header=header, lines=lines))


@cache
def reviewed(rules: str) -> Review:
    played = match(rules)
    return review([view(played, seat) for seat in range(3)], Random(0).randrange)


def told_review(told: Told) -> Review:
    return review(told.views, Random(0).randrange)


@pytest.mark.parametrize("rules", GAMES)
def test_bits_are_those_of_the_sheet_at_the_end_of_each_turn(rules: str) -> None:
    played = match(rules)
    begins = [
        number
        for number, step in enumerate(played.steps)
        if any(isinstance(event, TurnBegan) for event in step.events)
    ]
    for turn in Random(1).sample(range(len(begins)), 4):
        until = replace(played.record, lines=played.record.lines[: begins[turn] + 1])
        for seat in range(3):
            known = problem(view(replay(until), seat))
            assert known is not None
            answer = solve(known)
            bits = sum(
                count / answer.deals * log2(answer.deals / count)
                for count in answer.theories.values()
            )
            assert reviewed(rules).seats[seat].bits[turn] == pytest.approx(bits)


@pytest.mark.parametrize("rules", GAMES)
def test_it_uses_nothing_but_what_the_seats_had_seen(rules: str) -> None:
    played = match(rules)
    own = [replay(redacted(played, seat)) for seat in range(3)]
    views = [view(one, seat) for seat, one in enumerate(own)]
    assert review(views, Random(0).randrange) == reviewed(rules)


@pytest.mark.parametrize("rules", GAMES)
def test_every_question_is_weighed_against_the_best_one_open(rules: str) -> None:
    told = reviewed(rules)
    assert len(told.questions) >= 3
    assert [q.turn for q in told.questions] == sorted(q.turn for q in told.questions)
    for question in told.questions:
        assert 0 <= question.expected <= question.best + 1e-9
        assert len(question.instead) == len(question.cards)
        bits = told.seats[question.seat].bits
        assert question.told <= bits[question.turn - 1] + 1e-9
        if rules == "mansion":
            assert question.instead[2] == question.cards[2]
    assert told.luckiest is not None
    assert told.best is not None
    assert told.questions[told.luckiest].luck == max(q.luck for q in told.questions)
    assert told.questions[told.best].expected == max(q.expected for q in told.questions)


@pytest.mark.parametrize("rules", GAMES)
def test_what_is_told_is_on_average_what_was_to_be_expected(rules: str) -> None:
    questions = reviewed(rules).questions
    told = sum(question.told for question in questions)
    expected = sum(question.expected for question in questions)
    assert 0.4 < told / expected < 1.8


@pytest.mark.parametrize("rules", GAMES)
def test_a_proof_used_at_once_scores_all_of_its_points(rules: str) -> None:
    told, winner = reviewed(rules), match(rules).state.position.winner
    assert winner is not None
    seat = told.seats[winner]
    assert seat.timing == "won"
    assert seat.provable is not None
    assert seat.bits[seat.provable] == 0 < seat.bits[seat.provable - 1]
    assert seat.timely == TIMELY - LATE * seat.missed
    asked = [question.quality for question in told.questions if question.seat == winner]
    assert seat.questions == round(GOOD * sum(asked) / len(asked))
    assert seat.score == seat.questions + seat.timely


def test_a_proof_not_used_is_missed_turn_by_turn() -> None:
    told = seen_through()
    told.move(0, Ask(cards=("red", "knife")))
    before = told_review(told).seats[1]
    assert before.provable == 8  # what it was shown in its fourth question, and the hand is full
    assert (before.timing, before.missed) == ("open", 0)  # its next turn is not over yet
    told.move(1, Ask(cards=("red", "knife")))
    told.move(0, Ask(cards=("red", "knife")))
    late = told_review(told).seats[1]
    assert (late.timing, late.missed, late.timely) == ("missed", 1, (TIMELY - LATE) // 2)
    told.move(1, Accuse(theory=("red", "knife", "billiard")))
    told.move(0, Decline())
    after = told_review(told).seats[1]
    assert (after.timing, after.missed, after.timely) == ("won", 1, TIMELY - LATE)


def test_a_guess_may_win_or_lose() -> None:
    told = three()
    told.move(0, Accuse(theory=("red", "knife", "kitchen")))
    told.move(1, Decline())
    told.move(2, Decline())
    told.move(1, Accuse(theory=("red", "knife", "billiard")))
    told.move(2, Decline())
    wrong, guessed, waited = told_review(told).seats
    assert (wrong.timing, wrong.score) == ("wrong", 0)
    assert wrong.provable is None  # it was shown the case, it did not prove it
    assert wrong.bits[1:] == (0, 0)
    assert (guessed.timing, guessed.timely) == ("guessed", TIMELY)
    assert (waited.timing, waited.timely) == ("open", TIMELY // 2)
    assert told_review(told).best is None


def test_a_question_where_none_can_tell_anything_is_as_good_as_any() -> None:
    told = seen_through()
    told.move(0, Ask(cards=("red", "knife")))
    told.move(1, Ask(cards=("red", "knife")))
    last = told_review(told).questions[-1]
    assert (last.seat, last.told, last.best) == (1, 0, 0)
    assert last.quality == 1.0
    half = Question(turn=1, seat=0, cards=(), told=2.0, expected=0.5, best=1.0, instead=())
    assert (half.quality, half.luck) == (0.5, 1.5)


def test_a_known_answer_tells_nothing() -> None:
    told = three()
    for _ in range(2):
        told.move(0, Ask(cards=("green", "yellow")))
        told.move(1, Show(card="green"))
        told.move(1, Ask(cards=("green", "blue")))
        told.move(2, Ask(cards=("purple", "kitchen")))
    first, again = (q for q in told_review(told).questions if q.seat == 0)
    assert first.expected > 0.1
    assert (again.told, again.expected) == pytest.approx((0, 0), abs=1e-9)
    assert again.quality < 0.05


def test_the_command_prints_the_review(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = match("casefile")
    whole = tmp_path / "whole.jsonl"
    whole.write_text(dump(played.record))
    assert main(["record", "review", str(whole)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [seat["score"] for seat in said["seats"]] == [
        seat.score for seat in reviewed("casefile").seats
    ]
    assert len(said["questions"]) == len(reviewed("casefile").questions)
    assert len(said["seats"][0]["bits"]) == played.state.position.turn + 1
    one = tmp_path / "one.jsonl"
    one.write_text(dump(redacted(played, 1)))
    assert main(["record", "review", str(one)]) == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "REDACTED"
    nothing = tmp_path / "nothing.jsonl"
    nothing.write_text(dump(replace(played.record, lines=())))
    assert main(["record", "review", str(nothing)]) == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "CHANCE_DUE"
