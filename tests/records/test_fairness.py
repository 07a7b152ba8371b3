"""An opened seed gives every draw of a match; anything else is found, with its line."""

import json
from pathlib import Path

import pytest

from gm.cli import main
from gm.game.chance import FIRST_SCHEME, Lots, seal, stirred
from gm.game.dealing import draw
from gm.game.engine import decide, legal_moves, start
from gm.game.events import FirstDrawn, Looked, Moved
from gm.game.leaves import leaf, salt
from gm.game.reasons import Reason
from gm.game.record.fairness import check_fairness
from gm.game.record.lines import Line, Opened, Sealed, write
from gm.game.record.reading import BadRecord, Record, dump, dumps, read
from gm.game.record.redacted import redacted
from gm.game.record.replay import replay
from gm.game.rulesets import ruleset
from gm.game.state import State, fold

SEALED = Path(__file__).parent / "sealed.jsonl"
LINES = SEALED.read_text().splitlines()
LAST = len(LINES)


def verdict(lines: list[str]) -> tuple[str, int] | None:
    try:
        check_fairness(replay(read("\n".join(lines).encode())))
    except BadRecord as error:
        return error.reason.value, error.line
    return None


def changed(number: int, **changes: object) -> list[str]:
    line = json.dumps(json.loads(LINES[number - 1]) | changes)
    return [*LINES[: number - 1], line, *LINES[number:]]


def test_a_fair_match_is_good(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(SEALED)]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True}


def test_what_does_not_come_of_the_seed_is_found() -> None:
    dealer = (json.loads(LINES[0])["dealer"] + 1) % 3
    kinds = [json.loads(line).get("chance") for line in LINES]
    markers, pile = kinds.index("markers") + 1, kinds.index("pile") + 1
    seats = json.loads(LINES[markers - 1])["seats"]
    assert verdict([*changed(1, dealer=dealer)[: pile - 1], LINES[-1]]) == ("NOT_AS_DRAWN", 1)
    assert verdict([LINES[0], *LINES[2:]]) == ("NOT_SEALED", 2)
    assert verdict(LINES[:1]) == ("NOT_SEALED", 1)
    assert verdict(changed(2, scheme="other-1")) == ("UNKNOWN_SCHEME", 2)
    assert verdict(LINES[:-1]) == ("NOT_OPENED", LAST - 1)
    assert verdict(changed(LAST, opened={"seed": "00" * 32})) == ("SEAL_BROKEN", LAST)
    early = [*changed(markers, seats=[*seats[1:], seats[0]])[: pile - 1], LINES[-1]]
    assert verdict(early) == ("NOT_AS_DRAWN", markers)


def test_the_order_of_a_hand_is_not_bound() -> None:
    deal = next(n for n, line in enumerate(LINES, 1) if json.loads(line).get("chance") == "deal")
    hands = json.loads(LINES[deal - 1])["hands"]
    assert verdict(changed(deal, hands=[hand[::-1] for hand in hands])) is None


def test_every_other_outcome_of_a_lot_is_found() -> None:
    """Looks, and answers of clocks and of the keeper, also where `by` is left away for a seat
    that was removed before.
    """
    played = replay(read(SEALED.read_bytes()))
    state = fold(State(header=played.record.header), played.opening)
    tried = {"look": 0, "lot": 0, "keeper": 0}
    for step in played.steps:
        entry, others = step.line.content, []
        if isinstance(entry, Looked):
            cards = [card for card in state.hands[entry.target] if card != entry.card]
            others = [Looked(seat=entry.seat, target=entry.target, card=card) for card in cards]
            tried["look"] += len(others)
        elif isinstance(entry, Moved) and entry.lot:
            moves = [move for move in legal_moves(state, entry.seat) if move != entry.move]
            others = [Moved(seat=entry.seat, move=move, lot=True) for move in moves]
            tried["lot"] += len(others)
            if entry.seat in state.position.removed:
                others += [Moved(seat=entry.seat, move=move) for move in moves]
                tried["keeper"] += len(moves)
        for other in others:
            lines = [*LINES[: step.number - 1], dumps(write(Line(content=other))), LINES[-1]]
            assert verdict(lines) == ("NOT_AS_DRAWN", step.number)
        state = fold(state, step.events)
    assert all(tried.values()), tried


def test_a_first_seat_that_was_voted_for_is_not_drawn() -> None:
    """By lot any other seat is found out; what the table voted is the table's."""
    seed = bytes(range(32))
    header = ruleset("casefile").header(
        deck="normal", options={"first": "vote"}, seats="ABC", dealer=None
    )
    state = fold(State(header=header), start(header))
    dealt = draw(state, seed)
    drawn = draw(fold(state, decide(state, dealt)), seed)
    assert isinstance(drawn, FirstDrawn)
    sealed, opened = Sealed(digest=seal(seed), scheme=FIRST_SCHEME), Opened(seed=seed)
    for seat in range(3):
        for voted in (True, False):
            first = FirstDrawn(seat=seat, voted=voted)
            lines = tuple(Line(content=c) for c in (sealed, dealt, first, opened))
            fair = voted or seat == drawn.seat
            said = verdict(dump(Record(header=header, lines=lines)).splitlines())
            assert said == (None if fair else ("NOT_AS_DRAWN", 4))


def test_a_redacted_record_proves_nothing() -> None:
    played = replay(read(SEALED.read_bytes()))
    with pytest.raises(BadRecord) as caught:
        check_fairness(replay(redacted(played, 1)))
    assert caught.value.reason is Reason.REDACTED


def test_the_scheme_gives_the_published_numbers() -> None:
    """The vectors of deploy/docs/record.md, for those who write the check again."""
    seed = bytes(range(32))
    assert seal(seed) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert [Lots(seed, "look", n).below(6) for n in range(8)] == VECTORS["looks"]
    assert list(Lots(seed, "markers", 1).shuffled(range(9))) == VECTORS["shuffle"]
    key = stirred(seed, ("tiger", "1 2026-01-31 20:15"))
    assert key.hex() == VECTORS["key"]
    assert leaf("red", "1", salt(key, "red")).hex() == VECTORS["leaf"]
    doc = (Path(__file__).parents[2] / "deploy" / "docs" / "record.md").read_text()
    assert all(str(vector) in doc for vector in VECTORS.values())


VECTORS: dict[str, list[int] | str] = {
    "looks": [0, 4, 5, 5, 1, 3, 2, 5],
    "shuffle": [5, 1, 7, 0, 6, 2, 4, 8, 3],
    "key": "7372e694d8c150849186bd11e46e0b72b790833fc800d3a0524915cd1d703b98",
    "leaf": "16f4dc4d7ee20c52320465bffd1c00640f8548c3908010468c2b754e87e3bfe5",
}
