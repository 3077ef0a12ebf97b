"""Programs that the demonstration starts: each a process of its own, and none of them outlives it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import app

MAIN = Path(app.__file__).parents[1] / "main.py"
LOOPBACK = "127.0.0.1"
SAID = "said.txt"  # what a program complains of, in its data folder
PARTING_SECONDS = 30.0


class Ended(Exception):
    """A program ended, or was killed, before it answered."""


class Child:
    """One run of the program, spoken to by lines; used by one thread, killed by any."""

    def __init__(self, words: Sequence[str], data: Path) -> None:
        data.mkdir(parents=True, exist_ok=True)
        with (data / SAID).open("ab") as complaints:
            self._process = subprocess.Popen(
                [sys.executable, str(MAIN), *words, "--data", str(data)],
                env={name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                start_new_session=True,  # a Ctrl-C at the terminal is for the demonstration, which ends them
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self._stdout: BinaryIO = self._process.stdout  # type: ignore[assignment]

    def hear(self) -> str:
        """Return the next line that the program says; raises `Ended` where it says none, or half of one."""
        line = self._stdout.readline()
        if not line.endswith(b"\n"):
            raise Ended
        return line.decode()

    def say(self, text: str) -> None:
        """Give the program a line; raises `Ended` where it is no longer there."""
        try:
            self._stdin.write(f"{text}\n".encode())
            self._stdin.flush()
        except OSError as error:
            raise Ended from error

    def kill(self) -> None:
        """Kill it at once, whatever it is doing, as a battery does."""
        self._process.kill()

    def end(self) -> int:
        """Let it end by itself, with nothing half done, and return its status; killed where that takes too long."""
        self._process.terminate()
        return self._part()

    def leave(self) -> int:
        """Say nothing more to it: a poste ends with its input. Returns its status."""
        with suppress(OSError):  # it may have gone first
            self._stdin.close()
        return self._part()

    def bury(self) -> None:
        """Wait for the end of one that was killed, and let go of its pipes."""
        self._process.wait()
        for pipe in (self._stdin, self._stdout):
            with suppress(OSError):  # a line may still be on its way
                pipe.close()

    def _part(self) -> int:
        try:
            return self._process.wait(PARTING_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            return self._process.wait()


class Children:
    """Every program that runs; closing ends them all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._alive: set[Child] = set()
        self._closed = False

    def start(self, words: Sequence[str], data: Path) -> Child:
        """Start one; refused with `Ended` once all are to end."""
        with self._lock:
            if self._closed:
                raise Ended
            child = Child(words, data)
            self._alive.add(child)
        return child

    def forget(self, child: Child) -> None:
        """Let go of one that has ended."""
        child.bury()
        with self._lock:
            self._alive.discard(child)

    @property
    def closed(self) -> bool:
        """Whether all are to end."""
        return self._closed

    def close(self) -> None:
        """Kill those that still run; from any thread, twice without harm. Who waits for an answer hears `Ended`."""
        with self._lock:
            self._closed = True
            for child in self._alive:
                child.kill()
