"""Whose address and which scheme a request has, behind our own proxies and behind others."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path

import pytest
import structlog

from tests.platform.processes import alive, eventually
from tests.support.house import free_port
from tests.webapp.parlour import MIRA, Parlour
from tests.webapp.test_server import answers
from webapp.proxies import Behind, nearest_stranger

OURS = (ip_network("127.0.0.1"), ip_network("10.0.0.0/8"), ip_network("fd00::/8"))

SERVER = """
import ipaddress, json, sys
from webapp.serving import serve
def app(environ, start):
    start("200 OK", [("Content-Type", "application/json")])
    return [json.dumps([environ["REMOTE_ADDR"], environ["wsgi.url_scheme"]]).encode()]
proxies = [ipaddress.ip_network(each) for each in sys.argv[2:]]
serve(lambda: app, bind=f"127.0.0.1:{sys.argv[1]}", threads=2, name="t", proxies=proxies)
"""


@contextmanager
def running(home: Path, *proxies: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A server that tells what it takes a request for, and its port."""
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(port), *proxies],
        env={**os.environ, "HOME": str(home), "XDG_RUNTIME_DIR": str(home)},
        stderr=subprocess.DEVNULL,
    )
    try:
        assert eventually(lambda: answers(port), 20)
        yield server, port
    finally:
        server.terminate()
        server.wait()


@pytest.mark.parametrize(
    ("hops", "client"),
    [
        (["", "203.0.113.9"], "203.0.113.9"),
        (["1.1.1.1", "203.0.113.9"], "203.0.113.9"),
        (["203.0.113.9", "127.0.0.1"], "203.0.113.9"),
        (["1.1.1.1", " 203.0.113.9", " 10.2.3.4", "::ffff:127.0.0.1"], "203.0.113.9"),
        (["1.1.1.1", "2001:db8::7", "fd00::1"], "2001:db8::7"),
        (["10.9.9.9", "10.2.3.4", "127.0.0.1"], "10.9.9.9"),
        (["1.1.1.1", "made up", "127.0.0.1"], "127.0.0.1"),
        (["", "127.0.0.1"], "127.0.0.1"),
        (["", ""], ""),
    ],
)
def test_the_last_hop_that_is_not_ours_is_the_client(hops: list[str], client: str) -> None:
    assert nearest_stranger(hops, OURS) == client


@pytest.mark.parametrize(
    ("proxies", "found"),
    [(["127.0.0.0/8"], ["203.0.113.9", "https"]), ([], ["127.0.0.1", "http"])],
)
def test_the_server_believes_its_own_proxies_only(
    tmp_path: Path, proxies: list[str], found: list[str]
) -> None:
    with running(tmp_path, *proxies) as (_, port):
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        forwarded = {"X-Forwarded-For": "1.1.1.1, 203.0.113.9", "X-Forwarded-Proto": "https"}
        asked.request("GET", "/", headers=forwarded)
        assert json.loads(asked.getresponse().read()) == found
        asked.close()
        assert list(tmp_path.iterdir()) == [], "no control socket, nor anything else, is left"


def test_the_serving_process_dies_with_its_master(tmp_path: Path) -> None:
    with running(tmp_path) as (server, port):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
            assert answer.status == 200, "the worker is there, not only its master"
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        (worker,) = map(int, children.read_text().split())
        os.kill(worker, signal.SIGSTOP)  # so that it cannot notice by itself
        server.kill()
        server.wait()
        assert eventually(lambda: not alive(worker))


def test_whoever_forges_launch_data_is_named_by_address(parlour: Parlour) -> None:
    parlour.app.wsgi_app = Behind(parlour.app.wsgi_app, OURS)  # type: ignore[method-assign]
    launch = parlour.launch_data(MIRA).replace("Mira", "Mora")
    with structlog.testing.capture_logs() as logs:
        parlour.app.test_client().post(
            "/api/session",
            json={"launch": launch},
            headers={"X-Forwarded-For": "203.0.113.9"},
        )
    (line,) = logs
    assert (line["event"], line["address"]) == ("launch_refused", "203.0.113.9")
