"""The threshold: a connection from its first byte until both ends have agreed on TLS."""

from __future__ import annotations

import asyncio
import ssl
from asyncio.sslproto import SSLProtocol
from contextlib import suppress

from sync.deadlines import Limits, PromptProtocol, one_too_many

# asyncio keeps a buffer of 256 KiB for every connection, which comes to half a gigabyte for a thousand tablets that
# wait: two records of TLS are enough.
SSLProtocol.max_size = 32 * 1024


class Threshold(asyncio.Protocol):
    """Holds a new connection to a deadline, and hands it on once it is private.

    asyncio shows nobody a connection before its handshake is over, and waits a minute for that: a peer that says
    nothing, or not enough, would cost as much as it pleases, uncounted. Here every connection is counted from the
    first moment, in `waiting`, with a bound of its own: those who are inside are never pushed out by them.
    """

    def __init__(
        self, inside: PromptProtocol, context: ssl.SSLContext, limits: Limits, waiting: set[Threshold]
    ) -> None:
        self._inside = inside
        self._context = context
        self._limits = limits
        self._waiting = waiting
        self._early = bytearray()
        self._task: asyncio.Task[None] | None = None
        self._transport: asyncio.Transport
        self.address = ""
        self.since = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the handshake; where there are too many, one of them leaves."""
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()  # nothing is read but by TLS
        loop = asyncio.get_running_loop()
        name = transport.get_extra_info("peername")
        self.address, self.since = name[0] if name else "", loop.time()
        self._transport = transport
        self._waiting.add(self)
        self._inside.connections.add(self)  # type: ignore[arg-type]  # for the server to shut it down with the others
        if len(self._waiting) > self._limits.handshakes:
            one_too_many(self._waiting).shutdown()
        self._task = loop.create_task(self._agree())

    def data_received(self, data: bytes) -> None:
        """Keep what came together with the end of the handshake."""
        self._early += data

    def shutdown(self) -> None:
        """Let the peer go: nothing was promised to it yet."""
        self._forget()
        if self._task is not None:
            self._task.cancel()
        self._transport.abort()

    def _forget(self) -> None:
        self._waiting.discard(self)
        self._inside.connections.discard(self)

    async def _agree(self) -> None:
        private: asyncio.Transport | None = None
        # A peer that leaves, is late or speaks no TLS of ours is nobody's concern: it has not asked anything.
        with suppress(OSError, TimeoutError):
            private = await asyncio.get_running_loop().start_tls(
                self._transport,
                self,
                self._context,
                server_side=True,
                ssl_handshake_timeout=self._limits.handshake_seconds,
                ssl_shutdown_timeout=self._limits.handshake_seconds,
            )
        self._forget()
        if private is None or private.is_closing():
            self._transport.abort()
            return
        private.set_protocol(self._inside)
        self._inside.connection_made(private)
        if self._early:
            self._inside.data_received(bytes(self._early))
