"""The keeper: a book on a thread of its own, so that no window ever waits for the disk."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from app.domain.errors import Refused
from app.domain.events.kinds import Body
from app.domain.events.table import EventId
from app.domain.fold.state import State
from app.services.book import Book
from app.services.ports import Identity

T = TypeVar("T")


class Keeper:
    """Writes in the order in which it is asked; answers when the facts are safe on the disk.

    `state` is the state of the last answer and can be read from any thread.
    """

    def __init__(self, open_book: Callable[[], Book], *, on_written: Callable[[], None] = lambda: None) -> None:
        """`on_written` is called, on the keeper's thread, after each fact that is safe."""
        self._on_written = on_written
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="keeper")
        self._book = self._thread.submit(open_book).result()
        self.state: State = self._book.state

    def write(self, *bodies: Body, table: int | None = None) -> Future[tuple[EventId, ...]]:
        """Write facts, all or none; the future fails with Refused where one would have no effect."""
        return self._thread.submit(self._write, bodies, table)

    def foresee(self, *bodies: Body, table: int | None = None) -> Future[State]:
        """Return the state that these facts would make; writes nothing, fails with Refused as `write` would."""
        return self._thread.submit(lambda: self._book.foresee(*bodies, table=table))

    def _write(self, bodies: tuple[Body, ...], table: int | None) -> tuple[EventId, ...]:
        return self._work(lambda book: book.write(*bodies, table=table))

    def work(self, act: Callable[[Book], T]) -> Future[T]:
        """Do something with the book that may write, after all that was asked before."""
        return self._thread.submit(self._work, act)

    def _work(self, act: Callable[[Book], T]) -> T:
        before = self._book.state
        try:
            return act(self._book)
        finally:
            self.state = self._book.state
            if self.state is not before:  # somebody who only looked has no news for anybody
                with suppress(Refused):  # a fact that is safe stays so, whatever becomes of the news of it
                    self._on_written()

    def refresh(self, identity: Callable[[], Identity]) -> Future[None]:
        """Take in what others wrote, and who writes here from now on."""
        return self._thread.submit(self._refresh, identity)

    def _refresh(self, identity: Callable[[], Identity]) -> None:
        self._book.write_as(identity())
        self._book.catch_up()
        self.state = self._book.state

    def read(self, question: Callable[[Book], T]) -> Future[T]:
        """Ask the book something, after all that was asked before; the question writes nothing."""
        return self._thread.submit(question, self._book)

    def close(self) -> None:
        """Finish what was asked."""
        self._thread.shutdown()
