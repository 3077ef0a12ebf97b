"""Reading a request's fields: each is what it should be, or a violation names it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import TypeVar

from app.domain.errors import Refused, Violation, violation

Kind = TypeVar("Kind", bound=StrEnum)
Value = TypeVar("Value")

MAX_ITEMS = 100_000

RULESETS = ("fft-2017", "fft-2014", "asce")


class Fields:
    """The fields of one request, read one by one; collects what is wrong and goes on.

    A field that is absent or null reads as None; `require` makes that a violation.
    """

    def __init__(self, request: Mapping[str, object], known: Iterable[str]) -> None:
        self._request = request
        self.violations: list[Violation] = [violation("unknown_field", name) for name in request if name not in known]

    def require(self, *names: str) -> None:
        """Note a violation for each of these fields that is absent or null."""
        for name in names:
            if self._request.get(name) is None:
                self.refuse("missing", name)

    def refuse(self, key: str, field: str, **params: object) -> None:
        """Note a violation."""
        self.violations.append(violation(key, field, **params))

    def stop_if_refused(self) -> None:
        """Raise with every violation noted so far, if there is one."""
        if self.violations:
            raise Refused(*self.violations)

    def text(self, name: str) -> str | None:
        """Read a string."""
        value = self._request.get(name)
        if value is None or isinstance(value, str):
            return value
        self.refuse("not_a_string", name)
        return None

    def whole(self, name: str, *, least: int | None = None, most: int | None = None) -> int | None:
        """Read a whole number (2.0 is one) between bounds."""
        given = self._request.get(name)
        value = whole_number(given)
        if value is None:
            if isinstance(given, int) and not isinstance(given, bool) and None not in (least, most):
                self.refuse("out_of_range", name, least=least, most=most)
            elif given is not None:
                self.refuse("not_a_whole_number", name)
            return None
        if (least is not None and value < least) or (most is not None and value > most):
            self.refuse("out_of_range", name, least=least, most=most)
            return None
        return value

    def demi(self, name: str) -> int | None:
        """Read a multiple of a half as a number of halves."""
        value = self._request.get(name)
        halves = whole_number(value, per=2)
        if halves is None and value is not None:
            self.refuse("not_a_half", name)
        return halves

    def flag(self, name: str) -> bool | None:
        """Read true or false."""
        value = self._request.get(name)
        if value is None or isinstance(value, bool):
            return value
        self.refuse("not_a_flag", name)
        return None

    def kind(self, name: str, kinds: type[Kind]) -> Kind | None:
        """Read one of an enumeration's values."""
        members = _members(kinds)
        value = self.word(name, members)
        return None if value is None else members[value]

    def word(self, name: str, words: Collection[str]) -> str | None:
        """Read one of some words."""
        value = self._request.get(name)
        if value is None or (isinstance(value, str) and value in words):
            return value
        self.refuse("not_one_of", name, choices=", ".join(words))
        return None

    def listed(
        self, name: str, read: Callable[[object], Value | None], *, of: str, most: int = MAX_ITEMS
    ) -> tuple[Value, ...] | None:
        """Read a list, each item by `read`, which answers None for what is not one `of` those expected."""
        value = self._request.get(name)
        if value is None or self._is_too_long(value, name, most):
            return None
        items: list[Value] = []
        for each in value if isinstance(value, list) else [None]:
            item = read(each)
            if item is None:
                self.refuse("not_a_list", name, of=of)
                return None
            items.append(item)
        return tuple(items)

    def items(self, name: str, *, of: str, most: int = MAX_ITEMS) -> list[object]:
        """Read a list whose items the caller reads; nothing where it cannot be one."""
        value = self._request.get(name)
        if value is None or self._is_too_long(value, name, most):
            return []
        if not isinstance(value, list):
            self.refuse("not_a_list", name, of=of)
            return []
        return value

    def _is_too_long(self, value: object, name: str, most: int) -> bool:
        if not isinstance(value, list) or len(value) <= most:
            return False
        self.refuse("list_too_long", name, items=len(value), most=most)
        return True

    def ruleset(self) -> str:
        """Read the ruleset, `fft-2017` unless another is named."""
        return self.word("ruleset", RULESETS) or RULESETS[0]


@cache
def _members(kinds: type[Kind]) -> dict[str, Kind]:
    return {kind.value: kind for kind in kinds}


def whole_number(value: object, *, per: int = 1) -> int | None:
    """Return a number as that many whole parts (`per=2`: halves), or None where it is not exactly so many.

    True and false are no numbers; neither is anything past 18 digits, which no figure of the game needs.
    """
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    if isinstance(value, Decimal):
        if value and not -3 < value.adjusted() < 18:
            return None
        numerator, denominator = value.as_integer_ratio()
        parts, rest = divmod(numerator * per, denominator)
        return None if rest else parts
    return value * per if abs(value) < 10**18 else None


def string(value: object) -> str | None:
    """Return a string as it is, or None where it is something else."""
    return value if isinstance(value, str) else None
