"""Feeding the desk's inputs for a while: every exception, every line in the log that tells of one, is a failure."""

import faulthandler
import logging
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from tests.sync.fuzz.asking import Asking
from tests.sync.fuzz.knocking import Knocking
from tests.sync.fuzz.reading import Reading

RENEW = 400  # turns, after which there is a new desk; what the old one kept is verified
ENOUGH = 10  # failures
STUCK_SECONDS = 60


class Target(Protocol):
    def feed(self) -> list[str]: ...

    def close(self) -> list[str]: ...


TARGETS: dict[str, Callable[[Path, Random], Target]] = {
    "asking": Asking,
    "knocking": Knocking,
    "reading": lambda _folder, random: Reading(random),
}


@dataclass
class Fed:
    """How many inputs there were, what was said to them, and what went wrong."""

    target: str
    inputs: int = 0
    said: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class _Errors(logging.Handler):
    """Everything that a person who reads the log would take for a fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(logging.Formatter("%(name)s: %(message)s").format(record))


def feed(target: str, seed: int, seconds: float) -> Fed:
    """Feed one target for so long; the same seed draws the same inputs."""
    random = Random(seed)
    fed = Fed(target)
    errors = _Errors()
    logging.getLogger().addHandler(errors)
    until = time.monotonic() + seconds
    try:
        while time.monotonic() < until and len(fed.wrong) < ENOUGH:
            with tempfile.TemporaryDirectory() as folder:
                _round(fed, TARGETS[target](Path(folder), random), until)
            fed.wrong += errors.seen
            errors.seen.clear()
    finally:
        logging.getLogger().removeHandler(errors)
        faulthandler.cancel_dump_traceback_later()
    return fed


def _round(fed: Fed, target: Target, until: float) -> None:
    for _ in range(RENEW):
        faulthandler.dump_traceback_later(STUCK_SECONDS, exit=True)
        try:
            said = target.feed()
            fed.said.update(said)
            fed.inputs += len(said)
        except Exception:  # noqa: BLE001 - whatever it is, it should not have come out
            fed.wrong.append(f"input {fed.inputs}: {traceback.format_exc()}")
        if time.monotonic() > until or len(fed.wrong) >= ENOUGH:
            break
    try:
        fed.wrong += target.close()
    except Exception:  # noqa: BLE001
        fed.wrong.append(f"at the end: {traceback.format_exc()}")
