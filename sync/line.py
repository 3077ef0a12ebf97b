"""A line to one desk: the connections that believe its certificate alone, and a request over them."""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx

from app.domain.errors import Refused, violation
from sync import wire
from sync.pin import pinned_context
from sync.tablet import Ask

CONNECT_SECONDS = 5.0
IDLE_SECONDS = 20.0  # that a connection is kept for the next request: less than the desk keeps it
CONNECTIONS = 4  # a poll, a push, and as many that broke and are not given up yet

# A poll says nothing for 20 seconds: asking the desk's machine meanwhile keeps routers from forgetting the line, and
# tells within a quarter of a minute that it is dead.
KEEP_ALIVE = [
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    *(
        (socket.IPPROTO_TCP, getattr(socket, name), value)
        for name, value in (("TCP_KEEPIDLE", 5), ("TCP_KEEPINTVL", 3), ("TCP_KEEPCNT", 3))
        if hasattr(socket, name)
    ),
]


@dataclass(frozen=True, slots=True)
class Pinned:
    """Where a desk was last found, the certificate that it must have, and the token to show it."""

    host: str
    port: int
    certificate: str
    token: str

    def client(self) -> httpx.Client:
        """Return a connection to this desk and to no other."""
        client = client_of(self.host, self.port, self.certificate)
        client.headers["Authorization"] = f"Bearer {self.token}"
        return client


def client_of(host: str, port: int, certificate: str) -> httpx.Client:
    """Return a connection to whoever owns this certificate, and to nobody else."""
    transport = httpx.HTTPTransport(
        verify=pinned_context(certificate),
        trust_env=False,
        limits=httpx.Limits(max_connections=CONNECTIONS, keepalive_expiry=IDLE_SECONDS),
        socket_options=KEEP_ALIVE,
    )
    return httpx.Client(
        base_url=f"https://{host}:{port}", transport=transport, trust_env=False, timeout=CONNECT_SECONDS
    )


def post(client: httpx.Client, ask: Ask) -> bytes | None:
    """Return the desk's answer, None where it is none of ours.

    Raises Refused with `sync.unknown_device` where the desk does not know the token.
    """
    until = time.monotonic() + ask.patience_seconds
    timeout = httpx.Timeout(ask.patience_seconds, connect=CONNECT_SECONDS)
    given_up = {"trace": partial(_close_if_given_up, client)}
    with client.stream("POST", "/sync", content=ask.body, timeout=timeout, extensions=given_up) as response:
        if response.status_code == httpx.codes.UNAUTHORIZED:
            raise Refused(violation("sync.unknown_device", "desk"))
        body = bounded(response, until=until)
        return body if response.status_code == httpx.codes.OK else None


def _close_if_given_up(client: httpx.Client, event: str, info: Mapping[str, Any]) -> None:
    """Close what was still being connected when another thread closed the client: httpx no longer knows of it."""
    if client.is_closed and event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
        info["return_value"].close()


def bounded(response: httpx.Response, *, until: float) -> bytes:
    """Return the body of an answer; raises Refused where it is longer than any message, or trickles in too long."""
    body = bytearray()
    for chunk in response.iter_bytes():
        body += chunk
        if len(body) > wire.MAX_BODY_BYTES or time.monotonic() > until:
            raise Refused(violation("sync.unreadable", "answer"))
    return bytes(body)
