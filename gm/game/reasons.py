"""Why something is refused: a code and parameters, never a sentence.

Every reason has a sentence in every catalogue; `casekeeper record` prints the code itself.
"""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Codes of refusals by the rules and by the record's reader (docs/record.md lists them)."""

    # the rules
    OVER = "OVER"
    NOT_AWAITED = "NOT_AWAITED"
    WRONG_MOVE = "WRONG_MOVE"
    CHANCE_DUE = "CHANCE_DUE"
    CHANCE_NOT_DUE = "CHANCE_NOT_DUE"
    WRONG_CHANCE = "WRONG_CHANCE"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    OWN_SEAT = "OWN_SEAT"
    NO_SUCH_CARD = "NO_SUCH_CARD"
    WRONG_CATEGORY = "WRONG_CATEGORY"
    DUPLICATE_CARD = "DUPLICATE_CARD"
    WRONG_COUNT = "WRONG_COUNT"
    NOT_HELD = "NOT_HELD"
    NOT_ASKED_FOR = "NOT_ASKED_FOR"
    SAME_MARKER = "SAME_MARKER"
    WRONG_ORDER = "WRONG_ORDER"
    OUT_OF_REACH = "OUT_OF_REACH"
    ALREADY_REMOVED = "ALREADY_REMOVED"
    # the header
    UNKNOWN_RULES = "UNKNOWN_RULES"
    UNKNOWN_DECK = "UNKNOWN_DECK"
    UNKNOWN_OPTION = "UNKNOWN_OPTION"
    WRONG_SEATS = "WRONG_SEATS"
    WRONG_DEALER = "WRONG_DEALER"
    # the file
    EMPTY = "EMPTY"
    TOO_LARGE = "TOO_LARGE"
    NOT_UTF8 = "NOT_UTF8"
    NOT_JSON = "NOT_JSON"
    NOT_AN_OBJECT = "NOT_AN_OBJECT"
    WRONG_VERSION = "WRONG_VERSION"
    UNKNOWN_LINE = "UNKNOWN_LINE"
    UNKNOWN_KEY = "UNKNOWN_KEY"
    MISSING_KEY = "MISSING_KEY"
    DUPLICATE_KEY = "DUPLICATE_KEY"
    WRONG_TYPE = "WRONG_TYPE"
    WRONG_VALUE = "WRONG_VALUE"
    MISPLACED = "MISPLACED"
    REDACTED = "REDACTED"
    ANSWER_DIFFERS = "ANSWER_DIFFERS"
    IMPOSSIBLE = "IMPOSSIBLE"
    # fairness
    UNKNOWN_SCHEME = "UNKNOWN_SCHEME"
    NOT_SEALED = "NOT_SEALED"
    NOT_OPENED = "NOT_OPENED"
    SEAL_BROKEN = "SEAL_BROKEN"
    NOT_AS_DRAWN = "NOT_AS_DRAWN"
    DEAL_UNSEALED = "DEAL_UNSEALED"
    LEAVES_DIFFER = "LEAVES_DIFFER"


class Illegal(Exception):  # noqa: N818 - a verdict of the rules, not a fault of the program
    """A move, chance line or header that the rules refuse; the state is untouched."""

    def __init__(self, reason: Reason, **params: object) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.params = params
