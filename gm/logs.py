"""One log for every library, one line an event; what leaves here has been redacted.

Redaction works on the finished line, so it does not matter whether a token came in a message, an
argument, an address or the text of an exception.
"""

import logging
import os
import re
import sys
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import TextIO
from urllib.parse import quote

import structlog

from gm.secret import MASK
from gm.settings import Settings

# Set by `casekeeper up` for its children: their output is a pipe, but a person is reading it.
CONSOLE = "CASEKEEPER_CONSOLE"

# Any bot's token, also one that is not ours (or no longer): it may stand in an address.
_TOKEN = re.compile(r"[0-9]{6,16}(?::|%3[Aa])[A-Za-z0-9_-]{30,}")

# These log every address they call, which for the Bot API holds the token, and say little else.
_CHATTY = ("httpx", "httpcore", "urllib3", "werkzeug")

# These tell of every start and stop, which is of interest at the level debug only.
_TALKATIVE = ("gunicorn.error",)


class Redaction:
    """Replaces the given secrets, and all that looks like a bot's token, by asterisks."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        forms = {form for secret in secrets for form in _forms(secret)}
        # Longest first: the whole token before the part after its colon.
        ordered = sorted(forms, key=len, reverse=True)
        self._pattern = re.compile("|".join([*map(re.escape, ordered), _TOKEN.pattern]))

    def __call__(self, text: str) -> str:
        return self._pattern.sub(MASK, text)


def _forms(secret: str) -> set[str]:
    parts = {secret, quote(secret, safe=""), repr(secret)[1:-1]}
    _, colon, tail = secret.partition(":")
    if colon and len(tail) >= 20:
        parts.add(tail)
    return {part for part in parts if part}


class _Formatter(structlog.stdlib.ProcessorFormatter):
    def __init__(self, redaction: Redaction, console: bool) -> None:
        render: list[structlog.types.Processor] = (
            [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=_plain)]
            if console
            else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        )
        super().__init__(
            foreign_pre_chain=_SHARED,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *render],
        )
        self._redaction = redaction

    def format(self, record: logging.LogRecord) -> str:
        return self._redaction(super().format(record))


_SHARED: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]

# The pretty formatters of structlog print local variables, where hands and tokens live.
_plain = structlog.dev.plain_traceback


def configure(
    settings: Settings,
    *,
    stream: TextIO | None = None,
    environ: Mapping[str, str] = os.environ,
) -> None:
    """Send structlog's and the standard library's records to `stream` (stderr), redacted.

    JSON lines, or readable ones where the stream is a terminal. Uncaught exceptions, of threads
    too, take the same way. Calling it again replaces what was set up before.
    """
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        _Formatter(Redaction(settings.secrets()), stream.isatty() or CONSOLE in environ)
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level.upper())
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in _TALKATIVE:
        quiet = settings.log_level == "info"
        logging.getLogger(name).setLevel(logging.WARNING if quiet else logging.NOTSET)
    # A record that cannot be formatted would be printed raw, with its arguments.
    logging.raiseExceptions = False
    logging.captureWarnings(True)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_in_thread


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    logging.getLogger("casekeeper").critical("uncaught", exc_info=(kind, error, trace))


def _log_uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
    error = args.exc_value
    if error is not None:
        logging.getLogger("casekeeper").critical(
            "uncaught in thread", exc_info=(args.exc_type, error, args.exc_traceback)
        )
