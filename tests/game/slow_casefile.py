"""casefile once more, written from deploy/docs/rules.md alone and without regard to speed.

It tries every line that anybody could think of and keeps those that its own rules allow. It
shares no code with gm.game; only lines in the record's JSON form are common to both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any, NamedTuple

SUSPECTS = ["red", "yellow", "white", "green", "blue", "purple"]
WEAPONS = {
    "normal": ["knife", "rope", "candlestick"],
    "advanced": ["knife", "rope", "candlestick", "revolver"],
    "grand": ["rope", "pipe", "knife", "wrench", "candlestick", "revolver"],
}
LOCATIONS = {
    "normal": ["billiard", "dining", "kitchen"],
    "advanced": ["billiard", "dining", "kitchen", "hall", "library"],
    "grand": [
        "kitchen",
        "ballroom",
        "conservatory",
        "dining",
        "billiard",
        "library",
        "lounge",
        "hall",
        "study",
    ],
}
Theories = tuple[tuple[int, tuple[str, ...]], ...]


class Game(NamedTuple):
    """A match; `stage` says what must come: its first word, then what that word needs.

    `sealed`: the theories of the accusation that is going on, its accuser's first.
    """

    deck: str
    agreed: bool
    last_wins: bool
    hands: tuple[frozenset[str], ...]
    case: tuple[str, ...]
    turn: int
    out: frozenset[int] = frozenset()
    sealed: Theories = ()
    stage: tuple[Any, ...] = ("turn",)


def opened(lines: list[dict[str, Any]]) -> Game:
    """The match at the end of a record."""
    head, deal, first, *rest = lines
    options = head["options"]
    game = Game(
        deck=head["deck"],
        agreed=options.get("accusation_order") == "agreed",
        last_wins=options.get("last_seat_wins", False),
        hands=tuple(map(frozenset, deal["hands"])),
        case=tuple(deal["case"]),
        turn=first["seat"],
    )
    for line in rest:
        assert allowed(game, line), line
        game = after(game, line)
    return game


def round_from(game: Game, seat: int) -> list[int]:
    """The other seats from the left of this one, those that are out too."""
    n = len(game.hands)
    return [(seat + i) % n for i in range(1, n)]


def is_theory(game: Game, theory: list[str]) -> bool:
    if len(theory) != 3:
        return False
    suspect, weapon, location = theory
    return (
        suspect in SUSPECTS and weapon in WEAPONS[game.deck] and location in LOCATIONS[game.deck]
    )


def allowed(game: Game, line: dict[str, Any]) -> bool:
    """Whether the line may come next."""
    seat, move = line["seat"], line["move"]
    match game.stage[0]:
        case "turn":
            if seat != game.turn:
                return False
            if move == "ask":
                pair = set(line["cards"])
                deck = {*SUSPECTS, *WEAPONS[game.deck], *LOCATIONS[game.deck]}
                return len(line["cards"]) == len(pair) == 2 and pair <= deck
            return move == "accuse" and is_theory(game, line["theory"])
        case "show":
            return move == "show" and seat == game.stage[1] and line["card"] in game.stage[2]
        case "join":
            if seat not in game.stage[1]:
                return False
            return move == "decline" or (move == "join" and is_theory(game, line["theory"]))
        case "order":
            accusers = sorted(seat for seat, _ in game.sealed)
            return move == "order" and seat == game.turn and sorted(line["order"]) == accusers
        case "agree":
            return move in ("agree", "refuse") and seat in game.stage[1]
        case _:
            return False


def after(game: Game, line: dict[str, Any]) -> Game:
    """The match after an allowed line."""
    seat = line["seat"]
    match line["move"]:
        case "ask":
            for other in round_from(game, seat):
                fits = game.hands[other] & set(line["cards"])
                if fits:
                    return game._replace(stage=("show", other, fits))
            return next_turn(game)
        case "show":
            return next_turn(game)
        case "accuse":
            asked = tuple(other for other in round_from(game, seat) if other not in game.out)
            sealed = ((seat, tuple(line["theory"])),)
            return chosen(game._replace(sealed=sealed, stage=("join", asked)))
        case "join":
            sealed = (*game.sealed, (seat, tuple(line["theory"])))
            return chosen(less(game._replace(sealed=sealed), seat))
        case "decline":
            return chosen(less(game, seat))
        case "order":
            clockwise = in_turn(game)
            if line["order"] == clockwise:
                return reveal(game, clockwise)
            return game._replace(stage=("agree", tuple(clockwise[1:]), tuple(line["order"])))
        case "agree":
            game = less(game, seat)
            return game if game.stage[1] else reveal(game, list(game.stage[2]))
        case _:
            return reveal(game, in_turn(game))


def less(game: Game, seat: int) -> Game:
    """The match waits for one seat less."""
    word, asked, *more = game.stage
    return game._replace(stage=(word, tuple(s for s in asked if s != seat), *more))


def in_turn(game: Game) -> list[int]:
    """The accusers: the active seat, then clockwise."""
    accusers = dict(game.sealed)
    return [s for s in [game.turn, *round_from(game, game.turn)] if s in accusers]


def chosen(game: Game) -> Game:
    """When the last has chosen: alone, by the order, or first the order."""
    if game.stage[1]:
        return game
    if len(game.sealed) > 1:
        return game._replace(stage=("order",)) if game.agreed else reveal(game, in_turn(game))
    if game.sealed[0][1] == game.case:
        return over(game)
    out = game.out | {game.turn}
    left = len(game.hands) - len(out)
    game = game._replace(out=out, sealed=())
    return over(game) if left == 0 or (left == 1 and game.last_wins) else next_turn(game)


def reveal(game: Game, order: list[int]) -> Game:
    """Whoever wins, it is over."""
    assert sorted(order) == sorted(in_turn(game))
    return over(game)


def over(game: Game) -> Game:
    return game._replace(stage=("over",), sealed=())


def next_turn(game: Game) -> Game:
    there = [s for s in [*round_from(game, game.turn), game.turn] if s not in game.out]
    return game._replace(turn=there[0], stage=("turn",), sealed=())


def possible(game: Game) -> list[dict[str, Any]]:
    """Every allowed line; of several seats that are asked the first clockwise only."""
    found = [line for line in thinkable(game) if allowed(game, line)]
    if game.stage[0] in ("join", "agree"):
        found = [line for line in found if line["seat"] == game.stage[1][0]]
    return found


def thinkable(game: Game) -> Iterator[dict[str, Any]]:
    """All that anybody could think of; two cards in one order only."""
    cards = [*SUSPECTS, *WEAPONS["grand"], *sorted({*LOCATIONS["grand"]})]
    theories = [list(t) for t in product(SUSPECTS, WEAPONS["grand"], LOCATIONS["grand"])]
    for seat in range(len(game.hands)):
        for move in ("agree", "refuse", "decline"):
            yield {"seat": seat, "move": move}
        for card in cards:
            yield {"seat": seat, "move": "show", "card": card}
        for n, card in enumerate(cards):
            yield from ({"seat": seat, "move": "ask", "cards": [card, b]} for b in cards[n:])
        for theory in theories:
            yield {"seat": seat, "move": "accuse", "theory": theory}
            yield {"seat": seat, "move": "join", "theory": theory}
        for size in range(len(game.hands) + 1):
            for order in permutations(range(len(game.hands)), size):
                yield {"seat": seat, "move": "order", "order": list(order)}
