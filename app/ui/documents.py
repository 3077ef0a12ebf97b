"""The documents of an Android tablet: the system asks where one is put, or which one is opened.

A program may not look around in an Android device; the system's own picker gives it one document at a time, by the
intents CREATE_DOCUMENT and OPEN_DOCUMENT. It cannot be run where Nord is built: nothing here is imported elsewhere.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from app.domain.errors import Refused, violation

CREATE, OPEN = 4101, 4102  # requests of ours among all activities
MOST_BYTES = 65 * 2**20
CHUNK = 1 << 16
T = TypeVar("T")


class AndroidDocuments:
    """The system's picker. Every call answers at once; the future is done when a person has chosen.

    It has False or None where nothing was chosen, and fails with Refused where the system offers no such thing, or
    where the document cannot be written or read.
    """

    def save(self, name: str, data: bytes) -> Future[bool]:
        """Have a person choose where a document of this name goes, and put the bytes there."""

        def write(resolver: Any, uri: Any) -> bool:
            stream = resolver.openOutputStream(uri, "wt")
            try:
                stream.write(data)
            finally:
                stream.close()
            return True

        return _asked(CREATE, "ACTION_CREATE_DOCUMENT", write, nothing=False, title=name)

    def open(self) -> Future[bytes | None]:
        """Have a person choose a document, and return what is in it."""

        def read(resolver: Any, uri: Any) -> bytes | None:
            stream, found = resolver.openInputStream(uri), bytearray()
            try:
                chunk = bytearray(CHUNK)
                while len(found) < MOST_BYTES and (count := stream.read(chunk)) > 0:
                    found += chunk[:count]
            finally:
                stream.close()
            return bytes(found)

        return _asked(OPEN, "ACTION_OPEN_DOCUMENT", read, nothing=None)


def _asked(request: int, action: str, use: Callable[[Any, Any], T], *, nothing: T, title: str = "") -> Future[T]:
    """Show the picker, and use what was chosen on a thread of its own: neither screen waits for a document."""
    answer: Future[T] = Future()

    def fail(error: BaseException) -> None:
        unwritable = violation("carry.unwritable", "file", file=title)
        refused = Refused(unwritable if request == CREATE else violation("carry.unreadable", "file"))
        refused.__cause__ = error
        answer.set_exception(refused)

    try:
        from android import activity
        from jnius import autoclass

        intents = autoclass("android.content.Intent")
        chosen = autoclass("android.app.Activity").RESULT_OK
        own = autoclass("org.kivy.android.PythonActivity").mActivity

        def came(code: int, result: int, intent: Any) -> None:
            if code != request:
                return
            activity.unbind(on_activity_result=came)
            if result != chosen or intent is None:
                answer.set_result(nothing)
                return
            threading.Thread(target=work, args=(intent.getData(),), name="document", daemon=True).start()

        def work(uri: Any) -> None:
            try:
                answer.set_result(use(own.getContentResolver(), uri))
            except Exception as error:  # noqa: BLE001 - whatever Java throws, whoever waits is told
                fail(error)

        intent = intents(getattr(intents, action))
        intent.addCategory(intents.CATEGORY_OPENABLE)
        intent.setType("application/octet-stream" if request == CREATE else "*/*")
        if title:
            intent.putExtra(intents.EXTRA_TITLE, title)
        activity.bind(on_activity_result=came)
        own.startActivityForResult(intent, request)
    except Exception as error:  # noqa: BLE001 - no picker in this system: it is said, and nothing else stops
        fail(error)
    return answer
