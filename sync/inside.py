"""What is behind the desk's door."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Protocol

from app.domain.events.tournoi import Role
from app.services.ports import Clock, Devices
from sync.pairing import Paired, PairingDesk


class Answering(Protocol):
    """Who answers devices: the sync of one tournament, or a desk that holds now one and then another."""

    @property
    def journal(self) -> str:
        """The tournament that is held now; empty while none is."""

    def stirred(self) -> frozenset[str] | None:
        """Return the devices that what was written concerns, since this was last asked; None where that is all."""

    def is_free(self, device: str, role: Role) -> bool:
        """Tell whether a device may be paired under this id."""

    def handle(self, device: str, body: bytes, now: float, *, since: float | None = None) -> bytes | None:
        """Answer a request of a device that the connection has proved to be; None: nothing to say yet."""


@dataclass(frozen=True, slots=True)
class Inside:
    """What is behind the door; used on `thread` alone, which is the one that writes the book.

    `devices` is asked for tokens on the door's own thread: it answers that out of memory, so that a stranger costs
    the book nothing. `on_paired` is told of each device that has proved to know the code, once it is kept: it is for
    the desk to confirm it and to write that it is admitted.
    """

    sync: Answering
    pairing: PairingDesk
    devices: Devices
    thread: Executor
    clock: Clock
    on_paired: Callable[[Paired], None]
