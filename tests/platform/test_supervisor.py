"""Real processes, for what is promised is about processes."""

import io
import os
import signal
import subprocess
import sys
import textwrap
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from gm.supervisor import Child, Supervisor
from tests.platform.processes import alive, eventually

# Tells its name when it starts, and when it is asked to stop.
POLITE = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: (print(sys.argv[1], "stops", flush=True), sys.exit()))
print(sys.argv[1], "runs", flush=True)
while True: time.sleep(10)
"""


def child(name: str, code: str = POLITE, **more: Any) -> Child:
    argv = (sys.executable, "-c", textwrap.dedent(code), name)
    return Child(name=name, argv=argv, env=dict(os.environ), **more)


def stop_ourselves() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def supervise(
    *children: Child, out: io.BytesIO | None = None, **more: Any
) -> tuple[int, list[str]]:
    """The exit status and the lines of a supervisor in this process."""
    out = out or io.BytesIO()
    supervisor = Supervisor(children=children, out=out, backoff=0.01, **more)
    return supervisor.run(), out.getvalue().decode().splitlines()


def test_children_start_in_order_and_stop_in_reverse() -> None:
    out = io.BytesIO()

    def runs(name: bytes) -> bool:
        return name + b" runs" in out.getvalue()

    status, lines = supervise(
        child("one", ready=lambda: runs(b"one")),
        child("second", ready=lambda: runs(b"second")),
        on_ready=stop_ourselves,
        out=out,
    )
    assert status == 0
    assert lines == [
        "one    | one runs",
        "up     | one started",
        "second | second runs",
        "up     | second started",
        "second | second stops",
        "up     | second stopped",
        "one    | one stops",
        "up     | one stopped",
    ]


def test_output_is_told_apart_and_complete() -> None:
    code = "import sys, time; print('x' * 100_000); sys.stderr.write('end'); time.sleep(0.05)"
    _, lines = supervise(child("a", code, restarts=0), child("longer", POLITE))
    assert f"a      | {'x' * 100_000}" in lines
    assert "a      | end" in lines


def test_hushed_lines_are_not_passed_on() -> None:
    code = "print('a banner'); print('a fault'); print('banner', end='')"
    _, lines = supervise(child("loud", code, restarts=0, hushed=(b"banner",)))
    assert [line for line in lines if line.startswith("loud")] == ["loud | a fault"]


def test_an_ended_child_is_started_again_and_the_others_go_on(tmp_path: Path) -> None:
    code = f"""
        import os, pathlib, signal, sys, time
        count = len(os.listdir({str(tmp_path)!r}))
        pathlib.Path({str(tmp_path)!r}, str(count)).touch()
        if count < 3: sys.exit(7)
        os.kill(os.getppid(), signal.SIGTERM)
        time.sleep(10)
    """
    status, lines = supervise(child("steady"), child("weak", code))
    assert status == 0
    assert sum("weak ended with status 7; started again" in line for line in lines) == 3
    assert sum("steady ended" in line for line in lines) == 0


def test_a_child_that_keeps_ending_ends_all() -> None:
    status, lines = supervise(child("steady"), child("weak", "raise SystemExit(7)", restarts=2))
    assert status == 1
    assert any("weak ended with status 7 3 times in a row: giving up" in line for line in lines)


def test_a_refusal_is_not_tried_again() -> None:
    status, lines = supervise(child("wrong", "raise SystemExit(2)"))
    assert status == 1
    assert lines == ["up    | wrong started", "up    | wrong refuses its settings"]


def test_a_child_that_never_gets_ready_is_tried_again_and_then_ends_all() -> None:
    status, lines = supervise(child("mute", ready=lambda: False, ready_within=0.05, restarts=1))
    assert status == 1
    assert sum("mute is not ready after 0.05 s" in line for line in lines) == 2


def test_ends_while_an_earlier_child_is_away_do_not_count(tmp_path: Path) -> None:
    # Each step waits for the one before it: worker runs, database crashes, it is seen to be
    # away, worker ends, that is noticed, database is ready again, worker runs again.
    running, away = tmp_path / "running", tmp_path / "away"
    database = f"""
        import pathlib, sys, time
        while pathlib.Path({str(away)!r}).exists():
            time.sleep(10)
        while not pathlib.Path({str(running)!r}).exists():
            time.sleep(0.005)
        sys.exit(1)
    """
    worker = f"""
        import os, pathlib, signal, sys, time
        if pathlib.Path({str(away)!r}).exists():
            os.kill(os.getppid(), signal.SIGTERM)
            time.sleep(10)
        pathlib.Path({str(running)!r}).touch()
        while not pathlib.Path({str(away)!r}).exists():
            time.sleep(0.005)
        sys.exit(1)
    """
    out = io.BytesIO()

    def ready() -> bool:
        if b"database ended" not in out.getvalue():
            return True
        away.touch()
        return b"worker ended" in out.getvalue()

    status, lines = supervise(
        child("database", database, ready=ready, restarts=None),
        child("worker", worker, restarts=0),
        out=out,
    )
    assert status == 0, lines


def test_who_does_not_stop_is_killed() -> None:
    code = """
        import signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        print("up", flush=True)
        time.sleep(30)
    """
    out = io.BytesIO()
    deaf = child("deaf", code, ready=lambda: b"deaf | up" in out.getvalue())
    status, lines = supervise(deaf, on_ready=stop_ourselves, grace=0.1, out=out)
    assert status == 0
    assert lines == ["deaf | up", "up   | deaf started", "up   | deaf does not stop: killed"]


def test_what_a_child_leaves_behind_is_swept_away(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"""
        import pathlib, subprocess, sys
        left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"])
        pathlib.Path({str(note)!r}).write_text(str(left.pid))
        sys.exit(1)
    """
    status, _ = supervise(child("master", code, restarts=0))
    assert status == 1
    pid = int(note.read_text())
    assert eventually(lambda: not alive(pid))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_no_orphan_is_left_however_the_supervisor_ends(number: signal.Signals) -> None:
    code = """
        import os, sys
        from gm.supervisor import Child, Supervisor
        deaf = "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);" \\
            "print(os.getpid(), flush=True); time.sleep(60)"
        children = [
            Child(name=name, argv=(sys.executable, "-c", deaf), env=dict(os.environ))
            for name in "ab"
        ]
        sys.exit(Supervisor(children=children, grace=0.1).run())
    """
    supervisor = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    )
    assert supervisor.stdout is not None
    said = (line.partition("|")[2] for line in supervisor.stdout)
    pids = [int(text) for text in islice((text for text in said if "started" not in text), 2)]
    assert all(map(alive, pids))
    supervisor.send_signal(number)
    supervisor.communicate()
    assert supervisor.returncode == (-9 if number == signal.SIGKILL else 0)
    assert eventually(lambda: not any(map(alive, pids)))
