"""Whoever was not let in: turned away, and nothing of it is stored, however often it tries."""

import gc
import json
import os
import socket
import ssl
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from app.domain.errors import Refused
from app.domain.events.order import Cursor
from app.domain.events.tournoi import Role
from app.texts.refusals_sync import SENTENCES
from sync import wire
from sync.certificate import keep_certificate, public_part, serving_context
from sync.line import Pinned
from sync.link import Link, pair
from sync.pairing import LIFE_SECONDS, TRIES, Hello, PairingAnswer, PairingDesk, PairingDevice, Proof, Welcome
from sync.pin import pinned_context
from sync.tablet import Ask, Wrote
from sync.wire import Packed, Pull, Push, Request, Sorry
from tests.sim.evening import DESK, JOURNAL
from tests.sync.real import HOST, RealDesk, eventually, new_sync, paired_with, tablet_files
from tests.sync.test_pairing import PRINT, SystemRandom
from tests.sync.test_sync import DEALER

PULL = wire.write(Request(journal=JOURNAL, term=1, ask=Pull(cursor=Cursor())))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[RealDesk]:
    desk = RealDesk(tmp_path / "desk")
    yield desk
    desk.close()


@contextmanager
def stranger(desk: RealDesk) -> Iterator[httpx.Client]:
    context = pinned_context(public_part(desk.certificate))
    with httpx.Client(base_url=f"https://{HOST}:{desk.port}", verify=context, trust_env=False) as client:
        yield client


def stored(desk: RealDesk) -> tuple[object, ...]:
    """Everything that the desk keeps."""
    store = desk.store
    return store.journal.tip(), store.quarantine.read(), desk.devices.known(), dict(store.meta.keys())


def a_push(desk: RealDesk, folder: Path) -> tuple[Pinned, bytes]:
    """A device that was let in, and what it would send."""
    pinned, paired = paired_with(desk)
    with tablet_files(paired, folder) as (store, book):
        sync = new_sync(store)
        with pinned.client() as client:
            while not book.state.positions:
                (ask,) = (one for one in sync.step(0.0, Wrote()) if isinstance(one, Ask))
                answer = client.post("/sync", content=ask.body).content
                said = wire.read(wire.Answer, answer).says
                assert isinstance(said, wire.Page)
                store.mirror.restart(said.start)
                store.meta.raise_term(said.start.term)
                seen = wire.unpack_seen(said.start, said.events)
                store.mirror.extend(seen, end=said.end, complete=said.complete)
                book.catch_up()
        book.write(DEALER, table=1)
        push = next(one for one in new_sync(store).step(0.0, Wrote()) if isinstance(one, Ask))
    assert b'"Push"' in push.body
    return pinned, push.body


def test_without_the_token_of_a_device_nothing_is_stored(desk: RealDesk, tmp_path: Path) -> None:
    pinned, push = a_push(desk, tmp_path / "tablet")
    before = stored(desk)
    token = pinned.token.encode()
    wrong = [b"", b"Bearer", b"Bearer " + token[:-1], b"Bearer x" + token, b"Basic " + token, token[:32]]
    wrong += [b"Bearer " + other for other in ("é".encode() * 40, b"\xff" * 64, b"0" * 64, b"x" * 6_000)]
    with stranger(desk) as client:
        for headers in ({}, *({b"Authorization": shown} for shown in wrong)):
            answer = client.post("/sync", content=push, headers=headers)
            assert (answer.status_code, answer.content) == (401, b""), headers
    assert stored(desk) == before


def test_a_revoked_device_stores_nothing_from_that_moment_on(desk: RealDesk, tmp_path: Path) -> None:
    pinned, push = a_push(desk, tmp_path / "tablet")
    with pinned.client() as client:
        assert client.post("/sync", content=PULL).status_code == 200
        desk.devices.revoke("TAB9")
        before = stored(desk)
        assert client.post("/sync", content=push).status_code == 401
        assert stored(desk) == before


def test_a_device_with_another_certificate_before_it_says_nothing_to_it(desk: RealDesk, tmp_path: Path) -> None:
    pinned, paired = paired_with(desk)
    heard = bytearray()
    context = serving_context(keep_certificate(tmp_path))
    with socket.create_server((HOST, 0)) as impostor, tablet_files(paired, tmp_path / "tablet") as (store, _book):
        asked = threading.Event()

        def listen() -> None:
            with suppress(OSError):
                while True:
                    peer, _address = impostor.accept()
                    with peer, suppress(OSError):
                        peer.settimeout(5)
                        with context.wrap_socket(peer, server_side=True) as private:
                            heard.extend(private.recv(65536))
                    asked.set()

        threading.Thread(target=listen, daemon=True).start()
        reached: list[bool] = []
        link = Link(
            lambda: new_sync(store),
            replace(pinned, port=impostor.getsockname()[1]),
            on_change=lambda: None,
            on_trouble=lambda what: None,
            on_reach=reached.append,
        )
        assert asked.wait(20)
        eventually(lambda: reached == [False])
        link.close()
        impostor.shutdown(socket.SHUT_RDWR)
    assert heard == b""


def test_a_name_that_is_the_desks_or_another_postes_is_not_given_twice(desk: RealDesk) -> None:
    paired_with(desk)
    before = stored(desk)
    for device in (DESK, "ARBITER", "STANDBY"):
        with pytest.raises(Refused) as refused:
            paired_with(desk, device)
        assert refused.value.violations[0].key == "pairing.taken"
    assert stored(desk) == before


@pytest.mark.parametrize(
    ("device", "label"),
    [("", "Table 1"), ("x" * 65, ""), ("D\n1", ""), ("D1", "Table\x1b[2J"), ("D1", "x" * 61), ("D1", "\u202e1 elbaT")],
)
def test_a_name_that_cannot_be_shown_as_it_is_is_refused_and_costs_no_try(
    desk: RealDesk, device: str, label: str
) -> None:
    code = desk.show(Role.TABLE)
    with pytest.raises(Refused) as refused:
        pair(code, host=HOST, port=desk.port, device=device, role=Role.TABLE, label=label, entropy=os.urandom)
    assert refused.value.violations[0].key == "sync.unreadable"
    shown = desk.pairing.shown(time.monotonic())
    assert shown is not None
    assert shown.tries == TRIES
    assert desk.devices.known() == ()


def test_a_code_that_is_too_old_or_burnt_pairs_nobody(desk: RealDesk) -> None:
    asked = {"host": HOST, "port": desk.port, "device": "X", "role": Role.TABLE, "label": "", "entropy": os.urandom}
    before = stored(desk)
    old = desk.pairing.show(Role.TABLE, time.monotonic() - LIFE_SECONDS)
    burnt = "00000000"
    for code in (old, *([burnt] * (TRIES + 1))):
        with pytest.raises(Refused) as refused:
            pair(code, **asked)  # type: ignore[arg-type]
        assert refused.value.violations[0].key in ("pairing.no_code", "pairing.wrong_code")
    code = desk.show(Role.TABLE)
    wrong = f"{(int(code) + 1) % 10**8:08}"
    for guess in (*([wrong] * TRIES), code):
        with pytest.raises(Refused):
            pair(guess, **asked)  # type: ignore[arg-type]
    assert stored(desk) == before


def test_the_person_at_the_desk_sees_that_somebody_tries_the_code() -> None:
    desk = PairingDesk(PRINT, SystemRandom())
    assert desk.shown(0.0) is None
    code = desk.show(Role.TABLE, 0.0)
    seen = []
    for _ in range(TRIES + 2):
        asking = PairingDevice("x", device="D", role=Role.TABLE, label="", fingerprint=PRINT, entropy=os.urandom)
        with suppress(Refused):
            desk.welcome(asking.hello, 1.0)
        shown = desk.shown(1.0)
        assert shown is not None
        seen.append(shown.tries)
    assert (shown.digits, shown.seconds) == (code, LIFE_SECONDS - 1)
    assert seen == [2, 1, 0, 0, 0]
    assert desk.shown(LIFE_SECONDS) is None


def hello(code: str, device: str = "D") -> Hello:
    return PairingDevice(code, device=device, role=Role.TABLE, label="", fingerprint=PRINT, entropy=os.urandom).hello


def post(path: str, body: bytes) -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: n\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def answers(peer: ssl.SSLSocket, count: int) -> list[bytes]:
    """Read so many answers, one after the other."""
    with peer.makefile("rb") as stream:
        bodies = []
        for _ in range(count):
            length = 0
            while line := stream.readline().strip().lower():
                if line.startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            bodies.append(stream.read(length))
        return bodies


def test_ten_thousand_guesses_pair_nobody_store_nothing_and_leave_nothing_in_memory(
    desk: RealDesk, tmp_path: Path
) -> None:
    before = stored(desk)
    files = {path: path.stat().st_size for path in (tmp_path / "desk").rglob("*") if path.is_file()}
    guesses = [post("/pair/hello", wire.write(hello(f"{n:08}", f"D{n}"))) for n in range(20)]
    proofs = [post("/pair/proof", wire.write(Proof(device=f"D{n}", proof=f"{n:064x}"))) for n in range(20)]
    context = pinned_context(public_part(desk.certificate))
    blocks = []
    keys: set[str] = set()
    with (
        socket.create_connection((HOST, desk.port), timeout=20) as plain,
        context.wrap_socket(plain) as peer,
    ):
        for round_ in range(250):
            if round_ % 50 == 0:
                desk.thread.submit(desk.show, Role.TABLE).result()
            peer.sendall(b"".join(guesses + proofs))
            for body in answers(peer, 40):
                said = wire.read(PairingAnswer, body).says
                assert isinstance(said, Sorry | Welcome)
                keys.add(said.key if isinstance(said, Sorry) else "welcome")
            if round_ in (50, 249):
                gc.collect()
                blocks.append(sys.getallocatedblocks())
    assert keys == {"pairing.no_code", "pairing.wrong_code", "welcome"}
    assert keys - {"welcome"} <= SENTENCES.keys()
    assert blocks[1] - blocks[0] < 20_000
    assert stored(desk) == before
    assert {path: path.stat().st_size for path in (tmp_path / "desk").rglob("*") if path.is_file()} == files


def test_ten_thousand_guesses_at_codes_shown_again_and_again_have_three_tries_each() -> None:
    desk = PairingDesk(PRINT, SystemRandom())
    some = [hello(f"{n:08}", f"D{n}") for n in range(10)]
    welcomed = refused = 0
    for guess in range(10_000):
        if guess % 1_000 == 0:
            desk.show(Role.TABLE, float(guess))
        try:
            desk.welcome(some[guess % 10], float(guess))
            welcomed += 1
        except Refused:
            refused += 1
        with pytest.raises(Refused):
            desk.admit(Proof(device=f"D{guess % 10}", proof="0" * 64), float(guess))
    assert (welcomed, refused) == (30, 9_970)


def test_a_message_of_a_stranger_is_small_or_is_not_read(desk: RealDesk) -> None:
    with stranger(desk) as client:
        desk.show(Role.TABLE)
        big = json.dumps([[]] * 100_000).encode()
        for path in ("/pair/hello", "/pair/proof"):
            answer = client.post(path, content=big)
            assert (answer.status_code, answer.content) == (413, b"")
        chunks = (b" " * 1000 for _ in range(10))
        assert client.post("/pair/hello", content=chunks).status_code == 413
    shown = desk.pairing.shown(time.monotonic())
    assert shown is not None
    assert shown.tries == TRIES


def test_devices_take_turns_however_much_one_of_them_asks_at_once(desk: RealDesk) -> None:
    greedy, _paired = paired_with(desk)
    packed = Packed.of(b"no event", bytes(wire.MAC_BYTES))
    asks = [Push(epoch=epoch, first=1, events=(packed,)) for epoch in range(1, 9)]
    bodies = [wire.write(Request(journal=JOURNAL, term=1, ask=ask)) for ask in asks]

    def send(body: bytes) -> int:
        with greedy.client() as client:
            return client.post("/sync", content=body, timeout=60).status_code

    busy = threading.Event()
    desk.thread.submit(busy.wait)
    with ThreadPoolExecutor(len(bodies)) as sending:
        answers = [sending.submit(send, body) for body in bodies]
        time.sleep(1)  # all of them are at the desk meanwhile
        kept = desk.thread.submit(lambda: len(desk.store.quarantine.held()))
        busy.set()
        assert kept.result() == 1
        assert {answer.result() for answer in answers} == {200}
    assert len(desk.store.quarantine.held()) == len(bodies)


def test_a_device_that_has_much_read_in_vain_is_told_to_wait_and_others_are_served(desk: RealDesk) -> None:
    greedy, _paired = paired_with(desk)
    other, _paired = paired_with(desk, "TAB8")
    with greedy.client() as client, other.client() as patient:
        said = [client.post("/sync", content=b" " * wire.MAX_BODY_BYTES).status_code for _ in range(6)]
        assert said == [200] * 4 + [429] * 2
        assert patient.post("/sync", content=PULL).status_code == 200


def test_a_device_that_asks_too_much_at_once_is_told_to_wait_and_others_are_served(desk: RealDesk) -> None:
    pinned, _paired = paired_with(desk)
    context = pinned_context(public_part(desk.certificate))
    with pinned.client() as client:
        page = wire.read(wire.Answer, client.post("/sync", content=PULL).content).says
    assert isinstance(page, wire.Page)
    wait = wire.write(Request(journal=JOURNAL, term=1, ask=Pull(cursor=page.end, wait_seconds=20)))
    head = (
        f"POST /sync HTTP/1.1\r\nHost: n\r\nAuthorization: Bearer {pinned.token}\r\nContent-Length: {len(wait)}\r\n\r\n"
    )
    peers = []
    try:
        for _ in range(30):
            peer = context.wrap_socket(socket.create_connection((HOST, desk.port), timeout=20))
            peer.sendall(head.encode() + wait)
            peers.append(peer)
        refused = 0
        for peer in peers:
            peer.settimeout(0.2)
            with suppress(TimeoutError):
                refused += peer.recv(100).startswith(b"HTTP/1.1 429")
        assert refused == 30 - 8
        with stranger(desk) as client:
            assert client.post("/sync", content=PULL).status_code == 401
    finally:
        for peer in peers:
            peer.close()
