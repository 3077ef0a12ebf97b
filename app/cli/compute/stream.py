"""JSON lines: every line gets its answer, whatever is on it, before the next one is read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from io import BufferedIOBase, BufferedReader, RawIOBase
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from app.domain.errors import Refused, Violation, violation
from app.texts.catalogue import Texts, texts
from app.texts.refusals import refusal

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

# The longest request that makes sense (a draw of 1,200 players with its history) is far shorter.
MAX_LINE_BYTES = 8 * 1024 * 1024
MAX_FRACTION_DIGITS = 64
BUFFER_BYTES = 64 * 1024

Request = dict[str, object]
Answer = dict[str, object]


def answer_lines(source: RawIOBase, sink: BinaryIO, *, answer: Callable[[Request], Answer], lang: str) -> None:
    """Answer each line as it comes: whoever sends one and waits has its answer, whatever else is to come."""
    words = texts(lang)
    lines = BufferedReader(_FlushedBeforeWaiting(source, sink), BUFFER_BYTES)
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
    while line := lines.readline(MAX_LINE_BYTES + 1):
        try:
            if len(line) > MAX_LINE_BYTES:
                _skip_line(lines, line)
                raise Refused(violation("line_too_long", "line", most=MAX_LINE_BYTES))
            result = answer(read_request(line))
        except Refused as refused:
            result = {"errors": [_error(v, words) for v in refused.violations]}
        sink.write(encode(result).encode() + b"\n")


class _FlushedBeforeWaiting(RawIOBase):
    """The input, which lets the answers out before it waits for more: a flush a line costs a third of the speed."""

    def __init__(self, source: RawIOBase, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        self._sink.flush()
        return self._source.readinto(buffer)


def read_request(line: bytes) -> Request:
    """Return the object on the line, fractions as exact decimals; raise Refused where there is none.

    Nothing of JSON's grey areas passes: no NaN or Infinity, no field said twice, no half of a character.
    """
    if not line.strip(b" \t\r\n"):
        raise Refused(violation("line_empty", "line"))
    try:
        request = _DECODER.decode(line.decode("utf-8-sig"))
        if b"\\u" in line:
            # Half of a surrogate pair can be written in JSON, but not be said in an answer.
            json.dumps(request, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        raise Refused(violation("not_text", "line")) from None
    except UnicodeDecodeError as error:
        raise Refused(violation("not_utf8", "line", byte=error.start)) from None
    except RecursionError:
        raise Refused(violation("nested_too_deep", "line")) from None
    except json.JSONDecodeError as error:
        raise Refused(violation("not_json", "line", column=error.colno)) from None
    except (ValueError, InvalidOperation):
        # int() refuses thousands of digits, Decimal an exponent past its own bounds.
        raise Refused(violation("number_too_long", "line")) from None
    if not isinstance(request, dict):
        raise Refused(violation("not_object", "line"))
    return request


def _unique_fields(pairs: list[tuple[str, object]]) -> Request:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        counted = Counter(name for name, _ in pairs)
        raise Refused(*(violation("field_twice", name) for name, times in counted.items() if times > 1))
    return fields


def _no_constant(name: str) -> NoReturn:
    raise Refused(violation("not_a_number", "line", value=name))


def _fraction(digits: str) -> Decimal:
    if len(digits) > MAX_FRACTION_DIGITS:
        raise Refused(violation("number_too_long", "line"))
    return Decimal(digits)


_DECODER = json.JSONDecoder(parse_float=_fraction, parse_constant=_no_constant, object_pairs_hook=_unique_fields)


def _skip_line(source: BufferedIOBase, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = source.readline(MAX_LINE_BYTES)


def _error(reason: Violation, words: Texts) -> dict[str, str]:
    return {"code": reason.key, "field": reason.field, "message": refusal(reason, words)}
