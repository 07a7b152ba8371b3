"""What every role's process begins with: settings or their problems, logs, a stop signal."""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType

from gm import logs
from gm.settings import Settings, SettingsError

USAGE = 2


def settings_or_exit() -> Settings:
    """The settings of this process, its logs set up; exits with 2 where they are wrong."""
    try:
        settings = Settings.from_environ(os.environ)
    except SettingsError as error:
        for problem in error.problems:
            sys.stderr.write(f"casekeeper: {problem}\n")
        raise SystemExit(USAGE) from None
    if settings.bot_token is None or settings.redis_url is None:
        sys.stderr.write(
            "casekeeper: a role needs BOT_TOKEN and REDIS_URL; `casekeeper up` sets both\n"
        )
        raise SystemExit(USAGE)
    logs.configure(settings)
    return settings


def stop_signal() -> threading.Event:
    """An event that SIGTERM and SIGINT set."""
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    return stopped
