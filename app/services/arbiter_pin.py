"""The arbiter's PIN on a table's own tablet: chosen there, hashed slowly, and not to be guessed by trying."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol, TypeVar

from app.domain.errors import Refused, violation
from app.services.ports import Clock, Random

LEAST_DIGITS = 6
MOST_DIGITS = 12
TRIES = 5
# For how long the sheets that are begun say that the code was remade: an evening, whatever its end.
DOUBT = timedelta(hours=24)
# What each further row of wrong tries costs; the last one holds for all that follow.
LOCK_SECONDS = (30, 120, 600, 3600)
SALT_BYTES = 16
# 32 MB and a tenth of a second: one arbiter does not feel it, a million tries do.
COST = 2**15
BLOCK = 8
MEMORY_BYTES = 2 * 128 * COST * BLOCK

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class PinRecord:
    """What is kept of a PIN: its hash, and how many wrong tries have been made since the last right one."""

    salt: bytes
    digest: bytes
    failures: int = 0
    remade: str = ""
    """When it was chosen in place of one that was forgotten; empty where whoever chose it knew the one before."""

    @property
    def lock_seconds(self) -> int:
        """How long no try is taken, counted from the wrong one that was the last of its row."""
        rows, begun = divmod(self.failures, TRIES)
        return LOCK_SECONDS[min(rows, len(LOCK_SECONDS)) - 1] if rows and not begun else 0


class PinStore(Protocol):
    """Where the record is kept; an answer comes once it is safe from a power cut."""

    def load_pin(self) -> Future[PinRecord | None]:
        """Return the record, None while no PIN was chosen."""

    def save_pin(self, record: PinRecord) -> Future[None]:
        """Keep the record in place of the one before."""


class Verdict(StrEnum):
    """What became of a try."""

    RIGHT = "right"
    WRONG = "wrong"
    LOCKED = "locked"


class ArbiterPin:
    """The PIN of this tablet. Hashing and keeping happen on a thread of its own: every act answers with a future.

    A try is counted on the disk before it is looked at, so that ending the program gives no new ones. A lock runs by
    a clock that nobody can set; starting the program again starts its time again.
    """

    def __init__(self, store: PinStore, *, clock: Clock, random: Random) -> None:
        self._store = store
        self._clock = clock
        self._random = random
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pin")
        self._record: PinRecord | None = None
        self._locked_until = 0.0
        self.ready = self._do(self._load)

    @property
    def is_set(self) -> bool:
        """Whether an arbiter has chosen a PIN here; known once `ready` is done."""
        return self._record is not None

    @property
    def tries_left(self) -> int:
        """How many tries are left before the next lock."""
        return TRIES - (self._record.failures % TRIES if self._record else 0)

    @property
    def wait_seconds(self) -> float:
        """How long the lock still holds, 0 where there is none."""
        return max(0.0, self._locked_until - self._clock.monotonic())

    def try_code(self, code: str) -> Future[Verdict]:
        """Say whether this is the PIN; while the lock holds, nothing is even looked at."""
        return self._do(lambda: self._try(code))

    def choose(self, code: str, *, old: str = "") -> Future[Verdict]:
        """Set the PIN; one that is there already must be given first, and counts as a try.

        Fails with Refused where the new one is too short, too long, or not of digits alone.
        """
        return self._do(lambda: self._choose(code, old))

    def remake(self, code: str) -> Future[Verdict]:
        """Set a PIN in place of a forgotten one, or the first: what follows from it is told on the sheets.

        Fails with Refused as `choose` does. Ends a lock: whoever guesses gains nothing by it.
        """
        return self._do(lambda: self._remake(code))

    @property
    def remade(self) -> datetime | None:
        """When the PIN was chosen by somebody who did not know the one before, None where nobody did."""
        return datetime.fromisoformat(self._record.remade) if self._record and self._record.remade else None

    @property
    def is_doubtful(self) -> bool:
        """Whether the PIN was remade so lately that it may be a player's."""
        return self.remade is not None and self._clock.now() < self.remade + DOUBT

    def close(self) -> None:
        """Finish what was asked."""
        self._thread.shutdown()

    def _do(self, work: Callable[[], Answer]) -> Future[Answer]:
        return self._thread.submit(work)

    def _load(self) -> None:
        self._record = self._store.load_pin().result()
        self._lock()

    def _try(self, code: str) -> Verdict:
        record = self._record
        if record is None:
            return Verdict.WRONG
        if self.wait_seconds > 0:
            return Verdict.LOCKED
        counted = replace(record, failures=record.failures + 1)
        self._keep(counted)
        if hmac.compare_digest(_digest(code, record.salt), record.digest):
            self._keep(replace(record, failures=0))
            return Verdict.RIGHT
        self._lock()
        return Verdict.WRONG

    def _choose(self, code: str, old: str) -> Verdict:
        check_code(code)
        if self._record is not None and (verdict := self._try(old)) is not Verdict.RIGHT:
            return verdict
        self._set(code, remade=self._record.remade if self._record else "")
        return Verdict.RIGHT

    def _remake(self, code: str) -> Verdict:
        check_code(code)
        self._set(code, remade=self._clock.now().isoformat() if self._record else "")
        self._lock()
        return Verdict.RIGHT

    def _set(self, code: str, *, remade: str) -> None:
        salt = self._random.bytes(SALT_BYTES)
        self._keep(PinRecord(salt=salt, digest=_digest(code, salt), remade=remade))

    def _keep(self, record: PinRecord) -> None:
        self._store.save_pin(record).result()
        self._record = record

    def _lock(self) -> None:
        seconds = self._record.lock_seconds if self._record else 0
        self._locked_until = self._clock.monotonic() + seconds if seconds else 0.0


def check_code(code: str) -> None:
    """Refuse a PIN that is not six to twelve digits."""
    if not (code.isascii() and code.isdigit() and LEAST_DIGITS <= len(code) <= MOST_DIGITS):
        raise Refused(violation("pin_digits", "code", least=LEAST_DIGITS, most=MOST_DIGITS))


def _digest(code: str, salt: bytes) -> bytes:
    return hashlib.scrypt(code.encode(), salt=salt, n=COST, r=BLOCK, p=1, maxmem=MEMORY_BYTES)
