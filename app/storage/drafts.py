"""Drafts: forms half filled, kept so that a dead battery costs nobody their typing."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sqlite_utils import Database

from app.storage.thread import StorageThread


class SqliteDrafts:
    """The port `Drafts` on a tournament's file; all in the order in which it is asked for: a load sees every save."""

    def __init__(self, thread: StorageThread) -> None:
        self._thread = thread

    def save(self, key: str, form: Mapping[str, object]) -> None:
        """Keep the form; later ones win. Returns at once."""
        row = {"key": key, "form": json.dumps(dict(form), ensure_ascii=False)}
        self._thread.run(lambda database: database.table("drafts").upsert(row, pk="key"), writes=())

    def load(self, key: str) -> Mapping[str, object] | None:
        """Return the form as last saved."""
        form = self._thread.do(lambda database: _form(database, key), writes=())
        return None if form is None else dict(json.loads(form))

    def drop(self, key: str) -> None:
        """Forget the form. Returns at once."""
        self._thread.run(lambda database: database.execute("DELETE FROM drafts WHERE key = ?", (key,)), writes=())


def _form(database: Database, key: str) -> str | None:
    row = database.execute("SELECT form FROM drafts WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])
