"""Serving with limits of our own, in process and with small figures."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from app.domain.errors import Refused
from sync.addresses import lan_addresses
from sync.deadlines import Limits, PromptProtocol
from sync.serve import Serving, listen


class Hurried(PromptProtocol):
    limits = Limits(arrival_seconds=0.4, answer_seconds=0.6, idle_seconds=1, connections=3)


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    while (await receive()).get("more_body"):
        pass
    await PlainTextResponse("hello")(scope, receive, send)


async def endless(scope: Scope, receive: Receive, send: Send) -> None:
    async def pour() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 1_000_000
            await asyncio.sleep(0)

    await StreamingResponse(pour())(scope, receive, send)


@contextmanager
def served(app: ASGIApp, protocol: type[PromptProtocol] = Hurried) -> Iterator[Serving]:
    serving = Serving(app, listen("127.0.0.1", 0), protocol=protocol)
    try:
        yield serving
    finally:
        serving.stop()
        serving.wait(10)
        assert not serving.running


def connect(serving: Serving) -> socket.socket:
    return socket.create_connection(("127.0.0.1", serving.port), timeout=10)


def seconds_until(happened: Callable[[], bool]) -> float:
    begun = time.monotonic()
    while not happened():
        assert time.monotonic() - begun < 10
    return time.monotonic() - begun


def test_an_answer_waits_for_no_word_of_the_peer_about_its_first_part() -> None:
    promptly = []

    class Asked(Hurried):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            peer = transport.get_extra_info("socket")
            promptly.append(peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    with served(hello, Asked) as serving, httpx.Client(trust_env=False) as client:
        assert client.get(f"http://127.0.0.1:{serving.port}/").text == "hello"
    assert promptly == [1]


def hung_up(peer: socket.socket) -> bool:
    try:
        return peer.recv(65536) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"GET / HTTP/1.1\r\nHos", id="half a header"),
        pytest.param(b"POST / HTTP/1.1\r\nHost: n\r\nContent-Length: 9\r\n\r\nhalf", id="half a body"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: n\r\n\r\nGET / HTTP/1.1\r\nHos", id="half a second request"),
    ],
)
def test_a_peer_that_stops_halfway_is_hung_up_on(begun: bytes) -> None:
    with served(hello) as serving, connect(serving) as peer:
        peer.sendall(begun)
        assert 0.3 < seconds_until(lambda: hung_up(peer)) < 1.5


def test_a_trickle_does_not_prolong_the_deadline() -> None:
    with served(hello) as serving, connect(serving) as peer:
        peer.sendall(b"GET / HTTP/1.1\r\nHost: n\r\nX: ")

        def trickle() -> bool:
            try:
                peer.sendall(b"G")
                time.sleep(0.02)
            except OSError:
                return True
            return False

        assert 0.3 < seconds_until(trickle) < 1.5


def test_a_peer_that_does_not_read_its_answer_is_hung_up_on() -> None:
    with served(endless) as serving, connect(serving) as peer:
        peer.sendall(b"GET / HTTP/1.1\r\nHost: n\r\n\r\n")
        time.sleep(1)
        assert seconds_until(lambda: hung_up(peer)) < 5


def test_a_peer_with_nothing_more_to_ask_is_hung_up_on() -> None:
    with served(hello) as serving, connect(serving) as peer:
        peer.sendall(b"GET / HTTP/1.1\r\nHost: n\r\n\r\n")
        assert 0.7 < seconds_until(lambda: hung_up(peer)) < 2.5


def test_one_connection_serves_several_requests_in_a_row() -> None:
    with served(hello) as serving, httpx.Client() as client:
        for _ in range(5):
            assert client.get(f"http://127.0.0.1:{serving.port}/").text == "hello"
            time.sleep(0.25)


def test_a_crowd_that_asks_nothing_does_not_keep_others_out() -> None:
    with served(hello) as serving, ExitStack() as crowd:
        for _ in range(10):
            crowd.enter_context(connect(serving))
        assert httpx.get(f"http://127.0.0.1:{serving.port}/").text == "hello"


def test_stopping_does_not_wait_for_a_peer_that_says_nothing() -> None:
    serving = Serving(hello, listen("127.0.0.1", 0), protocol=Hurried)
    with connect(serving) as peer:
        peer.sendall(b"GET / HT")
        begun = time.monotonic()
        serving.stop()
        serving.wait(10)
        assert not serving.running
        assert time.monotonic() - begun < 3


def test_a_taken_port_is_refused_by_its_number() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(Refused) as refused:
            listen("127.0.0.1", port)
    (why,) = refused.value.violations
    assert (why.key, why.field, dict(why.params)["port"]) == ("port.taken", "port", port)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        listen("203.0.113.7", 0)
    assert [why.key for why in refused.value.violations] == ["host.not_here"]


def test_the_addresses_of_the_room_leave_out_the_machines_own() -> None:
    assert not [address for address in lan_addresses() if address.startswith(("127.", "169.254.", "0."))]
