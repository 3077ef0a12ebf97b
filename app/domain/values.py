"""Frozen values that are made quickly: filled while their class is still open, then closed by taking their own.

A frozen dataclass asks a guard at each field while it fills itself, and costs four times an open one; a journal makes
tens of thousands. Here a value is filled as an object of the same slots without that guard, by code that is compiled
once for a class. Nobody else holds it before it is closed, and then it is frozen as any other.
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
    """Let a frozen dataclass be made as quickly as one that is not frozen; all else stays as it is."""
    whole: Any = kind
    parts: tuple[Field[Any], ...] = fields(whole)
    slow = whole.__init__
    filling = _filling("self", kind, {part.name: _given(part) for part in parts})
    known = {"_kind": kind, "_open": _open(whole), "_take": object.__setattr__}
    for part in parts:
        known |= {f"_default_{part.name}": part.default, f"_factory_{part.name}": part.default_factory}
    parameters = ", ".join(("self", *_parameters(parts)))
    made = compiled("__init__", parameters, ["_take(self, '__class__', _open)", *filling], known)
    made.__qualname__, made.__annotations__ = slow.__qualname__, slow.__annotations__
    whole.__init__ = made
    return kind


if TYPE_CHECKING:
    from dataclasses import replace  # whose fields mypy checks by their types
else:

    def replace(value, /, **changes):
        """Return a value with some fields changed, as `dataclasses.replace` does."""
        return _replacer(value.__class__, tuple(changes))(value, **changes)


def maker(kind: Any, parameters: str, filled: Mapping[str, str], known: Mapping[str, Any]) -> Callable[..., Any]:
    """Return a function that makes a value of a class, each field by its own Python of the parameters."""
    body = ["made = _open()", *_filling("made", kind, filled), "return made"]
    return compiled("make", parameters, body, {"_kind": kind, "_open": _open(kind), **known})


def compiled(name: str, parameters: str, body: list[str], known: Mapping[str, Any]) -> FunctionType:
    """Return a function of this body, which knows these names; ours begin with a line, as no field does."""
    made: dict[str, Any] = {"_UNSAID": _UNSAID, **known}
    exec(f"def {name}({parameters}):\n" + "\n".join(f"    {line}" for line in body), made)
    function: FunctionType = made[name]
    return function


@cache
def _open(kind: Any) -> type[Any]:
    """Return the class of the same slots, if it has any, whose objects anybody may fill."""
    slots = {"__slots__": tuple(part.name for part in fields(kind))} if "__slots__" in vars(kind) else {}
    return type(kind.__name__, (), slots)


@cache
def _replacer(kind: Any, changed: tuple[str, ...]) -> Callable[..., Any]:
    """Return what copies a value of a class with other items in these fields, given by their names."""
    if unknown := set(changed).difference(part.name for part in fields(kind)):
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    filled = {part.name: f"_value.{part.name}" for part in fields(kind)} | {name: name for name in changed}
    return maker(kind, ", ".join(("_value", "*", *changed) if changed else ("_value",)), filled, {})


def _filling(made: str, kind: type[Any], filled: Mapping[str, str]) -> list[str]:
    """Return the Python that fills an open object and closes it."""
    lines = [f"{made}.{name} = {python}" for name, python in filled.items()]
    found = [f"{made}.__post_init__()"] if hasattr(kind, "__post_init__") else []
    return [*lines, f"{made}.__class__ = _kind", *found]


def _parameters(parts: tuple[Field[Any], ...]) -> Iterator[str]:
    """Yield the parameters of `__init__` as dataclasses order them: those by keyword alone come last."""
    yield from (_parameter(part) for part in parts if not part.kw_only)
    if any(part.kw_only for part in parts):
        yield "*"
    yield from (_parameter(part) for part in parts if part.kw_only)


def _parameter(part: Field[Any]) -> str:
    if part.default_factory is not MISSING:
        return f"{part.name}=_UNSAID"
    return part.name if part.default is MISSING else f"{part.name}=_default_{part.name}"


def _given(part: Field[Any]) -> str:
    if part.default_factory is MISSING:
        return part.name
    return f"_factory_{part.name}() if {part.name} is _UNSAID else {part.name}"
