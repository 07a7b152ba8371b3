"""Slow play: nobody is woken, who is away is waited for, and everything goes on in the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from gm.game.events import Moved, WaitKind
from gm.game.moves import Accuse, Show
from gm.game.position import Wait
from gm.master.commands import (
    Delivered,
    Depute,
    GoOn,
    MoreTime,
    Mute,
    Pause,
    Recap,
    Rest,
    Return,
    SetOption,
    Strike,
)
from gm.master.hours import Hours, is_quiet, quiet_end, zone_of
from gm.master.notices import Notice, NoticeKind
from gm.master.pace import DAY, FIRST_WAIT, HOUR, Pace
from gm.master.resting import LONGEST
from gm.master.tables import ClockKind, Person, Phase
from gm.master.waits import pause
from gm.master.winding import MORNING, MOST_AWAY
from tests.master.test_clocks import keys, kinds
from tests.support.table import ANN, BOB, CY, PLACE, TableTop

SLOW = {"pace": "slow"}
NEVER = (0, 0)
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia")
CHANGES = {
    "Europe/Berlin": ((2027, 3, 28), (2027, 10, 31)),
    "America/New_York": ((2027, 3, 14), (2027, 11, 7)),
    "Australia/Lord_Howe": ((2027, 4, 4), (2027, 10, 3)),
    "Africa/Casablanca": ((2027, 2, 7), (2027, 3, 14)),
    "America/St_Johns": ((2027, 3, 14), (2027, 11, 7)),
}


def at(zone: str, *when: int) -> int:
    return int(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[arg-type, misc]


def live_by(top: TableTop, hours: Hours, *people: Person) -> None:
    for person in people or (ANN, BOB, CY):
        top.store.set_hours(person.id, hours)


# -- quiet hours ------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", CHANGES)
def test_quiet_hours_end_at_their_first_moment_that_is_not_quiet(zone: str) -> None:
    place = ZoneInfo(zone)
    for change in CHANGES[zone]:
        start = at(zone, *change) - 86_400_000
        for night in ((22 * 60, 8 * 60), (0, 60), (150, 165), (23 * 60 + 59, 1), (120, 180)):
            for moment in range(start, start + 3 * 86_400_000, 420_000):
                end = quiet_end(night, place, moment)
                assert not is_quiet(night, place, end)
                if not is_quiet(night, place, moment):
                    assert end == moment
                    continue
                assert moment < end <= moment + 14 * 3_600_000
                assert is_quiet(night, place, end - 60_000)


def reminders(top: TableTop) -> Iterator[tuple[Notice, int]]:
    """Every reminder of the next steps, and when it came."""
    for _ in range(40):
        if top.table.phase is not Phase.PLAYING:
            return
        top.strike_next()
        open_waits = {wait.opened for wait in top.waits}  # a closed one's is taken back
        for notice in top.said():
            reminder = notice.kind in (NoticeKind.NUDGE, NoticeKind.MENTION)
            if reminder and notice.args["wait"] in open_waits:
                yield notice, top.clock.at


@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_reminded_nor_passed_over_in_their_quiet_hours(top: TableTop, seed: int) -> None:
    lots = Random(seed)
    zone = lots.choice(sorted(CHANGES))
    night = (lots.randrange(1440), lots.randrange(720))
    night = (night[0], (night[0] + night[1]) % 1440)
    top.clock.at = at(zone, *lots.choice(CHANGES[zone])) - lots.randrange(2 * 86_400_000)
    hours = Hours(zone=zone, quiet=night, spacing=lots.choice((0, 1800, 4 * 3600)))
    live_by(top, hours)
    seconds = lots.choice((HOUR, 4 * HOUR, 12 * HOUR, DAY))
    top.playing(options={**SLOW, "turn_seconds": seconds, "waits": 4})
    last: dict[object, int] = {}
    for notice, moment in reminders(top):
        assert not is_quiet(night, ZoneInfo(zone), moment)
        who = notice.args.get("person", notice.to)
        assert moment - last.get(who, 0) >= hours.spacing * 1000
        last[who] = moment
    match = top.scene.match
    assert match is not None
    skipped = [event for event in match.events if isinstance(event, Moved)]
    assert skipped


def test_a_wait_that_would_end_at_night_ends_in_the_morning(top: TableTop) -> None:
    top.clock.at = at("UTC", 2027, 1, 12, 21, 30)
    top.playing(options={**SLOW, "turn_seconds": HOUR})
    _, wait = top.awaited()
    clock = top.running(wait)
    morning = at("UTC", 2027, 1, 13, 8)
    assert clock.start + clock.length == morning + MORNING
    told = []
    while wait in top.waits:
        top.strike_next()
        said = [n.kind.value for n in top.said()]
        told += [(kind, top.clock.at) for kind in said if kind in ("nudge", "mention")]
    spacing = Hours().spacing * 1000
    assert told[:2] == [("nudge", morning), ("mention", morning + spacing)]
    assert told[2:] == [("nudge", morning + MORNING)]  # taken back
    assert top.clock.at == morning + MORNING


def test_a_turn_that_begins_at_night_is_announced_in_silence(top: TableTop) -> None:
    top.clock.at = at("UTC", 2027, 1, 12, 23)
    top.playing(options=SLOW)
    person, _ = top.awaited()
    turn = next(n for n in top.said(person) if n.kind is NoticeKind.TURN)
    assert not turn.ring


def test_who_changes_their_hours_again_and_again_gains_two_days_at_most(top: TableTop) -> None:
    top.playing(options={**SLOW, "turn_seconds": HOUR, "nudge": 0, "mention": 0})
    person, wait = top.awaited()
    begun = top.clock.at
    while wait in top.waits:
        now = datetime.fromtimestamp(top.clock.at / 1000, UTC)
        start = (now.hour * 60 + now.minute) % 1440
        top.store.set_hours(person.id, Hours(quiet=(start, (start + 719) % 1440)))
        top.strike_next()
    assert top.clock.at - begun <= (2 * DAY + 2 * HOUR) * 1000


def test_the_chats_zone_counts_for_whoever_has_none(top: TableTop) -> None:
    assert zone_of(None, "Asia/Seoul") == ZoneInfo("Asia/Seoul")
    assert zone_of("Mars/Base", None) == UTC


def test_a_slow_lobby_waits_longer_for_its_people(top: TableTop) -> None:
    top.lobby()
    opened, hour = top.clock.at, 3_600_000
    assert top.due() == opened + hour
    top.pass_time(hour // 2)
    top.ok(SetOption, ANN, option="pace", value="slow")
    assert top.due() == opened + 48 * hour
    top.ok(SetOption, ANN, option="pace", value="live")
    assert top.due() == opened + hour


# -- away --------------------------------------------------------------------------------------


def test_who_is_away_is_waited_for(top: TableTop) -> None:
    live_by(top, Hours(quiet=NEVER))
    top.playing(options=SLOW)
    person, wait = top.awaited()
    top.pass_time(3_600_000)
    back = top.clock.at + 3 * DAY * 1000
    clock = top.running(wait)
    end = clock.start + clock.length
    top.store.set_hours(person.id, Hours(quiet=NEVER, away=back))
    top.said()
    assert top.ok(Rest, person).note == "away"
    assert "away" in keys(top)
    clock = top.running(wait)
    assert clock.start + clock.length == end + 3 * DAY * 1000
    while wait in top.waits:
        top.strike_next()
        assert top.clock.at >= back or "nudge" not in kinds(top, person)
    assert top.clock.at == end + 3 * DAY * 1000


def test_coming_back_early_gives_the_rest_back(top: TableTop) -> None:
    live_by(top, Hours(quiet=NEVER))
    top.playing(options=SLOW)
    person, wait = top.awaited()
    top.store.set_hours(person.id, Hours(quiet=NEVER, away=top.clock.at + 5 * DAY * 1000))
    top.ok(Rest, person)
    top.pass_time(DAY * 1000)
    top.store.set_hours(person.id, Hours(quiet=NEVER))
    assert top.ok(Rest, person).note == "not_away"
    assert top.table.rested == {str(person.id): DAY * 1000}
    clock = top.running(wait)
    assert clock.start + clock.length - top.clock.at <= FIRST_WAIT[Pace.SLOW] * 1000 + 30_000


def test_a_person_is_away_for_seven_days_of_a_match_at_most(top: TableTop) -> None:
    live_by(top, Hours(quiet=NEVER))
    top.playing(options=SLOW)
    person, wait = top.awaited()
    begun = top.clock.at
    top.store.set_hours(person.id, Hours(quiet=NEVER, away=begun + 90 * DAY * 1000))
    top.ok(Rest, person)
    while wait in top.waits:
        top.strike_next()
    assert top.table.rested == {str(person.id): MOST_AWAY}
    assert top.clock.at - begun <= MOST_AWAY + FIRST_WAIT[Pace.SLOW] * 1000 + 30_000


def test_when_everybody_is_away_the_match_is_paused_until_the_first_is_back(
    top: TableTop,
) -> None:
    top.playing(options=SLOW)
    _, wait = top.awaited()
    first = top.clock.at + 2 * DAY * 1000
    for n, person in enumerate((ANN, BOB, CY)):
        top.store.set_hours(person.id, Hours(quiet=NEVER, away=first + n * DAY * 1000))
        top.ok(Rest, person)
    assert "all_away" in keys(top)
    assert top.due() == first
    clock = top.running(wait)
    top.strike_next()
    assert "pause_over" in keys(top)
    assert top.table.paused is None
    assert top.running(wait) == clock  # it rests anyway, and is not put off twice


def test_who_goes_on_though_everybody_is_away_is_not_paused_again(top: TableTop) -> None:
    top.playing(options=SLOW)
    for person in (ANN, BOB, CY):
        away = top.clock.at + 2 * DAY * 1000
        top.store.set_hours(person.id, Hours(quiet=NEVER, away=away))
        top.ok(Rest, person)
    top.ok(GoOn, ANN)
    assert top.table.paused is None
    top.step(Random(1), accuse=0)
    assert top.table.paused is None


# -- pauses ------------------------------------------------------------------------------------


def test_a_pause_takes_the_majority_and_stops_all_clocks(top: TableTop) -> None:
    top.playing()
    _, wait = top.awaited()
    top.strike_next()
    clock = top.running(wait)
    assert top.ok(Pause, ANN).note == "pause_voted"
    assert top.table.paused is None
    top.ok(Pause, BOB)
    assert "paused" in keys(top)
    top.pass_time(5 * 3_600_000)
    before = top.everything()
    top.ok(Strike)
    assert top.everything() == before
    top.ok(GoOn, CY)
    after = top.running(wait)
    assert after == replace(clock, start=clock.start + 5 * 3_600_000)
    assert top.table.pause_votes == frozenset()


def test_who_moves_in_a_pause_starts_no_clock(top: TableTop) -> None:
    top.playing()
    top.ok(Pause, ANN)
    top.ok(Pause, BOB)
    top.pass_time(3_600_000)
    for _ in range(3):
        top.step(Random(1), accuse=0)
        _, wait = top.awaited()
        top.ok(Delivered, match=1, wait=wait.opened, at=top.clock.at)
        top.pass_time(3_600_000)
    assert top.table.paused is not None
    top.ok(GoOn, ANN)
    clock = top.running(wait)
    assert 0 <= clock.start - top.clock.at <= 30_000
    assert top.due() == clock.start + clock.length // 2


@pytest.mark.parametrize("pace", Pace)
def test_no_pause_lasts_for_ever(top: TableTop, pace: Pace) -> None:
    top.playing(options={"pace": pace.value})
    top.ok(Pause, ANN)
    top.ok(Pause, BOB)
    assert top.due() == top.clock.at + LONGEST[pace]
    top.strike_next()
    assert top.table.paused is None


def test_a_match_that_is_stopped_in_a_pause_is_over(top: TableTop) -> None:
    top.playing()
    for person in (ANN, BOB):
        top.ok(Pause, person)
    top.play(Random(2), accuse=1)
    assert (top.table.phase, top.table.paused) == (Phase.OVER, None)


# -- what counts as idle -----------------------------------------------------------------------


def lapse(top: TableTop, wait: Wait, *, brought: bool = True) -> None:
    """Let one wait run out, its message having arrived or not."""
    clock = top.running(wait)
    top.clock.at = clock.start + clock.length + top.store.pulse().outage
    if brought:
        top.ok(Delivered, match=1, wait=wait.opened, at=top.clock.at)
    top.ok(Strike)
    assert wait not in top.waits


def test_a_wait_in_which_its_person_could_not_write_does_not_count(top: TableTop) -> None:
    top.playing(options={"waits": 4})
    _, wait = top.awaited()
    lapse(top, wait)
    assert top.table.idle[wait.seat] == 1
    person, wait = top.awaited()
    lapse(top, wait, brought=False)
    assert top.table.idle[wait.seat] == 0
    person, wait = top.awaited()
    top.ok(Mute, person=person.id, on=True)
    top.ok(Mute, person=person.id, on=False)
    lapse(top, wait)
    assert top.table.idle[wait.seat] == 0
    person, wait = top.awaited()
    top.redis.set("outage", 60_000)
    lapse(top, wait)
    assert top.table.idle[wait.seat] == 1


def test_an_idle_match_is_counted_once_and_forgotten_after_a_month(top: TableTop) -> None:
    top.playing((ANN,), ai=2, options={"ai_playout": True})
    for _ in range(2):
        while isinstance(top.table.occupants[0], Person):
            top.strike_next()
        assert top.store.idle(ANN.id, top.clock.at) == 1
        top.ok(Return, ANN)
    assert top.store.idle(BOB.id, top.clock.at) == 0
    assert top.store.idle(ANN.id, top.clock.at + 31 * DAY * 1000) == 0


# -- answer for me -----------------------------------------------------------------------------


def asked_at_last(top: TableTop, seat: int) -> Wait | None:
    """Play until this seat is asked to show a card."""
    lots = Random(5)
    for _ in range(300):
        for wait in top.waits:
            if wait.seat == seat and wait.kind is WaitKind.SHOW:
                return wait
        if top.table.phase is not Phase.PLAYING:
            return None
        top.step(lots, accuse=0)
    return None


def test_the_game_master_answers_for_whoever_asked_it_to(top: TableTop) -> None:
    live_by(top, Hours(quiet=NEVER))
    top.playing(options=SLOW)
    assert top.ok(Depute, BOB, on=True).note == "deputed"
    answers = 0
    lots = Random(3)
    shown: dict[int, set[str]] = {}
    while answers < 4:
        match = top.scene.match
        assert match is not None
        mine = next((w for w in top.waits if w.seat == 1 and w.kind is WaitKind.SHOW), None)
        if mine is None:
            calm = [w for w in top.waits if top.person(w.seat)]
            moves = [m for m in top.moves(calm[0]) if not isinstance(m, Accuse)]
            top.act(calm[0], lots.choice(moves))
            continue
        clock = top.running(mine)
        assert clock.kind is ClockKind.AUTO
        assert clock.length == pause(top.table, mine.opened)
        fitting = {m.card for m in top.moves(mine) if isinstance(m, Show)}
        top.strike_next()
        after = top.scene.match
        assert after is not None
        event = next(e for e in after.events[len(match.events) :] if isinstance(e, Moved))
        assert isinstance(event.move, Show)
        assert mine.asker is not None
        known = shown.setdefault(mine.asker, set())
        assert event.move.card in (fitting & known or fitting)
        assert not event.lot
        known.add(event.move.card)
        answers += 1
    assert top.table.idle[1] == 0


def test_nobody_gains_time_by_asking_for_answers_and_taking_it_back(top: TableTop) -> None:
    top.playing(options=SLOW)
    wait = asked_at_last(top, 1)
    assert wait is not None
    top.ok(Depute, BOB, on=True)
    clock = top.running(wait)
    assert clock.kind is ClockKind.AUTO
    assert top.ok(Depute, BOB, on=False).note == "not_deputed"
    assert top.running(wait) == clock
    top.strike_next()
    assert wait not in top.waits
    again = asked_at_last(top, 1)
    assert again is not None
    assert top.running(again).kind is ClockKind.WAIT


# -- the news ----------------------------------------------------------------------------------


def test_the_news_come_once_a_day_when_the_night_is_over(top: TableTop) -> None:
    top.clock.at = at("UTC", 2027, 1, 12, 12)
    live_by(top, Hours(zone="Asia/Tokyo"))
    top.playing(options=SLOW)
    for _ in range(4):
        top.step(Random(1), accuse=0)
    assert "story" not in kinds(top, PLACE)
    news: list[tuple[object, int]] = []
    while (due := top.due()) is not None and due < at("UTC", 2027, 1, 13, 22):
        top.strike_next()
        news += [(n.to, top.clock.at) for n in top.said() if n.kind is NoticeKind.DIGEST]
    theirs = {moment for to, moment in news if to != PLACE}
    assert theirs == {at("Asia/Tokyo", 2027, 1, 13, 8)}
    assert [moment for to, moment in news if to == PLACE] == [at("UTC", 2027, 1, 13, 8)]
    assert len(news) == len({to for to, _ in news}) >= 3  # who moved last knows it all


def test_a_recap_tells_what_came_since_the_last(top: TableTop) -> None:
    top.playing()
    top.step(Random(1), accuse=0)
    match = top.scene.match
    assert match is not None
    top.said()
    top.ok(Recap, ANN)
    first = next(n for n in top.said(ANN) if n.kind is NoticeKind.DIGEST)
    assert (first.args["event"], first.args["asked"]) == (0, 1)
    top.ok(Recap, ANN)
    second = next(n for n in top.said(ANN) if n.kind is NoticeKind.DIGEST)
    assert second.args["event"] == len(match.events)


def test_more_time_at_night_does_not_end_at_night(top: TableTop) -> None:
    top.clock.at = at("UTC", 2027, 1, 12, 12)
    top.playing(options={**SLOW, "turn_seconds": 4 * HOUR})
    person, wait = top.awaited()
    top.clock.at = at("UTC", 2027, 1, 12, 15)
    top.ok(MoreTime, person)
    clock = top.running(wait)
    assert clock.start + clock.length == at("UTC", 2027, 1, 12, 19)
    assert top.ok(Strike)
