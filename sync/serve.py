"""Serving an application from a thread of its own, so that a window or a signal stays free to stop it."""

from __future__ import annotations

import errno
import socket
import threading
from asyncio import Protocol
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp
from uvicorn import Config, Server

from app.domain.errors import Refused, violation
from sync.certificate import serving_context
from sync.deadlines import Limits, PromptProtocol
from sync.descriptors import room_for
from sync.threshold import Threshold

EVERYWHERE = "0.0.0.0"
BACKLOG = 1024  # a room of tablets that comes back at the same moment; the system may allow fewer
OTHER_FILES = 100  # that the program has open beside its connections
PARTING_SECONDS = 3

# Why a socket may be refused, and whose choice is to be mended.
REFUSALS = {
    errno.EADDRINUSE: ("port.taken", "port"),
    errno.EACCES: ("port.forbidden", "port"),
    errno.EADDRNOTAVAIL: ("host.not_here", "host"),
}


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that already takes connections on an IPv4 address; port 0 takes any free one.

    Raises `Refused` when the port is taken or forbidden, or when the address is not this machine's.
    """
    try:
        return socket.create_server((host, port), backlog=BACKLOG)
    except OSError as error:
        if error.errno not in REFUSALS:
            raise
        key, field = REFUSALS[error.errno]
        raise Refused(violation(key, field, host=host, port=port)) from error


def fitted(limits: Limits) -> Limits:
    """Return these limits, with no more connections than the machine gives files for: beyond, nobody is served."""
    wanted = limits.connections + limits.handshakes
    room = max(2, room_for(wanted + OTHER_FILES) - OTHER_FILES)
    if room >= wanted:
        return limits
    handshakes = min(limits.handshakes, room // 2)
    return replace(limits, connections=room - handshakes, handshakes=handshakes)


class Serving:
    """An application being served on a socket, from construction until `stop` has been heard.

    With a `certificate`, which its key is in the same file with, it speaks TLS. It sets no signal handlers and writes
    nothing to the terminal: those belong to whoever starts it.
    """

    def __init__(
        self,
        app: ASGIApp,
        listener: socket.socket,
        *,
        protocol: type[PromptProtocol],
        certificate: Path | None = None,
    ) -> None:
        self._protocol = protocol
        self._limits = fitted(protocol.limits)
        self._context = None if certificate is None else serving_context(certificate)
        self._handshakes: set[Threshold] = set()
        config = Config(
            app,
            http=self._welcome,  # type: ignore[arg-type]  # a protocol is all that is asked of it
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            backlog=BACKLOG,
            timeout_keep_alive=protocol.limits.idle_seconds,
            timeout_graceful_shutdown=PARTING_SECONDS,
        )
        self.port: int = listener.getsockname()[1]
        self._server = Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([listener],), name="serving", daemon=True)
        self._thread.start()

    def _welcome(self, **given: Any) -> Protocol:
        inside = self._protocol(**given)
        inside.limits = self._limits
        return inside if self._context is None else Threshold(inside, self._context, self._limits, self._handshakes)

    @property
    def running(self) -> bool:
        """Whether somebody can still be served."""
        return self._thread.is_alive()

    @property
    def stopping(self) -> bool:
        """Whether `stop` was asked for."""
        return self._server.should_exit

    def stop(self) -> None:
        """Ask for the end: answers under way are finished, nothing new is taken. Returns at once."""
        self._server.should_exit = True

    def wait(self, seconds: float) -> None:
        """Return when the serving has ended, or after so many seconds."""
        self._thread.join(seconds)
