"""A full room: each tablet has its own token, key and chain, a poll that waits at the desk, and an event now and then.

`python -m bench.syncing.crowd PORT TABLETS SECONDS N HEAD` is all the tablets in one process. Each has two connections,
as a real one: one on which it pulls and waits, one on which it sends. It has pulled what came before, and sends at its
own moments, whether the desk is fast or slow: an acknowledgement is timed from the moment that the event was due.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import ssl
import sys
import time
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from app.domain.events.order import Cursor
from bench.syncing.child import Child, say
from bench.syncing.room import JOURNAL, Pen, Room, push, token
from bench.syncing.spread import spread
from sync import wire
from sync.pin import pinned_context
from sync.wire import Pull, Request

EVERY_SECONDS = 10.0
WAIT_SECONDS = 20
AT_ONCE = 20  # that open a connection at the same time, before the clock starts


@dataclass(slots=True)
class Seen:
    """What the tablets have seen together."""

    acks: list[float] = field(default_factory=list)
    polls: int = 0
    pulled_bytes: int = 0
    broken: int = 0
    wrong: list[str] = field(default_factory=list)


class Line:
    """One connection of a tablet, kept open as long as the desk lets it."""

    def __init__(self, port: int, context: ssl.SSLContext, device: str, seen: Seen) -> None:
        self._port, self._context, self._seen = port, context, seen
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._head = f"POST /sync HTTP/1.1\r\nHost: desk\r\nAuthorization: Bearer {token(device)}\r\nContent-Length: "

    async def ask(self, body: bytes) -> bytes:
        """Return the answer to a request; asked again after a while where the line breaks, as a tablet does."""
        while True:
            try:
                return await self._ask(body)
            except (OSError, asyncio.IncompleteReadError):
                self._seen.broken += 1
                self.close()
                self._streams = None
                await asyncio.sleep(1)

    async def _ask(self, body: bytes) -> bytes:
        if self._streams is None or self._streams[0].at_eof():
            self.close()
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, ssl=self._context, limit=2**22)
        reader, writer = self._streams
        writer.write(f"{self._head}{len(body)}\r\n\r\n".encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if not head.startswith("http/1.1 200"):
            raise SystemExit(f"the desk refused a tablet: {head.splitlines()[0]}")
        return await reader.readexactly(int(head.partition("content-length:")[2].split()[0]))

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].transport.abort()


class Tablet:
    """One tablet at one table."""

    def __init__(
        self, number: int, room: Room, cursor: Cursor, seen: Seen, *, port: int, context: ssl.SSLContext
    ) -> None:
        self._device = room.devices[number]
        self._events = enumerate(room.played(number), 1)
        self._pen = Pen(self._device)
        self._cursor = cursor
        self._seen = seen
        self._lines = [Line(port, context, self._device, seen) for _ in range(2)]

    async def connect(self, gate: asyncio.Semaphore) -> asyncio.Task[None]:
        """Open both connections, and begin to pull on one of them."""
        async with gate:
            await self._lines[0].ask(self._pull(0))
            await self._lines[1].ask(push(1, ()))
        return asyncio.create_task(self.pull())

    def _pull(self, seconds: int) -> bytes:
        ask = Pull(cursor=self._cursor, wait_seconds=seconds)
        return wire.write(Request(journal=JOURNAL, term=1, ask=ask))

    async def pull(self) -> None:
        """Ask for what follows, for ever."""
        while True:
            answer = await self._lines[0].ask(self._pull(WAIT_SECONDS))
            says = json.loads(answer)["message"]["says"]
            if says["start"]["n"] != self._cursor.n:
                raise SystemExit(f"a tablet was sent back to the beginning: {self._cursor}")
            self._cursor = Cursor(**says["end"])
            self._seen.polls += 1
            self._seen.pulled_bytes += len(answer)

    async def send(self, due: float, until: float) -> None:
        """Send one event whenever it is due."""
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            seq, (body, table) = next(self._events)
            answer = await self._lines[1].ask(push(seq, [self._pen.seal(body, table)]))
            self._seen.acks.append(1000 * (time.perf_counter() - due))
            says = json.loads(answer)["message"]["says"]
            if says.get("seq") != seq or says["aside"]:
                self._seen.wrong.append(json.dumps(says))
            due += EVERY_SECONDS

    def close(self) -> None:
        """Hang up."""
        for line in self._lines:
            line.close()


async def play(port: int, certificate: str, room: Room, seconds: float, cursor: Cursor) -> Seen:
    seen, chance = Seen(), random.Random(1)
    context = pinned_context(certificate)
    tablets = [
        Tablet(number, room, replace(cursor, view=f"tables {number + 1}"), seen, port=port, context=context)
        for number in range(room.tablets)
    ]
    gate = asyncio.Semaphore(AT_ONCE)
    polls = await asyncio.gather(*(tablet.connect(gate) for tablet in tablets))
    say("connected")
    began = time.perf_counter() + 1
    dues = [began + chance.uniform(0, min(EVERY_SECONDS, seconds)) for _ in tablets]
    await asyncio.gather(*(t.send(due, began + seconds) for t, due in zip(tablets, dues, strict=True)))
    for poll in polls:
        poll.cancel()
    for found in await asyncio.gather(*polls, return_exceptions=True):
        if isinstance(found, Exception):
            seen.wrong.append(repr(found))
    for tablet in tablets:
        tablet.close()
    return seen


def crowd(folder: Path, *, tablets: int, seconds: float) -> None:
    """Measure and print: acknowledgements, and the desk's memory and work over time."""
    home = folder / f"crowd{tablets}"
    home.mkdir()
    print(
        f"  {tablets:,} tablets, an event each every {EVERY_SECONDS:.0f} s, for {seconds:.0f} s, a poll of each waiting"
    )
    with Child.python("desk", home, tablets, 1) as desk:
        said = desk.hear()
        empty = desk.megabytes
        words = (said["port"], tablets, seconds, said["tip"]["n"], said["tip"]["head"])
        with Child.python("crowd", *words) as load:
            load.tell(said["certificate"])
            load.hear()
            began, worked, kept = time.perf_counter(), desk.seconds, [desk.megabytes]
            while not load.ready(max(1.0, seconds / 6)):
                kept.append(desk.megabytes)
            seen = load.hear()
            took, worked = time.perf_counter() - began, desk.seconds - worked
            kept.append(desk.megabytes)
        last = desk.told()
    stored = last["events"] - said["tip"]["n"]
    if seen["wrong"] or stored != len(seen["acks"]) or last["held"]:
        raise SystemExit(
            f"acknowledged {len(seen['acks'])}, stored {stored}, {last['held']} aside, {seen['wrong'][:3]}"
        )
    print(f"    {'acknowledgement, of ' + format(len(seen['acks']), ',') + ' events':44}{spread(seen['acks'])}")
    pulled = f"{seen['polls'] / took:.0f} answers a second, {seen['pulled_bytes'] / took / 1e6:.2f} MB/s"
    pulled += f"; lines that broke: {seen['broken']}"
    print(f"    {'pulled meanwhile':44}{pulled}")
    print(f"    {'the desk, of one processor':44}{100 * worked / took:.0f} %")
    over = " ".join(f"{megabytes:.0f}" for megabytes in kept)
    print(f"    {'the desk, MB: before anybody, then over time':44}{empty:.0f}, {over}")


def main(port: int, room: Room, seconds: float, cursor: Cursor) -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    seen = asyncio.run(play(port, sys.stdin.read(), room, seconds, cursor))
    say(asdict(seen))


if __name__ == "__main__":
    _port, _tablets, _n = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[4])
    main(_port, Room(_tablets), float(sys.argv[3]), Cursor(1, _n, sys.argv[5]))
