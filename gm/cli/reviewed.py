"""`casekeeper record review FILE`: what every seat could know and when, as a JSON object."""

from __future__ import annotations

from random import Random

from gm.deduction.review import Question, SeatReview, review
from gm.game.reasons import Reason
from gm.game.record.lines import Object
from gm.game.record.reading import BadRecord
from gm.game.record.redacted import view
from gm.game.record.replay import Replay

_DIGITS = 3


def review_object(played: Replay) -> Object:
    """The review of a full record; the same record, the same review.

    Errors: BadRecord REDACTED, or CHANCE_DUE before the deal.
    """
    seats = played.full().record.header.seats
    if not played.state.hands:
        raise BadRecord(len(played.steps) + 1, Reason.CHANCE_DUE)
    told = review([view(played, seat) for seat in range(len(seats))], Random(0).randrange)
    return {
        "seats": [_seat(seat, one) for seat, one in enumerate(told.seats)],
        "questions": list(map(_question, told.questions)),
        "luckiest": told.luckiest,
        "best": told.best,
    }


def _seat(seat: int, one: SeatReview) -> Object:
    return {
        "seat": seat,
        "score": one.score,
        "questions": one.questions,
        "timely": one.timely,
        "timing": one.timing,
        "provable": one.provable,
        "missed": one.missed,
        "bits": [round(bits, _DIGITS) for bits in one.bits],
    }


def _question(one: Question) -> Object:
    return {
        "turn": one.turn,
        "seat": one.seat,
        "cards": list(one.cards),
        "told": round(one.told, _DIGITS),
        "expected": round(one.expected, _DIGITS),
        "best": round(one.best, _DIGITS),
        "instead": list(one.instead),
    }
