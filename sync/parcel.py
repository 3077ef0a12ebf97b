"""A file that is carried by hand: what may be read by anybody, and for each device a part that only its key opens.

A file may be lost, copied in half, changed on the way, or read by whoever holds the stick. So a digest at its end tells
damage; and each part is encrypted and vouched for with the device's own key, together with all that lies open. The
vouching comes first and makes the key of the encryption (SIV), so that no chance is needed and no key serves twice.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.domain.errors import Refused, violation

VERSION = 1
MAX_FILE_BYTES = 64 * 1024 * 1024
_MAGIC = "nord"
_VOUCH, _HIDE = b"nord parcel vouch\n", b"nord parcel hide\n"


class Carries(StrEnum):
    """What a file is: a device's own events on their way to the desk, or the desk's answers to the room."""

    SHEETS = "sheets"
    ROOM = "room"


@dataclass(frozen=True, slots=True)
class Shut:
    """A part that only its device's key opens."""

    vouch: bytes
    hidden: bytes


@dataclass(frozen=True, slots=True)
class Parcel:
    """A file as it is: lines that lie open, and the parts of the devices."""

    carries: Carries
    lines: tuple[bytes, ...]
    parts: Mapping[str, Shut]

    def open(self, device: str, keys: Iterable[bytes]) -> tuple[bytes, ...]:
        """Return the lines of a device's part, with any of the keys that it has had.

        Raises Refused with `carry.not_authentic` where none of them made it.
        """
        shut, bound = self.parts[device], _bound(self.carries, _digest(self.lines), device)
        for key in keys:
            said = _mask(shut.hidden, key, shut.vouch)
            if hmac.compare_digest(shut.vouch, _vouch(said, key, bound)):
                return tuple(said.split(b"\n"))
        raise Refused(violation("carry.not_authentic", "file"))


def write_parcel(carries: Carries, lines: Iterable[bytes], parts: Mapping[str, tuple[bytes, Iterable[bytes]]]) -> bytes:
    """Return a file with these open lines and, for each device, its key and the lines that are for it alone."""
    opened = tuple(lines)
    digest = _digest(opened)
    written = [f"{_MAGIC} {carries} {VERSION}".encode(), *opened]
    for device, (key, own) in parts.items():
        said = b"\n".join(own)
        vouch = _vouch(said, key, _bound(carries, digest, device))
        part = [device, vouch.hex(), b64encode(_mask(said, key, vouch)).decode()]
        written.append(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode())
    body = b"".join(line + b"\n" for line in written)
    return body + hashlib.sha256(body).hexdigest().encode() + b"\n"


def read_head(head: bytes) -> tuple[Carries | None, bytes]:
    """Return which way a file goes, None where it is none of this form, and its first open line; nobody vouches."""
    first, _, rest = head.partition(b"\n")
    match first.split(b" "):
        case [magic, carries, version] if magic == _MAGIC.encode() and version == str(VERSION).encode():
            return _KINDS.get(carries), rest.partition(b"\n")[0]
    return None, b""


def read_parcel(file: bytes, expected: Carries) -> Parcel:
    """Return what is in a file; raises Refused with a sentence for whoever brought it.

    Not Nord's at all, of another version, not whole, or one that goes the other way.
    """
    if len(file) > MAX_FILE_BYTES:
        raise Refused(violation("carry.too_large", "file", most=MAX_FILE_BYTES // 2**20))
    first, _, _rest = file[:100].partition(b"\n")
    match first.split(b" "):
        case [magic, carries, version] if magic == _MAGIC.encode() and carries in _KINDS:
            pass
        case _:
            raise Refused(violation("carry.not_ours" if file.strip(b"\0") else "carry.damaged", "file"))
    if version != str(VERSION).encode():
        raise Refused(violation("sync.version", "file"))
    body, digest = file[:-65], file[-65:]
    if digest != hashlib.sha256(body).hexdigest().encode() + b"\n":
        raise Refused(violation("carry.damaged", "file"))
    if _KINDS[carries] is not expected:
        raise Refused(violation(f"carry.from_{_KINDS[carries]}", "file"))
    _first, *lines = body.removesuffix(b"\n").split(b"\n")
    opened = tuple(line for line in lines if line.startswith(b"{"))
    return Parcel(expected, opened, dict(_part(line) for line in lines if not line.startswith(b"{")))


_KINDS = {kind.encode(): kind for kind in Carries}


def _part(line: bytes) -> tuple[str, Shut]:
    try:
        device, vouch, hidden = json.loads(line)
        return str(device), Shut(bytes.fromhex(vouch), b64decode(hidden, validate=True))
    except (ValueError, TypeError, RecursionError):
        raise Refused(violation("carry.damaged", "file")) from None


def _digest(lines: tuple[bytes, ...]) -> str:
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()


def _bound(carries: Carries, opened: str, device: str) -> bytes:
    """Return what a part is vouched for together with: whose it is, and the digest of all that lies open beside it."""
    return f"{carries} {VERSION} {opened} {device}\n".encode()


def _vouch(said: bytes, key: bytes, bound: bytes) -> bytes:
    return hmac.digest(hmac.digest(key, _VOUCH, "sha256"), bound + said, "sha256")


def _mask(text: bytes, key: bytes, vouch: bytes) -> bytes:
    """Hide a text, or show it again: a key made of its vouching, drawn out to its length by SHAKE-256."""
    stream = hashlib.shake_256(hmac.digest(key, _HIDE + vouch, "sha256")).digest(len(text))
    return (int.from_bytes(text) ^ int.from_bytes(stream)).to_bytes(len(text))
