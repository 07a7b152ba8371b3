"""Panels as a player meets them: what is said, what can be tapped, what comes of a tap."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from gm.game.moves import Accuse, Answer, End, Move, Play, Show
from gm.voice.choices import branch, steps
from gm.voice.screens import Screen, parse, question_screen, turn_screen
from tests.voice.playing import Play as Match
from tests.voice.playing import random_match
from tests.voice.reading import english, labels
from tests.voice.test_narrate import CASE, match


def panel(play: Match, seat: int, *path: str) -> Screen:
    return turn_screen(play.view(seat), play.moves(seat), path)


def question(play: Match, seat: int, *path: str) -> Screen:
    return question_screen(play.view(seat), play.moves(seat), path)


def tap(play: Match, seat: int, *texts: str) -> Screen:
    """The screen after tapping the buttons whose labels begin with these texts."""
    screen = panel(play, seat)
    for text in texts:
        step = next(
            choice.step
            for row, names in zip(screen.rows, labels(screen), strict=True)
            for choice, name in zip(row, names, strict=True)
            if text in name
        )
        screen = panel(play, seat, *parse(step))
    return screen


def test_the_first_screen_offers_both_cards_and_accuse() -> None:
    screen = panel(match("present"), 3)
    assert english(screen.lines) == (
        "Turn 1: it is yours. Play one of your cards:"
        " Ask here or move – ask for a suspect and a vehicle at your own marker,"
        " or swap your marker instead."
        " Ask anywhere – name any suspect, vehicle and destination."
        " You take that destination's marker."
    )
    assert labels(screen) == [["🃏 Ask here or move"], ["🃏 Ask anywhere"], ["⚖️ Accuse"]]
    assert screen.move is None


def test_asking_anywhere_goes_suspect_vehicle_destination_confirm() -> None:
    play = match("any")
    screen = tap(play, 3, "Ask anywhere")
    assert labels(screen) == [
        ["🔴 Ruby", "🟡 Aurelio"],
        ["⚪ Pearl", "🟢 Basil"],
        ["🔵 Skye", "🟣 Mauro"],
        ["‹ Back"],
    ]
    screen = tap(play, 3, "Ask anywhere", "Mauro")
    assert "🚗 Motorcar •" in chain.from_iterable(labels(screen))
    assert english(screen.lines).endswith("Which vehicle? • in your own hand")
    screen = tap(play, 3, "Ask anywhere", "Mauro", "Motorcar")
    assert labels(screen) == [
        ["💦 Waterfall · Mira"],
        ["🏝️ Island · Jon"],
        ["🏔️ Mountain · Ada"],
        ["♨️ Geyser · you"],
        ["🗿 Memorial · middle"],
        ["🏖️ Beach · middle"],
        ["🌉 Bridge • · middle"],
        ["🏜️ Canyon • · middle"],
        ["🏰 Fort • · middle"],
        ["‹ Back"],
    ]
    screen = tap(play, 3, "Ask anywhere", "Mauro", "Motorcar", "Island")
    assert english(screen.lines) == (
        "You ask: Mauro, the motorcar, or the island?"
        " You take the marker of the island from Jon, who gets the geyser."
    )
    assert labels(screen) == [["✅ Confirm", "‹ Back"]]
    assert screen.move is None
    done = tap(play, 3, "Ask anywhere", "Mauro", "Motorcar", "Island", "Confirm")
    assert done.move == Play(action="any", cards=("purple", "automobile", "island"))


def test_asking_here_or_taking_a_marker() -> None:
    play = match("present")
    screen = tap(play, 3, "Ask here")
    assert labels(screen) == [["💬 Ask here: Geyser"], ["📍 Take another marker"], ["‹ Back"]]
    asked = tap(play, 3, "Ask here", "Ask here", "Ruby", "Train")
    assert english(asked.lines) == "You ask: Ruby, the train, or the geyser?"
    taken = tap(play, 3, "Ask here", "Take", "Fort")
    assert english(taken.lines) == (
        "You take the marker of the fort from the middle and put the geyser there."
    )
    done = tap(play, 3, "Ask here", "Take", "Fort", "Confirm")
    assert done.move == Play(action="present", go="fort")


@pytest.mark.parametrize("action", ["snoop", "tip_vehicles", "sleuth_male", "all_snoop_left"])
def test_every_card_ends_with_one_confirm(action: str) -> None:
    play = match(action)
    first = branch(play.moves(3), ("0",))
    assert first.taken[0].value == action
    whom = () if action.startswith(("sleuth", "all")) else ("0",)
    screen = panel(play, 3, "0", *whom)
    assert labels(screen) == [["✅ Confirm", "‹ Back"]]
    moved = panel(play, 3, "0", *whom, "0").move
    assert moved == Play(action=action, target=0 if whom else None)


def test_accusing_says_the_theory_and_the_price() -> None:
    play = match("any")
    screen = tap(play, 3, "Accuse", "Ruby", "Train", "Waterfall")
    assert english(screen.lines) == (
        "You say: Ruby in the train to the waterfall. If wrong, you are out. Sure?"
    )
    assert labels(screen) == [["⚖️ Yes, I accuse", "‹ Back"]]
    assert tap(play, 3, "Accuse", "Ruby", "Train", "Waterfall", "Yes").move == Accuse(theory=CASE)


def test_accusing_with_a_card_of_ones_own_is_warned_of() -> None:
    play = match("any")
    move = next(
        move
        for move in play.moves(3)
        if isinstance(move, Accuse) and len({*move.theory} & {*play.view(3).hand}) == 1
    )
    sure = panel(play, 3, *_path(play.moves(3), move)[:-1])
    assert "cannot be the case" in english(sure.lines)
    assert english(sure.lines).count("you can see") == 1
    # everybody else's cards are not known, so nothing is said of them
    theirs = next(
        move
        for move in play.moves(3)
        if isinstance(move, Accuse) and not set(move.theory) & set(play.view(3).hand)
    )
    sure = panel(play, 3, *_path(play.moves(3), theirs)[:-1])
    assert "cannot be the case" not in english(sure.lines)


def test_after_playing_end_needs_no_confirm() -> None:
    play = match("any")
    play.move(3, Play(action="any", cards=("purple", "train", "memorial")))
    waiting = panel(play, 3)
    assert english(waiting.lines).endswith("Ada is choosing a card.")
    assert waiting.rows == ()
    play.move(2, Show(card="memorial"))
    screen = panel(play, 3)
    assert english(screen.lines).endswith(
        "Mira and Jon had none. Ada showed you the memorial. Accuse, or end your turn."
    )
    assert labels(screen) == [["⏭ End turn"], ["⚖️ Accuse"]]
    assert tap(play, 3, "End").move == End()


def test_a_closed_turn_keeps_what_it_brought() -> None:
    play = match("any")
    play.move(3, Play(action="any", cards=("purple", "train", "memorial")))
    play.move(2, Show(card="memorial"))
    play.move(3, End())
    assert english(panel(play, 3).lines) == (
        "You played Ask anywhere. You took the marker of the memorial from the middle."
        " You asked: Mauro, the train, or the memorial? Mira and Jon had none."
        " Ada showed you the memorial."
    )
    assert panel(play, 3).rows == ()


@pytest.mark.parametrize(
    ("path", "valid"),
    [
        (("z",), ()),
        (("0", "9"), ("0",)),
        (("0", "5", "x", "1"), ("0", "5")),
        (("",), ()),
        (("0", "0", "0", "0", "1"), ("0", "0", "0", "0")),
    ],
)
def test_a_bad_path_falls_back_to_its_valid_part(
    path: tuple[str, ...], valid: tuple[str, ...]
) -> None:
    screen = panel(match("any"), 3, *path)
    assert screen.path == valid
    assert screen.move is None
    assert screen == panel(match("any"), 3, *valid)


def test_a_question_is_one_message_for_one_card_and_for_two() -> None:
    play = match("any")
    play.move(3, Play(action="any", cards=("white", "balloon", "memorial")))
    two = question(play, 0)
    assert english(two.lines) == (
        "Lee asks: Pearl, the balloon, or the memorial? You must show one. Which?"
    )
    assert labels(two) == [["⚪ Pearl"], ["🎈 Balloon"]]
    other = match("any")
    other.move(3, Play(action="any", cards=("white", "train", "memorial")))
    one = question(other, 0)
    assert labels(one) == [["⚪ Pearl"]]
    assert english(one.lines) == (
        "Lee asks: Pearl, the train, or the memorial? You must show one. Which?"
    )
    assert len(one.lines) == len(two.lines)
    assert question(other, 0, "0").move == Show(card="white")
    assert question(other, 0, "7").move is None
    other.move(0, Show(card="white"))
    assert english(question(other, 0).lines) == "You showed Lee Pearl."


def test_a_roll_call_asks_by_its_trait() -> None:
    play = match("sleuth_flying")
    play.move(3, Play(action="sleuth_flying"))
    assert english(question(play, 1).lines) == (
        "Lee calls for the flying vehicles: Balloon, Seaplane, and Airliner. "
        "You must show one. Which?"
    )
    assert labels(question(play, 1)) == [["🛩️ Seaplane"], ["✈️ Airliner"]]


@pytest.mark.parametrize(
    ("tip", "target", "buttons", "answer", "after"),
    [
        (
            "tip_vehicles",
            1,
            [["Hand over these 2"]],
            ("seaplane", "airliner"),
            "You showed Lee the seaplane and the airliner.",
        ),
        ("tip_vehicles", 2, [["🚘 Limousine"]], ("limousine",), "You showed Lee the limousine."),
        (
            "tip_female",
            2,
            [["Nothing to hand over"]],
            (),
            "You told Lee: none of the women.",
        ),
    ],
)
def test_a_tip_takes_one_tap_whatever_there_is(
    tip: str, target: int, buttons: list[list[str]], answer: tuple[str, ...], after: str
) -> None:
    play = match(tip)
    play.move(3, Play(action=tip, target=target))
    assert labels(question(play, target)) == buttons
    move = question(play, target, "0").move
    assert move == Answer(cards=answer)
    play.move(target, move)
    assert english(question(play, target).lines) == after


def test_an_answer_by_lot_says_so() -> None:
    play = match("any")
    play.move(3, Play(action="any", cards=("white", "balloon", "memorial")))
    play.move(0, Show(card="white"), lot=True)
    assert english(question(play, 0).lines) == "Time ran out, so the lot showed Lee Pearl."


def test_each_question_keeps_its_own_answer() -> None:
    play = match("any")
    play.move(3, Play(action="any", cards=("white", "train", "memorial")))
    first = play.view(0).position.wait(0)
    assert first is not None
    play.move(0, Show(card="white"))
    play.move(3, End())
    later = play.view(0)
    assert english(question_screen(later, (), opened=first.opened).lines) == (
        "You showed Lee Pearl."
    )
    assert question_screen(later, (), opened=1).lines == ()


@pytest.mark.parametrize("number", range(2))
def test_every_legal_move_can_be_tapped_and_nothing_else(number: int) -> None:
    """The tree of taps leads to each legal move; no callback grows beyond 64 bytes."""
    random = Random(number)
    for n, play in enumerate(random_match(number, steps=60)):
        if n % 5:
            continue
        for wait in play.state.position.waits:
            view, moves = play.view(wait.seat), play.moves(wait.seat)
            if wait.asker is not None:
                rows = question_screen(view, moves).rows
                taps = [question_screen(view, moves, (row[0].step,)).move for row in rows]
                assert taps == list(moves)
            else:
                assert len({steps(move) for move in moves}) == len(moves)
                move = random.choice(moves)
                path = _path(moves, move)
                assert turn_screen(view, moves, path).move == move
                assert len(f"{'w' * 12}.{'.'.join(path)}".encode()) <= 64


def _path(moves: tuple[Move, ...], move: Move) -> tuple[str, ...]:
    path: tuple[str, ...] = ()
    for step in steps(move):
        options = {option: token for token, option in branch(moves, path).options}
        path = (*path, options[step])
    return path
