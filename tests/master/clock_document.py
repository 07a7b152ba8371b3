"""The tables of deploy/docs/clocks.md, found by letting every kind of wait run out.

`python -m tests.master.clock_document` writes them anew.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from gm.game.events import Moved, WaitKind
from gm.game.moves import Accuse, Join, Move, Order
from gm.game.position import Wait
from gm.master import clocks, hours, pace, resting, winding
from gm.master.commands import Delivered, Strike
from gm.master.notices import NoticeKind
from gm.master.pace import CHOICES, LADDERS, WAITS, Pace
from gm.master.tables import Phase, Place
from gm.store import embedded
from gm.store.redis_store import IDLE_SECONDS
from tests.support.database import client
from tests.support.table import ANN, BOB, CY, TableTop

DOCUMENT = Path(__file__).parents[2] / "deploy" / "docs" / "clocks.md"
_AGREED = {"accusation_order": "agreed"}
_GAMES = (("getaway", {}), *3 * (("casefile", _AGREED),), ("mansion", {}))
_DEFAULTS = {
    "Show": "a card that fits is shown, by lot",
    "Answer": "the tip is answered, by lot",
    "Decline": "the accusation is not joined",
    "Order": "clockwise",
    "Refuse": "no agreement: clockwise",
    "Skipped": "the turn passes on",
}
_WORDS = {
    WaitKind.TURN: "to play",
    WaitKind.AFTER: "to end the turn or accuse",
    WaitKind.WALK: "to choose where to walk",
    WaitKind.SHOW: "to show a card",
    WaitKind.ANSWER: "to answer a private tip",
    WaitKind.JOIN: "to join an accusation or not",
    WaitKind.ORDER: "to propose an order",
    WaitKind.AGREE: "to agree to an order",
}
_NOTICES = {NoticeKind.NUDGE: "private", NoticeKind.MENTION: "in the group, by name"}
_STEPS = {
    "nudge": "first reminder, after",
    "mention": "second reminder, after",
    "waits": "idle waits in a row until somebody else sits there",
    "grace": "the seat is kept for",
    "more": "more time, times a wait",
}


def row(top: TableTop, wait: Wait) -> tuple[str, ...]:
    """What the steps of one wait do, as it runs out."""
    told = []
    for _ in range(2):
        due = clocks.due(top.running(wait))
        top.clock.at = due
        top.said()
        top.ok(Strike)
        reminders = [n for n in top.said() if n.kind in _NOTICES]
        loud = {_NOTICES[n.kind] + ("" if n.ring else ", silent") for n in reminders}
        told.append(" and ".join(sorted(loud)) or "nothing")
    match = top.scene.match
    assert match is not None
    top.clock.at = clocks.due(top.running(wait))
    top.ok(Delivered, match=top.table.match, wait=wait.opened, at=top.clock.at)
    top.ok(Strike)
    after = top.scene.match
    assert after is not None
    moves = [e for e in after.events[len(match.events) :] if isinstance(e, Moved)]
    move = next(e.move for e in moves if e.seat == wait.seat)
    assert top.table.idle[wait.seat] >= 1
    return (*told, _DEFAULTS[type(move).__name__])


def rows(url: str) -> dict[WaitKind, tuple[str, ...]]:
    """A row for each kind of wait, in whatever game it comes first."""
    found: dict[WaitKind, tuple[str, ...]] = {}
    redis = client(url)
    for number, (rules, options) in enumerate(_GAMES):
        top = TableTop(redis, seed=f"{rules}{number}", place=Place(chat=-number - 1))
        lots = Random(number)
        top.playing((ANN, BOB, CY), rules=rules, options={"waits": 4, **options})
        for _ in range(600):
            if top.table.phase is not Phase.PLAYING or len(found) == len(WaitKind):
                break
            new = next((w for w in top.waits if w.kind not in found and top.person(w.seat)), None)
            if new is not None:
                found[new.kind] = row(top, new)
                continue
            wait = next(w for w in top.waits if top.person(w.seat))
            top.act(wait, lots.choice(_wanted(top.moves(wait), bold=rules == "casefile")))
    return found


def _wanted(moves: Sequence[Move], *, bold: bool) -> Sequence[Move]:
    """Moves that lead on to new kinds of waits; `bold`: accusations, together."""
    if isinstance(moves[0], Order):
        return moves[-1:]  # not clockwise, so that the others are asked
    wanted = [move for move in moves if bold and isinstance(move, Join | Accuse)]
    return wanted or [move for move in moves if not isinstance(move, Accuse)] or moves


def table(head: Sequence[str], lines: Iterator[Sequence[str]]) -> str:
    """A table in Markdown."""
    rule = ["---"] * len(head)
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *lines))


def length(seconds: int) -> str:
    """A length of time in its largest whole unit."""
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        if seconds >= size and seconds % size == 0:
            count = seconds // size
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "0"


def waits_table(url: str) -> str:
    """What happens at each step of each kind of wait."""
    found = rows(url)
    head = ("a seat is awaited", "first reminder", "second reminder", "at the end")
    return table(head, ((_WORDS[kind], *found[kind]) for kind in WaitKind))


def ladder_table() -> str:
    """The steps of a ladder, with their defaults and choices."""

    def value(step: str, number: int) -> str:
        if step == "grace":
            return length(number)
        if step in ("nudge", "mention"):
            return f"{number} %" if number else "never"
        return str(number) if number else "never"

    def lines() -> Iterator[Sequence[str]]:
        for step, words in _STEPS.items():
            yield (
                words,
                *(
                    f"**{value(step, getattr(LADDERS[p], step))}** of "
                    + ", ".join(value(step, choice) for choice in CHOICES[p][step])
                    for p in Pace
                ),
            )

    times = [
        (
            "time for a wait",
            *(
                f"**{length(pace.FIRST_WAIT[p])}** of " + ", ".join(map(length, WAITS[p]))
                for p in Pace
            ),
        )
    ]
    return table(("step", *(p.value for p in Pace)), iter([*times, *lines()]))


def bounds_table() -> str:
    """What is fixed."""
    night = " to ".join(f"{m // 60}:{m % 60:02}" for m in hours.NIGHT)
    lines = (
        ("a clock starts when its message was sent, at the latest after", clocks.SEND_CAP // 1000),
        ("a gap of ours that shifts all deadlines, from", clocks.OUTAGE // 1000),
        ("a wait that would end in quiet hours ends after them by", winding.MORNING // 1000),
        ("added to one wait for quiet hours, at most", winding.MOST_ADDED // 1000),
        ("away in one match, at most", winding.MOST_AWAY // 1000),
        ("between two reminders of one person (own setting)", hours.SPACING),
        ("quiet hours, at most", hours.LONGEST_NIGHT * 60),
        ("a pause in live play, at most", resting.LONGEST[Pace.LIVE] // 1000),
        ("a pause in slow play, at most", resting.LONGEST[Pace.SLOW] // 1000),
        ("a match set aside is kept for", clocks.ASIDE // 1000),
        ("a lobby stays open in live play for", pace.LOBBIES[Pace.LIVE]),
        ("a lobby stays open in slow play for", pace.LOBBIES[Pace.SLOW]),
        ("an idle match is remembered for", IDLE_SECONDS),
    )
    told = [(what, length(seconds)) for what, seconds in lines]
    told.insert(5, ("quiet hours of whoever set none, local time", night))
    return table(("what", "how long"), iter(told))


def written(text: str, url: str) -> str:
    """The document with its tables as the code has them."""
    tables = {"waits": waits_table(url), "ladder": ladder_table(), "bounds": bounds_table()}
    for name, lines in tables.items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
        text, count = re.subn(
            pattern, lambda m, lines=lines: f"{m[1]}{lines}\n{m[2]}", text, flags=re.DOTALL
        )
        assert count == 1, name
    return text


def main() -> None:
    """Write the tables anew."""
    with tempfile.TemporaryDirectory() as folder, embedded.running(Path(folder)) as url:
        DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8"), url), "utf-8")


if __name__ == "__main__":
    main()
