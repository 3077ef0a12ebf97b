"""The hall's pages, asked for over the network from a real desk."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from sync.hall.guard import HEADERS
from sync.hall.site import HallProtocol
from tests.sync.desk_process import Desk, running_desk


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with running_desk(tmp_path_factory.mktemp("data")) as desk:
        yield desk


def raw(desk: Desk, request: bytes) -> bytes:
    """Send these very bytes and return all that comes back until the desk hangs up."""
    with socket.create_connection(("127.0.0.1", desk.port), timeout=20) as peer:
        peer.sendall(request)
        return b"".join(iter(lambda: peer.recv(65536), b""))


def test_the_page_says_in_french_that_no_tournament_is_open(desk: Desk) -> None:
    page = httpx.get(desk.url())
    assert page.status_code == 200
    assert '<html lang="fr">' in page.text
    assert "Aucun tournoi n’est encore ouvert" in page.text
    assert "Le contrôle est en marche" in page.text


def test_the_page_speaks_english_when_asked(desk: Desk) -> None:
    page = httpx.get(desk.url("/?lang=en")).text
    assert '<html lang="en">' in page
    assert "No tournament is open yet" in page


def test_a_language_that_nord_does_not_speak_is_french(desk: Desk) -> None:
    assert '<html lang="fr">' in httpx.get(desk.url("/?lang=%22%3E%3Cscript%3E")).text


def test_the_page_gives_its_address_for_phones_with_a_code_to_scan(desk: Desk) -> None:
    page = httpx.get(desk.url()).text
    assert f"127.0.0.1<wbr>:{desk.port}" in page
    assert '<svg viewBox="0 0 ' in page


def test_health_is_for_machines(desk: Desk) -> None:
    assert httpx.get(desk.url("/health")).json() == {"status": "ok", "poste": "desk", "tournament": None}


def test_everything_that_the_page_names_is_served_by_the_desk(desk: Desk) -> None:
    page = httpx.get(desk.url()).text
    style = httpx.get(desk.url("/static/hall.css")).text
    named = re.findall(r'(?:href|src)="(/(?:static|fonts)/[^"]+)"', page) + re.findall(r'url\("([^"]+)"\)', style)
    assert len(named) >= 5
    for path in named:
        assert httpx.get(desk.url(path)).status_code == 200, path


def test_the_page_holds_no_script_style_or_foreign_address_of_its_own(desk: Desk) -> None:
    page = httpx.get(desk.url()).text
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", page)
    assert not re.search(r'(?:href|src)="(?!/|\?)', page)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/health", 200),
        ("GET", "/static/hall.css", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/fonts/make_fonts.py", 404),
        ("GET", "/static/../site.py", 404),
        ("POST", "/", 405),
        ("PUT", "/health", 405),
        ("DELETE", "/static/hall.css", 405),
        ("OPTIONS", "/", 405),
    ],
)
def test_every_answer_is_protected_and_nothing_but_reading_is_allowed(
    desk: Desk, method: str, path: str, status: int
) -> None:
    answer = httpx.request(method, desk.url(path))
    assert answer.status_code == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "server" not in answer.headers
    if status == 405:
        assert answer.headers["allow"] == "GET, HEAD"


def test_a_page_that_does_not_exist_leads_back(desk: Desk) -> None:
    page = httpx.get(desk.url("/nowhere")).text
    assert "Cette page n’existe pas" in page
    assert '<a href="/?lang=fr">Revenez' in page


def test_a_body_is_refused_before_it_is_read(desk: Desk) -> None:
    answer = raw(desk, b"GET / HTTP/1.1\r\nHost: nord\r\nContent-Length: 1000000000\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_header_that_is_too_long_is_refused(desk: Desk) -> None:
    answer = raw(desk, b"GET / HTTP/1.1\r\nHost: nord\r\nX: " + b"x" * 9000 + b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 431 ")


def test_a_header_that_does_not_end_is_refused_by_its_size(desk: Desk) -> None:
    answer = raw(desk, b"GET / HTTP/1.1\r\nHost: nord\r\nX: " + b"x" * 9000)
    assert answer.startswith(b"HTTP/1.1 431 ")


def test_what_is_not_http_is_answered_and_hung_up_on(desk: Desk) -> None:
    assert raw(desk, b"\x16\x03\x01 hello\r\n\r\n").startswith(b"HTTP/1.1 400 ")


def test_a_header_sent_byte_by_byte_is_cut_off_in_time_while_others_are_served(desk: Desk) -> None:
    limit = HallProtocol.limits.arrival_seconds
    begun = time.monotonic()
    slow = [socket.create_connection(("127.0.0.1", desk.port), timeout=1) for _ in range(20)]
    slowest = 0.0
    try:
        for peer in slow:
            peer.sendall(b"GET / HTTP/1.1\r\nHost: nord\r\nX: ")
        while slow and time.monotonic() - begun < limit + 2:
            for peer in list(slow):
                try:
                    peer.sendall(b"G")
                    peer.settimeout(0.005)
                    if peer.recv(1) == b"":
                        raise ConnectionResetError
                except TimeoutError:
                    continue
                except OSError:
                    slow.remove(peer)
                    peer.close()
            asked = time.monotonic()
            assert httpx.get(desk.url("/health")).status_code == 200
            slowest = max(slowest, time.monotonic() - asked)
        assert not slow, "a slow peer still holds its connection"
        assert limit - 0.5 < time.monotonic() - begun < limit + 2
        assert slowest < 1
    finally:
        for peer in slow:
            peer.close()


def test_a_peer_is_kept_between_two_requests(desk: Desk) -> None:
    with httpx.Client() as client:
        first = client.get(desk.url("/health"), headers={"Connection": "keep-alive"})
        second = client.get(desk.url("/health"))
        peers = {answer.extensions["network_stream"].get_extra_info("client_addr") for answer in (first, second)}
        assert len(peers) == 1


def test_the_desk_writes_down_no_reader(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    httpx.get(desk.url("/?name=DURAND"))
    logs = [path.read_text("utf-8") for path in Path(tmp_path_factory.getbasetemp()).rglob("nord.log")]
    assert logs
    assert not [log for log in logs if "DURAND" in log]
