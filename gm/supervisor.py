"""A few processes as one: started in order, restarted when they end, stopped in reverse.

A child is started only when every child before it is ready, and its end counts against it only
if they all were: what fails because the database is away does not use up its restarts.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO, BinaryIO

LEASH = Path(__file__).with_name("leash.py")

USAGE = 2  # the exit status of a command that refuses its arguments or settings

_PROBE_EVERY = 0.02
_SETTLED = 60.0  # seconds of life after which earlier failures are forgotten


def _at_once() -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """One process: what to run and how to see that it is ready.

    `env` is its whole environment. `ready` is asked every 20 ms, must not block long, and is
    given `ready_within` seconds. `restarts` is how many failures in a row are forgiven
    (None: any number). `pass_fds` stay open in the child. Lines that hold one of `hushed` are
    not passed on.
    """

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str]
    ready: Callable[[], bool] = _at_once
    ready_within: float = 30.0
    restarts: int | None = 5
    pass_fds: tuple[int, ...] = ()
    hushed: tuple[bytes, ...] = ()


@dataclass(slots=True, kw_only=True)
class _Running:
    child: Child
    process: subprocess.Popen[bytes] | None = None
    ready: bool = False
    started: float = 0.0
    failures: int = 0
    not_before: float = 0.0
    partial: bytes = b""


@dataclass(slots=True, kw_only=True)
class Supervisor:
    """Runs `children` until a signal comes or one of them cannot be kept running.

    Needs the main thread (signals, and gm.leash). Output goes to `out`, each line after its
    child's name, and a line for every child that has started or stopped. `grace` is how many
    seconds each child has between SIGTERM and SIGKILL; after a failure a child waits `backoff`
    seconds, doubled each time up to 5.
    """

    children: Sequence[Child]
    on_ready: Callable[[], None] = lambda: None
    out: BinaryIO = field(default_factory=lambda: sys.stdout.buffer)
    grace: float = 5.0
    backoff: float = 0.2
    _running: list[_Running] = field(init=False)
    _selector: selectors.BaseSelector = field(
        init=False, default_factory=selectors.DefaultSelector
    )
    _signals: int = field(init=False, default=0)
    _width: int = field(init=False, default=0)

    def run(self) -> int:
        """0 after SIGINT or SIGTERM, 1 when a child could not be kept running; all are stopped.

        A second signal skips the grace.
        """
        self._running = [_Running(child=child) for child in self.children]
        self._width = max(len(child.name) for child in self.children)
        self._selector = selectors.DefaultSelector()
        wake_read, wake_write = os.pipe()
        os.set_blocking(wake_read, False)
        os.set_blocking(wake_write, False)
        self._selector.register(wake_read, selectors.EVENT_READ)
        before_fd = signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        stops = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        # SIGCHLD only has to wake the loop: its handler does nothing.
        before = {number: signal.signal(number, self._on_signal) for number in stops}
        before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        try:
            return self._watch()
        finally:
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(before_fd)
            self._selector.close()
            os.close(wake_read)
            os.close(wake_write)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._signals += 1

    def _watch(self) -> int:
        announced = False
        while not self._signals:
            all_ready = True
            for running in self._running:
                if not self._attend(running, all_ready):
                    return 1
                all_ready = all_ready and running.ready
            if all_ready and not announced:
                announced = True
                self.on_ready()
            self._pump(1.0 if all_ready else _PROBE_EVERY)
        return 0

    def _attend(self, running: _Running, ready_before: bool) -> bool:
        """Brings one child a step forward; False when it cannot be kept running.

        `ready_before`: whether all the children before it are ready.
        """
        child, now = running.child, time.monotonic()
        if running.process is None:
            if ready_before and now >= running.not_before:
                self._start(running)
            return True
        if _has_ended(running.process):
            return self._ended(running, ready_before)
        if not running.ready:
            running.ready = child.ready()
            if running.ready:
                self._say(f"{child.name} started")
            elif now - running.started > child.ready_within:
                self._say(f"{child.name} is not ready after {child.ready_within:g} s")
                self._end(running, signal.SIGKILL)
                return self._ended(running, ready_before)
        return True

    def _start(self, running: _Running) -> None:
        child = running.child
        running.process = subprocess.Popen(  # noqa: S603  # our own list, no shell
            [sys.executable, "-I", "-S", LEASH, str(os.getpid()), *child.argv],
            env=child.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C arrives here only; the order of stopping is ours
            pass_fds=child.pass_fds,
        )
        running.started = time.monotonic()
        assert running.process.stdout is not None  # PIPE above
        os.set_blocking(running.process.stdout.fileno(), False)
        self._selector.register(running.process.stdout, selectors.EVENT_READ, running)

    def _ended(self, running: _Running, ready_before: bool) -> bool:
        child = running.child
        status = self._reap(running)
        lived = time.monotonic() - running.started
        if status == USAGE:
            self._say(f"{child.name} refuses its settings")
            return False
        if ready_before:
            running.failures = 1 if lived > _SETTLED else running.failures + 1
        if child.restarts is not None and running.failures > child.restarts:
            self._say(f"{child.name} {_how(status)} {running.failures} times in a row: giving up")
            return False
        wait = min(5.0, self.backoff * 2.0 ** max(0, min(running.failures, 10) - 1))
        running.not_before = time.monotonic() + wait
        self._say(f"{child.name} {_how(status)}; started again in {wait:g} s")
        return True

    def _reap(self, running: _Running) -> int:
        """Collects an ended child and kills what is left of its group, such as its workers."""
        process = running.process
        assert process is not None  # only called for a started child
        _signal_group(process, signal.SIGKILL)  # before the wait: the number is still its own
        status = process.wait()
        assert process.stdout is not None  # PIPE in _start
        self._read(running)
        if running.partial:
            self._pass_on(running.child, running.partial)
            running.partial = b""
        self._unwatch(process.stdout)
        process.stdout.close()
        running.process, running.ready = None, False
        return status

    def _end(self, running: _Running, number: signal.Signals) -> None:
        if running.process is None:
            return
        if number == signal.SIGKILL:
            _signal_group(running.process, number)
            running.process.wait()
        else:
            running.process.send_signal(number)

    def _stop(self) -> None:
        for running in reversed(self._running):
            if running.process is None:
                continue
            self._end(running, signal.SIGTERM)
            until, how = time.monotonic() + self.grace, "stopped"
            while not _has_ended(running.process):
                left = until - time.monotonic()
                if left <= 0 or self._signals > 1:
                    how = "does not stop: killed"
                    self._end(running, signal.SIGKILL)
                    break
                self._pump(min(left, _PROBE_EVERY))
            self._reap(running)  # with its last words
            self._say(f"{running.child.name} {how}")

    def _pump(self, timeout: float) -> None:
        for key, _ in self._selector.select(timeout):
            if isinstance(key.data, _Running):
                self._read(key.data)
            else:
                os.read(key.fd, 4096)

    def _read(self, running: _Running) -> None:
        process = running.process
        if process is None or process.stdout is None:
            return
        while True:
            try:
                chunk = os.read(process.stdout.fileno(), 65536)
            except BlockingIOError:
                return
            if not chunk:
                self._unwatch(process.stdout)  # it would be reported as readable for ever
                return
            *lines, running.partial = (running.partial + chunk).split(b"\n")
            for line in lines:
                self._pass_on(running.child, line)

    def _unwatch(self, stream: IO[bytes]) -> None:
        if stream in self._selector.get_map():
            self._selector.unregister(stream)

    def _pass_on(self, child: Child, line: bytes) -> None:
        if not any(word in line for word in child.hushed):
            self._print(child.name, line)

    def _say(self, text: str) -> None:
        self._print("up", text.encode())

    def _print(self, name: str, line: bytes) -> None:
        # If nobody reads any more, the children go on all the same.
        with contextlib.suppress(BrokenPipeError):
            self.out.write(name.ljust(self._width).encode() + b" | " + line + b"\n")
            self.out.flush()


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether the process has ended, without collecting it: its group's number stays taken."""
    if process.returncode is not None:
        return True
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    return os.waitid(os.P_PID, process.pid, flags) is not None


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    if process.returncode is None:
        # Nobody is left; macOS says EPERM when only the ended leader is.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)


def _how(status: int) -> str:
    return f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
