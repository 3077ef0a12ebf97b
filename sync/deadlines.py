"""How long a peer may keep a connection waiting, and how many connections there may be."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Protocol, TypeVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle


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


class PromptProtocol(HttpToolsProtocol):
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
        self._is_arriving = False  # a request, of which the end is not here yet
        self._is_in_header = False  # of that request
        self._header_bytes = 0  # of that header, as far as it is here
        self._is_too_long = False
        self._asked: list[RequestResponseCycle] = []  # that were not answered when the last one came

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Welcome a peer; where there are too many, one who is not being answered leaves."""
        super().connection_made(transport)
        # An answer is written in two parts: without this the second may wait 40 ms for a word about the first.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        self._enter(Phase.ARRIVAL)
        inside = [one for one in self.connections if isinstance(one, PromptProtocol)]  # handshakes are counted apart
        if len(inside) > self.limits.connections:
            one_too_many(one for one in inside if one._phase is not Phase.ANSWER).transport.abort()

    @property
    def address(self) -> str:
        """The machine that the peer speaks from."""
        return self.client[0] if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the peer and its deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._answer_nobody()
        super().connection_lost(exc)

    def _answer_nobody(self) -> None:
        """Let no answer be written any more: uvicorn forgets those that were asked for before the last one."""
        for cycle in self._asked:
            if not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Take in what has arrived, then see what the connection waits for now."""
        if self.transport.is_closing():
            return  # what comes after an answer that was the last
        arrived = self._header_bytes
        super().data_received(data)
        if self._is_in_header and not self.transport.is_closing():
            self._header_bytes = max(self._header_bytes, arrived + len(data))  # a line that has no end yet
            if self._header_bytes > self.limits.header_bytes:
                self._refuse_header()
        self._look()

    def on_message_begin(self) -> None:
        """Note that a request begins to arrive."""
        self._is_arriving = self._is_in_header = True
        self._header_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Count what is asked for with the header."""
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a line of the header; there are none after the body, where nobody would count them."""
        if not self._is_in_header:
            raise ValueError("a header after the body")  # answered as what is no HTTP
        super().on_header(name, value)
        self._count(len(name) + len(value))

    def _count(self, size: int) -> None:
        self._header_bytes += size
        if self._header_bytes > self.limits.header_bytes:
            self._is_too_long = True
            raise ValueError("a header that is too long")

    def on_headers_complete(self) -> None:
        """Go by the header."""
        self._is_in_header, self._header_bytes = False, 0
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self._asked = [*(cycle for cycle in self._asked if not cycle.response_complete), self.cycle]

    def on_message_complete(self) -> None:
        """Note that all of the request is here."""
        self._is_arriving = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on to the next request, if one is there already."""
        super().on_response_complete()
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, unless an answer was begun already; then nobody is there any more for the rest.

        uvicorn would answer twice where a body goes wrong after its header was good.
        """
        begun = self.cycle is not None and not self.cycle.response_complete
        if begun and self.cycle.response_started:
            self.transport.close()
        elif self._is_too_long:
            self._refuse_header()
        else:
            super().send_400_response(msg)
        self._answer_nobody()

    def _refuse_header(self) -> None:
        self.transport.write(STATUS_LINE[431] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()
        self._answer_nobody()

    def _look(self) -> None:
        """See what the connection waits for."""
        cycle = self.cycle
        is_asked = cycle is not None and not (cycle.more_body or cycle.response_complete)
        if is_asked or self.pipeline:
            self._enter(Phase.ANSWER)
        else:
            self._enter(Phase.ARRIVAL if self._is_arriving else Phase.IDLE)

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
