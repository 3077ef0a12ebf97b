"""Peers that are slow, silent, or many: each costs a bounded while, and the others are served meanwhile."""

import re
import resource
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from sync import wire
from sync.certificate import public_part
from sync.deadlines import Limits, one_too_many
from sync.door import DoorProtocol
from sync.line import Pinned
from sync.pin import pinned_context
from sync.serve import OTHER_FILES, Serving, fitted, listen
from tests.sync.real import HOST, RealDesk, paired_with
from tests.sync.test_serve import hello, hung_up
from tests.sync.test_strangers import PULL

ELSEWHERE = "127.0.0.2"  # another machine, as far as the desk can tell


class Hurried(DoorProtocol):
    limits = Limits(
        handshake_seconds=0.5, arrival_seconds=0.5, answer_seconds=30, idle_seconds=30, connections=20, handshakes=10
    )


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealDesk]:
    desk = RealDesk(tmp_path_factory.mktemp("desk"), protocol=Hurried)
    yield desk
    desk.close()


@pytest.fixture(scope="module")
def known(desk: RealDesk) -> Pinned:
    return paired_with(desk)[0]


@pytest.fixture(autouse=True)
def nothing_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """However rude a peer, it writes nothing into the desk's log that looks like a fault of ours."""
    yield
    assert not [
        record.getMessage() for record in caplog.get_records("call") if record.levelname in ("ERROR", "CRITICAL")
    ]


def plain(desk: RealDesk, *, source: str = HOST) -> socket.socket:
    return socket.create_connection((HOST, desk.port), timeout=20, source_address=(source, 0))


def private(desk: RealDesk, *, source: str = HOST) -> ssl.SSLSocket:
    return pinned_context(public_part(desk.certificate)).wrap_socket(plain(desk, source=source))


def hello_of_tls() -> bytes:
    """The first bytes of a handshake, as a client says them."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    context = ssl.create_default_context()
    context.check_hostname = False
    with suppress(ssl.SSLWantReadError):
        context.wrap_bio(incoming, outgoing).do_handshake()
    return outgoing.read()


def is_served(known: Pinned) -> bool:
    with known.client() as client:
        return client.post("/sync", content=PULL).status_code == 200


TLS = hello_of_tls()


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(TLS[:3], id="less than a record"),
        pytest.param(TLS[: len(TLS) // 2], id="half of it"),
        pytest.param(TLS, id="all but the last word"),
    ],
)
def test_a_handshake_that_stops_is_hung_up_on_and_others_are_served(
    desk: RealDesk, known: Pinned, begun: bytes
) -> None:
    with plain(desk) as peer:
        peer.sendall(begun)
        assert is_served(known)
        while not hung_up(peer):
            pass


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"GET / HTTP/1.1\r\nHost: n\r\n\r\n", id="HTTP without TLS"),
        pytest.param(bytes(range(256)) * 8, id="noise"),
        pytest.param(TLS.replace(b"\x03\x03", b"\x02\x00"), id="a version that is none"),
        pytest.param(TLS[:5] + b"\xff" * 500, id="a record full of noise"),
    ],
)
def test_what_is_no_handshake_is_hung_up_on(desk: RealDesk, known: Pinned, said: bytes) -> None:
    with plain(desk) as peer:
        peer.sendall(said)
        with suppress(ConnectionResetError):
            while not hung_up(peer):
                pass
    assert is_served(known)


def trickling(peer: socket.socket, data: bytes, done: threading.Event) -> threading.Thread:
    """Send byte by byte, for as long as somebody listens."""

    def run() -> None:
        with suppress(OSError):
            for byte in data:
                peer.sendall(bytes([byte]))
                time.sleep(0.02)
        done.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


@pytest.mark.parametrize("connect", [plain, private])
def test_a_byte_now_and_then_does_not_prolong_anything(
    desk: RealDesk, known: Pinned, connect: Callable[[RealDesk], socket.socket]
) -> None:
    with ExitStack() as opened:
        done = []
        for _ in range(5):
            peer = opened.enter_context(connect(desk))
            done.append(threading.Event())
            trickling(
                peer, (TLS if connect is plain else b"POST /sync HTTP/1.1\r\nHost: n\r\nX: ") + b"x" * 5_000, done[-1]
            )
        while not all(one.is_set() for one in done):
            assert is_served(known)


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"POST /sync HTTP/1.1\r\nHos", id="half a header"),
        pytest.param(b"POST /pair/hello HTTP/1.1\r\nHost: n\r\nContent-Length: 90\r\n\r\n{", id="half a hello"),
        pytest.param(
            b"POST /sync HTTP/1.1\r\nHost: n\r\nAuthorization: @\r\nContent-Length: 90\r\n\r\n{", id="half a body"
        ),
        pytest.param(
            b"POST /sync HTTP/1.1\r\nHost: n\r\nAuthorization: @\r\nTransfer-Encoding: chunked\r\n\r\nFFF\r\nx",
            id="half a chunk",
        ),
    ],
)
def test_a_request_that_stops_is_hung_up_on_and_others_are_served(desk: RealDesk, known: Pinned, begun: bytes) -> None:
    with private(desk) as peer:
        peer.sendall(begun.replace(b"@", f"Bearer {known.token}".encode()))
        assert is_served(known)
        while not hung_up(peer):
            pass


@pytest.mark.parametrize("bearer", ["", "@"], ids=["a stranger", "a device"])
@pytest.mark.parametrize("pause", [False, True], ids=["at once", "after the header"])
def test_a_body_that_is_no_http_is_answered_once(desk: RealDesk, known: Pinned, bearer: str, pause: bool) -> None:
    token = f"Bearer {known.token}" if bearer else "x"
    head = f"POST /sync HTTP/1.1\r\nHost: n\r\nAuthorization: {token}\r\nTransfer-Encoding: chunked\r\n\r\n"
    with private(desk) as peer, suppress(ConnectionError, ssl.SSLError):
        peer.sendall(head.encode() + (b"" if pause else b"zz\r\n"))
        if pause:
            peer.sendall(b"zz\r\n" * 100)
        said = b"".join(iter(lambda: peer.recv(65536), b""))
        assert said.count(b"HTTP/1.1 ") == 1
    assert is_served(known)


def test_a_hundred_silent_connections_do_not_keep_others_out(desk: RealDesk, known: Pinned) -> None:
    with ExitStack() as crowd:
        silent = [crowd.enter_context(plain(desk)) for _ in range(100)]
        assert is_served(known)
        for peer in silent:
            assert hung_up(peer)


def test_a_crowd_of_one_machine_pushes_out_its_own(desk: RealDesk, known: Pinned) -> None:
    with known.client() as client, ExitStack() as crowd:
        first = client.post("/sync", content=PULL)
        silent = [crowd.enter_context(private(desk, source=ELSEWHERE)) for _ in range(40)]
        second = client.post("/sync", content=PULL)
        assert second.status_code == 200
        ends = {one.extensions["network_stream"].get_extra_info("client_addr") for one in (first, second)}
        assert len(ends) == 1, "the connection was kept through all of it"
        assert hung_up(silent[0])


def test_who_leaves_is_the_longest_waiting_of_the_machine_that_has_most() -> None:
    @dataclass
    class Somebody:
        address: str
        since: float

    alone, crowd = Somebody("a", 1.0), [Somebody("b", 3.0), Somebody("b", 2.0)]
    assert one_too_many([alone, *crowd]) is crowd[1]
    assert one_too_many([alone]) is alone


def test_a_connection_that_breaks_off_in_any_phase_leaves_nothing_behind(desk: RealDesk, known: Pinned) -> None:
    for begun in (b"", b"POST /sync HTTP/1.1\r\n", b"POST /sync HTTP/1.1\r\nHost: n\r\nContent-Length: 9\r\n\r\nx"):
        for connect in (plain, private):
            peer = connect(desk)
            peer.sendall(begun)
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
            peer.close()
    assert is_served(known)


def test_the_desk_stops_whoever_is_in_the_middle_of_a_handshake(tmp_path: Path) -> None:
    desk = RealDesk(tmp_path)
    with ExitStack() as crowd:
        for said in (b"", TLS[:20], TLS):
            crowd.enter_context(plain(desk)).sendall(said)
        private(desk).close()  # by now the others are inside too
        desk.close()


def test_a_poll_whose_tablet_has_gone_is_given_up(desk: RealDesk, known: Pinned) -> None:
    """A tablet whose line breaks again and again is not turned away for the polls that it has left behind."""
    with known.client() as client:
        page = wire.read(wire.Answer, client.post("/sync", content=PULL).content).says
    assert isinstance(page, wire.Page)
    ask = wire.Request(journal="T1", term=1, ask=wire.Pull(cursor=page.end, wait_seconds=20))
    body = wire.write(ask)
    for _ in range(20):
        with known.client() as client, suppress(httpx.ReadTimeout):
            client.post("/sync", content=body, timeout=0.05)
    assert is_served(known)


def test_there_are_no_more_connections_than_the_machine_gives_files_for() -> None:
    program = (
        "import resource, sys; hard = int(sys.argv[1]);"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (min(200, hard), hard));"
        "from sync.serve import fitted; from sync.door import DoorProtocol;"
        "limits = fitted(DoorProtocol.limits);"
        "print(limits.connections, limits.handshakes, resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )

    def asked(hard: int) -> list[int]:
        run = subprocess.run([sys.executable, "-c", program, str(hard)], capture_output=True, text=True, check=True)
        return [int(number) for number in re.findall(r"\d+", run.stdout)]

    wanted = DoorProtocol.limits.connections + DoorProtocol.limits.handshakes + OTHER_FILES
    assert asked(wanted) == [DoorProtocol.limits.connections, DoorProtocol.limits.handshakes, wanted]
    connections, handshakes, files = asked(1_000)
    assert connections + handshakes + OTHER_FILES == files == 1_000
    assert connections > 0
    assert handshakes > 0
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 1_000
    assert fitted(Limits()).connections == Limits().connections


def test_without_a_certificate_the_same_server_speaks_plainly() -> None:
    serving = Serving(hello, listen(HOST, 0), protocol=DoorProtocol)
    assert httpx.get(f"http://{HOST}:{serving.port}/").text == "hello"
    serving.stop()
    serving.wait(10)
    assert not serving.running


@pytest.mark.parametrize("path", ["/pair/hello", "/sync", "/nowhere"])
def test_lines_after_a_body_are_no_header_that_goes_on_for_ever(desk: RealDesk, known: Pinned, path: str) -> None:
    with private(desk) as peer, suppress(ConnectionError, ssl.SSLError):
        peer.sendall(f"POST {path} HTTP/1.1\r\nHost: n\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n".encode())
        for number in range(2_000):
            peer.sendall(f"x{number}: y\r\n".encode() * 50)
        raise AssertionError("they are still being taken")
    assert is_served(known)


@pytest.mark.parametrize("size", [9_000, 15_000, 31_000])
def test_a_header_in_one_piece_is_bounded_like_any_other(desk: RealDesk, known: Pinned, size: int) -> None:
    head = f"POST /sync HTTP/1.1\r\nHost: n\r\nAuthorization: Bearer {known.token}\r\nContent-Length: 2\r\nX: "
    with private(desk) as peer:
        peer.sendall(head.encode() + b"x" * size + b"\r\n\r\n{}")
        assert peer.recv(65536).startswith(b"HTTP/1.1 431 ")
    assert is_served(known)


def is_answered(peer: ssl.SSLSocket) -> bool:
    peer.sendall(b"POST /nowhere HTTP/1.1\r\nHost: n\r\nContent-Length: 0\r\n\r\n")
    said = b""
    while not said.endswith(b"Not Found"):
        if not (more := peer.recv(65536)):
            return False
        said += more
    return True


def test_handshakes_push_out_nobody_who_is_inside(desk: RealDesk) -> None:
    most, mute = Hurried.limits.connections, Hurried.limits.handshakes
    with ExitStack() as opened:
        inside = [opened.enter_context(private(desk, source=f"127.0.1.{1 + n}")) for n in range(most - 1)]
        assert all(map(is_answered, inside))
        for _ in range(mute - 1):
            opened.enter_context(plain(desk, source=ELSEWHERE))
        opened.enter_context(private(desk, source=ELSEWHERE))
        assert all(map(is_answered, inside))


def test_a_peer_that_asks_for_several_things_and_leaves_is_answered_none_of_them(desk: RealDesk, known: Pinned) -> None:
    busy = threading.Event()
    desk.thread.submit(busy.wait)
    head = (
        f"POST /sync HTTP/1.1\r\nHost: n\r\nAuthorization: Bearer {known.token}\r\nContent-Length: {len(PULL)}\r\n\r\n"
    )
    with private(desk) as peer:
        peer.sendall((head.encode() + PULL) * 3)
        time.sleep(0.2)
        with suppress(OSError):
            peer.unwrap()
    time.sleep(0.2)
    busy.set()
    assert is_served(known)
