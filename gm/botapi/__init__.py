"""The Bot API from the server's side: a local, pure emulator that knows nothing of the game."""

from gm.botapi.arguments import Upload
from gm.botapi.faults import Fault
from gm.botapi.settlement import Impossible
from gm.botapi.taps import Tapped
from gm.botapi.telegram import Answer, Call, Telegram

__all__ = ["Answer", "Call", "Fault", "Impossible", "Tapped", "Telegram", "Upload"]
