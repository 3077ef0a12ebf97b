"""Frozen values that are made quickly: dataclasses whose slots are set as they are, without asking who may set them.

A frozen dataclass fills itself field by field through `object.__setattr__`, and `dataclasses.replace` asks each field
how it was declared. A journal makes tens of thousands of such values: here both are compiled once for a class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["quick", "replace"]

T = TypeVar("T")

_UNSAID = object()


def quick(kind: type[T]) -> type[T]:
    """Let a frozen, slotted dataclass be made as quickly as one that is not frozen; all else stays as it is."""
    parts: tuple[Field[Any], ...] = fields(kind)  # type: ignore[arg-type]
    slow: Any = kind.__init__
    body = [f"set_{part.name}(self, {_given(part)})" for part in parts]
    if hasattr(kind, "__post_init__"):
        body.append("self.__post_init__()")
    known = {f"default_{part.name}": part.default for part in parts}
    known |= {f"factory_{part.name}": part.default_factory for part in parts}
    made = _compiled("__init__", f"self, {', '.join(_parameters(parts))}", body, _setters(kind) | known)
    made.__qualname__, made.__annotations__ = slow.__qualname__, slow.__annotations__
    kind.__init__ = made  # type: ignore[method-assign]
    return kind


if TYPE_CHECKING:
    from dataclasses import replace  # whose fields mypy checks by their types
else:

    def replace(value, /, **changes):
        """Return a value with some fields changed; what its class finds by itself when it is made was found before."""
        return _changer(type(value))(value, **changes)


@cache
def _changer(kind: type[Any]) -> Callable[..., Any]:
    """Return what makes a changed value of a class."""
    names = [part.name for part in fields(kind)]
    asked = ", ".join(f"{name}=UNSAID" for name in names)
    body = [f"set_{name}(made, value.{name} if {name} is UNSAID else {name})" for name in names]
    known = {"kind": kind, "new": object.__new__}
    return _compiled(
        "changed", f"value, /, *, {asked}", ["made = new(kind)", *body, "return made"], _setters(kind) | known
    )


def _parameters(parts: tuple[Field[Any], ...]) -> Iterator[str]:
    """Yield the parameters of `__init__` as dataclasses order them: those by keyword alone come last."""
    yield from (_parameter(part) for part in parts if not part.kw_only)
    if any(part.kw_only for part in parts):
        yield "*"
    yield from (_parameter(part) for part in parts if part.kw_only)


def _parameter(part: Field[Any]) -> str:
    if part.default_factory is not MISSING:
        return f"{part.name}=UNSAID"
    return part.name if part.default is MISSING else f"{part.name}=default_{part.name}"


def _given(part: Field[Any]) -> str:
    if part.default_factory is MISSING:
        return part.name
    return f"factory_{part.name}() if {part.name} is UNSAID else {part.name}"


def _setters(kind: type[Any]) -> dict[str, Any]:
    return {f"set_{part.name}": getattr(kind, part.name).__set__ for part in fields(kind)}


def _compiled(name: str, parameters: str, body: list[str], known: dict[str, Any]) -> FunctionType:
    made: dict[str, Any] = {"UNSAID": _UNSAID, **known}
    exec(f"def {name}({parameters}):\n" + "\n".join(f"    {line}" for line in body), made)
    function: FunctionType = made[name]
    return function
