"""Why a cell is settled, in the words of the English catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any

import pytest

from gm.deduction.facts import ASIDE, CASE, CaseIs, Place
from gm.deduction.knowledge import problem
from gm.deduction.solver import Mark, marks, solve
from gm.game import engine
from gm.game.audience import redact
from gm.game.cards import UNKNOWN
from gm.game.dealing import draw
from gm.game.events import (
    Awaited,
    CaseSeen,
    Dealt,
    Drew,
    Ended,
    Looked,
    Moved,
    Passed,
    QuestionPut,
    SeenEvent,
    TurnBegan,
    WaitKind,
)
from gm.game.moves import Accuse, Answer, Join, Play, Show
from gm.game.rulesets import ruleset
from gm.game.state import State
from gm.game.state import fold as fold_state
from gm.game.view import View, fold
from gm.i18n import DEFAULT, PSEUDO, Html, Plain, render
from gm.voice.why import Because, against, because
from tests.voice.playing import Play as Match
from tests.voice.playing import random_match
from tests.voice.reading import Cast, english


def seen(
    hand: str,
    events: Iterable[SeenEvent],
    *,
    sizes: tuple[int, ...] = (6, 6, 6),
    up: str = "",
    aside: int = 0,
) -> View:
    """What the first seat has seen, laid out event by event; no game needs to have gone so."""
    hands = (tuple(hand.split()), *((UNKNOWN,) * size for size in sizes[1:]))
    dealt = Dealt(case=(UNKNOWN,) * 3, hands=hands, up=tuple(up.split()), aside=(UNKNOWN,) * aside)
    header = Match(3).header
    return fold(View(header=header, seat=0), (dealt, *events))


HAND = "yellow white balloon seaplane falls island"


def turn(*events: SeenEvent, seat: int = 0) -> tuple[SeenEvent, ...]:
    return (TurnBegan(seat=seat), *events)


def asked(asker: int, cards: str, *answers: Any) -> tuple[SeenEvent, ...]:
    """A question round: the number of a seat that is passed over, or a shown card."""
    events: list[SeenEvent] = [TurnBegan(seat=asker)]
    order = tuple((asker + step) % 3 for step in (1, 2))
    named = tuple(cards.split())
    events.append(QuestionPut(asker=asker, cards=named, order=order, every=False))
    for seat, answer in zip(order, answers, strict=False):
        if answer is None:
            events.append(Passed(seat=seat))
            continue
        events.append(Awaited(seat=seat, kind=WaitKind.SHOW, asker=asker))
        events.append(Moved(seat=seat, move=Show(card=answer), to=asker))
    return tuple(events)


def tip(action: str, target: int, *answer: str) -> tuple[SeenEvent, ...]:
    return turn(
        Drew(seat=0, card=action),
        Moved(seat=0, move=Play(action=action, target=target), to=target),
        Awaited(seat=target, kind=WaitKind.ANSWER, asker=0),
        Moved(seat=target, move=Answer(cards=answer), to=0),
    )


def said(view: View, card: str, place: Place) -> str:
    found = because(view, card, place)
    assert found is not None
    return english([found.line])


# -- what the deal itself shows --------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "place", "sentence"),
    [
        ("yellow", 0, "You hold Aurelio yourself."),
        ("yellow", CASE, "You hold Aurelio yourself."),
        ("train", 0, "You do not hold the train."),
        ("fort", 1, "Everybody sees the fort lie face up."),
        ("red", "up", "Everybody sees which cards lie face up: Ruby is not one of them."),
    ],
)
def test_what_lies_before_ones_eyes(card: str, place: Place, sentence: str) -> None:
    view = seen(HAND, (), sizes=(6, 5, 5), up="fort canyon")
    assert said(view, card, place) == sentence


def test_an_open_cell_has_no_reason() -> None:
    view = seen(HAND, ())
    assert because(view, "red", 1) is None
    assert against(view, "red", 1, holds=True) is None
    nothing = View(header=view.header, seat=0)
    assert because(nothing, "red", 1) is None
    assert against(nothing, "red", 1, holds=True) is None


def test_the_deal_alone_can_leave_one_card_for_the_case() -> None:
    view = seen("red yellow white green blue falls", ())
    assert said(view, "purple", CASE) == "From the deal alone, only Mauro is left for the case."
    assert said(view, "purple", 1) == "From the deal alone, Mauro belongs to the case."


# -- one thing seen --------------------------------------------------------------------------


def test_one_thing_seen_says_it() -> None:
    log = (
        *asked(0, "red train fort", None, "train"),
        *turn(Looked(seat=0, target=1, card="green")),
        *tip("tip_red", 2, "automobile"),
        *tip("tip_destinations", 1, "geyser", "beach"),
        *tip("tip_female", 2),
    )
    view = seen(HAND, log)
    assert said(view, "red", 1) == "Because Jon passed on Ruby in turn 1."
    assert said(view, "train", 2) == "Because Ada showed you the train in turn 1."
    assert said(view, "train", CASE) == "Because Ada showed you the train in turn 1."
    assert said(view, "green", 1) == "Because you saw Basil in the hand of Jon in turn 2."
    assert said(view, "automobile", 2) == (
        "Because Ada let you see the motorcar for a tip in turn 3."
    )
    assert (
        said(view, "geyser", 2)
        == said(view, "bridge", 1)
        == (
            "Because Jon told you of exactly the geyser and the beach among the destinations"
            " in turn 4."
        )
    )
    assert said(view, "blue", 2) == "Because Ada had none of the women in turn 5."
    assert said(view, "red", CASE) == (
        "Because Jon passed on Ruby in turn 1 and Ada had none of the women in turn 5,"
        " nobody holds Ruby."
    )


def test_a_question_all_pass_on_is_told_once() -> None:
    view = seen(HAND, asked(0, "red train fort", None, None))
    assert said(view, "red", CASE) == (
        "Because Jon and Ada passed on Ruby in turn 1, nobody holds Ruby."
    )
    assert said(view, "green", CASE) == (
        "Because Jon and Ada passed on Ruby in turn 1, Ruby belongs to the case."
    )


def test_who_had_one_of_some_cards_and_lacks_the_others() -> None:
    log = (
        *asked(1, "red train falls", UNKNOWN),
        *asked(0, "train blue fort", None, None),
    )
    view = seen(HAND, log)
    sentence = (
        "Because Ada had Ruby, the train, or the waterfall to show in turn 1"
        " and passed on the train in turn 2, while you hold the waterfall, "
    )
    assert said(view, "red", 2) == sentence + "that can only be Ruby."
    assert said(view, "red", 1) == sentence + "Ada holds Ruby."


def test_cards_that_lie_face_up_count_too() -> None:
    log = asked(1, "red train fort", UNKNOWN)
    view = seen("train white balloon seaplane falls island", log, sizes=(6, 6, 5), up="fort")
    assert said(view, "red", 2) == (
        "Because Ada had Ruby, the train, or the fort to show in turn 1, while you hold the train"
        " and the fort lies face up, that can only be Ruby."
    )


def test_a_roll_call_names_the_kind() -> None:
    log = turn(
        Moved(seat=1, move=Play(action="sleuth_female")),
        QuestionPut(asker=1, cards=("red", "white", "blue"), order=(2, 0), every=True),
        Awaited(seat=2, kind=WaitKind.SHOW, asker=1),
        Awaited(seat=0, kind=WaitKind.SHOW, asker=1),
    )
    view = seen(HAND, (*log, *asked(0, "red fort train", None, None)))
    assert said(view, "blue", 2) == (
        "Because Ada had one of the women to show in turn 1 and passed on Ruby in turn 2,"
        " while you hold Pearl, that can only be Skye."
    )


def test_a_hand_that_is_full_takes_no_more() -> None:
    log = (
        *tip("tip_suspects", 1, "green", "blue"),
        *turn(Looked(seat=0, target=1, card="train")),
        *turn(Looked(seat=0, target=1, card="fort")),
    )
    view = seen(HAND, log, sizes=(6, 4, 8))
    assert said(view, "canyon", 1) == (
        "Because Jon told you of exactly Basil and Skye among the suspects in turn 1 and"
        " you saw the train and the fort in the hand of Jon in turns 2 and 3,"
        " all 4 cards of Jon are known."
    )
    small = seen(HAND, turn(Looked(seat=0, target=1, card="train")), sizes=(6, 1, 11))
    assert said(small, "fort", 1) == (
        "Because you saw the train in the hand of Jon in turn 1, the one card of Jon is known."
    )


def test_a_hand_without_room() -> None:
    log = (
        *turn(Looked(seat=0, target=1, card="train")),
        *asked(0, "red green falls", UNKNOWN),
    )
    view = seen(HAND, log, sizes=(6, 2, 10))
    assert said(view, "fort", 1) == (
        "Because you saw the train in the hand of Jon in turn 1 and Jon had Ruby, Basil, or the"
        " waterfall to show in turn 2, while you hold the waterfall, Jon has no room left for"
        " the fort."
    )


def test_a_hand_that_must_hold_all_that_is_left() -> None:
    log = (
        *turn(accusing(0), CaseSeen(seat=0, case=("red", "train", "fort"))),
        *tip("tip_destinations", 1, "mountain", "geyser", "memorial", "beach", "bridge", "canyon"),
    )
    view = seen(HAND, log)
    assert said(view, "green", 2) == (
        "Because you saw the case in turn 1 and Jon told you of exactly the mountain, the"
        " geyser, the memorial, the beach, the bridge, and the canyon among the destinations"
        " in turn 2, all 6 cards of Ada are known, Basil among them."
    )


def accusing(seat: int) -> Moved:
    return Moved(seat=seat, move=Accuse(theory=("blue", "train", "fort")))


def test_the_case_seen_and_shown() -> None:
    case = ("red", "train", "fort")
    view = seen(HAND, turn(accusing(0), CaseSeen(seat=0, case=case)))
    assert (
        said(view, "red", CASE)
        == said(view, "blue", CASE)
        == ("Because you saw the case in turn 1.")
    )
    view = seen(HAND, (*turn(), Ended(winner=1, case=case)))
    assert said(view, "red", 2) == "Because the case was shown at the end."


def test_an_accusation_that_proved_wrong() -> None:
    log = (
        *turn(accusing(1), CaseSeen(seat=1, case=(UNKNOWN,) * 3), seat=1),
        *asked(0, "train red fort", None, None),
    )
    view = seen(HAND, log)
    assert said(view, "blue", CASE) == (
        "Because Jon and Ada passed on Ruby in turn 2, Ruby belongs to the case."
    )
    log = (
        *turn(accusing(1), CaseSeen(seat=1, case=(UNKNOWN,) * 3), seat=1),
        *asked(0, "yellow train fort", None, None),
    )
    view = seen(HAND, log)
    assert said(view, "blue", CASE) == (
        "Because Skye in the train to the fort proved wrong in turn 1 and Jon and Ada passed on"
        " the train and the fort in turn 2, Skye cannot belong to the case."
    )


def test_a_wrong_accusation_with_its_theory_hidden_tells_nothing() -> None:
    hidden = Moved(seat=1, move=Accuse(theory=(UNKNOWN,) * 3))
    view = seen(HAND, turn(hidden, CaseSeen(seat=1, case=(UNKNOWN,) * 3), seat=1))
    assert problem(view) == problem(seen(HAND, ()))


# -- cards laid aside ------------------------------------------------------------------------


def look_aside(card: str) -> tuple[SeenEvent, ...]:
    return turn(Looked(seat=0, target=ASIDE, card=card))  # type: ignore[arg-type]


def test_cards_laid_aside() -> None:
    log = (*look_aside("red"), *look_aside("train"))
    view = seen(HAND, log, sizes=(6, 10), aside=2)
    assert said(view, "red", ASIDE) == (
        "Because you saw Ruby among the cards laid aside in turn 1."
    )
    assert said(view, "fort", ASIDE) == (
        "Because you saw Ruby and the train among the cards laid aside in turns 1 and 2,"
        " the 2 cards laid aside are known."
    )
    assert said(view, "red", 1) == "Because you saw Ruby among the cards laid aside in turn 1."


def test_a_card_that_can_only_lie_aside() -> None:
    log = (
        *turn(accusing(0), CaseSeen(seat=0, case=("red", "train", "fort"))),
        TurnBegan(seat=0),
        QuestionPut(asker=0, cards=("green", "blue", "canyon"), order=(1,), every=False),
        Passed(seat=1),
    )
    view = seen(HAND, log, sizes=(6, 8), aside=4)
    assert said(view, "green", ASIDE) == (
        "Because you saw the case in turn 1 and Jon passed on Basil in turn 2,"
        " Basil can only lie aside."
    )


# -- chains ----------------------------------------------------------------------------------


def settled(play: Match, seat: int | None) -> Iterable[tuple[View, str, Place, Because]]:
    view = play.view(seat)
    known = problem(view)
    assert known is not None
    found = marks(solve(known))
    for card, place in product(known.cards, known.places):
        reason = because(view, card, place)
        mark = found[card, place]
        for holds in (True, False):
            fits = mark is Mark.MAYBE or holds == (mark is Mark.YES)
            assert (against(view, card, place, holds=holds) is None) == fits
        assert (reason is None) == (mark is Mark.MAYBE)
        if reason is not None:
            assert reason.holds == (mark is Mark.YES)
            yield view, card, place, reason


@pytest.mark.parametrize("number", range(3))
def test_every_mark_has_its_sentence_and_every_contrary_mark_its_warning(number: int) -> None:
    seats = 3 + number
    *_, play = random_match(number, seats, steps=70)
    keys = set()
    for view, card, place, reason in settled(play, number):
        keys.add(reason.line.key)
        for language, channel in product((DEFAULT, PSEUDO), (Plain(), Html())):
            text = render(reason.line, language, Cast(("<b>&\n",) * 6, language), channel)
            assert "\n" not in text
            assert channel.__class__ is Plain or "<b>" not in text
        assert english([reason.line]).endswith(".")
        warning = against(view, card, place, holds=not reason.holds)
        assert warning is not None
        assert english([warning]).endswith(".")
    assert {"why.direct", "why.because"} <= keys


def test_a_long_chain_names_its_turns_only() -> None:
    *_, play = random_match(0, 3, steps=70)
    chains = [b for *_, b in settled(play, 0) if b.line.key == "why.chain"]
    assert chains
    for chain in chains:
        text = english([chain.line])
        assert text.startswith("Taken together, what you saw in turns ")
        assert len(text) < 200


# -- the other games -------------------------------------------------------------------------


def some_views(
    rules: str, deck: str | None, seats: int, number: int, **fields: Any
) -> Iterable[View]:
    """Every seat's view of a match of random legal moves; few accuse."""
    random = Random(number)
    header = ruleset(rules).header(
        deck=deck, options={}, seats=tuple("ABCDEF"[:seats]), dealer=None, **fields
    )
    events = list(engine.start(header))
    state = fold_state(State(header=header), events)
    seed = random.randbytes(32)
    for _ in range(140):
        if state.due:
            entry: Any = draw(state, seed)
        elif state.position.over:
            break
        else:
            wait = random.choice(state.position.waits)
            moves = engine.legal_moves(state, wait.seat)
            bold = rules == "casefile" and random.random() < 0.03
            moves = tuple(m for m in moves if isinstance(m, Accuse | Join) is bold) or moves
            entry = Moved(seat=wait.seat, move=random.choice(moves))
        more = engine.decide(state, entry)
        events += more
        state = fold_state(state, more)
    for seat in range(seats):
        seen_events = (redact(event, seat) for event in events)
        yield fold(
            View(header=header, seat=seat), (event for event in seen_events if event is not None)
        )


@pytest.mark.parametrize(
    ("rules", "deck", "seats", "fields"),
    [
        ("casefile", "normal", 2, {}),
        ("casefile", "normal", 4, {}),
        ("casefile", "advanced", 5, {}),
        ("casefile", "grand", 6, {}),
        ("mansion", None, 2, {"tokens": ("red", "blue")}),
        ("mansion", None, 4, {"tokens": ("red", "blue", "white", "green")}),
    ],
)
def test_the_other_games_have_a_sentence_for_every_mark_too(
    rules: str, deck: str | None, seats: int, fields: dict[str, Any]
) -> None:
    told = set()
    view = next(iter(some_views(rules, deck, seats, 1, **fields)))
    known = problem(view)
    assert known is not None
    found = marks(solve(known))
    assert found
    for cell, mark in found.items():
        reason = because(view, *cell)
        assert (reason is None) == (mark is Mark.MAYBE)
        if reason is not None:
            assert reason.holds == (mark is Mark.YES)
            told.add(english([reason.line]))
    assert all(sentence.endswith(".") for sentence in told)
    assert len(told) > 10


def test_a_lone_accuser_whose_theory_stays_hidden_has_seen_the_case() -> None:
    """Casefile: the seat that accused wrongly knows the case, the others not even what it said."""
    sentences = []
    for number in range(20):
        views = list(some_views("casefile", "normal", 4, number))
        accusers = {event.seat for event in views[0].log if isinstance(event, CaseSeen)}
        if views[0].position.over or not accusers:
            continue
        for seat, view in enumerate(views):
            known = problem(view)
            assert known is not None
            knows = any(isinstance(fact, CaseIs) for fact in known.facts)
            assert knows == (seat in accusers)
            if knows:
                assert view.case is not None
                sentences.append(said(view, view.case[0], CASE))
    assert sentences
    assert all("you saw the case in turn " in s or "nobody holds" in s for s in sentences)
