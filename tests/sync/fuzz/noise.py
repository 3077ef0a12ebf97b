"""What nobody in their right mind would send: values drawn from their types, and JSON and bytes that were mangled."""

import json
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from random import Random
from typing import Any

WHOLE = (-1, 0, 1, 1, 1, 2, 3, 4, 8, 50, 182, 10**6, 2**31, 2**53 - 1, -(2**53) + 1)
ODD_JSON: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1.5,
    2**53,
    2**64,
    10**400,
    1e308,
    float("nan"),
    float("-inf"),
    "",
    "\x00",
    "\ud800",
    "é" * 300,
    "x" * 20_001,
    "1/2",
    "0" * 64,
    [],
    {},
    [[]],
    {"is": "Push"},
    {"is": "Nobody"},
    {"": None},
    [0] * 200,
)
ODD_BYTES = (
    b"",
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"{",
    b"[" * 5_000,
    b'"',
    b"9" * 5_000,
    b"\\u0000",
    b"\r\n\r\n",
)


def value_of(kind: Any, random: Random, words: Sequence[str], depth: int = 0) -> Any:
    """Draw a value of a type: well typed, and of no sense."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if hasattr(kind, "__supertype__"):
        return value_of(kind.__supertype__, random, words, depth)
    if kind is str:
        return random.choice(words)
    if kind is int:
        return random.choice(WHOLE)
    if kind is bool:
        return random.random() < 0.5
    if kind is type(None):
        return None
    if kind is Fraction:
        return Fraction(random.choice(WHOLE), random.choice((1, 2, 3, 7)))
    if origin in (typing.Union, types.UnionType):
        return value_of(random.choice(arguments), random, words, depth)
    count = random.choice((0, 1, 1, 2, 4)) if depth < 4 else 0
    if origin is tuple and arguments[1:] != (...,):
        return tuple(value_of(part, random, words, depth + 1) for part in arguments)
    if origin in (tuple, frozenset):
        return origin(value_of(arguments[0], random, words, depth + 1) for _ in range(count))
    if origin is not None and issubclass(origin, Mapping):
        key, item = arguments
        return {value_of(key, random, words, depth + 1): value_of(item, random, words, depth + 1) for _ in range(count)}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return random.choice(list(kind))
    assert is_dataclass(kind), kind
    hints = typing.get_type_hints(kind)
    return kind(
        **{
            one.name: value_of(hints[one.name], random, words, depth + 1)
            for one in fields(kind)
            if (one.default is MISSING and one.default_factory is MISSING) or random.random() < 0.6
        }
    )


def mangled(value: Any, random: Random) -> Any:
    """Change something at some place of a piece of JSON."""
    if not isinstance(value, dict | list) or not value or random.random() < 0.15:
        return random.choice(ODD_JSON)
    if isinstance(value, list):
        at = random.randrange(len(value))
        what = random.random()
        if what < 0.1:
            return value[:at] + value[at + 1 :]
        if what < 0.2:
            return value * random.choice((2, 3, 60))
        return [*value[:at], mangled(value[at], random), *value[at + 1 :]]
    name = random.choice(list(value))
    what = random.random()
    if what < 0.1:
        return {other: item for other, item in value.items() if other != name}
    if what < 0.2:
        return {**value, random.choice(("is", "id", "extra", "", "__class__")): random.choice(ODD_JSON)}
    if what < 0.3:
        return {**value, name: value[random.choice(list(value))]}
    return {**value, name: mangled(value[name], random)}


def mangled_json(body: bytes, random: Random) -> bytes:
    """Change a message in one or several places of its JSON."""
    value = json.loads(body)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        value = mangled(value, random)
    return json.dumps(value, ensure_ascii=random.random() < 0.5).encode(errors="surrogatepass")


def mangled_bytes(data: bytes, random: Random, others: Sequence[bytes] = ()) -> bytes:
    """Change some bytes, wherever they are."""
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        at, to = sorted(random.randrange(len(data) + 1) for _ in range(2))
        match random.randrange(7):
            case 0:
                data = data[:at]
            case 1:
                data = data[:at] + data[to:]
            case 2:
                data = data[:to] + data[at:to] + data[to:]
            case 3:
                data = data[:at] + random.choice(ODD_BYTES) + data[at:]
            case 4:
                data = data[:at] + random.randbytes(random.choice((1, 2, 8, 64))) + data[to:]
            case 5 if others:
                other = random.choice(others)
                data = data[:at] + other[random.randrange(len(other) + 1) :]
            case _ if data:
                at = min(at, len(data) - 1)
                data = data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]
    return data[: 4 * 1024 * 1024]
