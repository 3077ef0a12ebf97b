"""Use cases: bilans read out and typed at the desk, proved by the check code that the table's tablet shows."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.errors import Refused, violation
from app.domain.fold.state import State
from app.domain.tournoi.sheet import Sheet
from app.domain.typed_code import CHECK_DIGITS, is_same, sheet_check
from app.services.ports import Identity


def shown_check(state: State, identity: Identity, *, position: int, table: int) -> str | None:
    """Return the check code of a closed sheet; None where it is not closed, or not this tablet's under a desk."""
    assigned = state.assignments.get(table)
    sheet = state.feuille(position, table).sheet
    if assigned is None or assigned.device != identity.device or not sheet.is_sent:
        return None
    return _code(identity.key, state.journal, assigned.epoch, sheet, donnes=len(sheet.donnes))


def check_typed(
    state: State, keys: Mapping[str, tuple[bytes, ...]], typed: Sheet, code: str, *, donnes: int | None = None
) -> None:
    """Refuse a sheet about to be typed whose check code is not the one that the table's tablet shows.

    `donnes` is how many donnes the tablet counts, where the bilans alone are typed.
    """
    assigned = state.assignments.get(typed.table)
    known = () if assigned is None else keys.get(assigned.device, ())
    if assigned is None or not known:
        raise Refused(violation("check_no_tablet", "check", table=typed.table))
    digits = "".join(code.split())
    if not (digits.isascii() and digits.isdigit() and len(digits) == CHECK_DIGITS):
        raise Refused(violation("check_digits", "check", digits=CHECK_DIGITS))
    counted = len(typed.donnes) if donnes is None else donnes
    if not any(is_same(digits, _code(key, state.journal, assigned.epoch, typed, donnes=counted)) for key in known):
        raise Refused(violation("check_wrong", "check", table=typed.table, position=typed.position))


def _code(key: bytes, journal: str, epoch: int, sheet: Sheet, *, donnes: int) -> str:
    return sheet_check(
        key,
        journal=journal,
        table=sheet.table,
        epoch=epoch,
        position=sheet.position,
        bilans=sheet.bilans,
        donnes=donnes,
    )
