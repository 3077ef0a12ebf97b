"""Finding the desk in a room: it says where it is, to everybody around; whether to believe it is the pin's business."""

from __future__ import annotations

import json
import logging
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from app.domain.errors import Refused

PORT = 8445
EVERY_SECONDS = 2.0
MAX_BYTES = 512
VERSION = 1
LISTEN_SECONDS = 1.0  # between two looks at whether to go on

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sighting:
    """A desk that says it is there: where it was heard from, its port, and the fingerprint it claims."""

    host: str
    port: int
    fingerprint: str


class Beacon:
    """Tells around where a desk is, while `wanted` says that somebody is looking for it; until `close`."""

    def __init__(
        self, port: int, fingerprint: bytes, *, around: Callable[[], Sequence[str]], wanted: Callable[[], bool]
    ) -> None:
        said = {"nord": VERSION, "port": port, "desk": fingerprint.hex()}
        self._datagram = json.dumps(said).encode()
        self._around = around
        self._wanted = wanted
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="beacon", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Fall silent."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            while not self._closing.wait(EVERY_SECONDS):
                with suppress(OSError, Refused):  # a disk that fails, interfaces that cannot be read: the next turn may
                    for address in self._around() if self._wanted() else ():
                        with suppress(OSError):  # a network that went away, or that carries no broadcast
                            sender.sendto(self._datagram, (address, PORT))


class Lookout:
    """Hears desks around this machine and tells `seen` of each datagram, on a thread of its own, until `close`."""

    def __init__(self, seen: Callable[[Sighting], None]) -> None:
        self._seen = seen
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more; the thread ends by itself within a moment, for which nobody waits."""
        self._closing.set()

    def _run(self) -> None:
        try:
            with _open() as listener:
                while not self._closing.is_set():
                    with suppress(TimeoutError):
                        data, (host, _port) = listener.recvfrom(MAX_BYTES)
                        sighting = read_sighting(data, host)
                        if sighting is not None and not self._closing.is_set():
                            self._seen(sighting)
        except OSError as error:  # another program has the port: an address can still be typed
            log.warning("Desks around cannot be heard: %s", type(error).__name__)


def _open() -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):  # several postes on one machine
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.settimeout(LISTEN_SECONDS)
    try:
        listener.bind(("", PORT))
    except OSError:
        listener.close()
        raise
    return listener


def read_sighting(data: bytes, host: str) -> Sighting | None:
    """Return the desk that a datagram speaks of, None where it is none of ours."""
    try:
        said = json.loads(data)
        port, desk = said["port"], bytes.fromhex(said["desk"])
        is_ours = said["nord"] == VERSION and type(port) is int and 0 < port < 65536
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return Sighting(host, port, desk.hex()) if is_ours else None
