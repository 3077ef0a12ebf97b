"""A line that is given up leaves no connection behind."""

import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from sync.certificate import keep_certificate, public_part, serving_context
from sync.line import client_of, post
from sync.tablet import Ask


def test_what_was_still_being_connected_is_closed_with_the_client(tmp_path: Path) -> None:
    certificate = keep_certificate(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as other:
        client = client_of("127.0.0.1", listener.getsockname()[1], public_part(certificate))
        asking = other.submit(post, client, Ask(number=1, body=b"?", patience_seconds=20))
        accepted, _ = listener.accept()
        client.close()  # while the other end has not said a word yet
        accepted.settimeout(10)
        with accepted:
            assert _heard(accepted, certificate) == b""
        with pytest.raises((httpx.HTTPError, RuntimeError)):
            asking.result(20)


def _heard(accepted: socket.socket, certificate: Path) -> bytes:
    """Greet whoever connected, and return the first byte that they say: nothing where they are gone."""
    try:
        with serving_context(certificate).wrap_socket(accepted, server_side=True) as greeted:
            return greeted.recv(1)
    except (ssl.SSLError, ConnectionError):  # gone before the greeting was over
        return b""
