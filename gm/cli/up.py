"""`casekeeper up`: everything one machine needs, under one supervisor.

Without a token it is the playground: the Bot API server is ours, token and webhook secret are
made here and kept, and its data lie apart from those of a real bot.
"""

import argparse
import contextlib
import os
import secrets
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gm import logs
from gm.secret import kept_secret
from gm.settings import Settings, SettingsError
from gm.store.embedded import Claim, EmbeddedError, FolderInUseError, claim
from gm.supervisor import USAGE, Child, Supervisor

_PLAYGROUND_DATA = "playground"

PATIENCE = 8.0
"""Seconds for which a start waits for another one's end."""
_LOOK_EVERY = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What will run: the roles' environment, the port of each listening role, what to tell."""

    env: Mapping[str, str]
    data_dir: Path
    listening: Mapping[str, int]
    ready_line: str


def main(argv: Sequence[str]) -> int:
    """0 after Ctrl-C or SIGTERM, 1 when something could not be kept running, 2 on bad settings."""
    argparse.ArgumentParser(prog="casekeeper up", description=__doc__).parse_args(argv)
    try:
        settings = Settings.from_environ(os.environ)
        chosen = plan(settings, os.environ)
        _check_ports(chosen)
        with contextlib.ExitStack() as held:
            children = []
            if settings.redis_url is None:
                database = _claimed(held, chosen.data_dir)
                loud = settings.log_level == "debug"
                children.append(database.child(chosen.env, loud=loud))
                chosen = with_database(chosen, database.url)
            children += roles(chosen)
            ready = f"\n  {chosen.ready_line}\n"
            supervisor = Supervisor(children=children, on_ready=lambda: print(ready, flush=True))
            return supervisor.run()
    except SettingsError as error:
        for problem in error.problems:
            print(f"casekeeper: {problem}", file=sys.stderr)
        return USAGE
    except (EmbeddedError, OSError) as error:
        print(f"casekeeper: {error}", file=sys.stderr)
        return 1


def plan(settings: Settings, environ: Mapping[str, str]) -> Plan:
    """What `settings` ask for; in the playground, makes its secrets the first time.

    The children read their own settings again, so all is handed on as environment.
    """
    env = {**environ, "PYTHONUNBUFFERED": "1"}
    if sys.stdout.isatty():
        env[logs.CONSOLE] = "1"
    if settings.bot_token:
        return Plan(
            env={**env, "DATA_DIR": str(settings.data_dir)},
            data_dir=settings.data_dir,
            listening={"web": settings.port},
            ready_line=f"Casekeeper is running: {settings.public_url or 'polling Telegram'}",
        )
    page, web = settings.port, settings.port + 1
    data_dir = settings.data_dir / _PLAYGROUND_DATA
    token = kept_secret(data_dir / "token", _make_token)
    webhook_secret = kept_secret(data_dir / "webhook-secret", lambda: secrets.token_urlsafe(32))
    env |= {
        "BOT_TOKEN": token.reveal(),
        "WEBHOOK_SECRET": webhook_secret.reveal(),
        "TELEGRAM_API_BASE": f"http://127.0.0.1:{page}",
        # Each phone opens the Mini App at an origin of its own, p1.localhost and so on: browsers
        # allow an origin six connections, and every open sheet holds one.
        "PUBLIC_URL": f"http://localhost:{web}",
        "FRAME_ANCESTORS": f"'self' http://localhost:{page} http://127.0.0.1:{page}",
        "DATA_DIR": str(data_dir),
    }
    return Plan(
        env=env,
        data_dir=data_dir,
        listening={"playground": page, "web": web},
        ready_line=f"The playground is open: http://localhost:{page}",
    )


def with_database(chosen: Plan, url: str) -> Plan:
    """The same plan with the roles sent to the database at `url`."""
    return Plan(
        env={**chosen.env, "REDIS_URL": url},
        data_dir=chosen.data_dir,
        listening=chosen.listening,
        ready_line=chosen.ready_line,
    )


def roles(chosen: Plan) -> list[Child]:
    """The children after the database, in the order in which they start."""
    names = ["web", "worker", "bot"]
    if "playground" in chosen.listening:
        names.insert(0, "playground")
    return [_role(name, chosen) for name in names]


def _role(name: str, chosen: Plan) -> Child:
    argv = (sys.executable, "-m", "gm", name)
    port = chosen.listening.get(name)
    if port is None:
        return Child(name=name, argv=argv, env=chosen.env)
    env = {**chosen.env, "PORT": str(port)}
    return Child(name=name, argv=argv, env=env, ready=lambda: accepts(port))


def accepts(port: int) -> bool:
    """Whether something on this machine accepts connections at `port`."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=0.5):
            return True
    except OSError:
        return False


def _check_ports(chosen: Plan) -> None:
    # Else a stranger's server would pass for ours being ready.
    until = time.monotonic() + PATIENCE
    for port in chosen.listening.values():
        told = False
        while accepts(port):
            if time.monotonic() > until:
                raise OSError(f"port {port} is taken by another program; set PORT to a free one")
            if not told:
                told = True
                print(f"casekeeper: waiting for port {port} …", file=sys.stderr)
            time.sleep(_LOOK_EVERY)


def _claimed(held: contextlib.ExitStack, folder: Path) -> Claim:
    """The data folder, once whoever is just stopping has let go of it."""
    until, told = time.monotonic() + PATIENCE, False
    while True:
        try:
            return held.enter_context(claim(folder))
        except FolderInUseError:
            if time.monotonic() > until:
                raise
        if not told:
            told = True
            print(f"casekeeper: waiting for {folder} …", file=sys.stderr)
        time.sleep(_LOOK_EVERY)


def _make_token() -> str:
    # In the form of a real one, with an id that is plainly not.
    return f"1:{secrets.token_urlsafe(26)}"
