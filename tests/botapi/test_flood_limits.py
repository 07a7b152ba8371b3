"""Flood limits on a virtual clock: a chat, a group, everything; edits count like sends."""

from tests.support.telegram import Town


def test_a_chat_takes_one_a_second_with_a_small_burst() -> None:
    town = Town()
    town.telegram.start(town["Mira"], town.bot)
    for _ in range(5):
        town.ok("sendMessage", chat_id=town["Mira"], text="x")
    answer = town.api("sendMessage", chat_id=town["Mira"], text="x")
    assert (answer.error_code, answer.description) == (429, "Too Many Requests: retry after 5")
    assert answer.parameters == {"retry_after": 5}
    town.clock.advance(5)
    town.ok("sendMessage", chat_id=town["Mira"], text="x")


def test_a_group_takes_twenty_a_minute_edits_included() -> None:
    town = Town()
    message = town.ok("sendMessage", chat_id=town.group, text="0")["message_id"]
    for turn in range(1, 20):
        town.clock.advance(2)
        town.ok("editMessageText", chat_id=town.group, message_id=message, text=str(turn))
    town.clock.advance(2)
    answer = town.api("sendMessage", chat_id=town.group, text="x")
    assert answer.parameters == {"retry_after": 20}
    assert town.api("editMessageText", chat_id=town.group, message_id=message, text="y").parameters
    town.telegram.start(town["Mira"], town.bot)
    town.ok("sendMessage", chat_id=town["Mira"], text="another chat is not held up")
    town.clock.advance(20)
    town.ok("sendMessage", chat_id=town.group, text="x")


def test_thirty_a_second_overall() -> None:
    town = Town(*(f"P{i}" for i in range(31)))
    for person in town.people.values():
        town.telegram.start(person, town.bot)
    answers = [
        town.api("sendMessage", chat_id=person, text="x") for person in town.people.values()
    ]
    assert [answer.ok for answer in answers] == [True] * 30 + [False]
    assert answers[-1].parameters == {"retry_after": 1}


def test_answers_to_taps_are_free_and_limits_can_be_off() -> None:
    town = Town()
    town.telegram.flood_limits(on=False)
    for _ in range(40):
        town.ok("sendMessage", chat_id=town.group, text="x")
    town.telegram.flood_limits(on=True)
    for _ in range(40):
        town.ok("getChat", chat_id=town.group)


def test_what_is_refused_for_flood_does_not_prolong_it() -> None:
    town = Town()
    town.telegram.start(town["Mira"], town.bot)
    for _ in range(20):
        town.api("sendMessage", chat_id=town["Mira"], text="x")
    town.clock.advance(5)
    town.ok("sendMessage", chat_id=town["Mira"], text="x")
