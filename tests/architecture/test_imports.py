"""Each import contract is seen to fail: one forbidden import in a copy of the tree breaks it."""

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]

# contract -> files that must break it, each with the one line it holds
INTRUDERS: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "layers": (
        {"gm/master/intruder.py": "import gm.store"},
        {"gm/seats/intruder.py": "import gm.voice"},
        {"webapp/intruder.py": "import workers"},
        {"gm/store/intruder.py": "import webapp"},
        {"gm/telegram/intruder.py": "import webapp"},
    ),
    "pure": (
        {"gm/game/intruder.py": "import time"},
        {"gm/game/intruder.py": "from random import Random"},
        {"gm/seats/intruder.py": "import structlog"},
        {"gm/voice/intruder.py": "import gm.i18n"},
        {"gm/deduction/intruder.py": "import gm.bridge", "gm/bridge.py": "import logging"},
    ),
    "botapi": ({"gm/botapi/intruder.py": "import gm.master"},),
    "apart": ({"gm/themes/intruder.py": "import gm.game.state"},),
    "secrecy": (
        {"gm/voice/intruder.py": "import gm.game.state"},
        {
            "gm/seats/intruder.py": "import gm.game.bridge",
            "gm/game/bridge.py": "import gm.game.engine",
        },
    ),
    "telegram": ({"webapp/intruder.py": "from telegram.ext import Application"},),
    "flask": ({"gm/telegram/intruder.py": "import flask"},),
    "redis": (
        {"gm/master/intruder.py": "import redis.exceptions"},
        {"workers/intruder.py": "from redis import Redis"},
    ),
    "rq": ({"gm/store/intruder.py": "import rq"},),
    "shapes": (
        {"gm/telegram/intruder.py": "import resvg_py"},
        {"webapp/intruder.py": "import uharfbuzz"},
    ),
    "pictures": (
        {"gm/pictures/intruder.py": "import gm.i18n"},
        {
            "gm/pictures/intruder.py": "import gm.game.bridge",
            "gm/game/bridge.py": "import gm.game.state",
        },
    ),
}


LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint(root: Path, *options: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache", *options],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    shutil.copy(ROOT / "pyproject.toml", root)
    for package in ("gm", "webapp", "workers"):
        shutil.copytree(
            ROOT / package,
            root / package,
            ignore=lambda _, names: {
                name for name in names if "." in name and not name.endswith(".py")
            },
        )
    return root


def test_every_contract_is_seen_to_fail() -> None:
    assert {contract["id"] for contract in CONTRACTS} == set(INTRUDERS)


@pytest.mark.parametrize(
    ("contract", "files"),
    [(contract, files) for contract, cases in INTRUDERS.items() for files in cases],
)
def test_a_forbidden_import_breaks_the_contract(
    tree: Path, contract: str, files: Mapping[str, str]
) -> None:
    name = next(each["name"] for each in CONTRACTS if each["id"] == contract)
    try:
        for path, line in files.items():
            (tree / path).write_text(line + "\n")
        said = lint(tree, "--contract", contract)
        assert f"{name} BROKEN" in said
        assert "intruder" in said
    finally:
        for path in files:
            (tree / path).unlink()


def test_the_tree_keeps_all_contracts(tree: Path) -> None:
    assert f"{len(CONTRACTS)} kept, 0 broken" in lint(tree)
