"""Who is really asking: behind our own proxies the client, behind anybody else's the proxy.

A forwarding header is believed for as long as the hop that wrote it is one of `TRUSTED_PROXIES`;
anybody can send one. The scheme is gunicorn's part, by the same list.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from gm.settings import Network

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Behind:
    """A WSGI application that sees the client instead of the trusted proxies before it."""

    def __init__(self, app: WSGIApplication, trusted: Sequence[Network]) -> None:
        self._app = app
        self._trusted = trusted

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        peer = environ.get("REMOTE_ADDR", "")
        told: str = environ.get("HTTP_X_FORWARDED_FOR", "")
        environ["REMOTE_ADDR"] = nearest_stranger([*told.split(","), peer], self._trusted)
        return self._app(environ, start)


def nearest_stranger(hops: Sequence[str], trusted: Sequence[Network]) -> str:
    """The last of the hops that is none of our own; the first one where all are ours.

    What is no address was made up, and so was everything before it.
    """
    found = hops[-1].strip()
    for hop in reversed(hops):
        address = _address(hop)
        if address is None:
            break
        found = str(address)
        if not any(address in network for network in trusted):
            break
    return found


def _address(text: str) -> Any:
    try:
        address = ipaddress.ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
