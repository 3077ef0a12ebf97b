"""The desk's door: the web application through which paired devices sync, and new ones are paired."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.domain.errors import Refused
from app.services.ports import Clock, Devices
from sync import wire
from sync.deadlines import Limits, PromptProtocol
from sync.desk import MAX_WAIT_SECONDS, DeskSync
from sync.pairing import Admitted, Hello, Paired, PairingAnswer, PairingDesk, Proof, Welcome, kept_by_desk, token_digest
from sync.wire import Sorry

PORT = 8443
SYNC, HELLO, PROOF = "/sync", "/pair/hello", "/pair/proof"
LOOK_AGAIN_SECONDS = 1.0  # where nobody has said that the journal grew
Message = TypeVar("Message")


class DoorProtocol(PromptProtocol):
    """The door's deadlines: an answer may wait at the desk before it is taken."""

    limits = Limits(arrival_seconds=10, answer_seconds=MAX_WAIT_SECONDS + 10, idle_seconds=30)


@dataclass(frozen=True, slots=True)
class Inside:
    """What is behind the door; all of it is used on `thread` alone, which is the one that writes the book.

    `on_paired` is told of each device that has proved to know the code, once it is kept: it is for the desk to
    confirm it and to write that it is admitted.
    """

    sync: DeskSync
    pairing: PairingDesk
    devices: Devices
    journal: str
    thread: Executor
    clock: Clock
    on_paired: Callable[[Paired], None]


class Door:
    """The application, and the polls that wait in it."""

    def __init__(self, inside: Inside) -> None:
        self._inside = inside
        self._loop: asyncio.AbstractEventLoop | None = None
        self._grown = asyncio.Event()
        self._closing = False
        self.site = Starlette(
            routes=[
                Route(SYNC, self._sync, methods=["POST"]),
                Route(HELLO, self._hello, methods=["POST"]),
                Route(PROOF, self._proof, methods=["POST"]),
            ]
        )

    def grew(self) -> None:
        """Let the polls look again: somebody wrote at the desk. Can be called from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake)

    def close(self) -> None:
        """Answer those who wait, and let nobody wait any more: the server is about to stop."""
        self._closing = True
        self.grew()

    def _wake(self) -> None:
        self._grown.set()
        self._grown = asyncio.Event()

    async def _sync(self, request: Request) -> Response:
        self._loop = asyncio.get_running_loop()
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        paired = await self._do(lambda: self._inside.devices.by_token(token_digest(token)))
        if paired is None:
            return Response(status_code=401, headers={"Connection": "close"})
        body = await _bounded(request)
        if body is None:
            return Response(status_code=413, headers={"Connection": "close"})
        arrived = self._inside.clock.monotonic()

        def handle() -> bytes | None:
            since = None if self._closing else arrived
            return self._inside.sync.handle(paired.device, body, self._inside.clock.monotonic(), since=since)

        while True:
            grown = self._grown
            answer = await self._do(handle)
            if answer is not None:
                self._wake()  # it may have brought something for those who wait
                return Response(answer, media_type="application/json")
            with suppress(TimeoutError):
                await asyncio.wait_for(grown.wait(), LOOK_AGAIN_SECONDS)

    async def _hello(self, request: Request) -> Response:
        def welcome(hello: Hello) -> Welcome:
            return self._inside.pairing.welcome(hello, self._inside.clock.monotonic())

        return await self._pair(request, Hello, welcome)

    async def _proof(self, request: Request) -> Response:
        def admit(proof: Proof) -> Admitted:
            paired = self._inside.pairing.admit(proof, self._inside.clock.monotonic())
            self._inside.devices.add(kept_by_desk(paired))
            self._inside.on_paired(paired)
            return Admitted(journal=self._inside.journal)

        return await self._pair(request, Proof, admit)

    async def _pair(
        self, request: Request, kind: type[Message], act: Callable[[Message], Welcome | Admitted]
    ) -> Response:
        body = await _bounded(request)

        def answer() -> Welcome | Admitted | Sorry:
            try:
                return act(wire.read(kind, body or b""))
            except Refused as refused:
                return Sorry(key=refused.violations[0].key)

        said = await self._do(answer)
        return Response(wire.write(PairingAnswer(says=said)), media_type="application/json")

    async def _do(self, work: Callable[[], Message]) -> Message:
        return await asyncio.wrap_future(self._inside.thread.submit(work))


async def _bounded(request: Request) -> bytes | None:
    """Return the body of a request, None where it is larger than any message of ours."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > wire.MAX_BODY_BYTES:
            return None
    return bytes(body)
