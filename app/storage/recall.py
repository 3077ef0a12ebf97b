"""Recall: what was read of one part of a file need not be read again until that part is written."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

Value = TypeVar("Value")
Answers = dict[Hashable, Any]


class Recall:
    """The answers that one part of a file has given, or will give once the transaction under way is committed.

    A file has one writer in one program, and that is its `StorageThread`: it says when a transaction begins that may
    write the part, and how it ended. Meanwhile nothing is `known`, and everybody reads for themselves: an answer of
    before the commit must not be told to somebody who has seen one of after it. What is known afterwards is another
    dictionary than before: whoever took it first and read then leaves nothing behind that is no longer true.
    """

    def __init__(self) -> None:
        self.known: Answers | None = {}
        self.before: Mapping[Hashable, Any] = {}
        self._foretold: Answers = {}
        self._is_alone = False

    def of(self, what: Hashable, read: Callable[[], Value]) -> Value:
        """Return the answer that is known, or else read it. Can be called from any thread."""
        known = self.known
        if known is None:
            return read()
        if what in known:
            answer: Value = known[what]
        else:
            answer = known[what] = read()
        return answer

    def begin(self, *, alone: bool) -> None:
        """Forget everything: a transaction begins, of one work `alone` or of several that know nothing of each other.

        A work that is alone may go by what was known `before`, and foretell what will be true after it.
        """
        known, self.known = self.known, None
        self._is_alone = alone
        self.before, self._foretold = known if alone and known else {}, {}

    def foretell(self, what: Hashable, answer: object) -> None:
        """Say inside a transaction what the answer will be; it is believed once that is committed."""
        self._foretold[what] = answer

    def end(self, *, committed: bool) -> None:
        """Know what was foretold, where it has come true. Where a hand stops the program before, nothing is known."""
        self.before = {}
        self.known = self._foretold if committed and self._is_alone else {}
