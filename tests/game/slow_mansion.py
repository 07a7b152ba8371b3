"""mansion once more, written from deploy/docs/rules.md alone and without regard to speed.

The board, its doors and its passages are read from that page, and a walk is found by trying every
path. It shares no code with gm.game; only lines in the record's JSON form are common to both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

PAGE = (Path(__file__).parents[2] / "deploy" / "docs" / "rules.md").read_text()
SUSPECTS = ["red", "yellow", "white", "green", "blue", "purple"]
WEAPONS = ["rope", "pipe", "knife", "wrench", "candlestick", "revolver"]
Square = tuple[int, int]
Spot = str | Square

GRID: list[str] = re.findall(r"^[~.A-Za-z0-9]{24}$", PAGE, re.MULTILINE)
DOORS: dict[str, list[tuple[Square, Square]]] = {
    room: [((int(a), int(b)), (int(c), int(d))) for a, b, c, d in re.findall(PAIR, doors)]
    for PAIR in [r"\((\d+), (\d+)\) ← \((\d+), (\d+)\)"]
    for room, doors in re.findall(r"^\| (\w+) \| (\(.*← .*) \|$", PAGE, re.MULTILINE)
}
ROOMS = list(DOORS)
PASSAGES = {
    room: other
    for one, two in [("kitchen", "study"), ("conservatory", "lounge")]
    for room, other in [(one, two), (two, one)]
}
START = {
    SUSPECTS[int(cell) - 1]: (r, c)
    for r, row in enumerate(GRID)
    for c, cell in enumerate(row)
    if cell.isdigit()
}


def is_corridor(square: Square) -> bool:
    row, column = square
    return 0 <= row < 25 and 0 <= column < 24 and GRID[row][column] in ".123456"


def around(square: Square) -> list[Square]:
    row, column = square
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def ends(spot: Spot, throw: int, tokens: frozenset[Square]) -> set[Spot]:
    """Where a walk may end, by trying every path (§3.13–§3.20)."""
    rooms: set[Spot] = set()
    by_length: dict[int, set[Spot]] = {}
    doors = {front: room for room in ROOMS for _, front in DOORS[room]}

    def go(here: Square, length: int, path: frozenset[Square]) -> None:
        if length:
            by_length.setdefault(length, set()).add(here)
        if length == throw:
            return
        if here in doors and doors[here] != spot:
            rooms.add(doors[here])
        for square in around(here):
            if is_corridor(square) and square not in path and square not in tokens:
                go(square, length + 1, path | {square})

    if isinstance(spot, str):
        for _, front in DOORS[spot]:
            if front not in tokens:
                go(front, 1, frozenset([front]))
    else:
        go(spot, 0, frozenset([spot]))
    if throw in by_length or rooms:
        return rooms | by_length.get(throw, set())
    return by_length[max(by_length)] if by_length else set()


known_ends = cache(ends)


class Game(NamedTuple):
    """A match; `stage` says what must come: its first word, then what that word needs.

    `called`: the seats that others' suggestions brought into the room they are in.
    """

    dice: int
    last_wins: bool
    plays: tuple[str, ...]
    hands: tuple[frozenset[str], ...]
    case: tuple[str, ...]
    aside: frozenset[str]
    seen: tuple[frozenset[str], ...]
    tokens: tuple[Spot, ...]
    turn: int
    called: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()
    stage: tuple[Any, ...] = ("turn",)

    def at(self, seat: int) -> Spot:
        return self.tokens[SUSPECTS.index(self.plays[seat])]

    def moved(self, suspect: str, to: Spot) -> Game:
        spots = dict(zip(SUSPECTS, self.tokens, strict=True)) | {suspect: to}
        return self._replace(tokens=tuple(spots[s] for s in SUSPECTS))

    def others(self) -> frozenset[Square]:
        """The squares with tokens but that of the active seat."""
        mine = SUSPECTS.index(self.plays[self.turn])
        spots = (spot for n, spot in enumerate(self.tokens) if n != mine)
        return frozenset(spot for spot in spots if not isinstance(spot, str))


def opened(lines: list[dict[str, Any]]) -> Game:
    """The match at the end of a record; nobody is removed or skipped in it but as `skipped`."""
    head, deal, _, *rest = lines
    plays = tuple(head["tokens"])
    game = Game(
        dice=head["options"].get("dice", 1),
        last_wins=head["options"].get("last_seat_wins", True),
        plays=plays,
        hands=tuple(map(frozenset, deal["hands"])),
        case=tuple(deal["case"]),
        aside=frozenset(deal.get("aside", [])),
        seen=(frozenset(),) * len(plays),
        tokens=tuple(START[s] for s in SUSPECTS),
        turn=plays.index(next(s for s in SUSPECTS if s in plays)),
    )
    for line in rest:
        assert line.get("move") == "skipped" or allowed(game, line), line
        game = after(game, line)
    return game


def ways(game: Game) -> set[str]:
    """How the active seat may move, or what it does where it may not."""
    spot, found = game.at(game.turn), set()
    if not isinstance(spot, str) or any(f not in game.others() for _, f in DOORS[spot]):
        found.add("roll")
    if spot in PASSAGES:
        found.add("passage")
    if game.turn in game.called:
        found.add("stay")
    return found or {"end"}


def allowed(game: Game, line: dict[str, Any]) -> bool:
    """Whether the line may come next."""
    word = game.stage[0]
    if "chance" in line:
        if word == "roll":
            dice = line.get("dice", [])
            return len(dice) == game.dice and all(1 <= pips <= 6 for pips in dice)
        unseen = game.aside - game.seen[game.turn]
        return word == "look" and line.get("seat") == game.turn and line.get("card") in unseen
    seat, move = line["seat"], line["move"]
    if word == "show":
        return seat == game.stage[1] and move == "show" and line["card"] in game.stage[2]
    if seat != game.turn:
        return False
    if word in ("turn", "after") and move == "accuse":
        parts = zip(line["theory"], (SUSPECTS, WEAPONS, ROOMS), strict=True)
        return all(card in cards for card, cards in parts)
    match word:
        case "turn":
            return move in ways(game)
        case "walk":
            to = line.get("to")
            spot = tuple(to) if isinstance(to, list) else to
            return move == "walk" and spot in known_ends(
                game.at(seat), game.stage[1], game.others()
            )
        case "after" if move == "suggest" and game.stage[1]:
            return line["cards"][0] in SUSPECTS and line["cards"][1] in WEAPONS
        case "after":
            return bool(move == "end")
        case _:
            return False


def after(game: Game, line: dict[str, Any]) -> Game:
    """The match after an allowed line."""
    seat = game.turn
    if "dice" in line:
        throw = sum(line["dice"])
        there = known_ends(game.at(seat), throw, game.others())
        return game._replace(stage=("walk", throw) if there else ("after", False))
    if "chance" in line:
        seen = [set(cards) for cards in game.seen]
        seen[seat].add(line["card"])
        return game._replace(seen=tuple(map(frozenset, seen)), stage=("after", False))
    match line["move"]:
        case "roll":
            return game._replace(stage=("roll",))
        case "walk":
            to = line["to"] if isinstance(line["to"], str) else tuple(line["to"])
            stage = ("after", isinstance(to, str))
            return game.moved(game.plays[seat], to)._replace(stage=stage)
        case "passage":
            spot = game.at(seat)
            assert isinstance(spot, str)
            return game.moved(game.plays[seat], PASSAGES[spot])._replace(stage=("after", True))
        case "stay":
            return game._replace(stage=("after", True))
        case "suggest":
            return suggested(game, *line["cards"])
        case "show":
            return game._replace(stage=("after", False))
        case "accuse":
            return accused(game, tuple(line["theory"]))
        case _:
            return next_turn(game)


def suggested(game: Game, suspect: str, weapon: str) -> Game:
    room = game.at(game.turn)
    if game.tokens[SUSPECTS.index(suspect)] != room:
        if suspect in game.plays:
            game = game._replace(called=game.called | {game.plays.index(suspect)})
        game = game.moved(suspect, room)
    n = len(game.hands)
    for other in [(game.turn + i) % n for i in range(1, n)]:
        fits = game.hands[other] & {suspect, weapon, room}
        if fits:
            return game._replace(stage=("show", other, fits))
    looks = bool(game.aside - game.seen[game.turn])
    return game._replace(stage=("look",) if looks else ("after", False))


def accused(game: Game, theory: tuple[str, ...]) -> Game:
    if theory == game.case:
        return game._replace(stage=("over",))
    spot, suspect = game.at(game.turn), game.plays[game.turn]
    for room in ROOMS:
        if any(front == spot for _, front in DOORS[room]):
            game = game.moved(suspect, room)
    game = game._replace(out=game.out | {game.turn})
    left = len(game.hands) - len(game.out)
    if left == 0 or (left == 1 and game.last_wins):
        return game._replace(stage=("over",))
    return next_turn(game)


def next_turn(game: Game) -> Game:
    n = len(game.hands)
    order = [(game.turn + i) % n for i in range(1, n + 1)]
    turn = next(seat for seat in order if seat not in game.out)
    return game._replace(turn=turn, called=game.called - {game.turn}, stage=("turn",))


def possible(game: Game) -> list[dict[str, Any]]:
    """Every allowed line."""
    return [line for line in thinkable(game) if allowed(game, line)]


def thinkable(game: Game) -> Iterator[dict[str, Any]]:
    """All that anybody could think of."""
    for size in (1, 2):
        yield from ({"chance": "roll", "dice": list(d)} for d in product(range(8), repeat=size))
    cards = [*SUSPECTS, *WEAPONS, *ROOMS]
    squares = [list(square) for square in product(range(25), range(24))]
    for seat in range(len(game.hands)):
        for card in cards:
            yield {"seat": seat, "move": "show", "card": card}
            yield {"chance": "look", "seat": seat, "target": "aside", "card": card}
        for move in ("roll", "passage", "stay", "end"):
            yield {"seat": seat, "move": move}
        for pair in product(SUSPECTS, [*WEAPONS, *ROOMS]):
            yield {"seat": seat, "move": "suggest", "cards": list(pair)}
        for theory in product(SUSPECTS, WEAPONS, ROOMS):
            yield {"seat": seat, "move": "accuse", "theory": list(theory)}
        yield from ({"seat": seat, "move": "walk", "to": to} for to in [*ROOMS, *squares])
