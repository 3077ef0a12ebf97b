"""A real desk's door, over TLS and a socket, and what is thrown at it."""

import os
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random

from app.domain.events.order import Cursor
from app.domain.events.tournoi import Role
from app.storage.verify import verify
from sync import wire
from sync.certificate import public_part
from sync.deadlines import Limits
from sync.door import DoorProtocol
from sync.pairing import PairingDevice, Proof
from sync.pin import fingerprint_of, pinned_context
from sync.wire import Packed, Pull, Push, Request
from tests.sim.evening import JOURNAL
from tests.sync.fuzz.noise import mangled_bytes, mangled_json
from tests.sync.real import HOST, RealDesk, paired_with

KNOCKERS = 40
SECONDS = 20  # in which the door must have said something, or hung up


class Hurried(DoorProtocol):
    """The door with short deadlines, so that what stops halfway is over soon."""

    limits = Limits(handshake_seconds=0.5, arrival_seconds=0.3, answer_seconds=10, idle_seconds=1, connections=200)


METHODS = ("POST",) * 8 + ("GET", "PUT", "OPTIONS", "CONNECT", "post", "PRI", "P\x00ST", "")
PATHS = ("/sync", "/pair/hello", "/pair/proof") * 4 + (
    *(
        "/",
        "//sync",
        "/sync/",
        "/sync?x=1",
        "/%73ync",
        "/sync%00",
        "*",
        "http://localhost/sync",
        "/../sync",
        "sync",
        "/" * 9000,
    ),
    *("/sync#x", "/é", "/%ff%fe", "/pair", ""),
)
VERSIONS = ("HTTP/1.1",) * 10 + ("HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.1 ", "")
HEADERS = (
    *(
        "Connection: close",
        "Connection: keep-alive, close",
        "Connection: upgrade\r\nUpgrade: websocket",
        "Upgrade: h2c",
    ),
    *("Expect: 100-continue", "Expect: x", "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked"),
    *("Content-Length: 0", "Content-Length: -1", "Content-Length: 99999999999999999999", "Content-Length: 5, 5"),
    *("Content-Length: \u0661", "Content-Length: 1_0", "Content-Encoding: gzip", "Content-Type: text/html"),
    *(
        "Host: x",
        "Host: ",
        "X: " + "x" * 9000,
        " folded: x",
        "No colon",
        ": empty",
        "X\x00: y",
        "X: \x00",
        "Cookie: " + "a=b;" * 50,
    ),
    *(
        "Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13",
        "Range: bytes=0-",
        "X-Forwarded-For: 1.2.3.4",
        "TE: trailers",
    ),
)


class Knocking:
    """Somebody at the door, with a token or without, who speaks HTTP, something like it, or no TLS at all."""

    def __init__(self, folder: Path, random: Random) -> None:
        self._folder = folder
        self._random = random
        self.desk = RealDesk(folder, protocol=Hurried)
        self._token = paired_with(self.desk)[0].token
        certificate = public_part(self.desk.certificate)
        self._context = pinned_context(certificate)
        self._print = fingerprint_of(certificate)
        self._knockers = ThreadPoolExecutor(KNOCKERS)

    def feed(self) -> list[str]:
        """Knock several times at once; raises where nobody answers nor hangs up, returns what was said otherwise."""
        return list(self._knockers.map(self._knock, [self._draw() for _ in range(KNOCKERS)]))

    def _draw(self) -> tuple[bytes, bool]:
        """Return what to say, and whether in private."""
        random = self._random
        if random.random() < 0.05:
            said = (random.randbytes(500), b"\x16\x03\x01" + b"\xff" * 300, b"GET / HTTP/1.1")
            return random.choice(said), False
        data = b"".join(self._request() for _ in range(random.choice((1, 1, 1, 2, 3))))
        return mangled_bytes(data, random) if random.random() < 0.3 else data, True

    def _knock(self, drawn: tuple[bytes, bool]) -> str:
        data, in_private = drawn
        said = b""
        with (
            socket.create_connection((HOST, self.desk.port), SECONDS) as plain,
            suppress(ConnectionError, ssl.SSLError),
            self._context.wrap_socket(plain) if in_private else plain as peer,
        ):
            peer.sendall(data)
            while more := peer.recv(65536):
                said += more
        first = said[9:12].decode(errors="replace") if said.startswith(b"HTTP/1.1 ") else "hung up"
        if b"HTTP/1.1 5" in said:
            raise AssertionError(f"{said[:200]!r} to {data[:2000]!r}")
        return first if in_private else "no tls"

    def _request(self) -> bytes:
        random = self._random
        body = self._body()
        what = random.random()
        if what < 0.4:
            body = mangled_json(body, random)
        elif what < 0.6:
            body = mangled_bytes(body, random)
        lines = [f"{random.choice(METHODS)} {random.choice(PATHS)} {random.choice(VERSIONS)}"]
        if random.random() < 0.9:
            lines.append("Host: n")
        if random.random() < 0.6:
            lines.append(f"Authorization: Bearer {self._token}")
        if random.random() < 0.9:
            lines.append(f"Content-Length: {len(body) + random.choice((0,) * 20 + (1, -1, 50))}")
        if random.random() < 0.3:
            lines += random.sample(HEADERS, random.choice((1, 2)))
        return "\r\n".join(lines).encode(errors="replace") + b"\r\n\r\n" + body

    def _body(self) -> bytes:
        random = self._random
        if random.random() < 0.03:
            self.desk.thread.submit(self.desk.show, random.choice(list(Role))).result()
        match random.randrange(5):
            case 0:
                return wire.write(
                    PairingDevice(
                        "12345678",
                        device=f"D{random.randrange(5)}",
                        role=random.choice(list(Role)),
                        label="Table",
                        fingerprint=self._print,
                        entropy=os.urandom,
                    ).hello
                )
            case 1:
                return wire.write(Proof(device=f"D{random.randrange(5)}", proof=f"{random.getrandbits(256):064x}"))
            case 2:
                events = (Packed("00" * 32, ("{}" * random.randrange(40),)),) * random.randrange(4)
                return wire.write(Request(journal=JOURNAL, term=1, ask=Push(epoch=1, first=1, events=events)))
            case _:
                cursor = Cursor(random.randrange(3), random.randrange(30), "0" * 64, "tables 1")
                return wire.write(Request(journal=JOURNAL, term=1, ask=Pull(cursor=cursor, wait_seconds=0)))

    def close(self) -> list[str]:
        """Return what is wrong with what was kept, and whether the door still serves."""
        self._knockers.shutdown()
        paired_with(self.desk, "LAST")
        self.desk.close()
        return [str(problem) for problem in verify(self._folder).problems]
