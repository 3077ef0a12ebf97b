"""The reading of every message, and the pairing, in memory."""

import os
from random import Random
from typing import Any

from app.domain.errors import Refused
from app.domain.events.order import Cursor
from app.domain.events.tournoi import Role
from sync import wire
from sync.pairing import Hello, PairingAnswer, PairingDesk, PairingDevice, Proof
from sync.wire import Answer, Offer, Packed, Pull, Request
from tests.sync.fuzz.noise import mangled_bytes, mangled_json


class Reading:
    """Messages that were mangled on the way, read as the desk and as a device would."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._pairing = PairingDesk(b"f" * 32, _Drawn(random))
        self._now = 0.0
        asking = PairingDevice("1", device="D", role=Role.TABLE, label="", fingerprint=b"f" * 32, entropy=os.urandom)
        self._samples: list[tuple[Any, bytes]] = [
            (Request, wire.write(Request(journal="J", term=1, ask=Pull(cursor=Cursor())))),
            (Request, wire.write(Request(journal="J", term=1, ask=Offer(events=(Packed("00", ("{}",)),))))),
            (Answer, wire.write(Answer(term=1, says=wire.Acked(epoch=1, seq=2, aside={1: "x"})))),
            (Answer, wire.write(Answer(term=1, says=wire.Page(start=Cursor(), end=Cursor(), complete=True)))),
            (Hello, wire.write(asking.hello)),
            (Proof, wire.write(Proof(device="D", proof="0" * 64))),
            (PairingAnswer, wire.write(PairingAnswer(says=wire.Sorry(key="x")))),
        ]

    def feed(self) -> list[str]:
        random = self._random
        kind, body = random.choice(self._samples)
        mangle = random.choice((mangled_json, mangled_bytes))
        try:
            message = wire.read(kind, mangle(body, random))
            self._now += 1.0
            if random.random() < 0.02:
                self._pairing.show(random.choice(list(Role)), self._now)
            if isinstance(message, Hello):
                self._pairing.welcome(message, self._now)
            elif isinstance(message, Proof):
                self._pairing.admit(message, self._now)
        except Refused as refused:
            return [refused.violations[0].key]
        return ["read"]

    def close(self) -> list[str]:
        return []


class _Drawn:
    def __init__(self, random: Random) -> None:
        self._random = random

    def bytes(self, count: int) -> bytes:
        return self._random.randbytes(count)
