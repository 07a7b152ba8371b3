"""Why the master refuses: codes beside those of the rules (`gm.game.reasons`)."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Codes of the master's own refusals; each has a sentence in every catalogue."""

    NO_TABLE = "NO_TABLE"
    TABLE_HERE = "TABLE_HERE"
    NOT_IN_LOBBY = "NOT_IN_LOBBY"
    NOT_PLAYING = "NOT_PLAYING"
    NOT_OVER = "NOT_OVER"
    NOT_SEATED = "NOT_SEATED"
    TOO_LATE = "TOO_LATE"
    TABLE_FULL = "TABLE_FULL"
    PIECE_TAKEN = "PIECE_TAKEN"
    NO_AI = "NO_AI"
    NO_LUCK = "NO_LUCK"
    NOT_HOST = "NOT_HOST"
    TOO_FEW = "TOO_FEW"
    UNREACHABLE = "UNREACHABLE"
    UNREACHABLE_YOU = "UNREACHABLE_YOU"
    NOT_SURE = "NOT_SURE"
    UNKNOWN_SETTING = "UNKNOWN_SETTING"
    STALE = "STALE"
    NOT_YOURS = "NOT_YOURS"
    NOT_AWAITED_YOU = "NOT_AWAITED_YOU"
    TIME_GIVEN = "TIME_GIVEN"
    NO_MORE_TIME = "NO_MORE_TIME"
    PAUSED = "PAUSED"
    NOT_PAUSED = "NOT_PAUSED"
    NOT_SLOW = "NOT_SLOW"
    VOTED = "VOTED"
    NOT_A_MEMBER = "NOT_A_MEMBER"
    BUSY = "BUSY"
