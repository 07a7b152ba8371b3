"""Cards chosen all at once: the page shows them together where the chat asks for one a screen.

Both make the same moves: a choice of cards leads to the chat's own last screen, with its one line
of what will happen and its Confirm.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm.game.moves import Move
from gm.game.record.lines import write_move
from gm.game.view import View
from gm.voice.choices import ASK, SURE, Level, Path, branch, steps, ways
from webapp.api.words import Json


def pick(view: View, moves: Sequence[Move], path: Path) -> Json | None:
    """What is to be picked at this path: groups of cards, and the move that they complete.

    `each`: one card of every group, else `count` of all of them; `chosen`: what the path has
    chosen already; `at` and `back`: where the picking begins, and what lies before it. None
    where no cards are to be chosen, or nothing else than cards.
    """
    here = branch(moves, path)
    if here.move is not None or here.options[0][1].level not in (Level.CARD, Level.MARKER):
        return None
    chosen = [str(step.value) for step in here.taken if step.level is Level.CARD]
    deed = here.taken[: len(here.taken) - len(chosen)]
    leading = [(way, move) for way, move in ways(moves) if way[: len(deed)] == deed]
    template = write_move(leading[0][1])
    key = next((key for key in ("theory", "cards") if key in template), None)
    if not deed or key is None:
        return None
    del template[key]
    named = [way[len(deed) : -1] for way, _ in leading]
    if deed == (ASK,):
        groups = [list(category.cards) for category in view.header.cards.categories]
    else:
        columns = zip(*named, strict=True)
        groups = [list(dict.fromkeys(str(step.value) for step in column)) for column in columns]
    at = here.path[: len(deed)]
    return {
        "at": ".".join(at),
        "back": ".".join(at[:-1]),
        "move": template,
        "key": key,
        "each": deed != (ASK,),
        "count": len(named[0]),
        "groups": groups,
        "chosen": chosen,
    }


def path_to(moves: Sequence[Move], move: Move) -> Path | None:
    """The path to the screen that asks whether one is sure of this move; None without one."""
    try:
        *choices, last = steps(move)
    except ValueError:
        return None
    if last != SURE:
        return None
    path: Path = ()
    for choice in choices:
        names = {step: name for name, step in branch(moves, path).options}
        if choice not in names:
            return None
        path = (*path, names[choice])
    return path
