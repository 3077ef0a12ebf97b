"""Pairing: eight digits shown at the desk and typed on the tablet become a key that nobody else has.

SPAKE2 makes a strong secret of the short code; whoever listens or stands in between learns nothing to try codes
against at leisure, and has one guess for each try. Both sides then prove that they have the same secret, over
everything that was said: the role, the device, and the certificate that each of them saw. The device's key and its
token are taken from that secret on both sides: they never travel.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
from collections.abc import Callable
from dataclasses import dataclass

from spake2 import SPAKE2_A, SPAKE2_B
from spake2.ed25519_basic import NotOnCurve
from spake2.spake2 import SPAKEError

from app.domain.errors import Refused, violation
from app.domain.events.tournoi import Role
from app.services.ports import PairedDevice, Random
from sync.wire import Sorry

DIGITS = 8
MAX_DEVICE, MAX_LABEL = 64, 60  # letters
LIFE_SECONDS = 300.0
TRIES = 3
_DESK, _DEVICE = b"desk", b"device"
_LENGTH_BYTES = 4

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """A device asks to be paired: who it is, and its half of the exchange."""

    device: str
    role: Role
    label: str
    half: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """The desk's half of the exchange, and its proof that it knows the code."""

    half: str
    proof: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The device's proof that it knows the code, and saw the desk's own certificate."""

    device: str
    proof: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """The desk has taken the proof; this is the tournament that it holds."""

    journal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingAnswer:
    """What the desk says to a device that asks to be paired."""

    says: Welcome | Admitted | Sorry


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """What both sides know from now on: the key of the device's MACs, and the token that it shows."""

    device: str
    role: Role
    label: str
    key: bytes
    token: str


@dataclass(slots=True)
class _Code:
    digits: str
    role: Role
    until: float
    tries: int = TRIES


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The code as the person at the desk sees it; with no tries left it is burnt, by a slip or by somebody guessing."""

    digits: str
    role: Role
    seconds: float
    tries: int


class PairingDesk:
    """The desk's side: one code at a time, for five minutes and three tries; `now` is monotonic, in seconds."""

    def __init__(self, fingerprint: bytes, random: Random) -> None:
        self._fingerprint = fingerprint
        self._random = random
        self._code: _Code | None = None
        self._begun: dict[str, tuple[Hello, _Secret]] = {}

    def show(self, role: Role, now: float) -> str:
        """Return a new code for a device of this role; the one before it is void."""
        drawn = int.from_bytes(self._random.bytes(16)) % 10**DIGITS
        self._code = _Code(f"{drawn:0{DIGITS}}", role, now + LIFE_SECONDS)
        self._begun = {}
        return self._code.digits

    def shown(self, now: float) -> Shown | None:
        """Return the code that is shown, burnt or not, until it is used, hidden or too old."""
        code = self._code
        if code is None or now >= code.until:
            return None
        return Shown(digits=code.digits, role=code.role, seconds=code.until - now, tries=code.tries)

    def hide(self) -> None:
        """Take the code back."""
        self._code = None
        self._begun = {}

    def welcome(self, hello: Hello, now: float) -> Welcome:
        """Answer a device; each time is a try, whatever becomes of it.

        Raises Refused with `sync.unreadable` where it gives no name that can be shown, with `pairing.no_code` where
        no code is shown, it is too old, or it was tried too often, and with `pairing.role` where it is shown for
        another poste.
        """
        if not (_is_plain(hello.device, MAX_DEVICE) and hello.device and _is_plain(hello.label, MAX_LABEL)):
            raise Refused(violation("sync.unreadable", "device"))
        code = self._code
        if code is None or now >= code.until or code.tries == 0:
            raise Refused(violation("pairing.no_code", "code"))
        code.tries -= 1
        log.info("Somebody tries the code that is shown; %s more", code.tries)
        if hello.role is not code.role:
            raise Refused(violation("pairing.role", "role", role=hello.role))
        side = SPAKE2_B(code.digits.encode(), idA=_DEVICE, idB=_DESK, entropy_f=self._random.bytes)
        half = side.start()
        secret = _Secret.of(side.finish, hello, half, self._fingerprint, theirs=hello.half)
        self._begun[hello.device] = (hello, secret)
        return Welcome(half=half.hex(), proof=secret.proof(_DESK))

    def admit(self, proof: Proof, now: float) -> Paired:
        """Return the device that has proved to know the code, which is then used up.

        Raises Refused with `pairing.wrong_code` where it has not.
        """
        hello, secret = self._begun.pop(proof.device, (None, None))
        code = self._code
        if code is None or now >= code.until or hello is None or secret is None:
            raise Refused(violation("pairing.no_code", "code"))
        secret.check(_DEVICE, proof.proof)
        self.hide()
        return secret.paired(hello)


class PairingDevice:
    """A device's side, for one try: the code as it was typed, the certificate as it was seen."""

    def __init__(
        self, code: str, *, device: str, role: Role, label: str, fingerprint: bytes, entropy: Callable[[int], bytes]
    ) -> None:
        self._side = SPAKE2_A(code.encode(), idA=_DEVICE, idB=_DESK, entropy_f=entropy)
        self._fingerprint = fingerprint
        self.hello = Hello(device=device, role=role, label=label, half=self._side.start().hex())

    def prove(self, welcome: Welcome) -> tuple[Proof, Paired]:
        """Return what the desk waits for, and what this device keeps once the desk has taken it.

        Raises Refused with `pairing.wrong_code` where the desk does not know this code, or is not the one whose
        certificate was seen: nothing is then said that would help to guess it.
        """
        hello = self.hello
        half = _unhex(welcome.half)
        secret = _Secret.of(self._side.finish, hello, half, self._fingerprint, theirs=welcome.half)
        secret.check(_DESK, welcome.proof)
        return Proof(device=hello.device, proof=secret.proof(_DEVICE)), secret.paired(hello)


@dataclass(frozen=True, slots=True)
class _Secret:
    """What both sides share when the code is the same, bound to all that was said."""

    shared: bytes
    transcript: bytes

    @classmethod
    def of(
        cls, finish: Callable[[bytes], bytes], hello: Hello, desk_half: bytes, fingerprint: bytes, *, theirs: str
    ) -> _Secret:
        """Finish the exchange; raises Refused where the other half is none."""
        try:
            shared = finish(_unhex(theirs))
        except (SPAKEError, NotOnCurve, ValueError, AssertionError):
            raise Refused(violation("pairing.wrong_code", "code")) from None
        said = (hello.device.encode(), hello.role.encode(), hello.label.encode(), _unhex(hello.half), desk_half)
        return cls(shared, _joined(*said, fingerprint))

    def proof(self, side: bytes) -> str:
        """Return what shows, for one side, that it has this secret."""
        return self._derived(b"proof of the " + side).hex()

    def check(self, side: bytes, proof: str) -> None:
        """Refuse a proof that is not that side's."""
        if not hmac.compare_digest(self.proof(side).encode(), proof.encode()):
            raise Refused(violation("pairing.wrong_code", "code"))

    def paired(self, hello: Hello) -> Paired:
        """Return what both sides keep."""
        key, token = self._derived(b"key"), self._derived(b"token").hex()
        return Paired(device=hello.device, role=hello.role, label=hello.label, key=key, token=token)

    def _derived(self, purpose: bytes) -> bytes:
        """HKDF (RFC 5869) of one block, with the transcript in its info."""
        extracted = hmac.digest(b"nord pairing 1", self.shared, "sha256")
        return hmac.digest(extracted, _joined(purpose, self.transcript) + b"\x01", "sha256")


def _joined(*parts: bytes) -> bytes:
    """Join parts so that no two lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(_LENGTH_BYTES) + part for part in parts)


def _is_plain(text: str, most: int) -> bool:
    """Whether a text of a stranger can be shown as it is, on a screen or in a terminal."""
    return len(text) <= most and text.isprintable()


def _unhex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Refused(violation("pairing.wrong_code", "code")) from None


def token_digest(token: str) -> str:
    """Return what the desk keeps of a token: enough to know it again, not to show it."""
    return hashlib.sha256(token.encode()).hexdigest()


def kept_by_desk(paired: Paired) -> PairedDevice:
    """Return what the desk keeps of a device."""
    return PairedDevice(
        device=paired.device,
        role=paired.role,
        label=paired.label,
        key=paired.key,
        token_digest=token_digest(paired.token),
    )
