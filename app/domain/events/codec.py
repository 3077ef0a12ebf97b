"""Values to JSON and back, by their types alone: strict, bounded, and the same bytes every time.

Bodies of events and snapshots of the state are dataclasses; their annotations are their format. Nothing is coerced: a
number in quotation marks is not a number. A union of dataclasses is told apart by a field "is" with the class's name.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar, cast

from app.domain.errors import Refused, violation

T = TypeVar("T")
Json = Any  # null, a flag, a whole number, a text, a list or an object

MAX_TEXT = 20_000
MAX_ITEMS = 20_000
MAX_WHOLE = 2**53


@dataclass(frozen=True, slots=True)
class Codec:
    """How one type is written and read; `jsons` are the Python types that its JSON can have."""

    write: Callable[[Any], Json]
    read: Callable[[Json], Any]
    jsons: frozenset[type]


class _Unfit(Exception):
    """The JSON does not fit the type; carries the path of field names to the place."""

    def __init__(self, *path: str) -> None:
        super().__init__(*path)
        self.path = path


def to_json(kind: Any, value: object) -> Json:
    """Return a value as JSON."""
    return codec(kind).write(value)


def from_json(kind: type[T], json: Json) -> T:
    """Return the value of a type in some JSON; raise Refused naming the field where it does not fit."""
    whole: Any = kind
    try:
        return cast(T, codec(whole).read(json))
    except _Unfit as unfit:
        raise Refused(violation("event.unfit", ".".join(unfit.path) or "body")) from None


@cache
def codec(kind: Any) -> Codec:
    """Return the codec of a type, made once."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if hasattr(kind, "__supertype__"):
        return codec(kind.__supertype__)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if origin in (typing.Union, types.UnionType):
        return _union(arguments)
    if origin is tuple:
        return _list_of(arguments[0]) if arguments[1:] == (...,) else _row_of(arguments)
    if origin is frozenset:
        return _set_of(arguments[0])
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(*arguments)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _enum(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind)
    raise TypeError(f"no JSON for {kind}")


def _text(json: Json) -> str:
    if type(json) is not str or len(json) > MAX_TEXT:
        raise _Unfit
    return json


def _whole(json: Json) -> int:
    if type(json) is not int or not -MAX_WHOLE < json < MAX_WHOLE:
        raise _Unfit
    return json


def _flag(json: Json) -> bool:
    if type(json) is not bool:
        raise _Unfit
    return json


def _null(json: Json) -> None:
    if json is not None:
        raise _Unfit


def _fraction(json: Json) -> Fraction:
    numerator, slash, denominator = _text(json).partition("/")
    if not (slash and numerator.lstrip("-").isdecimal() and denominator.isdecimal() and len(json) <= 60):
        raise _Unfit
    if int(denominator) == 0:
        raise _Unfit
    return Fraction(int(numerator), int(denominator))


def _same(value: Any) -> Json:
    return value


_PLAIN: dict[Any, Codec] = {
    str: Codec(_same, _text, frozenset({str})),
    int: Codec(_same, _whole, frozenset({int})),
    bool: Codec(_same, _flag, frozenset({bool})),
    type(None): Codec(_same, _null, frozenset({type(None)})),
    Fraction: Codec(lambda value: f"{value.numerator}/{value.denominator}", _fraction, frozenset({str})),
}


def _enum(kind: type[StrEnum]) -> Codec:
    members = {member.value: member for member in kind}

    def read(json: Json) -> StrEnum:
        if type(json) is not str or json not in members:
            raise _Unfit
        return members[json]

    return Codec(lambda member: member.value, read, frozenset({str}))


def _items(json: Json) -> list[Json]:
    if type(json) is not list or len(json) > MAX_ITEMS:
        raise _Unfit
    return json


def _at(place: str, read: Callable[[Json], Any], json: Json) -> Any:
    try:
        return read(json)
    except _Unfit as unfit:
        raise _Unfit(place, *unfit.path) from None


def _list_of(kind: Any) -> Codec:
    item = codec(kind)
    return Codec(
        lambda value: [item.write(part) for part in value],
        lambda json: tuple([_at(str(place), item.read, part) for place, part in enumerate(_items(json))]),
        frozenset({list}),
    )


def _row_of(kinds: tuple[Any, ...]) -> Codec:
    parts = [codec(kind) for kind in kinds]

    def read(json: Json) -> tuple[Any, ...]:
        if len(_items(json)) != len(parts):
            raise _Unfit
        pairs = zip(parts, json, strict=True)
        return tuple(_at(str(place), part.read, item) for place, (part, item) in enumerate(pairs))

    return Codec(lambda value: [p.write(v) for p, v in zip(parts, value, strict=True)], read, frozenset({list}))


def _set_of(kind: Any) -> Codec:
    item = codec(kind)
    return Codec(
        lambda value: sorted(item.write(part) for part in value),
        lambda json: frozenset(_at(str(place), item.read, part) for place, part in enumerate(_items(json))),
        frozenset({list}),
    )


def _mapping(key: Any, value: Any) -> Codec:
    keys, values = codec(key), codec(value)
    by_number = keys.jsons == {int}

    def read_key(text: str) -> Any:
        if not by_number:
            return keys.read(text)
        if not text.isdecimal():
            raise _Unfit
        return int(text)

    def read(json: Json) -> Mapping[Any, Any]:
        if type(json) is not dict or len(json) > MAX_ITEMS:
            raise _Unfit
        return MappingProxyType({_at(k, read_key, k): _at(k, values.read, v) for k, v in json.items()})

    return Codec(
        lambda mapping: {str(keys.write(k)): values.write(v) for k, v in mapping.items()}, read, frozenset({dict})
    )


def _dataclass(kind: type[Any]) -> Codec:
    hints = typing.get_type_hints(kind)
    parts = {field.name: codec(hints[field.name]) for field in fields(kind)}
    writers = [(name, part.write) for name, part in parts.items()]
    required = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}

    def read(json: Json) -> Any:
        if type(json) is not dict:
            raise _Unfit
        if missing := required - json.keys():
            raise _Unfit(min(missing))
        values = {}
        for name, item in json.items():
            part = parts.get(name)
            if part is None:
                raise _Unfit(name)
            values[name] = _at(name, part.read, item)
        return kind(**values)

    return Codec(lambda value: {name: write(getattr(value, name)) for name, write in writers}, read, frozenset({dict}))


def _union(kinds: tuple[Any, ...]) -> Codec:
    classes = {kind.__name__: codec(kind) for kind in kinds if isinstance(kind, type) and is_dataclass(kind)}
    tagged = _tagged(classes) if len(classes) > 1 else None
    # Told apart by the value's own type when written (`int | Fraction`), by that of the JSON when read.
    options = [(_class_of(kind), tagged if tagged and is_dataclass(kind) else codec(kind)) for kind in kinds]
    by_json = {json: option for _, option in options for json in option.jsons}

    def write(value: Any) -> Json:
        own = next((option for kind, option in options if type(value) is kind), None)
        if own is None:
            own = next(option for kind, option in options if isinstance(value, kind))
        return own.write(value)

    def read(json: Json) -> Any:
        option = by_json.get(type(json))
        if option is None:
            raise _Unfit
        return option.read(json)

    return Codec(write, read, frozenset(by_json))


def _class_of(kind: Any) -> type:
    """Return the class that values of a type have: a list's for a list of something, a text's for a kind of text."""
    kind = getattr(kind, "__supertype__", kind)
    return cast(type, typing.get_origin(kind) or kind)


def _tagged(classes: Mapping[str, Codec]) -> Codec:
    def write(value: Any) -> Json:
        name = type(value).__name__
        return {"is": name, **classes[name].write(value)}

    def read(json: Json) -> Any:
        named = classes.get(str(json.get("is")))
        if named is None:
            raise _Unfit("is")
        return named.read({name: item for name, item in json.items() if name != "is"})

    return Codec(write, read, frozenset({dict}))
