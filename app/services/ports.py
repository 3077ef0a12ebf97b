"""What the use cases ask of the world; storage, clocks and chance answer."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # the law weighs: a window that only asks for a clock does not wait for it
    from app.domain.errors import Violation
    from app.domain.events.envelope import Sealed
    from app.domain.events.order import Cursor, Entry, Key, Seen, Tip
    from app.domain.events.tournoi import Role


@dataclass(frozen=True, slots=True)
class Identity:
    """Who writes here: the device, its epoch, and the key of its MACs."""

    device: str
    epoch: int
    key: bytes


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state as it was at a tip, in the bytes of one version of the fold."""

    tip: Tip
    version: int
    state: bytes


@dataclass(frozen=True, slots=True)
class Held:
    """An event in quarantine: kept and acknowledged, without effect.

    `place` is what its device claims for it, since the bytes may not be readable. `settled` is None until
    somebody releases or dismisses it.
    """

    number: int
    place: Key
    sealed: Sealed
    reason: str
    settled: str | None = None
    settled_reason: str | None = None


class Journal(Protocol):
    """The events of one tournament, in their only order; appended, never changed."""

    @property
    def id(self) -> str:
        """The tournament's id, which each of its events names."""

    def append(self, events: Sequence[Sealed]) -> Tip:
        """Add events, all or none, and return the tip that ends with them, once they are safe from a power cut.

        Raises `Refused` with everything that `sift` finds.
        """

    def submit(self, events: Sequence[Sealed]) -> Future[Tip]:
        """Append without waiting: the answer comes when the events are safe, or refused."""

    def sift(self, events: Sequence[Sealed]) -> tuple[Violation | None, ...]:
        """Tell for each event why `append` would refuse it; None where it would not, the good ones before it in.

        `journal.duplicate` is held already, byte for byte; `journal.fork` has the place of another event;
        `journal.gap` leaves out earlier events of its device; `journal.chain` does not follow the one before;
        `journal.foreign` is another tournament's. MACs are not judged here: keys are their owner's business.
        """

    def read(self, after: int = 0, limit: int = 1000) -> tuple[Entry, ...]:
        """Return the events that follow number `after`, at most `limit` of them. Never waits for a writer."""

    def tip(self) -> Tip:
        """Return how far the journal goes."""

    def by_key(self, key: Key) -> Entry | None:
        """Return the event at this place, if it is in the journal."""

    def last_seq(self, device: str, epoch: int) -> int:
        """Return the last seq of a device that is kept here without a gap, in quarantine too; 0 if none is."""

    def last_seqs(self, device: str) -> Mapping[int, int]:
        """Return `last_seq` of every epoch that is known of a device."""


class Outbox(Protocol):
    """The device's own events that the desk has not yet acknowledged."""

    def pending(self, limit: int = 100) -> tuple[Entry, ...]:
        """Return the oldest of them, in order of epoch and seq."""

    def waiting(self) -> int:
        """Count them."""

    def acknowledge(self, epoch: int, seq: int, *, aside: Mapping[int, str] | None = None) -> None:
        """Note that the desk keeps everything up to `seq`; an older acknowledgement changes nothing.

        `aside` are those that it keeps in quarantine, each with the reason.

        Raises `Refused` with `outbox.ahead` where the desk knows events that are not here: the device has lost
        its tail and must raise its epoch.
        """

    def aside(self) -> Mapping[tuple[int, int], str]:
        """Return what the desk keeps in quarantine, by epoch and seq, each with the reason."""

    def rewind(self, epoch: int, seq: int) -> None:
        """Send again what follows `seq`: a desk restored from a backup lacks it."""

    def acked(self) -> Mapping[int, int]:
        """Return how far the desk has acknowledged each epoch."""

    def resend(self) -> None:
        """Send everything again: the desk is another, or is not what it was."""


class Quarantine(Protocol):
    """Events kept without effect, until somebody decides."""

    def hold(self, sealed: Sealed, *, place: Key, reason: str) -> int:
        """Keep an event and return its number; the same bytes are kept once for a place. Safe on return.

        Where the event is the next of its device, it takes its place: the following one is no gap.
        """

    def held(self) -> tuple[Held, ...]:
        """Return what nobody has decided yet, oldest first."""

    def held_of(self, device: str, *, reason: str) -> tuple[Held, ...]:
        """Return what nobody has decided yet of a device, held for this reason alone, oldest first."""

    def read(self, after: int = 0, limit: int = 1000) -> tuple[Held, ...]:
        """Return what has a number higher than `after`, decided or not, at most `limit` of it."""

    def find(self, event_id: str, place: Key) -> Held | None:
        """Return the event of this id, if it was ever kept here for this place."""

    def size_of(self, device: str) -> int:
        """Return how many bytes are kept at places claimed for a device of which nobody has decided yet."""

    def release(self, number: int, *, reason: str) -> Held:
        """Settle it as right after all and return it, for whoever gives it effect."""

    def dismiss(self, number: int, *, reason: str) -> Held:
        """Settle it as void; it stays on record."""


class Mirror(Protocol):
    """The desk's order as far as this device has pulled it, to be shown and, by a standby, to be taken over."""

    def cursor(self) -> Cursor:
        """Return how far the chain goes that is being pulled."""

    def read(self, after: int = 0, limit: int = 1000) -> tuple[Seen, ...]:
        """Return the events that follow number `after` in the chain that is shown, at most `limit` of them."""

    def generation(self) -> int:
        """Return a number that is another one as soon as another chain is shown."""

    def is_rebuilding(self) -> bool:
        """Tell whether another chain is being pulled than the one that is shown."""

    def restart(self, start: Cursor) -> None:
        """Pull from the beginning, beside the chain that is shown until the new one is as long as the desk's.

        What a chain had that was still growing, as far as it is whole, is `forgotten`: nobody else may have it.
        """

    def extend(self, seen: Sequence[Seen], *, end: Cursor, complete: bool) -> None:
        """Add events to the chain that is being pulled, all or none, safe from a power cut on return.

        A chain begun by `restart` is shown once it is `complete`; what the one before it had and it lacks, as far as
        it is whole, is then `forgotten`.
        """

    def forgotten(self, limit: int = 100) -> tuple[Sealed, ...]:
        """Return events that an earlier chain held and the present one lacks."""

    def forget(self, events: Sequence[Sealed]) -> None:
        """Drop events from `forgotten`: the desk has them again."""


class Meta(Protocol):
    """What a tournament's file says of itself; counts only ever rise."""

    def identity(self) -> Identity:
        """Return who writes here."""

    def term(self) -> int:
        """Return the highest term of a desk that is known here."""

    def raise_term(self, least: int = 0) -> int:
        """Raise the term by one, or to `least` if that is more, and return it once it is safe."""

    def raise_epoch(self, least: int = 0) -> int:
        """Raise the epoch in which this device writes, and return it once it is safe."""

    def learn(self, device: str, key: bytes) -> None:
        """Keep the key of a device, beside those that it had before."""

    def keys(self) -> Mapping[str, tuple[bytes, ...]]:
        """Return the keys of every known device, the present one last."""

    def keys_of(self, device: str) -> tuple[bytes, ...]:
        """Return the keys of one device, the present one last; none where it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDevice:
    """A device that knew the code: its poste, its key, and the digest of the token that it shows.

    It is let in once somebody at the desk has confirmed it. A standby has said where it will be found if it takes over,
    and with which certificate.
    """

    device: str
    role: Role
    label: str
    key: bytes
    token_digest: str
    is_confirmed: bool = False
    address: str = ""
    certificate: str = ""


class Devices(Protocol):
    """The devices that a desk knows, from one evening to the next, until they are revoked."""

    def add(self, paired: PairedDevice) -> None:
        """Keep a device, in place of what was known of it before. Safe from a power cut on return."""

    def by_token(self, digest: str) -> PairedDevice | None:
        """Return the device that shows the token of this digest, unless it was revoked. From memory, on any thread."""

    def role_of(self, device: str) -> Role | None:
        """Return the poste as which a device is let in now; None where it is not. From memory."""

    def known(self) -> tuple[PairedDevice, ...]:
        """Return every device that was not revoked, in the order of their names."""

    def revoked(self) -> frozenset[str]:
        """Return every device that was revoked, and has not been paired again since."""

    def confirm(self, device: str) -> None:
        """Let a device in, from this moment on. Safe from a power cut on return."""

    def locate(self, device: str, *, address: str, certificate: str) -> None:
        """Keep where a standby will be found."""

    def revoke(self, device: str) -> None:
        """Let a device in no more, from this moment on."""


class Drafts(Protocol):
    """Forms half filled: they outlive the program but are no facts."""

    def save(self, key: str, form: Mapping[str, object]) -> None:
        """Keep the form; later ones win. Returns at once."""

    def load(self, key: str) -> Mapping[str, object] | None:
        """Return the form as last saved."""

    def drop(self, key: str) -> None:
        """Forget the form, which has become a fact or was given up. Returns at once."""


class Snapshots(Protocol):
    """States kept so that a start need not fold the whole journal."""

    def save(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, and forget all but the latest few. Returns at once."""

    def latest(self, version: int) -> Snapshot | None:
        """Return the furthest snapshot of this fold that is on this very journal; any other is ignored."""


class Clock(Protocol):
    """The time of this machine; no order is ever taken from it."""

    def now(self) -> datetime:
        """Return the wall clock, in UTC."""

    def monotonic(self) -> float:
        """Return seconds that never go back, for durations."""


class Random(Protocol):
    """Chance that nobody can foresee, for ids, keys and the seeds of draws."""

    def bytes(self, count: int) -> bytes:
        """Return that many random bytes."""


def new_id(random: Random) -> str:
    """Return an id that nothing else has: 128 bits of chance, in base 32."""
    return b32encode(random.bytes(16)).decode().rstrip("=")
