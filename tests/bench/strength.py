"""How strong each level is: one seat of it at a table of others, match after match.

    python -m tests.bench.strength --hero sharp --field steady --rules getaway --games 400

Matches are numbered, and a number is a seed: deal, chance and the hero's chair follow from it.
Every block of matches is a line of the results file with the versions of both levels, so a run
goes on where it stopped, and the next run adds to it. `--table` prints what the file says.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

from gm.game.rulesets import RULESETS
from tests.bench.arena import contest, level

RESULTS = Path(__file__).parent / "results" / "strength.jsonl"
BLOCK = 20

TABLES: dict[str, tuple[tuple[str | None, int], ...]] = {
    "casefile": (
        *(("normal", n) for n in (2, 3, 4)),
        *(("advanced", n) for n in (2, 3, 4, 5, 6)),
        *(("grand", n) for n in (3, 4, 5, 6)),
    ),
    "getaway": tuple((None, n) for n in (3, 4, 5, 6)),
    "mansion": tuple((None, n) for n in (2, 3, 4, 5, 6)),
}


def key(rules: str, deck: str | None, seats: int, hero: str, field: str) -> dict[str, object]:
    """What tells one row of the table from the others."""
    return {
        "rules": rules,
        "deck": deck,
        "seats": seats,
        "hero": hero,
        "field": field,
        "versions": [level(hero).version, level(field).version],
    }


def kept(path: Path) -> Iterator[dict]:
    """The lines of the results file."""
    if path.exists():
        yield from map(json.loads, path.read_text().splitlines())


def run(row: dict, games: int, path: Path) -> None:
    """Play the blocks of this row that are not in the file yet."""
    done = {line["from"] for line in kept(path) if row.items() <= line.items()}
    for begin in range(0, games, BLOCK):
        if begin in done:
            continue
        clock = time.process_time()
        names = (row["rules"], row["deck"], row["seats"], row["hero"], row["field"])
        scores = [contest(*names, number) for number in range(begin, begin + BLOCK)]
        line = {
            **row,
            "from": begin,
            "games": BLOCK,
            "won": sum(score.won for score in scores),
            "lost": sum(score.lost for score in scores),
            "wrong": sum(score.wrong for score in scores),
            "turns": sum(score.turns for score in scores),
            "cpu": round(time.process_time() - clock, 1),
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


def rows(path: Path) -> list[dict]:
    """The rows of the file, their blocks added up; only of the newest versions."""
    found: dict[str, dict] = {}
    for line in kept(path):
        name = {k: line[k] for k in ("rules", "deck", "seats", "hero", "field", "versions")}
        if name["versions"] != [level(line["hero"]).version, level(line["field"]).version]:
            continue
        row = found.setdefault(json.dumps(name), {**name, "games": 0})
        for k in ("games", "won", "lost", "wrong", "turns"):
            row[k] = row.get(k, 0) + line[k]
    order = list(TABLES)
    return sorted(
        found.values(),
        key=lambda r: (r["hero"], r["field"], order.index(r["rules"]), str(r["deck"]), r["seats"]),
    )


def table(path: Path) -> str:
    """The results as a table in Markdown."""
    head = (
        "| hero | in a field of | game | seats | games | wins | fair | × fair | 95 % from "
        "| wrong | turns |"
    )
    lines = [head, "|" + "---|" * 11]
    for row in rows(path):
        games, fair = row["games"], 1 / row["seats"]
        won = row["won"] / games
        error = sqrt(won * (1 - won) / games)
        low = won - 1.96 * error
        mark = "" if low > fair else " ✗"
        game = row["rules"] + (f" {row['deck']}" if row["deck"] else "")
        lines.append(
            f"| {row['hero']} | {row['field']} | {game} | {row['seats']} | {games} "
            f"| {won:.1%} ± {error:.1%} | {fair:.1%} | {won / fair:.2f} | {low:.1%}{mark} "
            f"| {row['wrong'] / games:.1%} | {row['turns'] / games:.1f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Play on, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hero", action="append", default=[], help="may be given again")
    parser.add_argument("--field", action="append", default=[], help="one for each hero")
    parser.add_argument("--rules", choices=RULESETS, action="append")
    parser.add_argument("--deck", action="append")
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--table", action="store_true")
    args = parser.parse_args()
    if args.table:
        print(table(args.results))
        return
    for hero, field in zip(args.hero, args.field, strict=True):
        for rules in args.rules or TABLES:
            for deck, seats in TABLES[rules]:
                if args.deck and deck is not None and deck not in args.deck:
                    continue
                if not args.seats or seats in args.seats:
                    run(key(rules, deck, seats, hero, field), args.games, args.results)


if __name__ == "__main__":
    main()
