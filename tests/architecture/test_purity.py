"""What the pure packages may use, as a list of what is allowed: the rest is forbidden (law 1)."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PURE = ("game", "deduction", "seats", "voice", "botapi")

ALLOWED = {
    "__future__", "abc", "base64", "binascii", "bisect", "collections", "dataclasses", "enum",
    "fractions", "functools", "gm", "hashlib", "heapq", "hmac", "itertools", "json", "math",
    "operator", "re", "types", "typing", "urllib.parse",
}  # fmt: skip

# Built-ins that read, write, or run what they are given.
OUTSIDE = {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}


MODULES = sorted(path for package in PURE for path in (ROOT / "gm" / package).rglob("*.py"))


def allowed(module: str) -> bool:
    return module in ALLOWED or module.partition(".")[0] in ALLOWED


def breaches(source: str, *, seat: bool = False) -> list[str]:
    """The names in `source` that a pure module may not use; `seat`: it is one of gm.seats."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found += [alias.name for alias in names if not allowed(alias.name)]
            case ast.ImportFrom(module=str(module), level=0, names=names):
                # A seat is handed a seeded generator: it may name the class, and nothing else.
                named = {alias.name for alias in names}
                if seat and module == "random" and named == {"Random"}:
                    continue
                if not allowed(module):
                    found.append(module)
            case ast.Call(func=ast.Name(id=name)) if name in OUTSIDE | {"Random"}:
                found.append(name)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_pure_module_uses_only_what_is_allowed(path: Path) -> None:
    assert breaches(path.read_text(), seat=path.is_relative_to(ROOT / "gm" / "seats")) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import os.path, urllib.request", ["os.path", "urllib.request"]),
        ("from datetime import datetime", ["datetime"]),
        ("def f():\n    import random", ["random"]),
        ("from random import Random", ["random"]),
        ("print(open('x'))", ["print", "open"]),
        ("from gm.game.cards import Card\nimport math", []),
    ],
)
def test_the_check_finds_what_it_is_for(source: str, found: list[str]) -> None:
    assert breaches(source) == found


def test_a_seat_may_name_the_generator_but_not_make_one() -> None:
    assert breaches("from random import Random", seat=True) == []
    assert breaches("from random import choice", seat=True) == ["random"]
    assert breaches("from random import Random\nRandom()", seat=True) == ["Random"]
