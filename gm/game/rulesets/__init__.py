"""The games, one line each."""

from __future__ import annotations

from types import MappingProxyType

from gm.game.reasons import Illegal, Reason
from gm.game.rulesets.casefile import Casefile
from gm.game.rulesets.getaway import Getaway
from gm.game.rulesets.mansion import Mansion
from gm.game.rulesets.ruleset import RuleSet

RULESETS: MappingProxyType[str, RuleSet] = MappingProxyType(
    {rules.name: rules for rules in (Getaway(), Casefile(), Mansion())}
)


def ruleset(name: str) -> RuleSet:
    """The rule set of this name. Errors: Illegal UNKNOWN_RULES."""
    if name not in RULESETS:
        raise Illegal(Reason.UNKNOWN_RULES, rules=name)
    return RULESETS[name]
