"""getaway once more, written from deploy/docs/rules.md alone and without regard to speed.

It tries every line that anybody could think of and keeps those that its own rules allow. It
shares no code with gm.game; only lines in the record's JSON form are common to both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any, NamedTuple

SUSPECTS = ["red", "yellow", "white", "green", "blue", "purple"]
VEHICLES = ["balloon", "seaplane", "airliner", "limousine", "automobile", "train"]
PLACES = ["falls", "island", "mountain", "geyser", "memorial", "beach", "bridge", "canyon", "fort"]
ASKS = {
    "sleuth_female": "red white blue",
    "sleuth_male": "yellow green purple",
    "sleuth_flying": "balloon seaplane airliner",
    "sleuth_blue": "balloon seaplane limousine",
    "sleuth_south": "memorial beach bridge canyon fort",
    "sleuth_west": "mountain geyser bridge canyon fort",
    "tip_suspects": " ".join(SUSPECTS),
    "tip_vehicles": " ".join(VEHICLES),
    "tip_destinations": " ".join(PLACES),
    "tip_female": "red white blue",
    "tip_red": "airliner automobile train",
    "tip_north": "falls island mountain geyser",
}
NAMES = ["any", "present", "snoop", "all_snoop_left", "all_snoop_right", *ASKS]


class Game(NamedTuple):
    """A match; `stage` says what must come: its first word, then what that word needs."""

    hands: tuple[frozenset[str], ...]
    case: tuple[str, ...]
    markers: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    discards: tuple[str, ...]
    turn: int
    out: frozenset[int]
    stage: tuple[Any, ...]


def left_of(seat: int, n: int) -> list[int]:
    return [(seat + i) % n for i in range(1, n)]


def opened(lines: list[dict[str, Any]]) -> Game:
    """The match at the end of a record."""
    head, deal, markers, pile, *rest = lines
    n, dealer = len(head["seats"]), head["dealer"]
    actions: list[tuple[str, ...]] = [()] * n
    cards = list(pile["cards"])
    for seat in [*left_of(dealer, n), dealer]:
        actions[seat] = (cards.pop(0),)
    game = Game(
        hands=tuple(map(frozenset, deal["hands"])),
        case=tuple(deal["case"]),
        markers=tuple(markers["seats"]),
        actions=tuple(actions),
        pile=tuple(cards),
        discards=(),
        turn=dealer,
        out=frozenset(),
        stage=(),
    )
    game = begin(game, dealer)
    for line in rest:
        assert allowed(game, line), line
        game = after(game, line)
    return game


def begin(game: Game, seat: int) -> Game:
    if not game.pile:
        return game._replace(turn=seat, stage=("pile",))
    drawn = put(game.actions, seat, (*game.actions[seat], game.pile[0]))
    return game._replace(turn=seat, stage=("turn",), actions=drawn, pile=game.pile[1:])


def put(rows: tuple[Any, ...], seat: int, row: Any) -> tuple[Any, ...]:
    return tuple(row if n == seat else old for n, old in enumerate(rows))


def next_turn(game: Game) -> Game:
    n = len(game.hands)
    there = [seat for seat in [*left_of(game.turn, n), game.turn] if seat not in game.out]
    return begin(game, there[0]) if there else game._replace(stage=("over",))


def may_accuse(theory: list[str]) -> bool:
    return (
        len(theory) == 3
        and theory[0] in SUSPECTS
        and theory[1] in VEHICLES
        and theory[2] in PLACES
    )


def allowed(game: Game, line: dict[str, Any]) -> bool:
    """Whether the line may come next."""
    word = game.stage[0]
    if "chance" in line:
        if word == "pile":
            return line["chance"] == "pile" and sorted(line["cards"]) == sorted(game.discards)
        if word != "look" or line["chance"] != "look":
            return False
        seat, target = game.stage[1][0]
        return (line["seat"], line["target"]) == (seat, target) and line["card"] in game.hands[
            target
        ]
    seat, move = line["seat"], line["move"]
    if word == "show":
        fits = dict(game.stage[1])
        return move == "show" and seat in fits and line["card"] in fits[seat]
    if word == "answer":
        _, target, name = game.stage
        if move != "answer" or seat != target:
            return False
        fits = game.hands[target] & set(ASKS[name].split())
        given = set(line["cards"])
        if name in ("tip_suspects", "tip_vehicles", "tip_destinations"):
            return given == fits
        return given <= fits and len(given) == min(1, len(fits))
    if word not in ("turn", "after") or seat != game.turn:
        return False
    if move == "accuse":
        return may_accuse(line["theory"])
    if word == "after":
        return move == "end"
    return move == "play" and may_play(game, line)


def may_play(game: Game, line: dict[str, Any]) -> bool:
    name, here = line["action"], game.markers[game.turn]
    if name not in game.actions[game.turn]:
        return False
    choices = line.keys() - {"seat", "move", "action"}
    if name == "any":
        return choices == {"cards"} and may_accuse(line["cards"])
    if name == "present":
        if choices == {"go"}:
            return line["go"] in PLACES and line["go"] != here
        return choices == {"cards"} and may_accuse([*line["cards"], here])
    if name == "snoop" or name.startswith("tip"):
        return choices == {"target"} and line["target"] in left_of(game.turn, len(game.hands))
    return not choices


def after(game: Game, line: dict[str, Any]) -> Game:
    """The match after an allowed line."""
    if line.get("chance") == "pile":
        return begin(game._replace(pile=tuple(line["cards"]), discards=()), game.turn)
    if "chance" in line:
        rest = game.stage[1][1:]
        return game._replace(stage=("look", rest) if rest else ("after",))
    match line["move"]:
        case "end":
            return next_turn(game)
        case "accuse":
            if tuple(line["theory"]) == game.case:
                return game._replace(stage=("over",))
            return next_turn(game._replace(out=game.out | {game.turn}))
        case "show":
            rest = tuple(pair for pair in game.stage[1] if pair[0] != line["seat"])
            return game._replace(stage=("show", rest) if rest else ("after",))
        case "answer":
            return game._replace(stage=("after",))
        case _:
            return played(game, line)


def played(game: Game, line: dict[str, Any]) -> Game:
    name, seat, n = line["action"], game.turn, len(game.hands)
    held = list(game.actions[seat])
    held.remove(name)
    game = game._replace(actions=put(game.actions, seat, tuple(held)))
    if name.startswith("tip"):
        return game._replace(stage=("answer", line["target"], name))
    game = game._replace(discards=(*game.discards, name))
    if name == "snoop":
        return game._replace(stage=("look", ((seat, line["target"]),)))
    if name.startswith("all_snoop"):
        step = 1 if name.endswith("left") else n - 1
        ring = [(seat + step * i) % n for i in range(n)]
        looks = tuple((s, (s + step) % n) for s in ring if s not in game.out)
        return game._replace(stage=("look", looks))
    if name.startswith("sleuth"):
        return asked(game, ASKS[name].split(), everybody=True)
    if "go" in line:
        return take(game, line["go"])._replace(stage=("after",))
    cards = [*line["cards"], game.markers[seat]][:3]
    return asked(take(game, cards[2]), cards, everybody=False)


def take(game: Game, marker: str) -> Game:
    mine = game.markers[game.turn]
    swap = {marker: mine, mine: marker}
    return game._replace(markers=tuple(swap.get(m, m) for m in game.markers))


def asked(game: Game, cards: list[str], *, everybody: bool) -> Game:
    fits = [(s, game.hands[s] & set(cards)) for s in left_of(game.turn, len(game.hands))]
    having = tuple(pair for pair in fits if pair[1])
    having = having if everybody else having[:1]
    return game._replace(stage=("show", having) if having else ("after",))


# -- everything anybody could think of -------------------------------------------------------

THEORIES = [[s, v, d] for s in SUSPECTS for v in VEHICLES for d in PLACES]
CARDS = [*SUSPECTS, *VEHICLES, *PLACES]
SUBSETS = [
    list(some)
    for cards in (SUSPECTS, VEHICLES, PLACES)
    for size in range(1, len(cards) + 1)
    for some in combinations(cards, size)
]


def thinkable(game: Game) -> Iterator[dict[str, Any]]:
    n = len(game.hands)
    seats = range(n)
    yield {"chance": "pile", "cards": game.discards}
    for seat, target in ((s, t) for s in seats for t in seats):
        for card in CARDS:
            yield {"chance": "look", "seat": seat, "target": target, "card": card}
    for seat in seats:
        yield {"seat": seat, "move": "end"}
        for card in CARDS:
            yield {"seat": seat, "move": "show", "card": card}
        for theory in THEORIES:
            yield {"seat": seat, "move": "accuse", "theory": theory}
    if game.stage[0] == "answer":
        for seat, cards in ((s, c) for s in seats for c in [[], *SUBSETS]):
            yield {"seat": seat, "move": "answer", "cards": cards}
    for name in NAMES:
        play = {"seat": game.turn, "move": "play", "action": name}
        yield play
        yield from ({**play, "target": seat} for seat in range(-1, n + 1))
        yield from ({**play, "go": card} for card in CARDS)
        pairs = [[s, v] for s in SUSPECTS for v in VEHICLES]
        yield from ({**play, "cards": cards} for cards in chain(pairs, THEORIES))


def possible(game: Game) -> list[dict[str, Any]]:
    """Every allowed line; answers to a sleuth in the order of the seats only."""
    if game.stage[0] == "over":
        return []
    found = [line for line in thinkable(game) if allowed(game, line)]
    if game.stage[0] == "show":
        found = [line for line in found if line["seat"] == game.stage[1][0][0]]
    return found
