"""Values to JSON and back, by their types alone: strict, bounded, and the same bytes every time.

Bodies of events and snapshots of the state are dataclasses; their annotations are their format. Nothing is coerced: a
number in quotation marks is not a number, and a value has one way to be written. A union of dataclasses is told apart
by a field "is" with the class's name. How many items there are is bounded by the bytes of an event, not here.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, TypeVar, cast

from app.domain.errors import Refused, violation
from app.domain.values import compiled, maker

T = TypeVar("T")
Json = Any  # null, a flag, a whole number, a text, a list or an object

MAX_TEXT = 20_000
MAX_WHOLE = 2**53
MAX_PLACE = 40  # letters of a name quoted from the outside to say where something does not fit
FRACTION = re.compile(r"(-?[0-9]{1,30})/([1-9][0-9]{0,29})")
NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")


@dataclass(frozen=True, slots=True)
class Codec:
    """How one type is written and read; `jsons` are the Python types that its JSON can have."""

    write: Callable[[Any], Json]
    read: Callable[[Json], Any]
    jsons: frozenset[type]


class _Unfit(Exception):
    """The JSON does not fit the type; carries the path of names to the place."""

    def __init__(self, *path: str) -> None:
        super().__init__(*path)
        self.path = path

    def within(self, name: str) -> _Unfit:
        """Return the same as seen from one step further out; a name from the outside is quoted in part."""
        return _Unfit(name[:MAX_PLACE].encode(errors="replace").decode(), *self.path)


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
    if type(json) is not str or len(json) > MAX_TEXT or not (json.isascii() or is_writable(json)):
        raise _Unfit
    return json


def is_writable(text: str) -> bool:
    """Whether a text can be written in UTF-8: half of a character, which JSON can name, cannot."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


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
    match = FRACTION.fullmatch(_text(json))
    if match is None:
        raise _Unfit
    value = Fraction(int(match[1]), int(match[2]))
    if _written_fraction(value) != json:
        raise _Unfit  # not in its lowest terms
    return value


def _written_fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _same(value: Any) -> Json:
    return value


_NULL = type(None)
_PLAIN: dict[Any, Codec] = {
    str: Codec(_same, _text, frozenset({str})),
    int: Codec(_same, _whole, frozenset({int})),
    bool: Codec(_same, _flag, frozenset({bool})),
    _NULL: Codec(_same, _null, frozenset({_NULL})),
    Fraction: Codec(_written_fraction, _fraction, frozenset({str})),
}


def _enum(kind: type[StrEnum]) -> Codec:
    members = {member.value: member for member in kind}

    def read(json: Json) -> StrEnum:
        member = members.get(json) if type(json) is str else None
        if member is None:
            raise _Unfit
        return member

    return Codec(attrgetter("_value_"), read, frozenset({str}))


def _list_of(kind: Any) -> Codec:
    write, read_item = codec(kind).write, codec(kind).read

    def read(json: Json) -> tuple[Any, ...]:
        if type(json) is not list:
            raise _Unfit
        values: list[Any] = []
        try:
            values.extend(map(read_item, json))
        except _Unfit as unfit:
            raise unfit.within(str(len(values))) from None
        return tuple(values)

    return Codec(lambda value: [write(part) for part in value], read, frozenset({list}))


def _row_of(kinds: tuple[Any, ...]) -> Codec:
    parts = [codec(kind) for kind in kinds]

    def read(json: Json) -> tuple[Any, ...]:
        if type(json) is not list or len(json) != len(parts):
            raise _Unfit
        values: list[Any] = []
        try:
            for part, item in zip(parts, json, strict=True):
                values.append(part.read(item))
        except _Unfit as unfit:
            raise unfit.within(str(len(values))) from None
        return tuple(values)

    return Codec(lambda value: [p.write(v) for p, v in zip(parts, value, strict=True)], read, frozenset({list}))


def _set_of(kind: Any) -> Codec:
    items = _list_of(kind)

    def read(json: Json) -> frozenset[Any]:
        values = frozenset(items.read(json))
        if len(values) != len(json):
            raise _Unfit
        return values

    return Codec(lambda value: sorted(items.write(value)), read, frozenset({list}))


def _mapping(key: Any, value: Any) -> Codec:
    write_key, read_key = codec(key).write, _number if codec(key).jsons == {int} else codec(key).read
    write, read_item = codec(value).write, codec(value).read

    def read(json: Json) -> Mapping[Any, Any]:
        if type(json) is not dict:
            raise _Unfit
        name, values = "", {}
        try:
            for name, item in json.items():
                values[read_key(name)] = read_item(item)
        except _Unfit as unfit:
            raise unfit.within(name) from None
        return MappingProxyType(values)

    return Codec(lambda mapping: {str(write_key(k)): write(v) for k, v in mapping.items()}, read, frozenset({dict}))


def _number(text: str) -> int:
    if NUMBER.fullmatch(text) is None:
        raise _Unfit
    return int(text)


def _dataclass(kind: type[Any]) -> Codec:
    hints = typing.get_type_hints(kind)
    parts = {field.name: codec(hints[field.name]) for field in fields(kind)}
    readers = {name: part.read for name, part in parts.items()}
    required = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}
    count, whole = len(parts), _whole_reader(kind, parts)

    def read(json: Json) -> Any:
        if type(json) is not dict:
            raise _Unfit
        try:
            if len(json) == count:
                return whole(json)
            values = {name: readers[name](item) for name, item in json.items()}
        except (KeyError, _Unfit):
            raise _first_unfit(readers, json) from None
        if not required <= values.keys():
            raise _Unfit(min(required - values.keys()))
        return kind(**values)

    return Codec(_whole_writer(parts), read, frozenset({dict}))


def _whole_reader(kind: type[Any], parts: Mapping[str, Codec]) -> Callable[[Json], Any]:
    """Return what reads an object with each field there, as all of ours are written."""
    reads = {name: _inline(part, "read", name, f"json[{name!r}]") for name, part in parts.items()}
    return maker(kind, "json", reads, {f"read_{name}": part.read for name, part in parts.items()})


def _whole_writer(parts: Mapping[str, Codec]) -> Callable[[Any], Json]:
    writes = (f"{name!r}: {_inline(part, 'write', name, f'value.{name}')}" for name, part in parts.items())
    known = {f"write_{name}": part.write for name, part in parts.items()}
    return compiled("write", "value", [f"return {{{', '.join(writes)}}}"], known)


# What most texts and numbers are, told without a call.
_AT_SIGHT: Mapping[Callable[[Json], Any], str] = {
    _text: f"str and item.isascii() and len(item) <= {MAX_TEXT}",
    _whole: f"int and -{MAX_WHOLE} < item < {MAX_WHOLE}",
}


def _inline(part: Codec, verb: str, name: str, item: str) -> str:
    """Return the Python that reads or writes one field: null is None where it is allowed, what is plain stays."""
    if part.write is _same and verb == "write":
        return item
    if verb == "read" and part.read in _AT_SIGHT:
        return f"item if type(item := {item}) is {_AT_SIGHT[part.read]} else read_{name}(item)"
    if _NULL in part.jsons:
        return f"None if (item := {item}) is None else {verb}_{name}(item)"
    return f"{verb}_{name}({item})"


def _first_unfit(readers: Mapping[str, Callable[[Json], Any]], json: Json) -> _Unfit:
    """Return where an object does not fit: looked for only once it is known that it does not."""
    for name, item in json.items():
        if name not in readers:
            return _Unfit().within(name)
        try:
            readers[name](item)
        except _Unfit as unfit:
            return unfit.within(name)
    raise AssertionError(json)


def _union(kinds: tuple[Any, ...]) -> Codec:
    classes = {kind.__name__: codec(kind) for kind in kinds if isinstance(kind, type) and is_dataclass(kind)}
    tagged = _tagged(classes) if len(classes) > 1 else None
    # Told apart by the value's own type when written (`int | Fraction`), by that of the JSON when read.
    options = [(_class_of(kind), tagged if tagged and is_dataclass(kind) else codec(kind)) for kind in kinds]
    by_class = {kind: option.write for kind, option in options}
    by_json = {json: option.read for _, option in options for json in option.jsons}

    def write(value: Any) -> Json:
        own = by_class.get(type(value))
        if own is None:
            own = next(option.write for kind, option in options if isinstance(value, kind))
        return own(value)

    def read(json: Json) -> Any:
        own = by_json.get(type(json))
        if own is None:
            raise _Unfit
        return own(json)

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
