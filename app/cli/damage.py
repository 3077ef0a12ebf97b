"""What people must know of a file that was found damaged and was repaired."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.cli.terminal import Terminal
from app.services.tournaments import Renewed, Salvaged, Tournaments
from app.texts.catalogue import N_, Texts

# What a damaged file costs that is no tournament's, by its name.
RENEWED = {
    "devices.db": N_(
        "The desk's list of tablets was damaged, and is kept as {file}: none of them is let in until it is paired again"
        " (“tournoi devices code”)."
    ),
    "device.db": N_(
        "What this machine keeps of itself was damaged, and is kept as {file}: it writes under a new name from now on,"
        " its settings and the arbiter's code are to be chosen again."
    ),
}


@contextmanager
def damage_told(tournaments: Tournaments, terminal: Terminal, tr: Texts) -> Iterator[None]:
    """Say at the end, however it ends, what was found damaged: what goes on, and where the damaged file is."""
    try:
        yield
    finally:
        for one in tournaments.salvaged():
            terminal.complain(told_of(one, tr))


def told_of(one: Salvaged | Renewed, tr: Texts) -> str:
    """Return what people must know of one file."""
    file = one.aside.name
    if isinstance(one, Renewed):
        return tr(RENEWED[one.file], file=file)
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
