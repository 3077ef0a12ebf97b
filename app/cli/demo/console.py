"""The desk of the demonstration: a real one, with somebody at it who types its commands, and who starts it again."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.cli.demo.child import LOOPBACK, Child, Children, Ended
from app.cli.desk import run_for_another
from app.domain.errors import Refused, violation
from app.services.tournaments import OpenDesk
from sync.admin import Asked, Told, ask_running_desk

POSTE = "desk"
FOLDER = "controle"
STARTING_SECONDS = 60.0
LOOK_AGAIN_SECONDS = 0.05


class Console:
    """Runs the desk in a folder, on the same ports from its first start to its last.

    Once the network is down, no desk listens any more: commands work on its folder.
    """

    def __init__(self, children: Children, data: Path, open_desk: OpenDesk) -> None:
        self._children = children
        self._open_desk = open_desk
        self._is_cut_off = False
        self.commands = 0  # that were typed so far
        self.data = data / FOLDER
        self.hall_port = self.tablet_port = 0
        self._up = threading.Event()
        self._typing = threading.Lock()
        self._child: Child | None = None
        self.start()

    @property
    def folder(self) -> Path:
        """Where the desk keeps everything."""
        return self.data / POSTE

    def start(self) -> None:
        """Start the desk, and return once it listens."""
        ports = ("--port", str(self.hall_port), "--tablet-port", str(self.tablet_port))
        self._child = child = self._children.start(("desk", "--headless", "--host", LOOPBACK, *ports), self.data)
        said = child.hear()
        hall, tablets = re.findall(rf"{re.escape(LOOPBACK)}:(\d+)", said)
        self.hall_port, self.tablet_port = int(hall), int(tablets)
        self._up.set()

    def kill(self) -> None:
        """Kill the desk, as a power cut does."""
        self._up.clear()
        assert self._child is not None
        self._child.kill()
        self._children.forget(self._child)

    def cut_off(self) -> None:
        """Take the network away: nobody can reach the desk any more, but who sits at it."""
        self.end()
        self._is_cut_off = True

    def end(self) -> None:
        """Stop the desk as people do."""
        if self._is_cut_off:
            return
        assert self._child is not None
        status = self._child.end()
        self._children.forget(self._child)
        if status:
            raise Refused(violation("demo.ended", "demo", poste=FOLDER))

    def give_up(self) -> None:
        """Let nobody wait for a desk that will not start again."""
        self._up.set()

    def asks(self, *words: str) -> Any:
        """Have a command run that changes nothing, again where the desk went away, and return its answer."""
        while True:
            told = self._try(words, b"")
            if told is not None:
                return _read(words, told)

    def does(self, words: tuple[str, ...], *, is_done: Callable[[], bool], stdin: bytes = b"") -> Any:
        """Have a command run that changes something, exactly once: where the desk went away, see whether it did it.

        Returns the answer, None where the desk had no time to give it.
        """
        while True:
            told = self._try(words, stdin)
            if told is not None:
                return _read(words, told)
            if is_done():
                return None

    def _try(self, words: tuple[str, ...], stdin: bytes) -> Told | None:
        """Return what the desk says, None where it goes away before it says anything."""
        if not self._up.wait(STARTING_SECONDS) or self._children.closed:
            raise Ended
        self.commands += 1
        asked = Asked(("tournoi", "--json", *words), str(Path.cwd()), stdin)
        if self._is_cut_off:
            with self._typing, self._open_desk(self.data) as tournaments:
                return run_for_another(tournaments, asked)
        try:
            told = ask_running_desk(self.folder, asked)
        except Refused:
            told = None
        if told is None:
            threading.Event().wait(LOOK_AGAIN_SECONDS)
        return told


def _read(words: tuple[str, ...], told: Told) -> Any:
    if told.status != 0:
        raise Refused(violation("demo.refused", "demo", line=" ".join(words), why=told.err.decode().strip()))
    answers = [json.loads(line) for line in told.out.decode().splitlines()]
    return answers[0] if len(answers) == 1 else answers
