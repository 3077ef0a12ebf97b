"""One client over TLS on a connection that stays open: the same for every server that is measured."""

from __future__ import annotations

import http.client
import json
import ssl
from types import TracebackType
from typing import Any, Self


class Caller:
    """Sends one request after the other, and waits for each answer."""

    def __init__(self, port: int, certificate: str, token: str = "") -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.load_verify_locations(cadata=certificate)
        self._connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=60)
        self._headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})

    def send(self, verb: str, path: str, body: bytes = b"") -> Any:
        """Return the answer to a request; ends everything where it was not taken."""
        self._connection.request(verb, path, body, self._headers)
        answer = self._connection.getresponse()
        said = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{verb} {path}: {answer.status} {said[:200]!r}")
        return json.loads(said)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()
