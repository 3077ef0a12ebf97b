"""How long a peer may keep a connection waiting, and how many connections there may be."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Protocol, TypeVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


@dataclass(frozen=True, slots=True)
class Limits:
    """What one peer may cost: seconds in each phase, connections in all, bytes of a header.

    `handshakes` are the connections in all that have not agreed on TLS yet, beside `connections`.
    """

    handshake_seconds: float = 5
    arrival_seconds: float = 5
    answer_seconds: float = 30
    idle_seconds: int = 5
    connections: int = 400
    handshakes: int = 200
    header_bytes: int = 8192


class Phase(Enum):
    """What a connection is waiting for."""

    ARRIVAL = auto()
    ANSWER = auto()
    IDLE = auto()


class Peer(Protocol):
    """Somebody at the other end of a connection."""

    @property
    def address(self) -> str:
        """The machine that it speaks from."""

    @property
    def since(self) -> float:
        """Since when it has been waited for."""


SomePeer = TypeVar("SomePeer", bound=Peer)


def one_too_many(peers: Iterable[SomePeer]) -> SomePeer:
    """Return the one who leaves where there are too many.

    It is who has been waited for longest, among those of the machine that has most of them: a machine that opens
    hundreds of connections pushes out its own.
    """
    waiting = tuple(peers)
    crowd = Counter(peer.address for peer in waiting)
    most = max(crowd.values())
    return min((peer for peer in waiting if crowd[peer.address] == most), key=lambda peer: peer.since)


class PromptProtocol(H11Protocol):
    """uvicorn's HTTP/1.1, cut off when a phase outlasts its limit.

    uvicorn sets a deadline between two requests only: a header sent byte by byte, a body that stops or a
    peer that does not read its answer would each hold a connection for as long as they please. Here every
    phase has its deadline, set when the phase begins and not moved by the bytes that trickle in.
    """

    limits = Limits()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._phase: Phase | None = None
        self.since = 0.0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Welcome a peer; where there are too many, one who is not being answered leaves."""
        super().connection_made(transport)
        # An answer is written in two parts: without this the second may wait 40 ms for a word about the first.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        self._enter(Phase.ARRIVAL)
        if len(self.connections) > self.limits.connections:
            waiting = (c for c in self.connections if isinstance(c, PromptProtocol) and c._phase is not Phase.ANSWER)
            one_too_many(waiting).transport.abort()

    @property
    def address(self) -> str:
        """The machine that the peer speaks from."""
        return self.client[0] if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the peer and its deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, unless an answer was given already; then nobody is there any more for the rest.

        uvicorn would answer twice where a body goes wrong after its header was good, and log its own failure to.
        """
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def handle_events(self) -> None:
        """Take in what has arrived, then see what the connection waits for now."""
        super().handle_events()
        if self.conn.their_state is h11.SEND_BODY or (self.conn.their_state is h11.IDLE and self._begun()):
            self._enter(Phase.ARRIVAL)
        elif self.conn.their_state is h11.IDLE:
            self._enter(Phase.IDLE)
        else:
            self._enter(Phase.ANSWER)

    def _begun(self) -> bool:
        """Tell whether a request has begun to arrive."""
        return bool(self.conn.trailing_data[0])

    def _enter(self, phase: Phase) -> None:
        """Begin a phase and its deadline; staying in a phase does not prolong it."""
        if phase is self._phase:
            return
        self._phase = phase
        self.since = self.loop.time()
        if self._deadline is not None:
            self._deadline.cancel()
        seconds = {
            Phase.ARRIVAL: self.limits.arrival_seconds,
            Phase.ANSWER: self.limits.answer_seconds,
            Phase.IDLE: self.limits.idle_seconds,
        }[phase]
        self._deadline = self.loop.call_later(seconds, self.transport.abort)
