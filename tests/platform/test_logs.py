import io
import json
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from urllib.parse import quote

import pytest
import structlog

from gm import logs
from gm.settings import Settings

TOKEN = "123456:canary_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
OTHER = "987654:another_BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"
SECRET = "canary-webhook-secret"
ENVIRON = {"BOT_TOKEN": TOKEN, "WEBHOOK_SECRET": SECRET, "REDIS_URL": "redis://:canarypw@db"}


@pytest.fixture
def put_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leaves the process's logging as it was found."""
    root = logging.getLogger()
    level = root.level
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr(logging, "raiseExceptions", True)
    yield
    root.setLevel(level)
    logging.captureWarnings(False)
    structlog.reset_defaults()


@pytest.fixture(params=["json", "console"])
def log(request: pytest.FixtureRequest, put_back: None) -> io.StringIO:
    stream = io.StringIO()
    environ = {logs.CONSOLE: "1"} if request.param == "console" else {}
    logs.configure(Settings.from_environ(ENVIRON), stream=stream, environ=environ)
    return stream


def test_no_secret_leaves_by_any_road(log: io.StringIO) -> None:
    address = f"https://api.telegram.org/bot{TOKEN}/sendMessage"
    ours, theirs = structlog.get_logger("gm"), logging.getLogger("httpx")
    ours.info(f"calling {address}")
    ours.info("calling", address=address, deep={"list": [TOKEN, OTHER]}, secret=SECRET)
    ours.info("calling %s", address)
    ours.warning("quoted", address=quote(TOKEN, safe=""), tail=TOKEN.partition(":")[2])
    theirs.warning("HTTP Request: %s %s", "POST", address)
    theirs.warning("extra", extra={"address": address})
    try:
        try:
            raise ConnectionError(address)  # noqa: TRY301  # a chain of two is wanted
        except ConnectionError as error:
            raise ValueError(f"{SECRET} canarypw") from error
    except ValueError:
        ours.exception("failed", token=TOKEN)
        theirs.exception("failed")
        sys.excepthook(*sys.exc_info())
    text = log.getvalue()
    assert text.count("failed") >= 2
    assert "Traceback" in text
    assert "ConnectionError" in text
    assert "uncaught" in text
    for secret in ("AAAAAA", "BBBBBB", SECRET, "canarypw"):
        assert secret not in text


def test_json_lines_hold_level_logger_and_fields(put_back: None) -> None:
    stream = io.StringIO()
    logs.configure(Settings.from_environ({"LOG_LEVEL": "warning"}), stream=stream, environ={})
    structlog.get_logger("gm.master").warning("lost race", match="m1")
    structlog.get_logger("gm.master").info("below the level")
    logging.getLogger("rq").error("from %s", "outside")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert (first["event"], first["match"], first["logger"]) == ("lost race", "m1", "gm.master")
    assert first["level"] == "warning"
    assert second["event"] == "from outside"


def test_an_address_is_not_logged_at_the_usual_level(log: io.StringIO) -> None:
    logging.getLogger("httpx").info("HTTP Request: %s", "https://example.org")
    assert log.getvalue() == ""


def test_a_record_that_cannot_be_formatted_is_not_printed_raw(
    log: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    logging.getLogger("gm").error("%d", TOKEN)
    assert "canary" not in log.getvalue() + capsys.readouterr().err


def test_a_dying_process_or_thread_does_not_tell() -> None:
    code = (
        "import os, threading\n"
        "from gm import logs\n"
        "from gm.settings import Settings\n"
        "settings = Settings.from_environ(os.environ)\n"
        "logs.configure(settings)\n"
        "def fail():\n"
        "    raise ValueError(settings.bot_token.reveal())\n"
        "thread = threading.Thread(target=fail)\n"
        "thread.start(); thread.join()\n"
        "fail()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=ENVIRON, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "uncaught in thread" in done.stderr
    assert done.stderr.count("ValueError") >= 2
    assert "canary" not in done.stdout + done.stderr
