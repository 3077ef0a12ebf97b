"""Codes that people type where no network carries what they stand for: digits out of a device's key.

Each is an HMAC of the device's key over all that it vouches for, so that it is worth nothing for anything else: a
sheet's bilans, or a decision of the arbiter at one table on one set of cards.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from app.domain.donne.donne import Seat

CHECK_DIGITS = 8
DECISION_DIGITS = 6


def sheet_check(
    key: bytes, *, journal: str, table: int, epoch: int, position: int, bilans: Mapping[Seat, int], donnes: int
) -> str:
    """Return the code under a closed sheet, by the tablet that has the table under this epoch.

    It vouches for the bilans and the number of donnes, which can then be read out and typed at the desk.
    """
    said = " ".join(f"{seat}={bilans[seat]}" for seat in sorted(bilans))
    return _digits(key, ("sheet", journal, table, epoch, position, donnes, said), CHECK_DIGITS)


def decision_code(key: bytes, *, journal: str, table: int, position: int, deal: int, decided: str) -> str:
    """Return the code by which the arbiter who owns this key decides at a table, from a tablet of their own.

    `deal` is the number of the cards in play or next to be dealt, redeals counted; `decided` the words of the decision
    (`app.domain.fold.decided`).
    """
    return _digits(key, ("decision", journal, table, position, deal, decided), DECISION_DIGITS)


def is_same(code: str, other: str) -> bool:
    """Tell whether two codes are the same, in a time that tells nothing else."""
    return hmac.compare_digest(code.encode(), other.encode())


def _digits(key: bytes, about: tuple[object, ...], count: int) -> str:
    """Return digits for these facts; no fact but the last may hold a line end."""
    said = "\n".join(map(str, ("nord", *about))).encode()
    return f"{int.from_bytes(hmac.digest(key, said, 'sha256')) % 10**count:0{count}}"
