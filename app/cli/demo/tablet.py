"""A tablet of the demonstration: a real poste without a window, and whoever holds it and picks it up again."""

from __future__ import annotations

import json
import shlex
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from app.cli.demo.child import LOOPBACK, Children, Ended
from app.domain.errors import Refused, violation

Answer = Mapping[str, Any]


class Tablet:
    """One poste in a folder of its own, from one start to the next; used by one thread, killed by any.

    `told` are the events that the poste has said are saved, in the order in which it said so.
    """

    def __init__(self, children: Children, poste: str, data: Path, port: int) -> None:
        self._children = children
        self._words = (poste, "--desk", f"{LOOPBACK}:{port}")
        self.poste = poste
        self.data = data
        self.device = ""
        self.told: list[str] = []
        self._lock = threading.Lock()
        self._was_killed = False
        self._child = children.start(self._words, data)

    def greet(self) -> None:
        """Wait until the poste is ready for lines."""
        self.device = json.loads(self._child.hear())["device"]

    def kill(self) -> None:
        """Kill it, as an empty battery does, whatever it is doing; whoever holds it starts it again."""
        with self._lock:
            self._was_killed = True
            self._child.kill()

    def leave(self) -> None:
        """Let the poste end; one that was killed since it was last spoken to has ended already."""
        status = self._child.leave()
        self._children.forget(self._child)
        if status and not self._was_killed:
            raise Refused(violation("demo.ended", "demo", poste=self.data.name))

    def asks(self, *words: str) -> Answer:
        """Say a line that changes nothing, and return the answer; again where the poste is killed meanwhile."""
        while True:
            try:
                return self._say(words)
            except Ended:
                self._start_again()

    def writes(self, *words: str, is_done: Callable[[], bool]) -> Answer | None:
        """Say a line that writes, exactly once: where the poste is killed meanwhile, see whether it was written.

        Returns the answer, None where the poste had no time to give it.
        """
        while True:
            try:
                answer = self._say(words)
            except Ended:
                self._start_again()
                if is_done():
                    return None
            else:
                self.told += answer["wrote"]
                return answer

    def sheet(self, table: int, position: int) -> Answer:
        """Return a sheet as this poste has it; nothing where it has not heard of it yet."""
        return self._try("sheets", "show", str(table), "--position", str(position))

    def _try(self, *words: str) -> Answer:
        while True:
            try:
                return self._heard(words)
            except Ended:
                self._start_again()

    def _say(self, words: tuple[str, ...]) -> Answer:
        answer = self._heard(words)
        if "errors" in answer:
            why = " ".join(error["message"] for error in answer["errors"])
            raise Refused(violation("demo.refused", "demo", line=shlex.join(words), why=why))
        return answer

    def _heard(self, words: tuple[str, ...]) -> Answer:
        self._child.say(shlex.join(words))
        answer: Answer = json.loads(self._child.hear())
        return answer

    def _start_again(self) -> None:
        with self._lock:
            if not self._was_killed or self._children.closed:
                raise Refused(violation("demo.ended", "demo", poste=self.data.name))
            self._children.forget(self._child)
            self._was_killed = False
            self._child = self._children.start(self._words, self.data)
        try:
            self.greet()
        except Ended:  # killed again before it said a word
            self._start_again()
