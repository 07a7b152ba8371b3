"""`casekeeper up` with the real database, and stand-ins for the roles."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from redis import Redis

from gm.cli import up
from gm.settings import Settings
from gm.store.embedded import claim, embedded_url
from tests.platform.processes import alive, eventually

TOKEN = "123456:canary_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

# Serves on its port if it is a listening role; then tells its process number.
ROLE = """
import http.server, os, sys, time
name, port = sys.argv[1], os.environ["PORT"]
if name in ("web", "playground"):
    server = http.server.HTTPServer(("127.0.0.1", int(port)), http.server.SimpleHTTPRequestHandler)
    print("pid", os.getpid(), flush=True)
    server.serve_forever()
print("pid", os.getpid(), flush=True)
time.sleep(60)
"""

UP = """
import sys
from gm.cli import up
from gm.supervisor import Child
role, real = sys.argv[1], up._role
def stand_in(name, chosen):
    child = real(name, chosen)
    argv = (sys.executable, "-c", role, name)
    return Child(name=name, argv=argv, env=child.env, ready=child.ready)
up._role = stand_in
up.PATIENCE = float(sys.argv[2])
sys.exit(up.main([]))
"""


def free_ports() -> int:
    """The first of two free ports side by side."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = int(first.getsockname()[1])
            try:
                second.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port


def start(
    port: int, folder: Path, *, patience: float = 0.2, **environ: str
) -> subprocess.Popen[str]:
    bare = {name: value for name, value in os.environ.items() if not name.startswith("BOT_")}
    return subprocess.Popen(
        [sys.executable, "-c", UP, ROLE, str(patience)],
        env={**bare, "PORT": str(port), "DATA_DIR": str(folder), **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def read_until_ready(process: subprocess.Popen[str]) -> tuple[str, list[int]]:
    """The line with the address, and the roles' process numbers."""
    assert process.stdout is not None
    pids: list[int] = []
    for line in process.stdout:
        if "| pid " in line:
            pids.append(int(line.split()[-1]))
        elif "|" not in line and line.strip():
            return line.strip(), pids
    raise AssertionError(process.communicate())


def test_the_playground_starts_tells_its_address_and_finds_its_data_again(tmp_path: Path) -> None:
    port = free_ports()
    database = embedded_url(tmp_path / "playground")
    process = start(port, tmp_path)
    line, pids = read_until_ready(process)
    assert line == f"The playground is open: http://localhost:{port}"
    with urllib.request.urlopen(f"http://127.0.0.1:{port + 1}/") as answer:
        assert answer.status == 200
    with Redis.from_url(database) as client:
        client.set("kept", "yes")
    pids.append(int((tmp_path / "playground" / "server.pid").read_text()))
    process.kill()
    process.communicate()
    assert eventually(lambda: not any(map(alive, pids)))

    process = start(port, tmp_path)
    read_until_ready(process)
    with Redis.from_url(database) as client:
        assert client.get("kept") == b"yes"
    process.send_signal(signal.SIGINT)
    said = process.communicate()
    assert process.returncode == 0, said
    assert not up.accepts(port)
    assert not (tmp_path / "playground" / "server.pid").exists()


def test_a_database_of_ones_own_wins(tmp_path: Path) -> None:
    port = free_ports()
    process = start(port, tmp_path, REDIS_URL="redis://db.invalid:1", BOT_TOKEN=TOKEN)
    line, _ = read_until_ready(process)
    assert line == "Casekeeper is running: polling Telegram"
    assert list(tmp_path.iterdir()) == []
    process.terminate()
    process.communicate()


def test_a_second_start_says_what_is_in_its_way(tmp_path: Path) -> None:
    port = free_ports()
    process = start(port, tmp_path)
    read_until_ready(process)
    try:
        for other, said in ((port, f"port {port} is taken"), (free_ports(), "is in use by")):
            second = start(other, tmp_path)
            assert said in second.communicate()[1]
            assert second.returncode == 1
    finally:
        process.terminate()
        process.communicate()


def test_a_second_start_waits_for_the_first_ones_end(tmp_path: Path) -> None:
    port = free_ports()
    first = start(port, tmp_path)
    read_until_ready(first)
    second = start(port, tmp_path, patience=20)
    assert second.stderr is not None
    assert f"waiting for port {port}" in second.stderr.readline()
    first.kill()
    first.communicate()
    try:
        assert read_until_ready(second)[0].endswith(f"localhost:{port}")
    finally:
        second.terminate()
        second.communicate()


def test_a_folder_that_is_just_being_let_go_of_is_waited_for(tmp_path: Path) -> None:
    with claim(tmp_path / "playground"):
        process = start(free_ports(), tmp_path, patience=20)
        assert process.stdout is not None
        assert "waiting for" in (process.stderr or process.stdout).readline()
    try:
        read_until_ready(process)
    finally:
        process.terminate()
        process.communicate()


def test_what_runs_is_told_in_one_short_line_each(tmp_path: Path) -> None:
    process = start(free_ports(), tmp_path)
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        if "| pid " not in line:
            lines.append(line.rstrip())
        if "open" in line:
            process.terminate()
    names = ["database", "playground", "web", "worker", "bot"]
    started = [f"up         | {name} started" for name in names]
    stopped = [f"up         | {name} stopped" for name in reversed(names)]
    ready = next(line for line in lines if "open" in line)
    assert lines == [*started, "", ready, "", *stopped]
    process.communicate()


def test_bad_settings_are_told_line_by_line(tmp_path: Path) -> None:
    process = start(0, tmp_path, KEEP_DAYS="many")
    lines = process.communicate()[1].splitlines()
    assert process.returncode == 2
    assert [line.split()[1] for line in lines] == ["PORT", "KEEP_DAYS"]


def test_the_playground_gives_its_roles_settings_that_hold(tmp_path: Path) -> None:
    chosen = up.plan(Settings.from_environ({"DATA_DIR": str(tmp_path)}), {"HOME": "/root"})
    again = up.plan(Settings.from_environ({"DATA_DIR": str(tmp_path)}), {})
    assert chosen.env["BOT_TOKEN"] == again.env["BOT_TOKEN"]
    by_name = {child.name: child for child in up.roles(chosen)}
    assert list(by_name) == ["playground", "web", "worker", "bot"]
    assert by_name["playground"].env["PORT"] == "8080"
    assert by_name["web"].env["PORT"] == "8081"
    settings = Settings.from_environ(by_name["web"].env)
    assert settings.telegram_api_base == "http://127.0.0.1:8080"
    assert settings.public_url == "http://localhost:8081"
    assert settings.data_dir == tmp_path / "playground"
    assert by_name["bot"].env["HOME"] == "/root"


@pytest.mark.parametrize("public", [{}, {"PUBLIC_URL": "https://a.example"}])
def test_a_real_bot_gets_no_playground(public: dict[str, str], tmp_path: Path) -> None:
    environ = {
        "BOT_TOKEN": TOKEN,
        "WEBHOOK_SECRET": "canary-webhook-secret",
        "DATA_DIR": str(tmp_path),
        **public,
    }
    settings = Settings.from_environ(environ)
    chosen = up.plan(settings, environ)
    assert [child.name for child in up.roles(chosen)] == ["web", "worker", "bot"]
    assert Settings.from_environ(chosen.env) == settings
    assert "canary" not in chosen.ready_line
