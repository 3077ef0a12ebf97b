"""What is carried by file between a table and its desk, in words."""

from __future__ import annotations

import unicodedata

from app.services.carrying import Found, Kind, Place, Ready
from app.services.desk_link import FileSays, LinkState, Owed
from app.texts.catalogue import N_, Texts
from app.texts.dates import day_and_time
from app.texts.link import SHOWN, short_name

MOST_LETTERS = 30  # of a tournament's name, in a file's
SUFFIX = ".nord"
KINDS = {
    Kind.DRIVE: N_("USB stick “{name}”"),
    Kind.DOCUMENTS: N_("Documents"),
    Kind.DOWNLOADS: N_("Downloads"),
    Kind.DESKTOP: N_("Desktop"),
    Kind.HOME: N_("Personal folder"),
}
SAYS = {
    FileSays.FOR_US: N_("from the control desk"),
    FileSays.OTHER_TOURNAMENT: N_("of another tournament"),
    FileSays.SHEETS: N_("from a tablet, for the control desk"),
    FileSays.UNKNOWN: N_("not one of Nord’s"),
}


def said_folder(place: Place, tr: Texts) -> str:
    """Return where a folder is: “Clé USB « CLUB » › Tournoi”. It may be broken at its spaces."""
    root = [tr(KINDS[place.kind], name=place.name)] if place.kind in KINDS else []
    return " › ".join([*root, *place.inner])


def file_name(state: LinkState, tr: Texts, *, position: int | None = None, earlier: Owed | None = None) -> str:
    """Return how a tablet's file is called, so that people find it among others: “table-3-position-2-K7QX.nord”.

    The tablet's name keeps two tablets of one table apart, a tournament's id two evenings of one name. The letters are
    those that every system takes.
    """
    tablet, word = short_name(state), tr("tablet")
    if earlier is not None:
        said = f"{word}-{tablet}-{earlier.name[:MOST_LETTERS]}-{earlier.id[:SHOWN]}"
    elif state.table is None or position is None:
        said = f"{word}-{tablet}"
    else:
        said = tr("table-{table}-position-{position}", table=state.table, position=position) + f"-{tablet}"
    return _plain(said) + SUFFIX


def _plain(text: str) -> str:
    """Return a text without accents, and with a dash for whatever a file's name had better not have."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "-".join("".join(sign if sign.isalnum() else " " for sign in bare).split())


def said_amount(ready: Ready, tr: Texts) -> str:
    """Return how much is in a file, and how much of it the desk is not known to have."""
    facts = tr.plural("Holds {n} entry", "Holds {n} entries", ready.file.facts)
    if ready.file.lacking:
        return tr.plural(
            "{facts}, {n} of which the control desk lacks",
            "{facts}, {n} of which the control desk lacks",
            ready.file.lacking,
            facts=facts,
        )
    return tr("{facts}; the control desk has told that it has them all", facts=facts)


def said_file(found: Found, tr: Texts) -> str:
    """Return what is known of a file before it is read: from whom it is, and when it was written."""
    return f"{tr(SAYS[found.says])} · {day_and_time(found.modified, tr)}"
