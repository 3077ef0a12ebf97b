"""What the law refuses, as data: a key and a field, never a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Violation:
    """One reason why a value is refused.

    `key` names the reason, `field` the place to mend, `params` the figures that a sentence would quote.
    Sentences are made of it in `app.texts.refusals`.
    """

    key: str
    field: str
    params: tuple[tuple[str, object], ...] = ()


def violation(key: str, field: str, **params: object) -> Violation:
    """Build a violation; the parameters keep the order in which they are given."""
    return Violation(key, field, tuple(params.items()))


def repeated(seats: Iterable[str], field: str) -> Iterator[Violation]:
    """Yield a violation for each seat that is named again."""
    seen: set[str] = set()
    for seat in seats:
        if seat in seen:
            yield violation("seat_repeated", field, seat=seat)
        seen.add(seat)


class Refused(Exception):
    """Raised where a refused value cannot go on; carries every violation at once."""

    def __init__(self, *violations: Violation) -> None:
        super().__init__(", ".join(f"{v.key} ({v.field})" for v in violations))
        self.violations = violations


def refuse(*violations: Violation) -> None:
    """Raise Refused with these violations; do nothing where there are none."""
    if violations:
        raise Refused(*violations)
