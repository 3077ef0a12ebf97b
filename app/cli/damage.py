"""What people must know of a file that was found damaged and was repaired."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.cli.terminal import Terminal
from app.services.tournaments import Salvaged, Tournaments
from app.texts.catalogue import Texts


@contextmanager
def damage_told(tournaments: Tournaments, terminal: Terminal, tr: Texts) -> Iterator[None]:
    """Say at the end, however it ends, what was found damaged: what goes on, and where the damaged file is."""
    try:
        yield
    finally:
        for one in tournaments.salvaged():
            terminal.complain(_told(one, tr))


def _told(one: Salvaged, tr: Texts) -> str:
    file = one.aside.name
    if not one.saved:
        return tr(
            "The file of this tournament was damaged, and no record could be saved of it. It is kept as {file}: restore"
            " the latest backup.",
            file=file,
        )
    if one.saved == one.known:
        return tr(
            "The file of this tournament was damaged and is mended: none of its {known} records is lost. It is"
            " kept as {file}.",
            known=one.known,
            file=file,
        )
    return tr(
        "The file of this tournament was damaged: {saved} of {known} records go on. It is kept as {file}:"
        " a backup may hold more.",
        saved=one.saved,
        known=one.known,
        file=file,
    )
