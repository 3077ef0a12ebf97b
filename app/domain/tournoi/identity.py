"""Who a player is, as registration asks: Fascicule 2 (2017), ch. 2, Fiche d'identification des joueurs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.errors import Violation, violation

SERIES = range(1, 5)
MAX_NAME = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """A player's card. Only the name is owed; birth dates are asked where the event needs them.

    `serie` is None for a player without licence last season, who counts as 4th série. The fee is in cents.
    """

    name: str
    first_name: str = ""
    licence: str = ""
    club: str = ""
    comite: str = ""
    serie: int | None = None
    born: str = ""
    fee_cents: int = 0

    @property
    def full_name(self) -> str:
        """The name as boards print it."""
        return f"{self.name} {self.first_name}".strip()


def check_identity(identity: Identity) -> tuple[Violation, ...]:
    """Return everything that keeps this card from being taken."""
    return tuple(_refusals(identity))


def _refusals(identity: Identity) -> Iterator[Violation]:
    if not identity.name.strip():
        yield violation("name_missing", "name")
    for field in ("name", "first_name", "licence", "club", "comite"):
        if len(text := getattr(identity, field)) > MAX_NAME:
            yield violation("text_too_long", field, length=len(text), most=MAX_NAME)
    if identity.serie is not None and identity.serie not in SERIES:
        yield violation("serie_unknown", "serie", serie=identity.serie)
    if identity.fee_cents < 0:
        yield violation("negative", "fee", value=identity.fee_cents)
    if identity.born and not _is_date(identity.born):
        yield violation("not_a_date", "born", given=identity.born)


def _is_date(text: str) -> bool:
    year, month, day = (*text.split("-"), "", "")[:3]
    digits = (len(year), len(month), len(day)) == (4, 2, 2) and (year + month + day).isdecimal()
    return text.count("-") == 2 and digits and 1 <= int(month) <= 12 and 1 <= int(day) <= 31
