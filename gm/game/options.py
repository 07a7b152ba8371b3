"""The options of the rules: values and defaults; unknown or foreign ones are refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from gm.game.reasons import Illegal, Reason

Value: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One switch of the rules: its values, the first of which is the default."""

    values: tuple[Value, ...]

    def allows(self, value: object) -> bool:
        """Whether this is one of the values; 1 is not True."""
        return any(value == v and type(value) is type(v) for v in self.values)


FIRST = Option(values=("lot", "vote"))
"""§1: who begins, by lot or by a vote of the table."""
ACCUSATION_ORDER = Option(values=("clockwise", "agreed"))
"""§1: in which order the theories of several accusers are compared with the case."""
DICE = Option(values=(1, 2))
"""§3: how many dice a throw has."""
LAST_SEAT_WINS = Option(values=(False, True))
"""§ Options: the only seat that is not out wins at once, instead of playing on alone."""
LAST_SEAT_PLAYS = Option(values=(True, False))
"""The same switch in the mansion, where the default is to win (§3)."""
TAKEOVER = Option(values=("answer", "ai"))
"""§5: who sits down where a person is removed, the keeper or an AI seat."""
AI_PLAYOUT = Option(values=(False, True))
"""§5: a match without people goes on instead of being set aside."""

Options: TypeAlias = MappingProxyType[str, Value]


def complete(known: Mapping[str, Option], given: Mapping[str, object]) -> Options:
    """Every known option with its value, given or default.

    Errors: Illegal UNKNOWN_OPTION for a name or value that these rules do not have.
    """
    for name, value in given.items():
        option = known.get(name)
        if option is None or not option.allows(value):
            raise Illegal(Reason.UNKNOWN_OPTION, option=name)
    return MappingProxyType(
        {name: _value(given.get(name, option.values[0])) for name, option in known.items()}
    )


def _value(value: object) -> Value:
    assert isinstance(value, str | int | bool)
    return value
