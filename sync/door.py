"""The desk's door: the web application through which paired devices sync, and new ones are paired."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from app.domain.errors import Refused, violation
from sync import wire
from sync.deadlines import Limits, PromptProtocol
from sync.desk import MAX_WAIT_SECONDS
from sync.inside import Inside
from sync.pairing import Admitted, Hello, PairingAnswer, Proof, Welcome, kept_by_desk, token_digest
from sync.quota import READ, Meter
from sync.wire import Answer, Sorry

PORT = 8443
JSON = "application/json"
SYNC, HELLO, PROOF = "/sync", "/pair/hello", "/pair/proof"
LOOK_AGAIN_SECONDS = 1.0  # where nobody has said that the journal grew
LOOKS = 4  # of those who wait, at once: whoever brings something waits behind no more of them
REQUESTS = 8  # of one device at once: a poll, a push, and those of a line that broke and are not known to be dead
PAIRING_BYTES = 4096  # of a message from somebody unknown

log = logging.getLogger(__name__)
Message = TypeVar("Message")


class DoorProtocol(PromptProtocol):
    """The door's deadlines: an answer may wait at the desk before it is taken.

    A thousand tablets hold a poll and a push each, and the arbiters and the standby beside them.
    """

    limits = Limits(
        arrival_seconds=10,
        answer_seconds=MAX_WAIT_SECONDS + 10,
        idle_seconds=30,
        connections=2_500,
        handshakes=1_000,
    )


class Door:
    """The application, and the polls that wait in it."""

    def __init__(self, inside: Inside) -> None:
        self._inside = inside
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bells: dict[str, asyncio.Event] = {}  # rung for a device that may have something to pull
        self._closing = False
        self._waiting = 0
        self._watch: asyncio.Future[None] | None = None
        self._looks = asyncio.Semaphore(LOOKS)
        self._stranger = asyncio.Semaphore(1)  # however many there are, one of them at a time asks for the book
        self._under_way: Counter[str] = Counter()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # of those who ask, one by device
        self._bytes = Meter(READ)
        self.site = Starlette(
            routes=[
                Route(SYNC, self._sync, methods=["POST"]),
                Route(HELLO, self._hello, methods=["POST"]),
                Route(PROOF, self._proof, methods=["POST"]),
            ],
            exception_handlers={ClientDisconnect: _nobody_there, Refused: _disk_failed},
        )
        self.site.router.redirect_slashes = False  # another path is another path

    def grew(self) -> None:
        """Let the polls look again: somebody wrote at the desk. Can be called from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the server has ended: nobody waits any more
                self._loop.call_soon_threadsafe(self._wake)

    def close(self) -> None:
        """Answer those who wait, and let nobody wait any more: the server is about to stop."""
        self._closing = True
        self.grew()

    def _wake(self, devices: frozenset[str] | None = None) -> None:
        """Let the polls of these devices look again; of all, where none are named."""
        for device in tuple(self._bells) if devices is None else devices:
            if (bell := self._bells.pop(device, None)) is not None:
                bell.set()

    def _tell(self) -> None:
        """Wake those whom anything concerns that was written since the last time; on the desk's own thread."""
        if (stirred := self._inside.sync.stirred()) != frozenset() and self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake, stirred)

    async def _sync(self, request: Request) -> Response:
        self._loop = asyncio.get_running_loop()
        scheme, _space, token = request.headers.get("authorization", "").partition(" ")
        digest = token_digest(token)
        paired = self._inside.devices.by_token(digest) if scheme.lower() == "bearer" else None
        if paired is None:
            return _turned_away(401)
        if self._under_way[paired.device] >= REQUESTS:
            return _turned_away(429)
        device = paired.device
        self._under_way[device] += 1
        try:
            body = await _bounded(request, wire.MAX_BODY_BYTES)
            if body is None:
                return _turned_away(413)
            if self._bytes.take(device, len(body), now=self._inside.clock.monotonic()):
                return _turned_away(429)
            if (paired := self._inside.devices.by_token(digest)) is None:
                return _turned_away(401)  # revoked while it spoke
            if not paired.is_confirmed:
                return Response(wire.write(Answer(term=0, says=Sorry(key="sync.not_confirmed"))), media_type=JSON)
            return Response(await self._answer(request, paired.device, body), media_type=JSON)
        finally:
            self._under_way[device] -= 1
            if not self._under_way[device]:
                del self._under_way[device]

    async def _answer(self, request: Request, device: str, body: bytes) -> bytes:
        """Return the desk's answer, when it has one."""
        clock, arrived = self._inside.clock, self._inside.clock.monotonic()

        def handle() -> bytes | None:
            since = None if self._closing else arrived
            said = self._inside.sync.handle(device, body, clock.monotonic(), since=since)
            self._tell()
            return said

        bell = self._bells.setdefault(device, asyncio.Event())
        # Devices take turns: whatever one of them asks at once, nobody else waits behind more than one of it.
        turn = self._turns.setdefault(device, asyncio.Lock())
        async with turn:
            answer = await self._do(handle)
        if answer is not None:
            return answer
        until = arrived + min(wire.patience(body), MAX_WAIT_SECONDS)
        gone = asyncio.ensure_future(request.receive())  # says when the device has left: nothing else is to come
        self._waiting += 1
        if self._watch is None:
            self._watch = asyncio.ensure_future(self._look_again())
        try:
            while answer is None:
                await _first_of(bell, gone, until - clock.monotonic())
                if gone.done():
                    raise ClientDisconnect
                async with turn, self._looks:
                    bell = self._bells.setdefault(device, asyncio.Event())
                    answer = await self._do(handle)
        finally:
            self._waiting -= 1
            gone.cancel()
        return answer

    async def _look_again(self) -> None:
        """While anybody waits, see now and then whether the journal has grown without a word: once, for all of them."""
        while self._waiting:
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
            with suppress(Refused):  # a disk that fails is told to whoever asks for something
                await self._do(self._tell)
        self._watch = None

    async def _hello(self, request: Request) -> Response:
        def welcome(hello: Hello) -> Welcome:
            return self._inside.pairing.welcome(hello, self._inside.clock.monotonic())

        return await self._pair(request, Hello, welcome)

    async def _proof(self, request: Request) -> Response:
        def admit(proof: Proof) -> Admitted:
            paired = self._inside.pairing.admit(proof, self._inside.clock.monotonic())
            if not self._inside.sync.is_free(paired.device, paired.role):
                raise Refused(violation("pairing.taken", "device"))
            self._inside.devices.add(kept_by_desk(paired))
            self._inside.on_paired(paired)
            return Admitted(journal=self._inside.sync.journal)

        return await self._pair(request, Proof, admit)

    async def _pair(
        self, request: Request, kind: type[Message], act: Callable[[Message], Welcome | Admitted]
    ) -> Response:
        body = await _bounded(request, PAIRING_BYTES)
        if body is None:
            return _turned_away(413)
        said: Welcome | Admitted | Sorry
        try:
            message = wire.read(kind, body)
            async with self._stranger:
                said = await self._do(lambda: act(message))
        except Refused as refused:
            said = Sorry(key=refused.violations[0].key)
        return Response(wire.write(PairingAnswer(says=said)), media_type=JSON)

    async def _do(self, work: Callable[[], Message]) -> Message:
        return await asyncio.wrap_future(self._inside.thread.submit(work))


async def _first_of(bell: asyncio.Event, gone: asyncio.Future[Any], seconds: float) -> None:
    """Wait until either has come, or for so long."""
    waiting = asyncio.ensure_future(bell.wait())
    try:
        await asyncio.wait({waiting, gone}, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()


async def _bounded(request: Request, most: int) -> bytes | None:
    """Return the body of a request; None where it is larger than this, unread where it says so itself."""
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said) > most:
        return None
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    return bytes(body)


def _turned_away(status: int) -> Response:
    return Response(status_code=status, headers={"Connection": "close"})


async def _nobody_there(_request: Request, _gone: Exception) -> Response:
    """Answer somebody who left in the middle of a word: nothing of it was taken."""
    return _turned_away(400)


async def _disk_failed(_request: Request, refused: Exception) -> Response:
    """Answer where nothing could be stored: nothing is acknowledged, and the device keeps it."""
    log.error("A request could not be stored: %s", refused)
    return _turned_away(503)
