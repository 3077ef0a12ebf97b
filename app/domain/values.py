"""Frozen values that are made quickly: dataclasses whose slots are set as they are, without asking who may set them.

A frozen dataclass fills itself field by field through `object.__setattr__`, and `dataclasses.replace` asks each field
how it was declared. A journal makes tens of thousands of such values: here both are compiled once for a class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["compiled", "maker", "quick", "replace"]

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
    made = compiled("__init__", f"self, {', '.join(_parameters(parts))}", body, _setters(kind) | known)
    made.__qualname__, made.__annotations__ = slow.__qualname__, slow.__annotations__
    kind.__init__ = made  # type: ignore[method-assign]
    return kind


if TYPE_CHECKING:
    from dataclasses import replace  # whose fields mypy checks by their types
else:

    def replace(value, /, **changes):
        """Return a value with some fields changed, as `dataclasses.replace` does."""
        return _changer(type(value))(value, **changes)


def maker(kind: type[T], parameters: str, fields: Mapping[str, str], known: Mapping[str, Any]) -> Callable[..., T]:
    """Return a function that makes a value of a class, each field by its own Python of the parameters."""
    lines = ["made = new(kind)", *(f"set_{name}(made, {python})" for name, python in fields.items())]
    if hasattr(kind, "__post_init__"):
        lines.append("made.__post_init__()")
    return compiled(
        "make", parameters, [*lines, "return made"], {"kind": kind, "new": object.__new__, **_setters(kind), **known}
    )


def compiled(name: str, parameters: str, body: list[str], known: Mapping[str, Any]) -> FunctionType:
    """Return a function of this body, which knows these names."""
    made: dict[str, Any] = {"UNSAID": _UNSAID, **known}
    exec(f"def {name}({parameters}):\n" + "\n".join(f"    {line}" for line in body), made)
    function: FunctionType = made[name]
    return function


@cache
def _changer(kind: type[Any]) -> Callable[..., Any]:
    """Return what makes a changed value of a class."""
    names = [part.name for part in fields(kind)]
    asked = ", ".join(f"{name}=UNSAID" for name in names)
    return maker(
        kind, f"value, /, *, {asked}", {name: f"value.{name} if {name} is UNSAID else {name}" for name in names}, {}
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
