"""Commands on a running desk: through a socket in its folder, which only the folder's owner can reach."""

from __future__ import annotations

import base64
import json
import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import Refused, violation

SOCKET = "admin.sock"
OWNER_ONLY = 0o600
MAX_BYTES = 64 * 1024 * 1024  # a list of players, an export, many times over
MAX_PATH = 100  # bytes that every system takes in the name of a socket
ASKING_SECONDS = 10.0
BACKLOG = 8

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as somebody typed it: its words, the folder it was typed in, and what it is given to read."""

    words: tuple[str, ...]
    folder: str
    stdin: bytes = b""


@dataclass(frozen=True, slots=True)
class Told:
    """What a command said, and the status that it ended with."""

    out: bytes
    err: bytes
    status: int


class AdminSocket:
    """Takes commands in a desk's folder, from construction until `close`; each is run by `run`, one after another."""

    def __init__(self, folder: Path, run: Callable[[Asked], Told]) -> None:
        self._run = run
        self._path = folder / SOCKET
        self._path.unlink(missing_ok=True)  # of a desk that was killed: the folder is ours alone
        self._listener = socket.socket(socket.AF_UNIX)
        with _short(self._path) as name:
            self._listener.bind(name)
        self._path.chmod(OWNER_ONLY)
        self._listener.listen(BACKLOG)
        self._thread = threading.Thread(target=self._serve, name="admin", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take no more commands; the one under way is finished."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()
        self._path.unlink(missing_ok=True)

    def _serve(self) -> None:
        while True:
            try:
                peer, _address = self._listener.accept()
            except OSError:
                return
            with peer:
                try:
                    peer.settimeout(ASKING_SECONDS)
                    told = self._run(_read_asked(_read(peer)))
                    peer.settimeout(ASKING_SECONDS)  # for all of it: one who does not read must not keep the others
                    peer.sendall(_write_told(told))
                except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
                    log.warning("A command was not understood: %s", type(error).__name__)


def ask_running_desk(folder: Path, asked: Asked) -> Told | None:
    """Have a command run by the desk that holds a folder; None where none does.

    Raises `Refused` where the desk stops before it has answered.
    """
    path = folder / SOCKET
    if not path.exists():
        return None
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            with _short(path) as name:
                connection.connect(name)
        except OSError:
            return None
        try:
            connection.sendall(_write_asked(asked))
            connection.shutdown(socket.SHUT_WR)
            return _read_told(_read(connection))
        except (OSError, ValueError) as error:
            raise Refused(violation("desk.went_away", "desk")) from error


@contextmanager
def _short(path: Path) -> Iterator[str]:
    """Lend a name for a socket that is short enough for the system, however deep its folder is."""
    if len(os.fsencode(path)) <= MAX_PATH:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def _read(connection: socket.socket) -> bytes:
    found = bytearray()
    while chunk := connection.recv(65536):
        found += chunk
        if len(found) > MAX_BYTES:
            raise ValueError("too long")
    return bytes(found)


def _write_asked(asked: Asked) -> bytes:
    stdin = base64.b64encode(asked.stdin).decode()
    return json.dumps({"words": asked.words, "folder": asked.folder, "stdin": stdin}).encode()


def _read_asked(data: bytes) -> Asked:
    said = json.loads(data)
    return Asked(tuple(map(str, said["words"])), str(said["folder"]), base64.b64decode(said["stdin"]))


def _write_told(told: Told) -> bytes:
    out, err = (base64.b64encode(data).decode() for data in (told.out, told.err))
    return json.dumps({"out": out, "err": err, "status": told.status}).encode()


def _read_told(data: bytes) -> Told:
    said = json.loads(data)
    return Told(base64.b64decode(said["out"]), base64.b64decode(said["err"]), int(said["status"]))
