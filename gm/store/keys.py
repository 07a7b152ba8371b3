"""The names of all keys in the database. Nothing is keyed by chat but what belongs to a chat.

`t:<table>`            hash: revision, the table, its match number and log length
`e:<table>:<match>`    list: the log of a match
`o:<table>:<match>`    the table as it stood when its next match was opened
`r:<command>`          the answer to a command that was taken or refused
`at:<chat>:<thread>`   sorted set: the tables that stand there, by opening time
`lobbies`              sorted set: the tables in a chat that are in their lobby, by opening time
`in:<chat>`            sorted set: the tables in all topics of a chat, by opening time
`of:<person>`          sorted set: the tables at which a person sits, by opening time
`solo:<person>`        sorted set: the solo table of a person, of which there is one at most
`kept:<person>`        sorted set: the tables that keep a seat for a person, by opening time
`p:<person>`           hash: what is kept of a person (language, whether reachable, hours)
`idle:<person>`        sorted set: the matches in which a person was idle, by wall time
`z:<chat>`             the time zone of a chat
`due`                  sorted set: tables by the service time of their next clock step
`out:<chat>`           sorted set: slots with something to say, by the time it may be said
`say:<chat>`           hash: the newest notice of each such slot
`chats`                sorted set: chats with something to say, by the time it may be said
`sending`              hash: by chat, the one notice that is being sent now
`slot:<table>`         hash: by chat and slot, the message it is drawn in and what was drawn
`own:<person>`         hash: the same for the pages that belong to no table
`f:<bot>:<picture>`    Telegram's id of a picture that the bot has sent, by its content
`shut:<chat>`          that no picture may be sent to a chat
`n:<table>:<match>:<person>` hash: a person's notebook
`s:<digest>`           hash: a session of the Mini App, by the digest of its token
`c:<table>:<match>`    the compressed record of a finished match
`failed:<update>`, `aside` how often an update failed; the updates set aside
`lease:<bot>`          which process is a bot's voice
`said`                 a counter that tells notices apart
`feed`                 stream: tables that changed, for open Mini Apps
`outage`, `beat`       our own outages in ms; the pump's last heartbeat (wall ms)
"""

from __future__ import annotations

from gm.master.tables import Place

DUE = "due"
CHATS = "chats"
SENDING = "sending"
FEED = "feed"
LOBBIES = "lobbies"
OUTAGE = "outage"
BEAT = "beat"


def table(table_id: str) -> str:
    """The table's hash."""
    return f"t:{table_id}"


def log(table_id: str, match: int) -> str:
    """The log of a match."""
    return f"e:{table_id}:{match}"


def past(table_id: str, match: int) -> str:
    """The table as it stood at the end of an earlier match."""
    return f"o:{table_id}:{match}"


def answer(command: str) -> str:
    """The stored answer to a command."""
    return f"r:{command}"


def at(place: Place) -> str:
    """The tables at a place."""
    return f"at:{place.chat}:{place.thread or 0}"


def inside(chat: int) -> str:
    """The tables in all topics of a chat."""
    return f"in:{chat}"


def of(person: int) -> str:
    """The tables of a person."""
    return f"of:{person}"


def solo(person: int) -> str:
    """The solo table of a person."""
    return f"solo:{person}"


def kept(person: int) -> str:
    """The tables that keep a seat for a person."""
    return f"kept:{person}"


def person(person_id: int) -> str:
    """What is kept of a person."""
    return f"p:{person_id}"


def idle(person_id: int) -> str:
    """The matches in which a person was idle."""
    return f"idle:{person_id}"


def zone(chat: int) -> str:
    """The time zone of a chat."""
    return f"z:{chat}"


def out(chat: int | str) -> str:
    """The slots of a chat that have something to say."""
    return f"out:{chat}"


def say(chat: int | str) -> str:
    """The newest notice of each slot of a chat."""
    return f"say:{chat}"


def slots(table_id: str) -> str:
    """The messages that a table's slots are drawn in."""
    return f"slot:{table_id}"


def own(person_id: int) -> str:
    """The message in which a person's own pages are drawn."""
    return f"own:{person_id}"


def shown(bot: int, picture: str) -> str:
    """Telegram's id of a picture."""
    return f"f:{bot}:{picture}"


def shut(chat: int) -> str:
    """That a chat takes no pictures."""
    return f"shut:{chat}"


def notebook(table_id: str, match: int, person_id: int) -> str:
    """A person's notebook of a match."""
    return f"n:{table_id}:{match}:{person_id}"


def session(digest: str) -> str:
    """A session of the Mini App."""
    return f"s:{digest}"


def record(table_id: str, match: int) -> str:
    """The record of a finished match."""
    return f"c:{table_id}:{match}"
