"""The wires of the room: what each tablet says to the desk passes here, and can be cut for a while."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

from app.cli.demo.child import LOOPBACK

CHUNK = 65536


class Wires:
    """A relay on the loopback with a port for each tablet, from construction until `close`; bytes pass unread."""

    def __init__(self, desk_port: Callable[[], int]) -> None:
        self._desk_port = desk_port
        self._loop = asyncio.new_event_loop()
        self._servers: list[asyncio.Server] = []
        self._joined: dict[int, set[asyncio.StreamWriter]] = {}
        self._down: set[int] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="wires", daemon=True)
        self._thread.start()

    def lay(self) -> int:
        """Lay one more wire to the desk and return the port of its near end."""
        return asyncio.run_coroutine_threadsafe(self._lay(), self._loop).result()

    def cut(self, port: int) -> None:
        """Let nothing pass any more, nor what is on its way."""
        self._loop.call_soon_threadsafe(self._cut, port)

    def mend(self, port: int) -> None:
        """Let everything pass again."""
        self._loop.call_soon_threadsafe(self._down.discard, port)

    def close(self) -> None:
        """Take all of them away."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _lay(self) -> int:
        async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._join(port, reader, writer)

        server = await asyncio.start_server(join, LOOPBACK, 0)
        port: int = server.sockets[0].getsockname()[1]
        self._servers.append(server)
        self._joined[port] = set()
        return port

    def _cut(self, port: int) -> None:
        self._down.add(port)
        for writer in self._joined[port]:
            writer.transport.abort()

    async def _join(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes both ways until either side, or the wire, goes."""
        if port in self._down:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection(LOOPBACK, self._desk_port())
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, far_writer}
        self._joined[port] |= ends
        if port in self._down:
            far_writer.transport.abort()
        await asyncio.gather(_carry(reader, far_writer), _carry(far_reader, writer))
        self._joined[port] -= ends
        for end in ends:
            end.transport.abort()

    async def _close(self) -> None:
        for server in self._servers:
            server.close()
        for port in self._joined:
            self._cut(port)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    with suppress(OSError, RuntimeError):
        writer.close()
