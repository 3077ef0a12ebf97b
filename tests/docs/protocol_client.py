"""A device written from docs/protocol.md and docs/events.md alone: it imports nothing of Nord."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import ssl
from dataclasses import dataclass, field
from typing import Any

import httpx
from spake2 import SPAKE2_A

Message = dict[str, Any]


def joined(*parts: bytes) -> bytes:
    """Parts one after another, each behind its length in four bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


BODIES = {
    "dealer event": ("DealerDrawn", {"position": 1, "seat": "N"}),
    "donne event": (
        "DonneRecorded",
        {
            "position": 1,
            "entry": {
                "preneur": "E",
                "contrat": "garde",
                "bouts": 2,
                "demi_points": 98,
                "petit_au_bout": None,
                "poignees": [],
                "chelem": None,
                "partner": None,
                "mort": None,
            },
        },
    ),
}


@dataclass
class Client:
    """One device; what it has computed or heard, by the names that the documentation gives it."""

    host: str
    port: int
    code: str
    known: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.certificate = ssl.get_server_certificate((self.host, self.port))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.load_verify_locations(cadata=self.certificate)
        self.http = httpx.Client(base_url=f"https://{self.host}:{self.port}", verify=context, trust_env=False)
        self.side = SPAKE2_A(self.code.encode(), idA=b"device", idB=b"desk")
        self.known |= {"device": os.urandom(16).hex().upper(), "half": self.side.start().hex()}
        self.last: dict[str, Any] = {}

    def close(self) -> None:
        self.http.close()

    def post(self, path: str, body: Message) -> tuple[int, Any]:
        token = {"Authorization": f"Bearer {self.known['token']}"} if "token" in self.known else {}
        answer = self.http.post(path, content=json.dumps(body), headers=token, timeout=30)
        return answer.status_code, answer.json() if answer.content else None

    def compute(self, name: str) -> Any:
        """Return a value that the documentation says how to compute."""
        match name:
            case "device's proof":
                return self._derived(b"proof of the device").hex()
            case "dealer event" | "donne event":
                return self._sealed(name)["payload"]
            case "dealer MAC" | "donne MAC":
                return self._sealed(name.replace("MAC", "event"))["mac"]
        return self.known[name]

    def paired(self, role: str, label: str) -> None:
        """Finish the exchange, check the desk's proof, and derive the key and the token."""
        said = (self.known["device"], role, label)
        fingerprint = hashlib.sha256(ssl.PEM_cert_to_DER_cert(self.certificate)).digest()
        desk_half = bytes.fromhex(self.known["desk's half"])
        halves = (bytes.fromhex(self.known["half"]), desk_half)
        self.transcript = joined(*(text.encode() for text in said), *halves, fingerprint)
        self.shared = self.side.finish(desk_half)
        assert self.known["desk's proof"] == self._derived(b"proof of the desk").hex()
        self.key = self._derived(b"key")
        self.known["token"] = self._derived(b"token").hex()

    def _derived(self, purpose: bytes) -> bytes:
        extracted = hmac.digest(b"nord pairing 1", self.shared, "sha256")
        return hmac.digest(extracted, joined(purpose, self.transcript) + b"\x01", "sha256")

    def _sealed(self, name: str) -> dict[str, str]:
        if name not in self.last:
            kind, body = BODIES[name]
            before = list(self.last.values())
            event = {
                "v": 1,
                "journal": self.known["journal"],
                "device": self.known["device"],
                "epoch": 1,
                "seq": len(before) + 1,
                "kind": kind,
                "body": body,
                "at": "1970-01-01T00:00:00+00:00",
                "previous": before[-1]["id"] if before else "0" * 64,
                "table": 3,
                "table_epoch": 1,
            }
            payload = json.dumps(event, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            mac = hmac.digest(self.key, payload.encode(), "sha256").hex()
            self.last[name] = {"payload": payload, "mac": mac, "id": hashlib.sha256(payload.encode()).hexdigest()}
        return self.last[name]


def head_after(head: str, events: list[Message]) -> str:
    """Compute the head that a page must end at."""
    for packed in events:
        payload = "".join(packed["parts"])
        event_id = packed["id"] or hashlib.sha256(payload.encode()).hexdigest()
        head = hashlib.sha256(bytes.fromhex(head) + bytes.fromhex(event_id) + bytes.fromhex(packed["mac"])).hexdigest()
    return head
