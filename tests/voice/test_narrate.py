"""The story in the words of the English catalogue, from laid-out matches."""

from __future__ import annotations

import pytest

from gm.game.events import Stop, Stopped
from gm.game.moves import Accuse, Answer, End, Play, Removed, Show, Skipped
from gm.game.view import View
from gm.i18n import DEFAULT, catalogue
from gm.voice.narrate import learned, story, verdict
from gm.voice.narrate import told as own_story
from gm.voice.summaries import turn_summary
from tests.voice.playing import Play as Match
from tests.voice.playing import random_match
from tests.voice.reading import english

HANDS = (
    "yellow white balloon island geyser",
    "green blue seaplane airliner mountain",
    "purple limousine memorial beach",
    "automobile bridge canyon fort",
)
"""The case is red, train, falls; seat 3 deals, so seat 0 and 1 hold five."""
CASE = ("red", "train", "falls")


def match(action: str, **options: object) -> Match:
    """Seat 3 deals and holds this card."""
    opening = ("snoop", "snoop", "snoop", action)
    return Match(dealer=3, **options).deal(HANDS, opening=opening, pile=["any"])


def told(play: Match, turn: int = 1, seat: int | None = None) -> str:
    return english(story(play.view(seat), turn))


def test_a_suggestion_tells_who_was_passed_over_and_who_shows() -> None:
    play = match("any")
    play.move(3, Play(action="any", cards=("purple", "train", "memorial")))
    assert told(play) == (
        "Lee took the marker of the memorial from the middle."
        " Lee asked: Mauro, the train, or the memorial?"
        " Mira and Jon had none. Ada is choosing a card."
    )
    play.move(2, Show(card="memorial"))
    assert told(play).endswith("Mira and Jon had none. Ada showed a card.")
    assert english(learned(play.view(3))) == "Ada showed you the memorial."
    assert english(learned(play.view(2))) == "You showed Lee the memorial."
    assert learned(play.view(0)) == learned(play.view(None)) == ()


def test_a_suggestion_nobody_can_answer() -> None:
    play = match("any")
    play.move(3, Play(action="any", cards=CASE))
    assert told(play) == (
        "Lee swapped markers with Mira and is at the waterfall now."
        " Lee asked: Ruby, the train, or the waterfall? Nobody could show one."
    )


def test_taking_a_marker_asks_nothing() -> None:
    play = match("present")
    play.move(3, Play(action="present", go="island"))
    assert told(play) == "Lee swapped markers with Jon and is at the island now."


def test_a_peek_tells_the_table_only_whose_hand() -> None:
    play = match("snoop")
    play.move(3, Play(action="snoop", target=0))
    assert told(play) == "Lee looked at one card of Mira."
    assert english(learned(play.view(3))).startswith("You saw ")
    assert english(learned(play.view(3))).endswith(" in the hand of Mira.")
    assert learned(play.view(0)) == ()


@pytest.mark.parametrize(("way", "neighbour"), [("left", 1), ("right", 3)])
def test_everybody_peeks_and_learns_their_own_look(way: str, neighbour: int) -> None:
    play = match(f"all_snoop_{way}")
    play.move(3, Play(action=f"all_snoop_{way}"))
    assert told(play) == f"Lee had everybody look at one card of the {way} neighbour."
    name = ("Mira", "Jon", "Ada", "Lee")[neighbour]
    assert english(learned(play.view(0))).endswith(f" in the hand of {name}.")
    assert len(learned(play.view(0))) == 1
    summary = english(turn_summary(play.view(3)))
    assert summary.startswith(f"You played Everyone peeks {way}. You saw ")
    assert summary.count("You ") == 2  # what was played tells that everybody looked
    assert "everybody look" in english(own_story(play.view(3), 1))  # a log has no such line


def test_a_roll_call_fills_up_in_seat_order() -> None:
    play = match("sleuth_flying")
    play.move(3, Play(action="sleuth_flying"))
    assert told(play) == (
        "Lee called for the flying vehicles (Balloon, Seaplane, and Airliner). "
        "Ada had none. Mira and Jon are choosing a card each."
    )
    play.move(1, Show(card="seaplane"))
    assert told(play).endswith("Jon showed a card. Mira is choosing a card.")
    play.move(0, Show(card="balloon"))
    assert told(play).endswith("Mira and Jon showed a card each.")
    assert english(learned(play.view(3))) == (
        "Jon showed you the seaplane. Mira showed you the balloon."
    )


@pytest.mark.parametrize(
    ("tip", "target", "answer", "learnt"),
    [
        ("tip_vehicles", 1, ("seaplane", "airliner"), "Of the vehicles, Jon holds exactly"),
        ("tip_vehicles", 2, ("limousine",), "Of the vehicles, Ada holds exactly the limousine."),
        ("tip_female", 0, ("white",), "Asked for one of the women, Mira gave you Pearl."),
        ("tip_female", 2, (), "Ada holds none of the women."),
    ],
)
def test_a_tip_reads_alike_for_the_table(
    tip: str, target: int, answer: tuple[str, ...], learnt: str
) -> None:
    play = match(tip)
    play.move(3, Play(action=tip, target=target))
    name = ("Mira", "Jon", "Ada")[target]
    third = (target + 1) % 3
    for seat in (None, 3, target, third):
        assert told(play, seat=seat) == (
            f"Lee sent {name} a private tip and waits for the answer."
        )
    play.move(target, Answer(cards=answer))
    for seat in (None, 3, target, third):
        assert told(play, seat=seat) == f"Lee sent {name} a private tip and has the answer."
    assert english(learned(play.view(3))).startswith(learnt)
    assert english(learned(play.view(target))).startswith(("You showed Lee", "You told Lee"))
    assert learned(play.view(third)) == learned(play.view(None)) == ()


def test_a_wrong_accusation_is_public_and_the_case_is_for_its_seat_alone() -> None:
    play = match("any")
    play.move(3, Accuse(theory=("red", "train", "fort")))
    assert told(play) == (
        "Lee accused: Ruby in the train to the fort. That is not the case, so Lee is out."
    )
    assert english(learned(play.view(3))) == (
        "You have seen the case: Ruby in the train to the waterfall."
    )
    assert verdict(play.view(3)) == learned(play.view(0)) == ()


def test_a_right_accusation_ends_with_the_case() -> None:
    play = match("any")
    play.move(3, Accuse(theory=("red", "train", "fort")))
    play.move(0, Accuse(theory=CASE))
    assert told(play, 2) == "Mira accused: Ruby in the train to the waterfall. That is right!"
    assert english(verdict(play.view(None))) == (
        "🏆 Mira solved the case! It was Ruby in the train to the waterfall. It took 2 turns."
        " Thanks to Lee, who kept answering to the end."
    )


def test_the_last_seat_wins_where_the_option_says_so() -> None:
    play = match("any", last_seat_wins=True)
    for seat in (3, 0, 1):
        play.move(seat, Accuse(theory=("red", "train", "fort")))
    assert told(play, 3).endswith("so Jon is out. Ada is the last one still in.")
    assert english(verdict(play.view(None))).startswith("🏆 Ada is the last one in and wins.")


def test_only_who_was_out_and_went_on_answering_is_thanked() -> None:
    play = match("any", last_seat_wins=True)
    wrong = Accuse(theory=("red", "train", "fort"))
    for seat in (3, 0, 1):
        play.move(seat, wrong)
    assert play.state.position.out == {0, 1, 3}
    thanks = [line for line in verdict(play.view(None)) if line.key == "verdict.thanks"]
    assert english(thanks) == "Thanks to Mira and Lee, who kept answering to the end."


def test_skipped_removed_lapsed_and_stopped() -> None:
    play = match("any")
    play.move(3, Skipped())
    assert told(play) == "Lee ran out of time; the turn passed on."
    play.move(2, Removed())
    assert told(play, 2) == "Ada has left the match; the game master answers for that hand."
    play.move(0, Play(action="any", cards=("green", "balloon", "fort")))
    play.move(0, Removed())
    assert told(play, 2).endswith(
        "Nothing more was shown. Mira has left the match; the game master answers for that hand."
    )
    play.enter(Stopped(why=Stop.STOPPED))
    assert told(play, 3) == "The match was stopped."
    assert english(verdict(play.view(None))) == (
        "The match was stopped. Nobody wins. It was Ruby in the train to the waterfall."
        " It took 3 turns."
    )


def test_nobody_is_choosing_any_more_once_the_match_is_stopped() -> None:
    play = match("any")
    play.move(3, Play(action="any", cards=("purple", "train", "memorial")))
    play.enter(Stopped(why=Stop.STOPPED))
    assert told(play).endswith("had none. Nothing more was shown. The match was stopped.")
    play = match("tip_female")
    play.move(3, Play(action="tip_female", target=0))
    play.enter(Stopped(why=Stop.STOPPED))
    assert "no answer came" in told(play)


def test_a_turn_not_begun_has_no_story() -> None:
    play = match("any")
    assert (
        story(play.view(None), 0) == story(play.view(None), 1) == story(play.view(None), 2) == ()
    )
    play.move(3, Play(action="any", cards=CASE))
    play.move(3, End())
    assert story(play.view(None), 2) == ()


@pytest.mark.parametrize("number", range(3))
def test_the_story_is_the_same_in_every_view(number: int) -> None:
    """What the whole table reads never depends on whose view it is told from."""
    for n, play in enumerate(random_match(number, steps=60)):
        if n % 6 == 0:
            views: list[View] = [play.view(seat) for seat in (None, 0, 1, 2, 3)]
            turn = play.state.position.turn
            assert len({tuple(map(repr, story(view, turn))) for view in views}) == 1


def test_a_seat_reads_its_own_turn_as_its_own() -> None:
    play = match("snoop")
    play.move(3, Play(action="snoop", target=0))
    assert english(own_story(play.view(3), 1)).startswith("You saw ")
    assert english(own_story(play.view(0), 1)) == "Lee looked at one card of Mira."
    play.move(3, Accuse(theory=("red", "train", "fort")))
    assert "so you are out." in english(own_story(play.view(3), 1))
    assert "so Lee is out." in english(own_story(play.view(None), 1))


def test_every_sentence_about_a_seat_has_a_second_person() -> None:
    english_ = catalogue(DEFAULT).sentences
    about = {
        key for key, forms in english_.items() if key.startswith("story.") and "{seat}" in forms[0]
    }
    assert {key.replace("story.", "own.") for key in about} <= english_.keys()


def test_who_was_answered_for_is_told_but_not_with_what() -> None:
    """The story of a lot is the same whatever it drew, from one card or from two."""
    stories = []
    for cards, shown in (
        (("white", "balloon", "memorial"), "white"),
        (("white", "balloon", "memorial"), "balloon"),
        (("white", "train", "memorial"), "white"),
    ):
        play = match("any")
        play.move(3, Play(action="any", cards=cards))
        play.move(0, Show(card=shown), lot=True)
        told = english(story(play.view(None), 1))
        assert "The game master answered for" in told
        stories.append(told.split("?", 1)[1])
    assert len(set(stories)) == 1
    by_hand = match("any")
    by_hand.move(3, Play(action="any", cards=("white", "train", "memorial")))
    by_hand.move(0, Show(card="white"))
    assert "answered for" not in english(story(by_hand.view(None), 1))
