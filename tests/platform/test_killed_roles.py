"""The bot and the web process are killed while people play; the match goes on.

Real processes, SIGKILL, real HTTP: after every tap what was acknowledged is in the log, once. In
the end nothing is missing in the chats, no more was said twice than senders were killed, and only
the tap that a killed poller was answering may lack its answer.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.support.house import Household, household
from tests.support.killing import When


def play(house: Household, roles: tuple[str, ...], *, taps: int, kills: int, seed: int) -> None:
    """So many taps, one of a few ended by a kill; then the chats are looked through."""
    lots = Random(seed)
    deadly = set(lots.sample(range(taps), kills))
    senders_killed = 0
    expected: list[int] = house.moved()
    for n in range(taps):
        wait = house.awaited()
        if wait is None:
            break
        choice = house.choice(wait, lots)
        role, call = lots.choice(roles), lots.randrange(3)
        if n in deadly and call:
            house.doom(role, call, lots.choice(list(When)))
        house.tap(choice)
        expected += [wait.seat] if choice.final else []
        if n in deadly:
            if call:
                house.until(partial(_dead_or_still, house, role), "a death")
            house.kill(role)
            senders_killed += role == "bot"
            house.start(role)
        house.until(house.acknowledged, "the acknowledgement")
        assert house.moved() == expected, f"tap {n}"
    house.until(house.still, "silence")
    standing, slots = set(house.standing()), house.slots()
    assert house.owed() <= set(slots)
    assert set(slots.values()) <= standing
    repeated = standing - set(slots.values()) - house.told_before
    assert len(repeated) <= senders_killed
    assert len(house.telegram.unanswered()) <= senders_killed


def _dead_or_still(house: Household, role: str) -> bool:
    return house.dead(role) or house.still()


@pytest.mark.parametrize(
    ("webhook", "roles", "taps", "kills"),
    [
        (False, ("bot",), 9, 3),
        (True, ("web",), 9, 3),
        pytest.param(False, ("bot",), 120, 30, marks=pytest.mark.long),
        pytest.param(True, ("web", "bot", "worker"), 120, 40, marks=pytest.mark.long),
    ],
)
def test_a_match_goes_on_whoever_is_killed(
    tmp_path: Path, webhook: bool, roles: tuple[str, ...], taps: int, kills: int
) -> None:
    with household(tmp_path, "Mira", "Jonas", "Noor", webhook=webhook) as house:
        for role in sorted({"bot", "worker", *roles}):
            house.start(role)
        house.begin(ai=1 if "worker" in roles else 0)
        play(house, roles, taps=taps, kills=kills, seed=taps)
